"""What deforms in a scene: surfaces, frames on them, modes, stresses on the skin, beams; and extents of a motion."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

import linkwork as lw
from linkwork.contract import ModelError
from linkwork.model import Point
from linkwork.spatial import Pose
from linkwork.system import compile_model
from linkwork.views.elastic_parts import deformation_parts, frame_shapes
from linkwork.views.linear_plots import shapes_of
from linkwork.views.view import scene_of_system
from tests.modal_models import cantilever
from tests.views.mechanisms import moving_four_bar, pendulum, swinging
from tests.views.unpack import unpacked

SECTION = lw.Rectangle(0.02, 0.03)


@pytest.fixture(scope="module")
def model() -> lw.Model:
    m = lw.Model("arm")
    arm = m.body("arm", lw.FlexibleRod(section=SECTION, material=lw.STEEL, length=1.0, modes=2))
    m.connect("root", lw.Fixed(), m.ground, arm.at("root"))
    m.connect("spring", lw.Spring(5.0, 0.2), m.ground.at(1, 0, 0.5), arm.at("tip"))
    return m


def test_states_and_modes_deform(model: lw.Model) -> None:
    system = compile_model(model)
    data = model.bodies["arm"].elastic.data
    linear = lw.linearize(system, system.rest)
    modes = linear.modes()
    e = 1e-3 * np.arange(1, data.count + 1)
    state = system.state({f"arm.{own}": x for own, x in zip(data.coordinates, e, strict=True)})
    scene = scene_of_system(system, state, {}, {"modes": modes})
    (part,) = scene["deformation"]
    assert part["body"] == 1
    np.testing.assert_allclose(unpacked(part["values"])[0], e, rtol=1e-6)
    shape = shapes_of(modes, model)[0].elastic["arm"]
    mode = scene["modes"][0]
    np.testing.assert_allclose([unpacked(x) for x in mode["deformation"]], [shape.real, shape.imag], rtol=1e-6, atol=0)
    assert mode["reach"] == pytest.approx(np.linalg.norm(np.abs(data.shapes @ shape), axis=1).max())
    end = scene["connections"][1]["ends"][1]
    np.testing.assert_allclose(end["elastic"]["Phi"], data.frames["tip"].Phi)
    assert "elastic" not in scene["connections"][0]["ends"][1]  # the root is fixed to the body frame


def test_stresses_on_the_skin_are_those_of_the_fibres(model: lw.Model, tmp_path: Path) -> None:
    data = model.bodies["arm"].elastic.data
    assert data.skin_stress is not None
    root = [k for k, x in enumerate(data.nodes) if abs(x[0]) < 1e-12]
    assert len(root) == 4
    np.testing.assert_allclose(data.skin_stress[root, 0], data.stress["root"], rtol=1e-9, atol=1e-6)
    again = lw.ModalBody(lw.save_modal_data(data, tmp_path / "arm.npz")).elastic().data
    np.testing.assert_array_equal(again.skin_stress, data.skin_stress)


def test_stress_under_a_load_is_that_of_the_beam(model: lw.Model) -> None:
    """A force F across the tip: σ = 6 F L / (b h²) at the root, by hand."""
    m = lw.Model("loaded")
    arm = m.body("arm", lw.FlexibleRod(section=SECTION, material=lw.STEEL, length=1.0, modes=2))
    m.connect("root", lw.Fixed(), m.ground, arm.at("root"))
    m.connect("push", lw.AppliedForce((0, 0, -20.0)), arm.at("tip"))
    m.gravity = (0, 0, 0)
    system = compile_model(m)
    found = lw.equilibrium(system)
    data = arm.elastic.data
    e = np.array([found.state.q[system.layout.q_index(f"arm.{own}")] for own in data.coordinates])
    width, height = SECTION.outline
    wanted = 6.0 * 20.0 * 1.0 / (width * height**2)
    assert np.abs(data.skin_stress[:, 0] @ e).max() == pytest.approx(wanted, rel=2e-3)


@pytest.mark.slow
def test_stress_of_a_plate_is_that_of_a_strip() -> None:
    """A force F across the free edge of a plate without Poisson's effect: σ = 6 F a / (b h²) at the root, by hand."""
    m = lw.Model("strip", gravity=(0, 0, 0))
    material = lw.Material(2.0e11, 0.0, 7800.0)
    plate = m.body(
        "plate", lw.FlexiblePlate((0.4, 0.1), 0.004, material, interfaces={"left": "left", "right": "right"})
    )
    m.connect("root", lw.Fixed(), m.ground, plate.at("left"))
    m.connect("push", lw.AppliedForce((0, 0, -2.0)), plate.at("right"))
    system = compile_model(m)
    found = lw.equilibrium(system)
    data = plate.elastic.data
    e = np.array([found.state.q[system.layout.q_index(f"plate.{own}")] for own in data.coordinates])
    assert data.skin_stress is not None
    assert np.abs(data.skin_stress[:, 0] @ e).max() == pytest.approx(6.0 * 2.0 * 0.4 / (0.1 * 0.004**2), rel=0.02)


