"""The scene document: poses by two routes, looks, arrows, thinning, and every refusal."""

import json
from typing import Any

import numpy as np
import pytest

import linkwork as lw
from linkwork.contract import ModelError
from linkwork.system import compile_model
from linkwork.testing.examples import examples_of
from linkwork.views.body_shapes import wireframe
from linkwork.views.model_scene import BUDGET
from linkwork.views.poses import poses_at_rest, poses_of_states
from linkwork.views.primitives import reach_of
from linkwork.views.run_scene import scene_of_run
from tests.topology.helpers import tree_model
from tests.views.mechanisms import four_bar, pendulum, swinging
from tests.views.unpack import unpacked

TIMES = np.linspace(0.0, 2.0, 41)


def started() -> lw.Model:
    """Hinges that start elsewhere, locked and driven ones, one passed backwards, ends that are turned."""
    k = lw.Parameter("reach", 0.7)
    m = lw.Model("started")
    a, b, c, d = (m.body(name, lw.Box(size=(0.1, 0.2, 0.3), mass=1.0)) for name in "abcd")
    m.connect("A", lw.Revolute("y"), m.ground.at(0.1, 0, 0, rotate={"z": 0.4}), a.at(0, 0, k), initial={"angle": 0.3})
    m.connect("B", lw.Cylindrical("x"), b.at(0, 0.2, 0), a.at(k, 0, 0, rotate={"x": 1.0}), lock={"angle": 0.5})
    m.connect("C", lw.Prismatic("z"), b, c.at(0, 0, 1), drive={"displacement": lw.Polynomial((0.4, 1.0))})
    m.connect("D", lw.Spherical(), c, d.at(1, 0, 0))
    return m


@pytest.mark.parametrize(
    "model", [four_bar(), four_bar(driven=True), started(), tree_model([0, 1, 1, 3])], ids=lambda m: m.name
)
def test_poses_at_rest_are_those_of_the_compiled_system(model: lw.Model) -> None:
    system = compile_model(model)
    drawn, compiled = poses_at_rest(model), poses_of_states(system, [system.rest])
    assert drawn.bodies == compiled.bodies
    np.testing.assert_allclose(drawn.positions, compiled.positions, atol=1e-14)
    np.testing.assert_allclose(np.abs(np.sum(drawn.quaternions * compiled.quaternions, axis=2)), 1.0, atol=1e-14)


def test_the_scene_is_plain_data() -> None:
    model = four_bar()
    scene = lw.scene_of_model(model, poses_at_rest(model), panels={"Text": 3})
    assert json.loads(json.dumps(scene)) == json.loads(json.dumps(dict(scene)))
    assert [body["name"] for body in scene["bodies"]] == ["ground", "crank", "coupler", "rocker"]
    assert {c["name"]: c["drawn"] for c in scene["connections"]} == {
        "A": "pin", "B": "pin", "C": "pin", "D": "pin", "return": "spring-damper", "push": "load",
    }  # fmt: skip
    assert scene["panels"] == [{"title": "Text", "text": "3"}]
    assert scene["up"] == [0.0, 0.0, 1.0]


@pytest.mark.parametrize(
    ("gravity", "up"), [((0, -9.81, 0), [0, 1, 0]), ((1, 0, -9), [0, 0, 1]), (lambda p, t: (0, 0, -t), [0, 0, 1])]
)
def test_up_is_against_gravity(gravity: Any, up: list[float]) -> None:
    model = lw.Model("empty", gravity=gravity)
    assert lw.scene_of_model(model, poses_at_rest(model))["up"] == up


@pytest.mark.parametrize("name", sorted(n for n, c in lw.registered().items() if issubclass(c, lw.Shape)))
def test_every_shape_reaches_as_far_as_it_is_said_to(name: str) -> None:
    for shape in examples_of(lw.registered()[name]):
        model = lw.Model("one")
        given = {} if shape.elastic() else {"mass": 1.0, "com": (0, 0, 0), "inertia": (1, 1, 1)}
        body = model.body("body", shape, **given)
        scene = lw.scene_of_model(model, poses_at_rest(model))
        assert scene["bodies"][1]["size"] == max((reach_of(look) for look in body.shapes[0].looks()), default=0.0)
        assert len(scene["bodies"][1]["looks"]) == len(shape.looks())
        json.dumps(scene)


