"""Steps over impacts against the reference cases G1, G2 and G5: errors that fall with the step, exact ends.

Where in a step an impact falls is chance, and the error of one run is its order's power of h times a number that jumps
from step to step. Orders are therefore slopes of a regression over many steps. If that number scatters by a factor
exp(±s), the slope over n steps from h to r h, evenly in logarithms, scatters by s √12/(√n ln r); bounds are three times
that. A delay that is anywhere in a step with equal chance has s = 0.6, the mean of several less.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from typing import Any

import numpy as np
import pytest

import linkwork as lw
from tests.contact_models import (
    bouncing_disc,
    planar_values,
    rocking_block,
    woodpecker,
    woodpecker_coordinates,
    woodpecker_values,
)
from tests.reference_models import case

DISCS = case("G1_spinning_disc")["cases"]
BLOCK = case("G2_rocking_block")
CYCLE = case("G5_woodpecker")
STEPPERS = ("moreau", "nonsmooth_alpha")


def slope(steps: Sequence[float], errors: Sequence[float]) -> float:
    """The order: the slope of errors over steps, both as logarithms."""
    return float(np.polyfit(np.log(steps), np.log(errors), 1)[0])


@cache
def disc(name: str) -> tuple[lw.System, lw.State]:
    p = DISCS[name]["parameters"]
    system = lw.compile_model(bouncing_disc(p))
    x, y, vx, vy, spin = p["start"]
    return system, system.rest.with_values(planar_values("J", x, y, 0.0, vx, vy, spin))


def disc_errors(name: str, method: str, h: float) -> tuple[float, float, float]:
    """(mean error of the times of the first impacts, of the place at the end, of the speeds at the end)."""
    system, start = disc(name)
    check = DISCS[name]["moreau_check"]
    run = lw.simulate(system, start, check["t"], method=method, h=h)
    hits = [change.t for change in run.contacts if change.kind == "impact"][:4]
    exact = [float(impact["t"]) for impact in DISCS[name]["impacts"][:4]]
    x, z, vx, vz, spin = check["exact"]
    end = run.final
    speeds = [end["J.y_dot"] - vx, end["J.x_dot"] - vz, 0.1 * (-end["J.angle_dot"] - spin)]
    assert run.final["J.x"] == pytest.approx(z, abs=1e-9)
    return float(np.mean(np.abs(np.subtract(hits, exact)))), abs(end["J.y"] - x), float(np.abs(speeds).max())


@pytest.mark.few(2)
@pytest.mark.parametrize("method", STEPPERS)
@pytest.mark.parametrize("name", DISCS)
def test_a_disc_bounces_slides_and_rolls_by_steps(name: str, method: str) -> None:
    """Impacts and places to some steps; the speed at which it rolls follows from angular momentum, to rounding."""
    h = 4e-3
    impacts, place, speeds = disc_errors(name, method, h)
    assert impacts < 5 * h
    assert place < 1.5 * h
    assert speeds < 1e-12


@pytest.mark.slow
@pytest.mark.parametrize(("method", "order", "scatter"), [("moreau", 1.0, 0.2), ("nonsmooth_alpha", 2.0, 0.3)])
def test_impacts_of_the_disc_are_of_their_order(method: str, order: float, scatter: float) -> None:
    """Eight delays that are anywhere in a step, by Moreau's rule: their mean scatters by 0.6/√8.

    Flights are parabolas, and nonsmooth generalized-α places impacts where gaps closed: what is left is the square of
    the time since then, whose mean scatters by 0.9/√8.
    """
    steps = np.geomspace(4e-3, 5e-4, 12)
    errors = [np.mean([disc_errors(name, method, h)[0] for name in DISCS]) for h in steps]
    assert abs(slope(steps, errors) - order) < three_scatters(scatter, steps), errors


def three_scatters(scatter: float, steps: np.ndarray) -> float:
    """Three times what the slope scatters by."""
    return float(3.0 * scatter * np.sqrt(12.0 / len(steps)) / np.log(steps[0] / steps[-1]))


def tilted_block() -> tuple[lw.System, lw.State]:
    """It stands on its left corner, turned to the left."""
    p, system = BLOCK["parameters"], block()
    turn, b, height = p["start_angle"], p["half_width"], p["half_height"]
    x, z = b * np.cos(turn) - height * np.sin(turn), height * np.cos(turn) + b * np.sin(turn)
    return system, system.rest.with_values(planar_values("J", x, z, turn))


def block_errors(method: str, h: float, count: int = 4) -> list[float]:
    """Errors of the times at which the block goes through upright."""
    system, start = tilted_block()
    exact = [float(impact["t"]) for impact in BLOCK["impacts"][:count]]
    run = lw.simulate(system, start, exact[-1] + 0.2, method=method, h=h)
    t, angle = run.t, run["J.angle"]
    k = np.flatnonzero(angle[:-1] * angle[1:] < 0.0)[:count]
    passed = t[k] - angle[k] * (t[k + 1] - t[k]) / (angle[k + 1] - angle[k])
    return [abs(a - b) for a, b in zip(passed, exact, strict=True)]


@cache
def block() -> lw.System:
    return lw.compile_model(rocking_block(1.0))


@pytest.mark.few(1)
@pytest.mark.parametrize("method", STEPPERS)
def test_a_block_rocks_by_steps(method: str) -> None:
    h = 4e-3
    first, second = block_errors(method, h, 2)
    assert first < 0.1 * h and second < 8.0 * h


@pytest.mark.few(2)
@pytest.mark.parametrize("method", STEPPERS)
@pytest.mark.parametrize("h", [2e-3, 1e-3])
def test_a_corner_that_opens_where_another_hits_is_not_held(method: str, h: float) -> None:
    """Its impulse is zero, or rounding: it goes up at 0.34 m/s at once, by Moreau's rule for half a step."""
    system, start = tilted_block()
    run = lw.simulate(system, start, 0.484, method=method, h=h)
    hit = next(change.t for change in run.contacts if change.kind == "impact")
    k = int(np.searchsorted(run.t, hit - 1e-6 * h))
    since = float(run.t[k]) - hit + (0.5 * h if method == "moreau" else 0.0)
    assert run["floor.corner 1.gap"][k] > 0.33 * since - 1e-9, since


