"""Toys of the gallery that live by impacts: closed forms, flights by hand, and reference cases of other programs."""

import numpy as np
import pytest
from scipy.integrate import solve_ivp
from scipy.special import ellipk

import linkwork as lw
from examples import compass_walker, newtons_cradle, pinball, rocking_block, walking_wheel, woodpecker


def test_rocking_block_lands_at_housners_ratio() -> None:
    """θ̈ = −p² sin(α − θ), p² = 3g/4R: from rest to the landing, and between landings."""
    e, found = rocking_block, rocking_block.numbers()
    slender, radius = np.arctan2(e.WIDTH, e.HEIGHT), np.hypot(e.WIDTH, e.HEIGHT) / 2
    p2, inertia, ratio = 3 * 9.81 / (4 * radius), 4 * radius**2 / 3, 1 - 1.5 * np.sin(slender) ** 2

    def lands(_: float, y: np.ndarray) -> float:
        return y[0]

    lands.terminal, lands.direction = True, -1  # type: ignore[attr-defined]
    times, y = [0.0], np.array([e.TILT, 0.0])
    for _ in range(4):
        flight = solve_ivp(
            lambda _, y: [y[1], -p2 * np.sin(slender - y[0])], (0, 5), y, events=lands, rtol=1e-11, atol=1e-13
        )
        times.append(times[-1] + flight.t[-1])
        y = np.array([0.0, -ratio * flight.y[1, -1]])
    assert found["ratio of rates"] == pytest.approx(ratio, rel=1e-9)
    assert found["first landing"] == pytest.approx(times[1], abs=1e-8)
    assert found["fourth landing"] == pytest.approx(times[4], abs=1e-7)
    fallen = 2 * 9.81 * radius * (np.cos(slender - e.TILT) - np.cos(slender)) / inertia
    assert found["lost energy"] == pytest.approx(inertia * fallen * (1 - ratio**2) / 2, rel=1e-8)


def test_newtons_cradle_hands_a_swing_over_in_quarters_of_its_period() -> None:
    e, found = newtons_cradle, newtons_cradle.numbers()
    omega = np.sqrt(9.81 * e.LENGTH / (e.LENGTH**2 + 0.4 * e.RADIUS**2))
    quarter = ellipk(np.sin(e.RAISED / 2) ** 2) / omega
    speed = 2 * omega * np.sin(e.RAISED / 2)
    assert found["first impact"] == pytest.approx(quarter, rel=1e-7)
    assert found["second impact"] == pytest.approx(3 * quarter, rel=1e-7)
    assert found["speed of the first ball before"] == pytest.approx(-speed, rel=1e-7)
    assert found["speed of the first ball after"] == pytest.approx(0.0, abs=1e-9)
    assert found["speed of the last ball after"] == pytest.approx(-speed, rel=1e-7)
    assert abs(found["height lost"]) < 1e-6


def test_walking_wheel_gains_by_the_slope_what_landings_cost() -> None:
    e, found = walking_wheel, walking_wheel.numbers()
    inertia = e.GYRATION**2 + e.LENGTH**2
    ratio = (e.GYRATION**2 + e.LENGTH**2 * np.cos(2 * e.HALF)) / inertia
    gain = 4 * 9.81 * e.LENGTH * np.sin(e.HALF) * np.sin(e.SLOPE) / inertia
    before = np.sqrt(gain / (1 - ratio**2))
    assert found["rate before a landing"] == pytest.approx(before, rel=1e-4)
    assert found["rate after a landing"] == pytest.approx(ratio * before, rel=1e-4)
    assert found["step length"] == pytest.approx(2 * e.LENGTH * np.sin(e.HALF), rel=1e-9)
    assert found["steps"] > 10


def test_compass_walker_walks_with_the_gait_that_was_published() -> None:
    """At 3° each step takes 0.734 s (Goswami, Thuilot and Espiau); its landing costs what it fell by."""
    e, found = compass_walker, compass_walker.numbers()
    assert found["energy lost in a landing"] == pytest.approx(found["fall of a step"], rel=2e-3)
    assert found["time of a step"] == pytest.approx(0.734, rel=2e-3)
    assert 2 * e.LENGTH * np.sin(found["half the spread of the legs"]) == pytest.approx(e.STEP, rel=2e-3)