@pytest.mark.parametrize(
    ("count", "com", "lines"),
    [
        (0, (0, 0, 0), 0),
        (1, (0, 0, 1), 1),
        (2, (0.5, 0, 0), 1),
        (2, (0, 0, 1), 3),
        (4, (0, 0, 0), 6),
        (6, (0, 0, 0), 11),
    ],
)
def test_a_body_without_a_shape_gets_lines_between_its_points(count: int, com: Any, lines: int) -> None:
    points = [np.array([float(k), float(k * k > 1) * k, 0.0]) for k in range(count)]
    look = wireframe(points, np.array(com, dtype=float))
    assert len(look["points"]) == count + 1
    assert len(look["segments"]) == lines
    assert all(a != b and max(a, b) <= count for a, b in look["segments"])


def test_points_of_a_wireframe_are_where_it_is_connected() -> None:
    m = lw.Model("m")
    a = m.body("a", mass=1.0, com=(0.5, 0, 0), inertia=(1, 1, 1))
    a.point("nose", (0, 0, 3))
    m.connect("A", lw.Revolute("y"), m.ground, a)
    m.connect("S", lw.Spring(stiffness=1.0, length=1.0), m.ground.at(2, 0, 0), a.at(lw.Parameter("l", 1.0), 0, 0))
    [look] = lw.scene_of_model(m, poses_at_rest(m))["bodies"][1]["looks"]
    assert look["points"] == [[0, 0, 0], [1, 0, 0], [0.5, 0, 0]]


def test_a_load_in_body_axes_turns_with_its_body() -> None:
    m = pendulum()
    rod = m.bodies["rod"]
    m.connect("thrust", lw.AppliedForce((2.0, 0, 0), axes="body"), rod.at(0.5, 0, 0))
    m.connect("twist", lw.AppliedMoment(lw.Polynomial((0.0, 3.0)), along="z"), rod)
    m.connect("drag", lw.AppliedForce(lambda rel, t: -1.0 * rel.v), rod)
    angles = TIMES * 0.7
    scene = lw.scene_of_model(m, swinging(TIMES, angles))
    assert [arrow["name"] for arrow in scene["arrows"]] == ["thrust", "twist"]  # a drag needs velocities
    thrust, twist = scene["arrows"]
    found = unpacked(thrust["values"])
    kept = unpacked(thrust["times"])
    wanted = 2.0 * np.stack([np.cos(0.7 * kept), 0 * kept, -np.sin(0.7 * kept)], axis=1)
    np.testing.assert_allclose(found, wanted, atol=1e-6)
    assert (twist["kind"], twist["body"], thrust["point"]) == ("moment", 1, [0.5, 0.0, 0.0])
    assert unpacked(twist["values"])[-1].tolist() == [0.0, 0.0, 6.0]


def test_an_arrow_that_is_given_takes_the_place_of_the_loads_own() -> None:
    m = pendulum()
    m.connect("thrust", lw.AppliedForce((2.0, 0, 0)), m.bodies["rod"])
    given = lw.Arrow("thrust", "rod", np.ones((len(TIMES), 3)))
    [arrow] = lw.scene_of_model(m, swinging(TIMES, TIMES), arrows=[given])["arrows"]
    assert unpacked(arrow["values"]).max() == 1.0


