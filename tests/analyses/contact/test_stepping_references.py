"""Steps over impacts against the reference cases G1, G2 and G5: errors that fall with the step, exact ends.

Where in a step an impact falls is chance: orders are those of mean errors, by regression.
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
@pytest.mark.parametrize("method", STEPPERS)
def test_impacts_of_the_disc_are_of_first_order(method: str) -> None:
    steps = np.geomspace(4e-3, 5e-4, 4)
    errors = [
        np.mean([disc_errors(name, method, h * k)[0] for name in DISCS for k in (0.93, 1.0, 1.07)]) for h in steps
    ]
    assert 0.6 < slope(steps, errors) < 1.4, errors


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


@pytest.mark.parametrize("method", STEPPERS)
def test_a_block_rocks_by_steps(method: str) -> None:
    h = 4e-3
    first, second = block_errors(method, h, 2)
    assert first < 0.1 * h and second < 8.0 * h


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
    steps = np.geomspace(4e-3, 5e-4, 4)
    errors = [np.mean([block_errors(method, h * k) for k in (0.93, 1.0, 1.07)]) for h in steps]
    assert 0.6 < slope(steps, errors) < 2.1, errors


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
    k = int(np.searchsorted(run.t, hit - 0.5 * h)) - 1
    period = run.t[k] - gap[k] / rate[k]
    q, u = woodpecker_coordinates(run.state(k))
    descent = -(q[0] + u[0] * (period - run.t[k]))
    return abs(float(period) - CYCLE["period"]), abs(float(descent) - CYCLE["descent_per_period"])


@pytest.mark.parametrize("method", STEPPERS)
def test_the_woodpecker_comes_down_by_steps(method: str) -> None:
    period, descent = woodpecker_errors(method, 4e-4, 1e-3)
    assert period < 8e-4 and descent < 1e-3


@pytest.mark.slow
@pytest.mark.parametrize("method", STEPPERS)
def test_the_period_of_the_woodpecker_is_of_first_order(method: str) -> None:
    """The reference, by a plain Moreau rule: 1.4e-5 s at 2e-5 s, 0.9e-5 s at 1e-5 s."""
    steps, starts = np.geomspace(4e-4, 1e-4, 3), np.linspace(5e-4, 4e-3, 6)
    found = np.array([np.mean([woodpecker_errors(method, h, t) for t in starts], axis=0) for h in steps])
    for errors in found.T if method == "moreau" else ():
        assert 0.6 < slope(steps, errors) < 1.6, found
    assert (found[:, 0] < (0.3 if method == "moreau" else 2.0) * steps).all(), found
