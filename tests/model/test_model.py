"""Models: bodies, points, connections, copies, inclusions, and what is said when something is wrong."""

import numpy as np
import pytest

import linkwork as lw


@pytest.fixture
def model() -> lw.Model:
    m = lw.Model("four-bar")
    crank = m.body("crank", lw.Rod(length=0.2, mass=1.0))
    rocker = m.body("rocker", lw.Rod(length=0.5, mass=1.5))
    m.connect("A", lw.Revolute("y"), m.ground, crank)
    m.connect("B", lw.Revolute("y"), crank.at(0.2, 0, 0), rocker)
    m.connect("gear", lw.Gear(ratio=2.0), "A.angle", "B.angle")
    return m


@pytest.mark.seed("S0.1")
def test_a_body_has_mass_anywhere_and_points_with_their_own_base() -> None:
    m = lw.Model("m")
    body = m.body("b", mass=2.0, com=(0.1, 0, 0), inertia=(0.02, 0.03, 0.04, 0.001, 0.0, 0.002))
    assert body.inertia[0, 1] == body.inertia[1, 0] == 0.001
    tip = body.point("tip", at=(1, 2, 3), rotate={"z": np.pi / 2})
    assert body["tip"] is tip
    np.testing.assert_allclose(tip.X.R @ [1, 0, 0], [0, 1, 0], atol=1e-15)
    assert repr(tip) == "b.tip"
    assert repr(body.at(1, 0, 0, rotate={"x": 1.0})) == "b.at(1, 0, 0, rotated)"


def test_numbers_beside_a_shape_replace_what_follows_from_it() -> None:
    body = lw.Model("m").body("b", lw.Rod(length=1.0, mass=1.0), com=(0.2, 0, 0))
    assert body.com.tolist() == [0.2, 0, 0]
    assert body.inertia[1, 1] == pytest.approx(1 / 12)


def test_several_shapes_are_one_body() -> None:
    shapes = (lw.PointMass(mass=1.0, at=(1, 0, 0)), lw.PointMass(mass=1.0, at=(-1, 0, 0)))
    body = lw.Model("m").body("dumbbell", *shapes)
    assert body.mass == 2.0
    np.testing.assert_allclose(np.diag(body.inertia), [0, 2, 2])


def test_parameters_are_found_everywhere(model: lw.Model) -> None:
    names = ["a", "b", "c", "d", "e", "f", "g"]
    p = {n: lw.Parameter(n, 1.0 + k) for k, n in enumerate(names)}
    m = lw.Model("m", gravity=(0, 0, -p["a"]))
    body = m.body("body", lw.Box(size=(p["b"], 1.0, 1.0), mass=p["c"]))
    m.connect("spring", lw.Spring(p["d"], length=2 * p["e"]), m.ground, body.at(p["f"], 0, 0))
    slide = {"displacement": lw.Sine(amplitude=p["g"], frequency=1.0)}
    m.connect("slide", lw.Prismatic("z"), m.ground, body, drive=slide)
    assert sorted(m.parameters) == names


def test_copies_are_independent(model: lw.Model) -> None:
    twin = model.copy("twin")
    assert lw.differences(model, model.copy()) == []
    twin.body("more", mass=1.0, inertia=(1, 1, 1))
    assert "more" not in model.bodies
    assert twin["A"].bodies[1] is twin["crank"]


def test_a_model_can_be_part_of_another(model: lw.Model) -> None:
    whole = lw.Model("whole")
    base = whole.body("base", lw.Box(size=(1, 1, 1), mass=10.0))
    made = whole.include(model, prefix="left/", on=base.at(0, 0, 1, rotate={"z": 0.5}))
    end = whole["left/A"].ends[0]
    assert made["A"] is whole["left/A"]
    assert end.body is base
    np.testing.assert_allclose(end.X.p, [0, 0, 1])
    assert str(whole["left/gear"].ends[1]) == "left/B.angle"


def test_a_failed_inclusion_changes_nothing(model: lw.Model) -> None:
    other = lw.Model("other")
    other.body("new", mass=1.0, inertia=(1, 1, 1))
    other.body("rocker", mass=1.0, inertia=(1, 1, 1))
    before = [*model.bodies, *model.connections]
    with pytest.raises(lw.ModelError, match="the name 'rocker' is taken"):
        model.include(other)
    assert [*model.bodies, *model.connections] == before


def test_removing_a_body_takes_its_connections(model: lw.Model) -> None:
    model.remove("rocker")
    assert list(model.connections) == ["A"]
    with pytest.raises(lw.ModelError, match="Did you mean 'crank'"):
        model.remove("crnk")


def test_locks_hold_the_starting_value_or_rest() -> None:
    m = lw.Model("m")
    body = m.body("b", lw.Box(size=(1, 1, 1), mass=1.0))
    c = m.connect("c", lw.Planar("z"), m.ground, body, lock=("x", "angle"), initial={"x": 0.3})
    assert dict(c.lock) == {"x": 0.3, "angle": 0.0}


def test_suspicious_numbers_are_mentioned() -> None:
    m = lw.Model("m")
    link = m.body("link", mass=1.0, inertia=(1e4, 1e4, 1e4))
    m.connect("A", lw.Revolute("y"), m.ground, link.at(0.1, 0, 0))
    m.body("loose", lw.Sphere(radius=0.1, mass=1.0))
    notes = m.check()
    assert len(notes) == 2
    assert "'link': its radius of gyration is 100 m" in notes[0]
    assert "'loose': no connection holds it" in notes[1]
    m = lw.Model("fine")
    m.connect("A", lw.Revolute("y"), m.ground, m.body("link", lw.Rod(length=0.2, mass=1.0)))
    assert m.check() == []