def test_a_long_run_stays_small_and_says_how_it_was_thinned() -> None:
    times = np.linspace(0.0, 100.0, 100_000)
    m = lw.Model("many")
    names = tuple(f"b{k}" for k in range(8))
    for name in names:
        m.body(name, lw.Rod(length=1.0, mass=1.0))
    angles = np.sin(2 * np.pi * times) + 0.3 * np.sin(17.0 * times)
    poses = swinging(times, angles, names)
    scene = lw.scene_of_model(m, poses, channels=[lw.Series("angle", angles, "rad")])
    assert len(json.dumps(scene)) < 4_500_000
    part = scene["poses"]
    kept = unpacked(part["times"])
    assert part["given"] == 100_000
    assert len(kept) * 9 * 28 <= BUDGET
    e = unpacked(part["quaternions"])[:, 3]
    near = 2.0 * np.unwrap(np.arctan2(e[:, 2], e[:, 0]))
    assert np.abs(np.interp(times, kept, near) - angles).max() < 1.2 * part["tolerance"]  # of points 1 m out
    channel = scene["channels"][0]
    curve = np.interp(times, unpacked(channel["times"]), unpacked(channel["values"]))
    assert np.abs(curve - angles).max() < 1e-3 * np.ptp(angles)


@pytest.mark.slow
def test_many_channels_share_the_room_there_is() -> None:
    times = np.linspace(0.0, 50.0, 20_000)
    noise = np.random.default_rng(1).normal(size=len(times))
    channels = [lw.Series(f"c{k}", np.sin(9.0 * times + k) + 0.01 * noise) for k in range(60)]
    scene = lw.scene_of_model(pendulum(), swinging(times, 0.0 * times), channels=channels)
    counts = [channel["times"]["shape"][0] for channel in scene["channels"]]
    assert max(counts) <= 2500
    part = scene["channels"][7]
    near = np.interp(times, unpacked(part["times"]), unpacked(part["values"]))
    assert np.abs(near - channels[7].values).max() < 0.1


def test_signs_of_quaternions_do_not_jump() -> None:
    angles = np.linspace(0.0, 8 * np.pi, 200)
    poses = lw.Poses.of_rotations(
        np.arange(200.0), ["rod"], [[lw.rotation_y(x)] for x in angles], np.zeros((200, 1, 3))
    )
    assert np.abs(np.diff(poses.quaternions, axis=0)).max() < 0.1


def test_modes_and_ghost() -> None:
    m = pendulum()
    mode = lw.Mode("swing", {"rod": (0, 0, 0)}, {"rod": (0, 1j, 0)}, frequency=0.5, damping=float("nan"))
    scene = lw.scene_of_model(m, swinging(TIMES, TIMES), modes=[mode], ghost=swinging(np.array([9.0]), np.array([1.0])))
    [part] = scene["modes"]
    assert (part["frequency"], part["damping"]) == (0.5, None)
    assert unpacked(part["turns"][1]).tolist() == [[0, 0, 0], [0, 1, 0]]
    ghost = scene["ghost"]
    assert ghost is not None
    assert unpacked(ghost["quaternions"])[1, 2] == pytest.approx(np.sin(0.5))


def poses(**changes: Any) -> lw.Poses:
    given = {
        "times": [0.0, 1.0],
        "bodies": ("rod",),
        "positions": np.zeros((2, 1, 3)),
        "quaternions": [[[1, 0, 0, 0]]] * 2,
    }
    return lw.Poses(**{**given, **changes})


@pytest.mark.parametrize(
    ("changes", "message"),
    [
        ({"positions": np.zeros((2, 3))}, r"positions has shape \(2, 3\); .* it needs \(2, 1, 3\)"),
        ({"positions": np.full((2, 1, 3), np.nan)}, "positions must be finite"),
        ({"times": [1.0, 1.0]}, "times must rise"),
        ({"quaternions": np.ones((2, 1, 4))}, "quaternions of body 'rod' are not of unit length"),
    ],
)
def test_poses_that_are_none_are_refused(changes: dict[str, Any], message: str) -> None:
    with pytest.raises(ModelError, match=message):
        poses(**changes)


