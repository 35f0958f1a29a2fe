"""Modal bodies as they are described: their frames are points, and what does not fit is told."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

import linkwork as lw
from tests.modal_models import cantilever


@pytest.fixture(scope="module")
def data() -> lw.ModalData:
    return cantilever(modes=1)


def test_frames_are_points(data) -> None:
    model = lw.Model("arm")
    arm = model.body("arm", lw.ModalBody(data))
    assert arm["tip"] is arm.at("tip")
    assert str(arm.at("tip")) == "arm.tip"
    assert arm.at("tip", (0, 0, 0.1)).X.p == pytest.approx([1.0, 0.0, 0.1])
    assert arm.at("tip", (0, 0, 0.1)).holder == "arm.tip"
    assert arm.at("root").holder == "arm"
    assert arm.point("sensor", at="tip").frame == "tip"
    assert (arm.mass, list(arm.com)) == (pytest.approx(1.0), pytest.approx([0.5, 0.0, 0.0]))


def test_a_copy_keeps_frames(data) -> None:
    model = lw.Model("arm")
    arm = model.body("arm", lw.ModalBody(data))
    model.connect("push", lw.AppliedForce((0, 0, 1.0)), arm.at("tip", (0, 0, 0.1)))
    twin = lw.Model("both").include(model, "left_")
    (end,) = twin["push"].ends
    assert (end.body.name, end.frame) == ("left_arm", "tip")


def test_another_model_may_stand_on_a_frame(data) -> None:
    hand = lw.Model("hand")
    hand.connect("wrist", lw.Revolute("z"), hand.ground, hand.body("palm", lw.Sphere(0.1, mass=1.0)))
    model = lw.Model("arm")
    arm = model.body("arm", lw.ModalBody(data))
    model.connect("root", lw.Fixed(), model.ground, arm)
    model.include(hand, on=arm.at("tip"))
    system = lw.compile_model(model)
    c = system.channels(system.state({"arm.z1": 0.1}))
    assert c["palm.position"] == pytest.approx(c["arm.tip.position"], abs=1e-15)
    assert c["palm.position"][2] == pytest.approx(0.1)


def test_places_beside_frames_are_not_known(data) -> None:
    arm = lw.Model("arm").body("arm", lw.ModalBody(data))
    for place in (
        lambda: arm.at(0.5, 0, 0),
        lambda: arm.point("middle", (0.5, 0, 0)),
    ):
        with pytest.raises(
            lw.ModelError, match=r"'arm' is elastic, .* frames alone \(root and tip\).*arm.at\(\"root\""
        ):
            place()
    with pytest.raises(lw.ModelError, match=r"there is no point 'end'"):
        arm.at("end")


SURFACES = {
    "tips": lambda b: b.tips([(1, 0, 0)]),
    "tip": lambda b: b.tip(),
    "hull": lambda b: b.hull(np.eye(4, 3)),
    "corners": lambda b: b.corners((1, 0.01, 0.01), (0.5, 0, 0)),
    "box": lambda b: b.box((2, 0.01, 0.01)),
    "capsule": lambda b: b.capsule(0.01, 2.0, "x"),
    "cylinder": lambda b: b.cylinder(0.01, 2.0, "x"),
    "disc": lambda b: b.disc(0.1),
    "ellipsoid": lambda b: b.ellipsoid((1, 0.1, 0.1)),
    "plane": lambda b: b.plane("z"),
    "sphere": lambda b: b.sphere(0.1),
    "sphere at a place": lambda b: b.sphere(0.1, (1, 0, 0)),
    "own shape": lambda b: b.surface(),
    "origin": lambda b: b.at(0, 0, 0).tips([(1, 0, 0)]),
    "named origin": lambda b: b.point("foot").tips([(1, 0, 0)]),
}


@pytest.mark.parametrize("name", SURFACES)
def test_an_elastic_body_carries_surfaces_at_its_frames_alone(name, data) -> None:
    arm = lw.Model("arm").body("arm", lw.ModalBody(data))
    with pytest.raises(
        lw.ModelError,
        match=r"^body 'arm' is elastic, and where its surface goes is known of its frames alone \(root and tip\): let "
        r"frames carry what touches, such as arm\.at\(\"tip\"\)\.tips\(…\)",
    ):
        SURFACES[name](arm)


def test_frames_of_an_elastic_body_carry_surfaces(data) -> None:
    arm = lw.Model("arm").body("arm", lw.ModalBody(data))
    for end, holder, place in (
        (arm.at("tip").tips([(0, 0, 0)]), "arm.tip", [1.0, 0, 0]),
        (arm.at("tip", (0, 0, 0.1)).sphere(0.1), "arm.tip", [1.0, 0, 0.1]),
        (arm.at("tip").box((0.1, 0.1, 0.1), at=(0, 0, -0.1)), "arm.tip", [1.0, 0, -0.1]),
        (arm.at("root").sphere(0.1), "arm", [0.0, 0, 0]),
        (arm.at("root", (0, 0, 0.1)).tip(), "arm", [0.0, 0, 0.1]),
    ):
        assert (end.holder, list(end.X.p)) == (holder, pytest.approx(place))


def test_a_model_with_surfaces_on_its_ground_stands_on_frames_alone(data) -> None:
    tray = lw.Model("tray")
    ball = tray.body("ball", lw.Sphere(0.1, mass=1.0))
    tray.connect("rest", lw.UnilateralContact(), tray.ground.plane("z"), ball.surface())
    model = lw.Model("arm")
    arm = model.body("arm", lw.ModalBody(data))
    with pytest.raises(lw.ModelError, match=r"body 'arm' is elastic, and where its surface goes"):
        model.include(tray, on=arm)
    assert list(model.bodies) == ["arm"]
    model.include(tray, on=arm.at("tip"))
    assert model["rest"].ends[0].frame == "tip"


def test_files_hold_surfaces_at_frames_of_elastic_bodies(data, tmp_path) -> None:
    lw.save_modal_data(data, tmp_path / "arm.npz")
    (tmp_path / "arm.toml").write_text(
        """
        format = 1
        [model]
        name = "arm"
        [bodies.arm]
        shape = { kind = "ModalBody", data = "arm.npz" }
        [connections.floor]
        element = { kind = "UnilateralContact" }
        ends = [
            { body = "ground", surface = { kind = "PlaneSurface" } },
            { body = "arm", surface = { kind = "PointsSurface", points = [[1, 0, 0]] } },
        ]
        """
    )
    with pytest.raises(lw.FormatError, match=r"body 'arm' is elastic, and where its surface goes"):
        lw.load_model(tmp_path / "arm.toml")
    for frame in ("root", "tip"):
        model = lw.Model("arm")
        arm = model.body("arm", lw.ModalBody(str(tmp_path / "arm.npz")))
        model.connect("floor", lw.UnilateralContact(), model.ground.plane("z"), arm.at(frame).tip())
        lw.save_model(model, tmp_path / f"{frame}.toml")
        end = lw.load_model(tmp_path / f"{frame}.toml").connections["floor"].ends[1]
        assert end.frame == model.connections["floor"].ends[1].frame
        assert end.surface == model.connections["floor"].ends[1].surface


def test_a_body_without_a_fixed_frame_has_no_origin_to_hold(data) -> None:
    frames = {"tip": data.frames["tip"]}
    model = lw.Model("arm")
    arm = model.body("arm", lw.ModalBody(replace(data, frames=frames)))
    with pytest.raises(lw.ModelError, match=r"'arm' is elastic, .* frames alone \(tip\)"):
        model.connect("A", lw.Fixed(), model.ground, arm)


def test_no_mass_beside_that_of_the_shape(data) -> None:
    for shapes, numbers in (
        ((lw.ModalBody(data),), {"mass": 2.0}),
        ((lw.ModalBody(data), lw.Sphere(0.1, mass=1.0)), {}),
    ):
        with pytest.raises(lw.ModelError, match=r"'arm': a modal body has the mass of its shape and no other"):
            lw.Model("arm").body("arm", *shapes, **numbers)


def test_coordinates_that_move_the_whole_body_are_refused(data) -> None:
    # A bending mode and a translation along z of the whole: the frame does that already.
    count = data.count + 1
    widened = {
        "C1": np.column_stack([data.C1, [0, 0, data.mass]]),
        "XP": np.concatenate([data.XP, np.array([np.diag([0, 0, 1.0]) * x for x in data.d0])[:, :, 2:3]], axis=2),
        "stiffness": np.pad(data.stiffness, (0, 1)),
        "damping": np.pad(data.damping, (0, 1)),
        "PP": np.pad(data.PP, ((0, 0), (0, 0), (0, 1), (0, 1))),
    }
    widened["PP"][2, :, -1, :-1] = data.C1
    widened["PP"][:, 2, :-1, -1] = data.C1
    widened["PP"][2, 2, -1, -1] = data.mass
    frames = {n: replace(f, Phi=np.zeros((3, count)), Theta=np.zeros((3, count))) for n, f in data.frames.items()}
    given = replace(data, coordinates=(*data.coordinates, "lift"), frames=frames, geometric=None, **widened)
    with pytest.raises(lw.ModelError, match=r"coordinates lift move the body as a whole or repeat each other"):
        lw.ModalBody(given)


def test_what_does_not_fit_is_told(data) -> None:
    with pytest.raises(lw.ModelError, match=r"ModalBody: data = float is not lw.ModalData, nor a file of them"):
        lw.ModalBody(1.0)
    with pytest.raises(lw.ModelError, match=r"ModalBody: arm.npz: there is no such file"):
        lw.ModalBody("arm.npz")
    with pytest.raises(lw.ModelError, match=r"stiffness needs finite numbers of shape \(2, 2\), 2 coordinates"):
        lw.ModalBody(replace(data, stiffness=np.zeros((3, 3))))
    with pytest.raises(lw.ModelError, match=r"a coordinate cannot be called 'x'"):
        lw.ModalBody(replace(data, coordinates=("x", "y1")))
    with pytest.raises(lw.ModelError, match=r"its mass is 0 kg"):
        lw.ModalBody(replace(data, mass=0.0))
    bad = {**data.frames, "tip": replace(data.frames["tip"], Phi=np.zeros((3, 5)))}
    with pytest.raises(lw.ModelError, match=r"frame 'tip': Phi needs finite numbers of shape \(3, 2\)"):
        lw.ModalBody(replace(data, frames=bad))


def test_a_hinge_at_a_place_that_a_parameter_gives_is_refused_where_it_leads_to_the_body(data) -> None:
    model = lw.Model("arm")
    arm = model.body("arm", lw.ModalBody(data))
    shift = lw.Parameter("shift", 0.1)
    model.connect("A", lw.Revolute("y"), model.ground, arm.at("root", (0, 0, shift)))
    with pytest.raises(lw.ModelError, match=r"'arm': is elastic, and the joint that leads to it .* Parameter"):
        lw.compile_model(model).mass_matrix(lw.compile_model(model).state())


def test_data_in_a_file_are_the_same_and_go_into_model_files(data, tmp_path) -> None:
    lw.save_modal_data(replace(data, stress={"root": np.ones((1, 2))}, notes=("made here",)), tmp_path / "arm.npz")
    found = lw.load_modal_data(tmp_path / "arm.npz")
    assert (found.coordinates, found.notes, list(found.frames)) == (data.coordinates, ("made here",), ["root", "tip"])
    for name in ("d0", "C1", "XX", "XP", "PP", "stiffness", "damping", "nodes", "shapes"):
        assert np.array_equal(getattr(found, name), getattr(data, name))
    assert np.array_equal(found.geometric.wrenches["tip"], data.geometric.wrenches["tip"])
    assert np.array_equal(found.geometric.spin, data.geometric.spin)
    assert found.geometric.angular_acceleration is None
    (tmp_path / "arm.toml").write_text(
        """
        format = 1
        [model]
        name = "arm"
        [bodies.arm]
        shape = { kind = "ModalBody", data = "arm.npz" }
        [connections.A]
        element = { kind = "Revolute", axis = "y" }
        ends = ["ground", "arm.root"]
        [connections.push]
        element = { kind = "AppliedForce", force = [0, 0, 1] }
        ends = ["arm.tip"]
        """
    )
    model = lw.load_model(tmp_path / "arm.toml")
    assert model.connections["push"].ends[0].frame == "tip"
    system = lw.compile_model(model)
    assert system.layout.q == ("A.angle", "arm.y1", "arm.z1")
    beside = model.bodies["arm"].at("tip", (0, 0, 0.1))
    model.connect("pull", lw.AppliedForce((0, 0, -1.0)), beside)
    arm = model.bodies["arm"]
    arm.point("tool", "tip", {"x": 0.5})
    model.connect("grip", lw.AppliedMoment((0, 1.0, 0)), arm["tool"])
    stop = lw.UnilateralContact()
    model.connect("stop", stop, model.ground.plane("z", (0, 0, -1)), arm.at("tip", (0, 0, 0.05)).sphere(0.01))
    model.connect("foot", stop, model.ground.plane("z", (0, 0, -2)), arm.at("root", (0, 0, -0.02)).sphere(0.01))
    lw.save_model(model, tmp_path / "beside.toml")
    again = lw.load_model(tmp_path / "beside.toml")
    for name in ("pull", "grip", "stop", "foot"):
        there, here = again.connections[name].ends[-1], model.connections[name].ends[-1]
        assert there.frame == here.frame
        np.testing.assert_allclose(there.X.p, here.X.p, atol=1e-15)
        np.testing.assert_allclose(there.X.R, here.X.R, atol=1e-15)
        assert there.surface == here.surface
    text = (tmp_path / "beside.toml").read_text()
    assert 'body = "arm.tip"' in text
    (tmp_path / "wrong.toml").write_text(text.replace('body = "arm.tip"', 'body = "arm.tap"'))
    with pytest.raises(lw.FormatError, match=r"body 'arm': there is no point 'tap'"):
        lw.load_model(tmp_path / "wrong.toml")


def test_files_that_are_none_are_told(tmp_path) -> None:
    np.savez(tmp_path / "other.npz", x=np.zeros(3))
    with pytest.raises(lw.ModelError, match=r"other.npz: holds no modal data; write them with lw.save_modal_data"):
        lw.ModalBody(str(tmp_path / "other.npz"))
    (tmp_path / "text.npz").write_text("no archive")
    with pytest.raises(lw.ModelError, match=r"text.npz: cannot be read as modal data"):
        lw.load_modal_data(tmp_path / "text.npz")