NAN = float("nan")


@pytest.mark.parametrize(
    ("mistake", "message"),
    [
        (lambda m: m.body("crank", mass=1.0), "the name 'crank' is taken by a body"),
        (lambda m: m.body("A", mass=1.0), "the name 'A' is taken by a connection"),
        (lambda m: m.body("ground", mass=1.0), "taken by the ground"),
        (lambda m: m.body("a.b", mass=1.0), "'a.b' cannot be a name"),
        (lambda m: m.body("c"), "body 'c': give a shape, or mass="),
        (lambda m: m.body("c", "rod"), "body 'c': 'rod' is not a shape"),
        (lambda m: m.body("c", mass=-1.0), "body 'c': mass is -1 kg"),
        (lambda m: m.body("c", mass=NAN), "body 'c': mass = nan must be a finite number"),
        (lambda m: m.body("c", mass=1.0, com=(0, 0)), "body 'c': com needs three numbers"),
        (lambda m: m.body("c", mass=1.0, inertia=(1, 1)), "body 'c': inertia ="),
        (lambda m: m.body("c", mass=1.0, inertia=(1, 1, 3)), "break the triangle inequality"),
        (lambda m: m.body("c", mass=1.0, inertia=[[1, 2, 0], [0, 1, 0], [0, 0, 1]]), "not symmetric"),
        (lambda m: m.body("c", mass=1.0, inertia=(1, 1, 1, 2, 0, 0)), "negative principal moment"),
        (lambda m: m["crank"].at(NAN, 0, 0), "a point of body 'crank': at ="),
        (lambda m: m["crank"].at(0, 0, 0, rotate={"w": 1}), "a point of body 'crank': rotate ="),
        (lambda m: m["crank"]["tip"], "body 'crank': there is no point 'tip'"),
        (lambda m: m["krank"], "Did you mean 'crank'"),
        (lambda m: m.connect("A", lw.Fixed(), m.ground, m["crank"]), "the name 'A' is taken by a connection"),
        (lambda m: m.connect("C", lw.Revolute, m.ground, m["crank"]), "Did you forget the brackets?"),
        (lambda m: m.connect("C", lw.Revolute("y"), m.ground), "Revolute has 2 ends, not 1"),
        (lambda m: m.connect("C", lw.Revolute("y"), m["crank"], m["crank"]), "both ends are on 'crank'"),
        (lambda m: m.connect("C", lw.Revolute("y"), m.ground, "crank"), "'crank' is not an end"),
        (
            lambda m: m.connect("C", lw.Fixed(), m.ground, lw.Model("o").body("x", mass=1.0)),
            "not on a body of this model",
        ),
        (lambda m: m.connect("C", lw.Gear(ratio=1.0), "A.angel", "B.angle"), "Did you mean 'angle'"),
        (lambda m: m.connect("C", lw.Gear(ratio=1.0), "Z.angle", "B.angle"), "there is no connection 'Z'"),
        (lambda m: m.connect("C", lw.Gear(ratio=1.0), m.ground, m["crank"]), "are coordinates such as 'A.angle'"),
        (lambda m: m.connect("C", lw.Weld(), "A.angle", "B.angle"), "are points such as body.at(0, 0, 0)"),
        (lambda m: m.connect("C", lw.AppliedForce((1, 0, 0)), m.ground), "acts on the ground"),
        (
            lambda m: m.connect("C", lw.Fixed(), m.ground, m["crank"], initial={"x": 1}),
            "there is no coordinate, speed or state",
        ),
        (
            lambda m: m.connect("C", lw.Revolute("y"), m.ground, m["crank"], initial={"angle": NAN}),
            "must be a finite number",
        ),
        (lambda m: m.connect("C", lw.Revolute("y"), m.ground, m["crank"], drive={"angle": "fast"}), "give a signal"),
        (lambda m: m.connect("C", lw.Weld(), m.ground, m["crank"], lock=("x",)), "only coordinates of joints"),
        (lambda m: m.connect("C", lw.Revolute("y"), m.ground, m["crank"], tree="stump"), "choose 'branch' or 'cut'"),
        (lambda m: lw.Model("m", gravity=(0, 0)), "gravity = (0, 0)"),
        (lambda m: lw.Revolute((0, 0, 0)), "an axis of zero length"),
        (lambda m: lw.Parameter("k", NAN), "give a finite number"),
        (lambda m: lw.Parameter("2k", 1.0), "cannot be a name"),
    ],
)
def test_mistakes_are_explained(model: lw.Model, mistake, message: str) -> None:
    before = [*model.bodies, *model.connections]
    with pytest.raises(lw.ModelError) as caught:
        mistake(model)
    assert message in str(caught.value)
    assert [*model.bodies, *model.connections] == before


def test_a_users_function_that_branches_is_located(model: lw.Model) -> None:
    class Stop(lw.Hinge):
        """Branches on a symbol."""

        coordinates = ("x",)

        def pose(self, q, t):
            return lw.Pose(np.eye(3), (q.x if q.x > 0 else 0.0, 0, 0))

    with pytest.raises(lw.ModelError) as caught:
        model.connect("C", Stop(), model.ground, model["crank"])
    assert "connection 'C'" in str(caught.value)
    assert "where(condition, a, b)" in str(caught.value)


def test_a_users_pose_of_the_wrong_shape_is_named(model: lw.Model) -> None:
    class Flat(lw.Hinge):
        """A position of two numbers."""

        coordinates = ("x",)

        def pose(self, q, t):
            return lw.Pose(np.eye(3), (q.x, 0))

    with pytest.raises(lw.ModelError, match=r"connection 'C'.*the position of a pose needs shape \(3,\)"):
        model.connect("C", Flat(), model.ground, model["crank"])
