"""No stop, wall or terminal event is jumped over: throws with closed forms, by every method and tolerance."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any

import numpy as np
import pytest

import linkwork as lw
from tests.throws import G, Throw, start, throws

ADAPTIVE = ("auto", "dopri5", "dop853", "radau", "bdf", "generalized_alpha")
FIXED = ("rk4", "symplectic")
LOW_ORDER = {"generalized_alpha": 1e-7}
"""The tightest tolerance of methods that would take millions of steps."""
SLACK = {"generalized_alpha": 300.0, "bdf": 3e4, "radau": 200.0}
"""Errors of a whole run in tolerances; others stay below 30."""


def options(method: str, throw: Throw, rng: np.random.Generator) -> dict[str, Any]:
    """A tolerance between 1e-3 and 1e-12, or a step that resolves the contact with the stop."""
    if method in FIXED:
        return {"method": method, "h": float(rng.uniform(0.1, 0.4) / throw.rate)}
    rtol = float(10.0 ** rng.uniform(-12.0, -3.0))
    return {"method": method, "rtol": max(rtol, LOW_ORDER.get(method, 0.0))}


def cases(method: str, count: int) -> Iterator[tuple[Throw, dict[str, Any]]]:
    rng = np.random.default_rng(list(method.encode()))
    for throw in throws(count, int(rng.integers(1 << 30)), 30.0 if method in FIXED else 1e3):
        yield throw, options(method, throw, rng)


def stop_missed(throw: Throw, given: dict[str, Any], formulation: str = "tree") -> bool:
    """Whether the ball is not where the stop sends it."""
    system, state = start(formulation, throw, stopped=True)
    run = lw.simulate(system, state, throw.duration, **given)
    error = abs(run["ball.position"][-1, 2] - throw.height(throw.duration))
    slack = SLACK.get(given["method"], 30.0)
    allowed = slack * given["rtol"] * (1.0 + throw.speed) if "rtol" in given else 0.02 * throw.level
    return not (run.success and error <= allowed + 1e-8)


def end_missed(throw: Throw, given: dict[str, Any], formulation: str = "tree", way: int = 0) -> bool:
    """Whether a terminal event at the height of the stop does not end the run when it is reached."""
    system, state = start(formulation, throw, stopped=False)
    level = throw.level
    event = (
        lw.Event("up", "ball.position.z", value=level, terminal=True),
        lw.Event("up", lambda x: x["ball.position.z"] - level, direction="rising", terminal=True),
        lw.Event("up", lambda x: x["ball.position.z"] > level, terminal=True),
    )[way % 3]
    run = lw.simulate(system, state, throw.duration, events=[event], **given)
    slow = max(np.sqrt(2.0 * G * (throw.speed**2 / (2.0 * G) - level)), 1e-3)
    allowed = SLACK.get(given["method"], 30.0) * given.get("rtol", 1e-9) * (1.0 + throw.speed) / slow + 1e-9
    return not (run.certificate.status == "event" and abs(run.t[-1] - throw.met) <= allowed)


def missed(method: str, count: int) -> list[tuple[str, Throw, dict[str, Any]]]:
    found = []
    for k, (throw, given) in enumerate(cases(method, count)):
        found += [("stop", throw, given)] if stop_missed(throw, given) else []
        found += [("end", throw, given)] if end_missed(throw, given, way=k) else []
    return found


@pytest.mark.parametrize("method", [*ADAPTIVE, *FIXED])
def test_no_stop_and_no_end_of_a_throw_is_missed(method: str) -> None:
    assert missed(method, 40) == []


@pytest.mark.slow
@pytest.mark.parametrize("method", [*ADAPTIVE, *FIXED])
def test_none_of_ten_thousand_throws_is_missed(method: str) -> None:
    """1250 by each of eight methods."""
    assert missed(method, 1250) == []


@pytest.mark.parametrize("method", ["auto", "radau", "dopri5"])
def test_the_throw_that_was_reported(method: str) -> None:
    """At 9.81 m/s, apex 4.905 m, a stop at 4.5 m: it passed through with a clean certificate."""
    throw = Throw(9.81, 4.5 / 4.905, 100.0)
    system, state = start("tree", throw, stopped=True)
    run = lw.simulate(system, state, 2.0, method=method)
    assert run["ball.position"][-1, 2] == pytest.approx(throw.height(2.0), abs=1e-5)
    assert throw.height(2.0) < -5.0 and run["ball.position"][:, 2].max() < 4.6


@pytest.mark.parametrize("method", ["auto", "radau"])
@pytest.mark.parametrize(("rate", "count"), [(10.0, 3), (1000.0, 318)])
def test_all_crossings_of_a_fast_function_are_found(method: str, rate: float, count: int) -> None:
    system, state = start("tree", Throw(9.81, 0.9, 100.0), stopped=False)
    wave = lw.Event("wave", lambda x: lw.sin(rate * x["t"] + 0.1))
    run = lw.simulate(system, state, 1.0, method=method, events=[wave])
    exact = (np.pi * np.arange(1, count + 1) - 0.1) / rate
    np.testing.assert_allclose([o.t for o in run.events], exact, atol=1e-9)
    assert not run.certificate.notes


def test_a_function_that_is_touched_has_no_event_and_one_that_is_just_passed_has_two() -> None:
    system, state = start("tree", Throw(9.81, 0.9, 100.0), stopped=False)
    apex = 9.81**2 / (2.0 * G)
    for below, count in ((1e-9, 2), (-1e-9, 0)):
        level = lw.Event("level", "ball.position.z", value=apex - below)
        run = lw.simulate(system, state, 2.0, events=[level], rtol=1e-12, atol=1e-13)
        assert len(run.events) == count
        if count:
            width = 2.0 * np.sqrt(2.0 * below / G)
            assert run.events[1].t - run.events[0].t == pytest.approx(width, rel=1e-3)


def test_a_window_of_time_is_never_jumped_over() -> None:
    """A condition that holds for a microsecond, in steps of half a second."""
    system, state = start("tree", Throw(9.81, 0.9, 100.0), stopped=False)
    window = lw.Event("window", lambda x: (x["t"] > 1.23456) & (x["t"] < 1.234561), direction="both")
    run = lw.simulate(system, state, 2.0, events=[window])
    assert [o.t for o in run.events] == pytest.approx([1.23456, 1.234561], abs=1e-11)


def test_what_cannot_be_followed_is_said_with_the_step() -> None:
    system, state = start("tree", Throw(9.81, 0.9, 100.0), stopped=False)
    wild = lw.Event("wild", lambda x: lw.sin(1.0 / (x["t"] - 0.7)))
    run = lw.simulate(system, state, 1.0, events=[wild])
    (note,) = run.certificate.notes
    said = r"event 'wild' changes too fast to be followed, or is not finite, between t = (\S+) and (\S+):"
    begin, end = (float(number) for number in re.match(said, note.text).groups())
    assert begin <= 0.7 <= end and "give h=lw.Adaptive(h_max=…)" in note


def test_the_states_before_and_after_an_event_are_kept() -> None:
    system, state = start("tree", Throw(5.0, 0.9, 100.0), stopped=False)

    def bounce(system: Any, state: lw.State) -> Any:
        return {"flight.displacement_dot": -0.5 * state["flight.displacement_dot"]}

    wall = lw.Event("wall", "ball.position.z", value=1.0, direction="rising", action=bounce)
    (hit,) = lw.simulate(system, state, 1.0, events=[wall]).events
    speed = np.sqrt(25.0 - 2.0 * G)
    assert hit.before["flight.displacement_dot"] == pytest.approx(speed, abs=1e-8)
    assert hit.after["flight.displacement_dot"] == pytest.approx(-0.5 * speed, abs=1e-8)
