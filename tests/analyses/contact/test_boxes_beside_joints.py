"""Boxes and other solids that touch in mechanisms: by steps in both formulations, and from event to event on trees."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

import linkwork as lw
from linkwork.analyses.contact.detected_contacts import BodyVelocities, detection_of

G = 9.81
FORMULATIONS = (pytest.param("tree", marks=pytest.mark.slow), "absolute")
"""Equations of trees have a row for every feature of two boxes, and take seconds to compile."""


def hinged_bar(coordinates: str = "tree", restitution: float = 0.5) -> Any:
    """A bar on a pin that falls on a block which is wider than the bar: edges cross edges."""
    m = lw.Model("bar")
    bar = m.body("bar", lw.Box(size=(1.0, 0.05, 0.05), mass=2.0))
    m.connect("pin", lw.Revolute("y"), m.ground, bar.at(-0.5, 0, 0))
    block = m.ground.box((0.1, 0.2, 0.1), at=(0.75, 0.0, -0.3))
    m.connect("stop", lw.UnilateralContact(restitution=restitution), block, bar.surface())
    system = lw.compile_model(m, coordinates)
    R = lw.rotation_y(0.2)
    start = {"pin.angle": 0.2} if coordinates == "tree" else lw.assemble(system, bodies={"bar": (R, R @ [0.5, 0, 0])})
    return system, start


def bar_on_block() -> float:
    """The angle at which the lower side of the bar meets the far upper edge of the block, (0.8, −0.25)."""
    x, z, half = 0.8, -0.25, 0.025
    return float(np.arcsin(-z / np.hypot(x, z)) - np.arcsin(half / np.hypot(x, z)))


@pytest.mark.slow
def test_a_hinged_bar_strikes_a_block_from_event_to_event() -> None:
    """At the angle of geometry, with all of the energy of its fall, of which e² is left."""
    system, start = hinged_bar()
    run = lw.simulate(system, start, t_end=0.4)
    first = next(change for change in run.contacts if change.kind == "impact")
    hit = float(run.at(first.t - 1e-9)["pin.angle"])
    assert hit == pytest.approx(bar_on_block(), abs=1e-7)
    fallen = 2.0 * G * 0.5 * (np.sin(hit) - np.sin(0.2))
    assert first.energy_before == pytest.approx(fallen, rel=1e-6)
    assert first.energy_after == pytest.approx(0.25 * fallen, rel=1e-6)
    assert {name.split(".")[1][:5] for name in first.points} == {"edges"} and len(first.points) == 2
    assert run.verdict.is_good, run.verdict


@pytest.mark.slow
@pytest.mark.parametrize("coordinates", FORMULATIONS)
def test_the_same_bar_by_steps(coordinates: str) -> None:
    """It comes to rest where geometry says; what the block bears is what holds the bar about its pin."""
    system, start = hinged_bar(coordinates, restitution=0.0)
    run = lw.simulate(system, start, t_end=0.16, h=2e-3, contact="stepping")
    R, angle = run["bar.rotation"][-1], bar_on_block()
    assert np.arcsin(-R[2, 0]) == pytest.approx(angle, abs=1e-9)
    # The edge of the block is at (0.8, −0.25); the force stands across the lower side of the bar.
    arm = 0.8 * np.cos(angle) + 0.25 * np.sin(angle)
    force = run["stop: ground–bar.force"][-1]
    assert np.linalg.norm(force) == pytest.approx(2.0 * G * 0.5 * np.cos(angle) / arm, rel=1e-6)
    assert force[0] / force[2] == pytest.approx(np.tan(angle), rel=1e-6)
    assert run.verdict.is_good, run.verdict
    assert any(change.kind == "impact" for change in run.contacts)


def tray(angle: float, size: tuple[float, float, float], friction: float, coordinates: str = "tree") -> Any:
    m = lw.Model("tray")
    plate = m.body("tray", lw.Box(size=(2.0, 0.6, 0.1), mass=5.0))
    box = m.body("box", lw.Box(size=size, mass=1.0))
    m.connect("hinge", lw.Revolute("y"), m.ground, plate, lock={"angle": angle})
    m.connect("on", lw.UnilateralContact(friction=friction), plate.surface(), box.surface())
    system = lw.compile_model(m, coordinates)
    R = lw.rotation_y(angle)
    place = R @ np.array([0.1, 0.0, 0.05 + 0.5 * size[2]])
    if coordinates == "tree":
        return system, lw.assemble(system, bodies={"box": (R, place)}, contact="touch"), R
    return system, system.placed({"box": lw.Pose(R, place), "tray": lw.Pose(R, (0.0, 0.0, 0.0))}), R


@pytest.mark.few(1)
@pytest.mark.parametrize("coordinates", FORMULATIONS)
@pytest.mark.parametrize(("friction", "slides"), [(0.5, True), (0.6, False)])
def test_a_box_on_a_hinged_tray_slides_beyond_the_friction_angle(
    coordinates: str, friction: float, slides: bool
) -> None:
    angle, size = 0.5, (0.2, 0.2, 0.2)
    system, start, R = tray(angle, size, friction, coordinates)
    run = lw.simulate(system, start, t_end=0.1, h=2e-3, contact="stepping")
    moved = R.T @ (run["box.position"][-1] - run["box.position"][0])
    expected = 0.5 * G * (np.sin(angle) - friction * np.cos(angle)) * 0.01 if slides else 0.0
    # At the start bodies touch to rounding, and may fall freely for one step: g h² = 4e-5 m.
    assert moved[0] == pytest.approx(expected, rel=0.03, abs=4e-5)
    np.testing.assert_allclose(moved[1:], 0.0, atol=4e-5)
    np.testing.assert_allclose(np.linalg.norm(run["on: tray–box.force"][-1]), G * np.cos(angle) * np.hypot(
        1.0, friction if slides else np.tan(angle)
    ), rtol=1e-6)  # fmt: skip


@pytest.mark.slow
@pytest.mark.parametrize(("height", "tips"), [(0.36, False), (0.44, True)])
def test_a_box_on_a_hinged_tray_tips_where_its_weight_leaves_its_base(height: float, tips: bool) -> None:
    """tan α = b/h at h = 0.2/tan 0.463 = 0.4, from event to event."""
    angle = float(np.arctan(0.5))
    system, start, R = tray(angle, (0.2, 0.2, height), friction=2.0)
    run = lw.simulate(system, start, t_end=0.1)
    turned = R.T @ run["box.rotation"][-1]
    lean = np.arctan2(turned[0, 2], turned[2, 2])
    if not tips:
        assert abs(lean) < 1e-9
        return
    # About its lower edge: J φ̈ = m g (h/2 sin(α + φ) − b/2 cos(α + φ)), linear in the lean φ.
    inertia = (0.04 + height**2) / 3.0
    rate = G * (0.5 * height * np.sin(angle) - 0.1 * np.cos(angle)) / inertia
    growth = G * (0.5 * height * np.cos(angle) + 0.1 * np.sin(angle)) / inertia
    assert lean == pytest.approx(rate / growth * (np.cosh(0.1 * np.sqrt(growth)) - 1.0), rel=1e-3)
    assert run.verdict.is_good, run.verdict


@pytest.mark.slow
def test_an_arm_pushes_a_box_over_a_table() -> None:
    """At constant speed it pushes with μ m g, the table bears the weight, and the box goes with the hand."""
    m = lw.Model("push")
    upper = m.body("upper", lw.Box(size=(0.4, 0.05, 0.05), mass=1.0))
    hand = m.body("hand", lw.Box(size=(0.1, 0.2, 0.1), mass=0.5))
    box = m.body("box", lw.Box(size=(0.2, 0.2, 0.2), mass=2.0))
    m.connect("shoulder", lw.Prismatic("z"), m.ground.at(0, 0, 0.5), upper, lock={"displacement": -0.4})
    m.connect("reach", lw.Prismatic("x"), upper, hand, drive={"displacement": 0.3 * lw.t})
    m.connect("push", lw.UnilateralContact(), hand.surface(), box.surface())
    table = m.ground.box((2.0, 1.0, 0.1), at=(0, 0, -0.05))
    m.connect("table", lw.UnilateralContact(friction=0.4), table, box.surface())
    system = lw.compile_model(m)
    run = lw.simulate(system, {"box (free).x": 0.16, "box (free).z": 0.1}, t_end=0.2, h=4e-3)
    np.testing.assert_allclose(run["table: ground–box.force"][-1][2], 2.0 * G, rtol=1e-6)
    assert run["push: hand–box.force"][-1][0] == pytest.approx(0.4 * 2.0 * G, rel=1e-6)
    assert run["box.velocity"][-1][0] == pytest.approx(0.3, abs=1e-9)


@pytest.mark.slow
def test_a_four_bar_whose_coupler_strikes_a_stop() -> None:
    """Beside closed loops; the loop stays closed, and an impact without restitution loses energy."""
    m = lw.Model("four-bar")
    crank = m.body("crank", lw.Box(size=(0.2, 0.02, 0.02), mass=0.3))
    coupler = m.body("coupler", lw.Box(size=(0.6, 0.04, 0.04), mass=1.0))
    rocker = m.body("rocker", lw.Box(size=(0.4, 0.02, 0.02), mass=0.5))
    m.connect("A", lw.Revolute("y"), m.ground, crank.at(-0.1, 0, 0))
    m.connect("B", lw.Revolute("y"), crank.at(0.1, 0, 0), coupler.at(-0.3, 0, 0))
    m.connect("C", lw.Revolute("y"), coupler.at(0.3, 0, 0), rocker.at(-0.2, 0, 0))
    m.connect("D", lw.Revolute("y"), rocker.at(0.2, 0, 0), m.ground.at(0.5, 0, 0))
    m.connect("stop", lw.UnilateralContact(), m.ground.box((0.1, 0.3, 0.1), at=(0.3, 0, 0.05)), coupler.surface())
    system = lw.compile_model(m)
    start = lw.assemble(system, fixed={"A.angle": -1.2}, guess={"B.angle": 1.0, "C.angle": 1.0})
    run = lw.simulate(system, start, t_end=0.3, h=2e-3, contact="stepping")
    assert any(change.kind == "impact" for change in run.contacts)
    assert not system.violations(run.at(run.t[-1]))
    assert run["energy"][-1] < run["energy"][0]
    assert run.verdict.level != "bad", run.verdict


@pytest.mark.parametrize("kind", ["capsule", "cylinder", "hull"])
def test_other_solids_beside_joints(kind: str) -> None:
    """A slider on a rail comes down on a fixed box and rests with its weight, whatever its surface is."""
    m = lw.Model("rail")
    body = m.body("slider", mass=2.0, inertia=(0.1, 0.1, 0.1))
    corners = np.array([[x, y, z] for x in (-0.1, 0.1) for y in (-0.1, 0.1) for z in (-0.1, 0.1)])
    surface = {
        "capsule": lambda: body.capsule(0.1, 0.3, axis="x"),
        "cylinder": lambda: body.cylinder(0.1, 0.3, axis="x"),
        "hull": lambda: body.hull(corners),
    }[kind]()
    m.connect("rail", lw.Prismatic("z"), m.ground, body)
    m.connect("table", lw.UnilateralContact(friction=0.3), m.ground.box((1.0, 1.0, 0.2)), surface)
    run = lw.simulate(lw.compile_model(m), {"rail.displacement": 0.21}, t_end=0.1, h=2e-3)
    assert run["rail.displacement"][-1] == pytest.approx(0.2, abs=1e-9)
    np.testing.assert_allclose(run["table: ground–slider.force"][-1], (0.0, 0.0, 2.0 * G), atol=1e-4)


def test_rows_of_detected_contacts_are_the_velocities_of_their_points() -> None:
    system, _ = hinged_bar()
    state = system.state({"pin.angle": bar_on_block() - 1e-4, "pin.angle_dot": 1.5})
    detection = detection_of(system, state, 1e-3)
    assert detection is not None
    found = detection.at(state)
    assert len(found.found) == 2 and np.all(np.abs(found.gaps) < 1e-3)
    P, P_0, _ = found.rows
    for k, contact in found.found.items():
        moving = np.cross([0.0, 1.5, 0.0], contact.point)  # the pin is at the origin
        np.testing.assert_allclose(P[3 * k : 3 * k + 3] @ state.u + P_0[3 * k : 3 * k + 3], found.frame(k) @ moving)
    arm = np.array([0.1, -0.2, 0.3])
    place = system.functions.at("body_poses", state).p[system.chart.body_number("bar")]
    one, two = BodyVelocities(system, state).at("bar", place + arm), system.functions.jacobian("bar", arm, state)
    for name in ("J", "V_0", "bias"):
        np.testing.assert_allclose(getattr(one, name), getattr(two, name), atol=1e-12)


def test_a_run_that_is_resumed_goes_on_with_the_same_features(tmp_path: Any) -> None:
    system, start = hinged_bar("absolute", restitution=0.0)
    options = {"h": 2e-3, "contact": "stepping", "times": np.linspace(0.0, 0.16, 21)}
    whole = lw.simulate(system, start, t_end=0.16, **options)
    mark = tmp_path / "mark"
    lw.simulate(system, start, t_end=0.16, output=lw.Output(checkpoint=mark, checkpoint_every=0.0), **options)
    again = lw.simulate(system, t_end=0.16, output=lw.Output(resume=mark), **options)
    np.testing.assert_array_equal(again["bar.position"], whole["bar.position"])
    np.testing.assert_array_equal(again["stop: ground–bar.force"], whole["stop: ground–bar.force"])


def test_messages() -> None:
    system, _ = hinged_bar()
    with pytest.raises(lw.ModelError, match=r"start: contact stop: ground–bar \d+ overlaps by .* Lift the body\.$"):
        lw.simulate(system, {"pin.angle": bar_on_block() + 0.05}, t_end=0.1, h=1e-3, contact="stepping")
    absolute, start = hinged_bar("absolute")
    with pytest.raises(lw.ModelError, match=r"boxes are followed on trees, lw\.compile_model\(model\), and"):
        lw.simulate(absolute, start, t_end=0.1, contact="events")
    with pytest.raises(lw.ModelError, match="'leapfrog' is for free bodies that touch with surfaces; take 'moreau'"):
        lw.simulate(absolute, start, t_end=0.1, method="leapfrog", h=1e-3)