@pytest.mark.parametrize(("method", "order"), [("moreau", 1.0), ("nonsmooth_alpha", 2.0)])
def test_a_corner_that_sticks_is_turned_about_at_the_order_of_the_method(method: str, order: float) -> None:
    """Before the first impact, at t = 0.478."""
    system, start = tilted_block()
    exact = lw.simulate(system, start, 0.4, rtol=1e-12, atol=1e-13).final
    steps, errors = 0.4 / np.array([25, 50, 100]), []
    for h in steps:
        end = lw.simulate(system, start, 0.4, method=method, h=float(h)).final
        errors.append(float(np.abs(np.concatenate([end.q - exact.q, end.u - exact.u])).max()))
    assert abs(slope(steps, errors) - order) < 0.2, errors


@pytest.mark.slow
@pytest.mark.parametrize("method", STEPPERS)
def test_impacts_of_the_block_are_of_first_order(method: str) -> None:
    """The first delay, anywhere in a step, makes most of those that follow: the mean scatters as one."""
    steps = np.geomspace(8e-3, 5e-4, 16)
    errors = [np.mean(block_errors(method, h)) for h in steps]
    assert abs(slope(steps, errors) - 1.0) < three_scatters(0.6, steps), errors


@cache
def orbit() -> tuple[lw.System, lw.Trajectory]:
    """The woodpecker from event to event, from its first impact on."""
    first = CYCLE["cycle"][0]
    system = lw.compile_model(woodpecker())
    start = system.rest.with_values(woodpecker_values(first["q"], first["u_before"]))
    return system, lw.simulate(system, start, 0.02, rtol=1e-11, atol=1e-14)


def woodpecker_errors(method: str, h: float, since: float) -> tuple[float, float]:
    """(error of the period, of the descent) of steps that begin on the orbit, `since` behind its first impact."""
    system, exact = orbit()
    run = lw.simulate(system, exact.at(since), CYCLE["period"] + 20 * h, method=method, h=h)
    seen: dict[str, Any] = run.channels("beak.gap", "beak.gap_dot")
    gap, rate = seen.values()
    # The gap at the start of the step in which the beak hits: at its end it may be open again.
    hit = next(change.t for change in run.contacts if "beak" in change.points and change.t > 0.1)
    k = int(np.searchsorted(run.t, hit - 1e-6 * h)) - 1
    period = run.t[k] - gap[k] / rate[k]
    q, u = woodpecker_coordinates(run.state(k))
    descent = -(q[0] + u[0] * (period - run.t[k]))
    return abs(float(period) - CYCLE["period"]), abs(float(descent) - CYCLE["descent_per_period"])


@pytest.mark.few(1)
@pytest.mark.parametrize("method", STEPPERS)
def test_the_woodpecker_comes_down_by_steps(method: str) -> None:
    period, descent = woodpecker_errors(method, 4e-4, 1e-3)
    assert period < 8e-4 and descent < 1e-3


@pytest.mark.slow
@pytest.mark.parametrize("method", STEPPERS)
def test_the_period_of_the_woodpecker_is_of_first_order(method: str) -> None:
    """Errors of the period have both signs, and may be zero by chance, which has no logarithm: roots of mean squares of
    the three longest and of the three shortest steps are compared. With equal chance between −1 and 1 the logarithm of
    each scatters by √(0.8/12), and so the slope by √(1.6/12)/ln 4; the bound is three times that.

    Steps are well below the 0.58 ms between the impacts of beak and sleeve. The bird sticks in every cycle, and the
    start is forgotten: other starts are no other samples. Where nonsmooth generalized-α places all impacts well its
    order may be higher, not lower. The reference, by a plain Moreau rule: 1.4e-5 s at 2e-5 s.
    """
    steps = np.geomspace(2e-4, 2.5e-5, 7)
    found = np.array([woodpecker_errors(method, h, 1.7e-3) for h in steps])
    long, short = (np.sqrt((part**2).mean(axis=0)) for part in (found[:3], found[4:]))
    orders = np.log(long / short) / np.log(steps[1] / steps[5])
    bound = 3.0 * np.sqrt(1.6 / 12.0) / np.log(4.0)
    assert (orders > 1.0 - bound).all(), found
    assert (orders < 1.0 + bound).all() or method == "nonsmooth_alpha", found
    assert (found[:, 0] < 1.4e-5 / 2e-5 * steps).all(), found
