"""Bodies at rest from event to event: stacks, tables, boxes on inclines; exact, and told where loads are not unique."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np
import pytest
from scipy.integrate import solve_ivp

import linkwork as lw

G = 9.81
TIGHT: dict[str, Any] = {"rtol": 1e-11, "atol": 1e-13}
SIZE = (0.4, 0.4, 0.2)


def stack(masses: Sequence[float], is_planar: bool, friction: float = 0.5) -> tuple[lw.System, lw.State]:
    """Boxes on each other, with the corners of each on the face of the one below."""
    m = lw.Model("stack")
    below, heights = m.ground.plane("z"), {}
    for k, mass in enumerate(masses):
        box = m.body(f"box{k}", lw.Box(size=SIZE, mass=mass))
        if is_planar:
            m.connect(f"plane{k}", lw.Planar("y"), m.ground, box)
            feet = box.tips([(-0.2, 0, -0.1), (0.2, 0, -0.1)], ("left", "right"))
        else:
            feet = box.corners(SIZE, face="-z")
        m.connect(f"on{k}", lw.UnilateralContact(friction=friction), below, feet)
        heights[f"plane{k}.x" if is_planar else f"box{k} (free).z"] = 0.1 + 0.2 * k
        below = box.box(SIZE, face="z")
    system = lw.compile_model(m)
    return system, system.state(heights)


def assert_rests(run: lw.Trajectory, masses: Sequence[float]) -> None:
    """Nothing creeps, and every joint carries the weight of what lies on it."""
    assert run.verdict.is_good and not run.contacts
    count = range(len(masses))
    seen = run.channels(*(f"box{k}.{what}" for k in count for what in ("position", "rotation")))
    for values in seen.values():
        assert np.abs(values - values[0]).max() < 1e-12
    carried = run.channels(*(f"on{k}.force.z" for k in count))
    for k in count:
        assert carried[f"on{k}.force.z"][-1] == pytest.approx(G * sum(masses[k:]), rel=1e-9)


@pytest.mark.slow
def test_ten_boxes_in_space_rest_for_ten_seconds() -> None:
    masses = [1.0] * 10
    system, start = stack(masses, is_planar=False)
    run = lw.simulate(system, start, 10.0, times=11)
    assert_rests(run, masses)
    assert any(
        "carry a load that is not unique (10 redundancies); the sum, 540 N, is" in x for x in run.certificate.notes
    )


@pytest.mark.few(1)
@pytest.mark.parametrize("masses", [(1.0, 100.0, 1.0), (100.0, 1.0, 100.0), (0.01, 1.0, 100.0)])
def test_heavy_boxes_on_light_ones(masses: tuple[float, ...]) -> None:
    system, start = stack(masses, is_planar=True)
    assert_rests(lw.simulate(system, start, 10.0, times=5), masses)


class Push(lw.Force):
    """Along x, by 2 N more every second."""

    measure = lw.Vector()

    def law(self, e: Any, e_dot: Any, t: Any) -> Any:
        return [2.0 * t, 0.0, 0.0]


@pytest.mark.slow
def test_the_top_of_a_stack_slides_alone() -> None:
    """It rests until the push on its top box is more than friction bears, μ m g; then that box slides alone."""
    m, mu = lw.Model("pushed"), 0.5
    below, boxes = m.ground.plane("z"), []
    for k in range(3):
        box = m.body(f"box{k}", lw.Box(size=SIZE, mass=1.0))
        m.connect(f"plane{k}", lw.Planar("y"), m.ground, box)
        feet = box.tips([(-0.2, 0, -0.1), (0.2, 0, -0.1)], ("left", "right"))
        m.connect(f"on{k}", lw.UnilateralContact(friction=mu), below, feet)
        below = box.box((0.8, 0.4, 0.2), face="z")
        boxes.append(box)
    m.connect("push", Push(), m.ground, boxes[2].at(0, 0, -0.1))
    system = lw.compile_model(m)
    run = lw.simulate(system, system.state({f"plane{k}.x": 0.1 + 0.2 * k for k in range(3)}), 3.0, **TIGHT)
    (begins,) = run.contacts
    slides = mu * G / 2.0
    # Shared loads are at their limit where a part of 1e-9 is left.
    assert begins.t == pytest.approx(slides, abs=1e-8)
    assert set(begins.points) == {"on2.left", "on2.right"}
    left = 3.0 - slides
    assert run["box2.position"][-1][0] == pytest.approx(2.0 * left**3 / 6.0, abs=1e-8)
    assert np.abs(run["box1.position"] - [0.0, 0.0, 0.3]).max() < 1e-12


LEGS = [(0.5, 0.4, -0.7), (-0.5, 0.4, -0.7), (-0.5, -0.4, -0.7), (0.5, -0.4, -0.7)]
NOT_UNIQUE = "legs.leg 1–4 carry a load that is not unique (one redundancy); the sum, 19.6 N, is. Shown: minimum norm."


@pytest.mark.few(1)
@pytest.mark.parametrize("mu", [0.0, 0.4])
def test_a_table_on_four_legs_says_that_their_loads_are_not_unique(mu: float) -> None:
    m = lw.Model("table")
    table = m.body("table", mass=2.0, inertia=(0.2, 0.2, 0.3))
    feet = table.tips(LEGS, [f"leg {k + 1}" for k in range(4)])
    m.connect("legs", lw.UnilateralContact(friction=mu), m.ground.plane("z"), feet)
    system = lw.compile_model(m)
    start = system.state({"table (free).z": 0.7})
    run = lw.simulate(system, start, 10.0, times=5)
    assert NOT_UNIQUE in str(run.certificate.notes) and NOT_UNIQUE in str(run.certificate)
    np.testing.assert_allclose([run[f"legs.leg {k}.normal_force"][-1] for k in range(1, 5)], G / 2, rtol=1e-9)
    assert np.abs(run["table.position"] - [0.0, 0.0, 0.7]).max() < 1e-12
    for state in (start, run.final):
        found = lw.loads(system, state)
        assert str(found.motion.notes) == NOT_UNIQUE and not found.unique
        assert found["legs"].force[2] == pytest.approx(2 * G, rel=1e-12)
    carried = lw.equilibrium(system, start)
    assert "carry a load that is not unique (one redundancy); the sum, 19.62 N, is" in str(carried.verdict)


def test_a_table_on_three_legs_has_nothing_to_say() -> None:
    m = lw.Model("table")
    table = m.body("table", mass=2.0, inertia=(0.2, 0.2, 0.3))
    m.connect("legs", lw.UnilateralContact(), m.ground.plane("z"), table.tips(LEGS[:3]))
    system = lw.compile_model(m)
    start = system.state({"table (free).z": 0.7})
    assert lw.loads(system, start).motion.notes == ()
    run = lw.simulate(system, start, 0.1)
    assert not [note for note in run.certificate.notes if "unique" in note]


def on_incline(angle: float, mu: float, half: tuple[float, float], is_planar: bool) -> lw.Trajectory:
    """A box of half width b and half height h; gravity is turned instead of the plane."""
    b, h = half
    m = lw.Model("incline", gravity=(G * np.sin(angle), 0.0, -G * np.cos(angle)))
    size = (2 * b, 0.3, 2 * h)
    box = m.body("box", lw.Box(size=size, mass=2.0))
    if is_planar:
        m.connect("plane", lw.Planar("y"), m.ground, box)
    feet = box.tips([(-b, 0, -h), (b, 0, -h)], ("up", "down")) if is_planar else box.corners(size, face="-z")
    m.connect("floor", lw.UnilateralContact(friction=mu), m.ground.plane("z"), feet)
    system = lw.compile_model(m)
    return lw.simulate(system, system.state({"plane.x" if is_planar else "box (free).z": h}), 0.5, **TIGHT)


@pytest.mark.few(3)
@pytest.mark.seed("S0.16")
@pytest.mark.parametrize("is_planar", [True, False])
@pytest.mark.parametrize("over", [-1e-7, 1e-7, 0.2])
def test_a_box_slides_from_the_angle_of_friction_on(over: float, is_planar: bool) -> None:
    mu = 0.4
    angle = np.arctan(mu) + over
    run = on_incline(angle, mu, (0.2, 0.1), is_planar)
    a = max(0.0, G * (np.sin(angle) - mu * np.cos(angle)))
    assert run["box.position"][-1][0] == pytest.approx(a * 0.125, rel=1e-6, abs=1e-14 if over < 0 else 1e-11)
    assert run["box.position"][-1][2] == pytest.approx(0.1, abs=1e-12)
    mode = "stick" if over < 0 else "slip"
    assert run.verdict.is_good and (run["box.velocity"][-1][0] == 0.0) == (mode == "stick")


@pytest.mark.few(2)
@pytest.mark.parametrize("is_planar", [True, False])
@pytest.mark.parametrize("over", [-1e-7, 1e-7, 1e-2])
def test_a_box_tips_where_its_weight_leaves_its_foot(over: float, is_planar: bool) -> None:
    """From tan α = b/h on it turns about its lower edge: (J + m(b² + h²)) φ̈ = m g r sin(φ + over)."""
    b, h = 0.1, 0.2
    run = on_incline(np.arctan(b / h) + over, 3.0, (b, h), is_planar)
    if over < 0:
        assert np.abs(run["box.rotation"] - np.eye(3)).max() < 1e-14
        return
    radius = float(np.hypot(b, h))
    rate = G * radius / (radius**2 / 3.0 + radius**2)
    turned = solve_ivp(lambda t, y: [y[1], rate * np.sin(y[0] + over)], (0.0, 0.5), [0.0, 0.0], rtol=1e-12, atol=1e-14)
    R = run["box.rotation"][-1]
    assert np.arctan2(R[0, 2], R[0, 0]) == pytest.approx(turned.y[0, -1], abs=1e-10)