def test_an_end_off_its_frame_moves_with_the_turn_of_it(model: lw.Model) -> None:
    arm = model.bodies["arm"]
    frame, off = arm.elastic.data.frames["tip"], np.array([0.0, 0.1, 0.2])
    found = frame_shapes(Point(arm, Pose(np.eye(3), arm.points["tip"].X.p + off), frame="tip"))
    e = np.linspace(0.5, 1.0, arm.elastic.data.count)
    np.testing.assert_allclose(found["Phi"] @ e, frame.Phi @ e + np.cross(frame.Theta @ e, off))


def test_a_deformation_that_does_not_fit_is_named(model: lw.Model) -> None:
    times = np.array([0.0, 1.0])
    with pytest.raises(ModelError, match="deformation: there is no body 'leg'"):
        deformation_parts(model, [lw.Deformation("leg", np.zeros((2, 3)))], times)
    with pytest.raises(ModelError, match=r"deformation of 'arm': values have shape \(2, 1\)"):
        deformation_parts(model, [lw.Deformation("arm", np.zeros((2, 1)))], times)
    poses = lw.Poses([0.0], ("arm",), np.zeros((1, 1, 3)), [[[1, 0, 0, 0]]])
    with pytest.raises(ModelError, match=r"body 'arm' has .* elastic coordinates, and 1 were given"):
        lw.scene_of_model(model, poses, modes=[lw.Mode("m", {}, {}, elastic={"arm": [1.0]})])


def test_bodies_without_faces_keep_their_looks() -> None:
    m = lw.Model("bare")
    m.body("arm", lw.ModalBody(cantilever(modes=1, EI=20.0, radius=0.05)))
    poses = lw.Poses([0.0], ("arm",), np.zeros((1, 1, 3)), [[[1, 0, 0, 0]]])
    scene = lw.scene_of_model(m, poses)
    assert "elastic" not in scene["bodies"][1] and scene["deformation"] == []


def test_extents_and_travel_over_a_motion() -> None:
    """A rod of 1 m that turns by a quarter about y sweeps from +x down to −z."""
    times = np.linspace(0.0, 1.0, 50)
    m = pendulum()
    m.connect("S", lw.Spring(stiffness=1.0, length=0.1), m.ground.at(0, 0, 1), m.bodies["rod"].at(1, 0, 0))
    scene = lw.scene_of_model(m, swinging(times, np.pi / 2 * times))
    radius = scene["bodies"][1]["looks"][0]["radius"]
    np.testing.assert_allclose(scene["extents"]["min"], [-radius, -radius, -1.0], atol=0.02)
    np.testing.assert_allclose(scene["extents"]["max"], [1.0, radius, 1.0], atol=0.02)
    travel = scene["connections"][1]["travel"]
    assert (travel["shortest"], travel["longest"]) == pytest.approx((np.sqrt(2.0), 2.0), abs=1e-3)


def test_travel_of_every_hinge_of_a_loop_is_nothing() -> None:
    system, run = moving_four_bar(11)
    scene = scene_of_system(system, run, {}, {})
    assert all(c["travel"]["longest"] < 1e-6 for c in scene["connections"] if c["kind"] == "Revolute")
    assert scene["floor"] and not lw.scene_of_model(weightless(), swinging(np.zeros(1), np.zeros(1)))["floor"]


def weightless() -> lw.Model:
    m = pendulum()
    m.gravity = (0, 0, 0)
    return m