def test_pinball_flies_on_parabolas_between_hits() -> None:
    """A disc of inertia ²⁄₅ m r²: the next root of each gap, then Newton's and Coulomb's laws."""
    e, found = pinball, pinball.numbers()
    p, v, spin, t = np.array([0.03, 0.6]), np.array([-0.25, 0.0]), 0.0, 0.0
    a = np.array([0.0, -9.81 * np.sin(e.SLOPE)])
    walls = [((1.0, 0.0), e.WIDTH / 2), ((-1.0, 0.0), e.WIDTH / 2), ((0.0, -1.0), 0.7)]

    def roots(coefficients: list[float]) -> list[float]:
        found = np.roots(coefficients)
        return [x.real for x in found if abs(x.imag) < 1e-9 and x.real > 1e-7]

    for _ in range(5):
        hits = []
        for centre in e.PEGS:
            d, far = p - centre, e.PEG + e.RADIUS
            for tau in roots([a @ a / 4, a @ v, v @ v + a @ d, 2 * d @ v, d @ d - far**2]):
                q = d + v * tau + a * tau**2 / 2
                hits.append((tau, q / np.linalg.norm(q), 0.8))
        for normal, far in walls:
            n = np.array(normal)
            hits += [(tau, n, 0.5) for tau in roots([a @ n / 2, v @ n, p @ n + far - e.RADIUS])]
        tau, n, back = min(hits, key=lambda hit: hit[0])
        p, v, t = p + v * tau + a * tau**2 / 2, v + a * tau, t + tau
        along = np.array([-n[1], n[0]])
        normal_impulse = -(1 + back) * (v @ n)
        slip = v @ along - e.RADIUS * spin
        tangential = float(np.clip(-slip / 3.5, -0.2 * normal_impulse, 0.2 * normal_impulse))
        v, spin = v + normal_impulse * n + tangential * along, spin - 2.5 * tangential / e.RADIUS
    assert found["fifth hit"] == pytest.approx(t, abs=1e-7)
    assert [found["x there"], found["y there"]] == pytest.approx(list(p), abs=1e-7)
    assert found["spin after it"] == pytest.approx(spin, rel=1e-5)
    assert found["parting from it"] == pytest.approx(-0.5 * found["approach of the flipper"], rel=1e-9)
    # A bar with round ends: its area, and moments of area of the bar and of its ends about the middle.
    area = 2 * e.LENGTH * e.THICKNESS + np.pi * e.THICKNESS**2
    bar = 2 * e.LENGTH * e.THICKNESS * (e.LENGTH**2 / 12 + e.THICKNESS**2 / 3)
    ends = np.pi * e.THICKNESS**2 * (e.LENGTH**2 / 4 + e.THICKNESS**2 / 2) + 4 / 3 * e.THICKNESS**3 * e.LENGTH
    J = e.BAT * ((bar + ends) / area + e.LENGTH**2 / 4)
    weight = e.BAT * 9.81 * np.sin(e.SLOPE) * e.LENGTH / 2 * (np.sin(e.UP) - np.sin(e.DOWN))
    speed = np.sqrt(2 * (e.LIFTS * (e.UP - e.DOWN) - weight) / J)
    assert found["flipper at its upper stop"] == pytest.approx(speed, rel=3e-3)  # its ends are polygons


@pytest.mark.slow
def test_woodpecker_pecks_at_the_same_time_by_steps_over_impacts() -> None:
    """From one peck to the next, by Moreau's rule, which knows nothing of events."""
    e, found = woodpecker, woodpecker.numbers()
    system = lw.compile_model(e.model())
    run = lw.simulate(system, e.start(system), t_end=e.DURATION)
    pecks = [event for event in run.events if event.contact and "beak" in event.contact.normal_impulses]
    begin = pecks[-2].after
    values = {name: begin[name] for name in (*system.layout.q, *system.layout.u)}
    steps = lw.simulate(system, system.state(values), t_end=1.1 * found["period"], contact="stepping", h=1e-4)
    hits = [change.t for change in steps.contacts if change.kind == "impact" and "beak" in change.points]
    again = next(t for t in hits if t > 0.5 * found["period"])
    assert again == pytest.approx(found["period"], rel=0.01)
    fallen = begin["guide.height"] - steps.at(again)["guide.height"]
    assert fallen == pytest.approx(found["descent"], rel=0.02)
    assert found["pecks"] > 5
