"""Derivatives of runs past impacts, stick, slip, lift-off and landing: closed forms, and differences of runs."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

import linkwork as lw
from linkwork.analyses.common.hinged_states import carried_state
from tests.analyses.contact.five_bars import FIVE, five_bar, parameter, placed
from tests.analyses.contact.varied_runs import compared
from tests.contact_models import EARTH, PointOnPlane, bouncing_disc, planar_values, row_of_balls

BOTH = pytest.mark.parametrize("coordinates", ["tree", pytest.param("absolute", marks=pytest.mark.slow)])


@pytest.mark.few(1)
@pytest.mark.parametrize("coordinates", ["tree", "absolute"])
@pytest.mark.seed("S0.16")
def test_a_bounce_moves_with_restitution_and_height(coordinates: str) -> None:
    """z(t) = e v τ − g τ²/2 with v = √(2 g h), τ = t − √(2h/g): its derivatives by e and h."""
    e, h, t_end, g = lw.Parameter("e", 0.6), 0.8, 0.6, 9.81
    m = lw.Model("ball", gravity=(0, 0, -g))
    ball = m.body("ball", mass=1.0, inertia=(1.0, 1.0, 1.0))
    m.connect("J", lw.Prismatic("z"), m.ground, ball)
    m.connect("floor", PointOnPlane(restitution=e), m.ground, ball)
    system = lw.compile_model(m, coordinates)
    at, name = {"ball": (np.eye(3), (0, 0, h))}, {"tree": "J.displacement", "absolute": "ball.z"}[coordinates]
    start = system.state({"J.displacement": h}) if coordinates == "tree" else system.placed(at)
    asked = {"rtol": 1e-8, "atol": 1e-10}
    found = lw.sensitivities(system, start, t_end, parameters=[e], initial=[name], times=[t_end], **asked)
    tau, v = t_end - np.sqrt(2 * h / g), np.sqrt(2 * g * h)
    by_h = 0.6 * g / v * tau - (0.6 * v - g * tau) / v
    assert found["ball.position"].gradient[-1][2] == pytest.approx([v * tau, by_h], rel=1e-6)
    assert found.events[0].t.gradient == pytest.approx([0.0, 1.0 / v], abs=1e-6)


@pytest.mark.slow
@pytest.mark.parametrize("friction", [0.3, pytest.param(1.0, marks=pytest.mark.slow)])
def test_impacts_beside_a_loop(friction: float) -> None:
    """Two impacts that slip; all bilateral rows take part, and lengths change the loop itself."""
    given = [parameter(*pair) for pair in (("mu", friction), ("e", 0.5), ("z", -0.5), ("l", 0.3), ("m1", 0.3))]
    system = lw.compile_model(five_bar(*given))
    run = compared(system, placed(system), 0.2, FIVE, parameters=given, initial=["A.angle", "A.angle_dot"])
    assert [c.kind for c in run.contacts] == ["impact", "impact"]


@pytest.mark.slow
def test_a_landing_that_slides_and_sticks_beside_a_loop() -> None:
    given = [parameter(*pair) for pair in (("mu", 0.4), ("z", -0.5), ("l", 0.3), ("m1", 0.3))]
    system = lw.compile_model(five_bar(given[0], 0.0, *given[1:]))
    run = compared(system, placed(system, (2.0, -3.0)), 0.6, FIVE, parameters=given, initial=["A.angle_dot"])
    assert [c.modes["floor"] for c in run.contacts] == ["slip", "stick"]


def test_a_rope_becomes_taut_beside_a_loop() -> None:
    length, mass = parameter("L", 0.6), parameter("m1", 0.3)
    m = five_bar(0.0, mass=mass)
    m.remove("floor")
    m.connect("rope", lw.Rope(length), m.ground.at(0.3, 0, 0), m.bodies["b"].at(0.5, 0, 0))
    system = lw.compile_model(m)
    run = compared(system, placed(system), 0.4, FIVE, parameters=[length, mass], initial=["A.angle"])
    assert [c.kind for c in run.contacts] == ["impact", "impact"] and run.contacts[1].modes["rope"] != "open"


def test_a_joint_comes_to_rest_at_its_stop_in_a_loop() -> None:
    """Infinitely many impacts in finite time: behind them its angle is that of the stop, whatever its restitution."""
    upper, e = parameter("upper", 0.3), parameter("e", 0.4)
    m = five_bar(0.0)
    m.remove("floor")
    m.connect("lock", lw.LinearCoupling((1.0, -1.0), 2.2), "D.angle", "A.angle")
    m.connect("stop", lw.JointStop(upper=upper, restitution=e), "A.angle")
    system = lw.compile_model(m)
    start = lw.assemble(system, fixed={"A.angle": 0.1}, guess={"D.angle": 2.3, "B.angle": 0.5, "C.angle": 0.2})
    found = lw.sensitivities(system, start, 1.2, parameters=[upper, e], initial=["A.angle"], times=[1.2])
    assert found.run.final["stop.closed"] == 1.0
    assert found["A.angle"].gradient[-1] == pytest.approx([1.0, 0.0, 0.0], abs=1e-8)
    assert found["D.angle"].gradient[-1] == pytest.approx([1.0, 0.0, 0.0], abs=1e-8)


@pytest.mark.slow
def test_friction_through_a_row_of_bounces() -> None:
    """A disc that slides all along loses μ g t, bouncing or not: ∂ẋ/∂μ = −g t past all impacts and their end."""
    e, mu, t_end = parameter("e", 0.5), parameter("mu", 0.05), 2.0
    system = lw.compile_model(bouncing_disc({"m": 1.0, "r": 0.1, "beta": 0.5, "g": EARTH, "eN": e, "mu": mu}))
    start = system.state(planar_values("J", 0.0, 0.5, 0.0, 3.0))
    found = lw.sensitivities(system, start, t_end, parameters=[e, mu], initial=["J.x"], times=[t_end])
    assert len(found.run.contacts) > 10 and found.run.final["floor.closed"] == 1.0
    assert found["J.y_dot"].gradient[-1] == pytest.approx([0.0, -EARTH * t_end, 0.0], abs=1e-8)
    # x = x₀ + ∫ẋ: μ acts from the first impact at √(2 h/g) on as if from the start, the fall before it costs nothing.
    assert found["J.y"].gradient[-1][:2] == pytest.approx([0.0, -19.22], abs=1e-7)


@pytest.mark.slow
def test_impacts_that_stick() -> None:
    """A spinning disc that sticks from its first impact on keeps a third of its spin: β/(1 + β) with β = 1/2."""
    e, mu = parameter("e", 0.6), parameter("mu", 0.2)
    system = lw.compile_model(bouncing_disc({"m": 1.0, "r": 0.1, "beta": 0.5, "g": EARTH, "eN": e, "mu": mu}))
    start = system.state(planar_values("J", 0.0, 0.5, 0.0, 1.0, 0.0, 20.0))
    found = lw.sensitivities(system, start, 1.0, parameters=[e, mu], initial=["J.angle_dot"], times=[1.0])
    assert found["J.angle_dot"].gradient[-1] == pytest.approx([0.0, 0.0, 1.0 / 3.0], abs=1e-9)
    assert found["J.y_dot"].gradient[-1][:2] == pytest.approx([0.0, 0.0], abs=1e-9)


@pytest.mark.parametrize("law", ["newton", "poisson", "sequential"])
def test_three_balls_at_once(law: str) -> None:
    """The last two touch when the first comes."""
    e = parameter("e", 0.8)
    system = lw.compile_model(row_of_balls([1.0, 1.0, 1.3], e, law))
    start = system.state({"J0.displacement": -0.2, "J0.displacement_dot": 1.0})
    names = ["J0.displacement_dot", "J1.displacement", "J2.displacement"]
    compared(system, start, 0.7, names, parameters=[e], initial=["J0.displacement_dot"])


@pytest.mark.slow
def test_slipping_begins() -> None:
    """A block pulled by a spring whose end moves at v: it slides from t = μ m g/(k v) on."""
    k, mu, v = (parameter(*pair) for pair in (("k", 60.0), ("mu", 0.3), ("v", 0.5)))
    m = lw.Model("stick and slip")
    b = m.body("b", mass=1.0, inertia=(0.1, 0.1, 0.1))
    m.connect("P", lw.Planar("y"), m.ground, b)
    m.connect("floor", PointOnPlane(friction=mu), m.ground, b)
    m.connect("pull", lw.AppliedForce(lambda rel, t: (k * (v * t - rel.p[0]), 0, 0)), b)
    system = lw.compile_model(m)
    found = lw.sensitivities(system, system.rest, 0.9, parameters=[k, mu, v], times=[0.9], rtol=1e-11)
    begins = 0.3 * EARTH / (60.0 * 0.5)
    assert found.events[0].t.value == pytest.approx(begins, rel=1e-9)
    assert found.events[0].t.gradient == pytest.approx([-begins / 60.0, begins / 0.3, -begins / 0.5], rel=1e-7)
    # Behind it x = v s − (v/ω) sin ω s with s = t − begins, ω² = k/m.
    w, s = np.sqrt(60.0), 0.9 - begins
    by_mu = -(0.5 - 0.5 * np.cos(w * s)) * begins / 0.3
    by_v = s - np.sin(w * s) / w + (0.5 - 0.5 * np.cos(w * s)) * begins / 0.5
    assert found["b.position"].gradient[-1][0][1:] == pytest.approx([by_mu, by_v], rel=1e-6)


@BOTH
def test_a_body_lifts_off_and_lands(coordinates: str) -> None:
    """It leaves a table on a spring where that is at its natural length, rising, and comes back to it."""
    k, mass = parameter("k", 400.0), parameter("m1", 2.0)
    m = lw.Model("table")
    table, b = m.body("table", mass=1.0, inertia=(1, 1, 1)), m.body("b", mass=mass, inertia=(0.1, 0.1, 0.1))
    m.connect("T", lw.Prismatic("z"), m.ground, table)
    m.connect("B", lw.Prismatic("z"), m.ground, b)
    m.connect("spring", lw.Spring(k, 0.5), m.ground.at(0, 0, -0.5), table)
    m.connect("c", PointOnPlane(), table, b)
    system = lw.compile_model(m, coordinates)
    low = -0.2
    if coordinates == "tree":
        start = system.state({"T.displacement": low, "B.displacement": low})
        run = compared(system, start, 0.6, ["b.position", "table.position", "b.velocity"], parameters=[k, mass])
        assert [c.modes["c"] for c in run.contacts] == ["open", "stick"]
        return
    start = system.placed({name: (np.eye(3), (0, 0, low)) for name in ("table", "b")})
    found = lw.sensitivities(system, start, 0.3, parameters=[k, mass], times=[0.3], rtol=1e-8, atol=1e-10)
    # It leaves at height 0 with v² = k low²/(m + 1) + 2 g low, at the time τ of the oscillation, and flies for t − τ.
    heavy, (by_k, by_m) = 3.0, (1e-3, 1e-5)
    height = [_flight(400.0 + i * by_k, heavy + j * by_m, low) for i, j in ((1, 0), (-1, 0), (0, 1), (0, -1))]
    expected = [(height[0] - height[1]) / (2 * by_k), (height[2] - height[3]) / (2 * by_m)]
    assert found["b.position"].gradient[-1][2] == pytest.approx(expected, rel=1e-5)


def _flight(k: float, mass: float, low: float) -> float:
    """The height at t = 0.3."""
    w, sag = np.sqrt(k / mass), mass * EARTH / k
    tau = np.arccos(sag / (low + sag)) / w
    v = -(low + sag) * w * np.sin(w * tau)
    return float(v * (0.3 - tau) - EARTH * (0.3 - tau) ** 2 / 2)


@pytest.mark.slow
def test_a_ball_slides_until_it_rolls() -> None:
    """v = 5/7 v₀ + 2/7 r × ω behind it, in both directions of a floor."""
    mu = parameter("mu", 0.1)
    m = lw.Model("ball")
    ball = m.body("b", lw.Sphere(0.1, mass=1.0))
    m.connect("floor", lw.UnilateralContact(friction=mu), m.ground.plane(), ball.surface())
    system = lw.compile_model(m)
    name = "b (free)"
    values = {"z": 0.1, "v_x": 1.0, "w_x": 5.0, "w_y": -3.0}
    start = lw.touch(system, system.state({f"{name}.{key}": x for key, x in values.items()}))
    initial = [f"{name}.v_x", f"{name}.w_x"]
    found = lw.sensitivities(system, start, 1.0, parameters=[mu], initial=initial, times=[1.0])
    assert [c.modes["floor"] for c in found.run.contacts] == ["stick"]
    slopes = found["b.velocity"].gradient[-1]
    assert slopes[:2] == pytest.approx(np.array([[0.0, 5 / 7, 0.0], [0.0, 0.0, -0.2 / 7]]), abs=1e-5)


def test_a_landing_has_no_derivative_by_a_restitution_of_zero() -> None:
    e = parameter("e", 0.0)
    system = lw.compile_model(five_bar(0.3, e))
    with pytest.raises(lw.ModelError, match=r"contact floor lands at t = 0\.104.* with any other it bounces"):
        lw.sensitivities(system, placed(system), 0.2, parameters=[e])


def corner(gravity: float = 0.0) -> lw.System:
    """A point between a floor and a wall."""
    m = lw.Model("corner", gravity=(0, 0, -gravity))
    b = m.body("b", mass=1.0, inertia=(0.1, 0.1, 0.1))
    m.connect("P", lw.Planar("y"), m.ground, b)
    m.connect("floor", PointOnPlane(restitution=0.5), m.ground, b)
    m.connect("wall", PointOnPlane(normal=(1.0, 0.0, 0.0), restitution=0.5), m.ground, b)
    return lw.compile_model(m)


def test_impacts_that_fall_together_in_one_run_only_are_told() -> None:
    system = corner()
    start = system.state(planar_values("P", 1.0, 1.0, 0.0, -1.0, -1.0))
    with pytest.raises(lw.ModelError, match=r"the margin 'wall: touch' fall together in this run only"):
        lw.sensitivities(system, start, 2.0, initial=["P.x"])


def test_a_run_that_begins_with_an_impact_is_told() -> None:
    system = corner(EARTH)
    with pytest.raises(lw.ModelError, match=r"the run begins with an impact of floor; begin before it, or after it"):
        lw.sensitivities(system, system.state(planar_values("P", 1.0, 0.0, 0.0, 0.0, -1.0)), 1.0, initial=["P.y"])


def test_another_sequence_of_contacts_is_told() -> None:
    mu = parameter("mu", 0.5)
    m = lw.Model("block")
    b = m.body("b", mass=1.0, inertia=(0.1, 0.1, 0.1))
    m.connect("P", lw.Planar("y"), m.ground, b)
    m.connect("floor", PointOnPlane(friction=mu), m.ground, b)
    system = lw.compile_model(m)
    found = lw.sensitivities(system, lw.touch(system, system.state({"P.y_dot": 1.0})), 0.3, parameters=[mu])
    said = "with mu -0.3 the sequence of contacts is another from t = 0.203874 on: nothing instead of mode: floor"
    assert str(found.sequence_change("mu", -0.3)).startswith(said)
    assert found.sequence_change("mu", 0.01) is None


def test_an_impact_at_the_border_of_another_is_noted() -> None:
    """In the impact friction just suffices to stop the sliding: v = μ (1 + e) w."""
    mu = parameter("mu", 0.25)
    m = lw.Model("block", gravity=(0, 0, 0))
    b = m.body("b", mass=1.0, inertia=(0.1, 0.1, 0.1))
    m.connect("P", lw.Planar("y"), m.ground, b)
    m.connect("floor", PointOnPlane(restitution=0.5, friction=mu), m.ground, b)
    system = lw.compile_model(m)
    start = system.state(planar_values("P", 0.0, 1.0, 0.0, 0.375, -1.0))
    found = lw.sensitivities(system, start, 1.5, parameters=[mu])
    (note,) = found.notes
    assert str(note).startswith("t = 1: contact floor nearly s") and "derivatives hold on one side only" in note


@pytest.mark.slow
def test_impacts_beside_a_loop_in_absolute_coordinates() -> None:
    """The same derivatives as in the tree."""
    mu, z = parameter("mu", 0.3), parameter("z", -0.5)
    m, t_end = five_bar(mu, 0.5, z), 0.15
    tree, absolute = lw.compile_model(m), lw.compile_model(m, "absolute")
    start = placed(tree)
    asked: dict[str, Any] = {"parameters": [mu, z], "times": [t_end]}
    one = lw.sensitivities(tree, start, t_end, **asked)
    there = carried_state(absolute, tree, start)
    other = lw.sensitivities(absolute, there, t_end, rtol=1e-6, atol=1e-8, **asked)
    for name in ("b.position", "b.velocity", "d.angular_velocity"):
        found, expected = (np.asarray(run[name].gradient[-1]) for run in (other, one))
        assert found == pytest.approx(expected, abs=1e-4 * float(np.abs(expected).max()))