@pytest.mark.parametrize(
    ("more", "message"),
    [
        ({"channels": [lw.Series("x", [1.0, 2.0, 3.0])]}, r"channel 'x': values have shape \(3,\); for 2 times"),
        (
            {"channels": [lw.Series("x", [1.0, 2.0], times=[1.0, 0.0])]},
            "channel 'x': its times must be finite and rise",
        ),
        ({"traces": [lw.Trace("tip", "rood")]}, "trace 'tip': there is no body 'rood'. Did you mean 'rod'"),
        ({"traces": [lw.Trace("tip", "rod", (1, 2))]}, "'tip': point = .* is not three finite numbers"),
        ({"arrows": [lw.Arrow("f", "rod", np.zeros((2, 2)))]}, r"arrow 'f': values have shape \(2, 2\)"),
        ({"modes": [lw.Mode("m", {"bar": (0, 0, 0)}, {})]}, "mode 'm': there is no body 'bar'"),
    ],
)
def test_what_does_not_fit_is_named(more: dict[str, Any], message: str) -> None:
    with pytest.raises(ModelError, match=message):
        lw.scene_of_model(pendulum(), poses(), **more)


def test_every_body_needs_a_pose() -> None:
    with pytest.raises(ModelError, match="body 'rod' is missing"):
        lw.scene_of_model(pendulum(), poses(bodies=("other",)))


def test_a_constraint_that_is_not_met_is_open() -> None:
    m = pendulum()
    rod = m.bodies["rod"]
    m.connect("string", lw.FixedDistance(1.5), m.ground, rod.at(1, 0, 0))
    m.connect("met", lw.FixedDistance(1.0), m.ground, rod.at(1, 0, 0))
    m.connect("support", lw.PointInPlane("z", offset=-0.2), m.ground, rod.at(1, 0, 0))
    gaps = {c["name"]: c["gap"] for c in lw.scene_of_model(m, poses_at_rest(m))["connections"]}
    assert gaps == pytest.approx({"A": 0.0, "string": 1.25 / 3.0, "met": 0.0, "support": 0.2})


def test_rates_of_poses_that_have_none_are_differences() -> None:
    angles = np.sin(TIMES)
    scene = lw.scene_of_model(pendulum(), swinging(TIMES, angles))
    assert scene["differences"] and len(scene["rates"]) == 2
    part = scene["rates"][1]
    shown = np.interp(TIMES[1:-1], unpacked(part["times"]), unpacked(part["values"])[:, 1])
    np.testing.assert_allclose(shown, np.cos(TIMES[1:-1]), atol=2e-3)
    with pytest.raises(ModelError, match="poses: angular_velocities has shape"):
        poses(velocities=np.zeros((2, 1, 3)), angular_velocities=np.zeros((2, 1)))


def test_every_constraint_of_the_catalogue_tells_whether_it_is_closed() -> None:
    kinds = [kind for kind in lw.registered().values() if issubclass(kind, lw.Constraint)]
    for constraint in (example for kind in kinds for example in examples_of(kind)):
        if constraint.on_coordinates or constraint.ends != 2:
            continue
        m = pendulum()
        m.connect("C", constraint, m.ground.at(0.1, 0.2, 0.4), m.bodies["rod"].at(0.7, 0, 0, rotate={"x": 0.3}))
        gap = {c["name"]: c["gap"] for c in lw.scene_of_model(m, poses_at_rest(m))["connections"]}["C"]
        assert np.isfinite(gap) and gap >= 0.0, constraint


def test_a_scene_says_from_where_it_is_seen_and_what_a_channel_lights_up() -> None:
    m = pendulum()
    system = compile_model(m)
    run = lw.simulate(system, t_end=0.1)
    name = run.layout.u[0]
    body = next(iter(m.bodies))
    scene = scene_of_run(run, look=(-40, 15), lit=[lw.Lit(body, "kinetic_energy", (0.0, 2.0))])
    assert scene["look"] == [-40.0, 15.0]
    assert scene["lit"] == [{"body": 1, "channel": "kinetic_energy", "range": [0.0, 2.0]}]
    assert "kinetic_energy" in {channel["id"] for channel in scene["channels"]}
    plain = scene_of_run(run, channels=[name])
    assert "look" not in plain and plain["lit"] == [] and plain["plots"] == [name]
    with pytest.raises(ModelError, match="wheel"):
        scene_of_run(run, lit=[lw.Lit("wheel", "kinetic_energy", (0.0, 2.0))])
