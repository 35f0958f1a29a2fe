"""Derivatives of runs with delayed laws, by Parameters (the delay itself too) and initial values (S0 (3.4.2))."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from numpy.polynomial import Polynomial

import linkwork as lw
from tests.elements.delayed_springs import START, by_steps, on_a_rail

ALONG = lw.Displacement("x")
TIGHT: dict[str, Any] = {"rtol": 1e-12, "atol": 1e-14}


def system(text: str, coordinates: str, delay: Any, **more: Any) -> lw.System:
    gain = lw.Parameter("gain", 20.0)
    law = lw.DelayedFormula(text, delay=delay, history="start", on=ALONG, using=[gain], **more)
    return lw.compile_model(on_a_rail(law, "varied", START), coordinates)


@pytest.mark.seed("S0.4")
@pytest.mark.parametrize("coordinates", ["tree", pytest.param("absolute", marks=pytest.mark.slow)])
def test_derivatives_are_those_of_the_polynomials(coordinates: str) -> None:
    """The start moves, so that the force jumps when it arrives: at a moment that the delay moves."""
    s = system("-gain*e_delayed - 4*e_dot_delayed", coordinates, lw.Parameter("tau", 0.1))
    place, speed = s.layout.q[0], s.layout.u[0]
    if coordinates == "absolute":
        place, speed = "slider.x", "slider.v_x"
    start, times = lw.assemble(s).with_values({speed: 0.4}), [0.05, 0.17, 0.36]
    options: dict[str, Any] = {"rtol": 1e-8, "atol": 1e-10}
    found = lw.sensitivities(
        s, start, times[-1], parameters=["gain", "tau"], initial=[place, speed], times=times, **options
    )
    given = np.array([START, 0.4, 20.0, 0.1])
    for k, t in enumerate(times):
        slopes = [(by_steps(t, *(given + h)) - by_steps(t, *(given - h))) / 2e-6 for h in 1e-6 * np.eye(4)]
        np.testing.assert_allclose(found["rail.displacement"].gradient[k], [*slopes[2:], *slopes[:2]], atol=2e-7)
    assert found.verdict.is_good


def by_linear_delay(t: float, place: float, gain: float, base: float, slope: float) -> float:
    """ẍ = −k x(s), s = t − τ = (1 − c) t − a: polynomials of s, on intervals that grow."""
    late, begin, x = Polynomial([-base, 1.0 - slope]), 0.0, Polynomial([START])
    before, speed = Polynomial([START]), 0.0
    at = place
    while True:
        end = (begin + base) / (1.0 - slope)
        velocity = (-gain * before(late)).integ()
        velocity = velocity - float(velocity(begin)) + speed
        x = velocity.integ()
        x = x - float(x(begin)) + at
        if t <= end:
            return float(x(t))
        at, speed, begin, before = float(x(end)), float(velocity(end)), end, x


@pytest.mark.seed("S0.4")
def test_derivatives_by_a_delay_that_changes_with_time() -> None:
    """The place jumps at the start, so that the force jumps when it arrives, at a moment that both numbers move."""
    base, slope = lw.Parameter("base", 0.1), lw.Parameter("slope", 0.2)
    gain = lw.Parameter("gain", 20.0)
    law = lw.DelayedFormula("-gain*e_delayed", delay=lambda t: base + slope * t, history=START, on=ALONG, using=[gain])
    s = lw.compile_model(on_a_rail(law, "linear", 0.3))
    place, times, given = s.layout.q[0], [0.1, 0.25, 0.5], np.array([0.3, 20.0, 0.1, 0.2])
    found = lw.sensitivities(
        s, lw.assemble(s), times[-1], parameters=["gain", "base", "slope"], initial=[place], times=times
    )
    for k, t in enumerate(times):
        slopes = [
            (by_linear_delay(t, *(given + h)) - by_linear_delay(t, *(given - h))) / 2e-6 for h in 1e-6 * np.eye(4)
        ]
        assert found["rail.displacement"].value[k] == pytest.approx(by_linear_delay(t, *given), abs=1e-10)
        np.testing.assert_allclose(found["rail.displacement"].gradient[k], [*slopes[1:], slopes[0]], atol=1e-7)


@pytest.mark.parametrize("kind", ["state", pytest.param("rates", marks=pytest.mark.slow)])
def test_derivatives_by_a_delay_that_changes_with_the_state(kind: str) -> None:
    """Against differences of tight runs; place and speed jump at the start, and the moments of all later jumps move."""
    tau = lw.Parameter("tau", 0.2)
    delay: Any = {"state": lambda e: tau + 0.3 * e**2, "rates": lambda e_dot, t: tau + 0.02 * e_dot + 0.01 * t}[kind]
    s = system("-gain*e - 0.5*e_dot - 6*e_delayed - 0.5*e_dot_delayed", "tree", delay)
    start, times = lw.assemble(s).with_values({s.layout.q[0]: 0.3, s.layout.u[0]: 0.4}), [0.1, 0.3, 0.5]
    names = ["gain", "tau", s.layout.q[0], s.layout.u[0]]
    found = lw.sensitivities(s, start, times[-1], parameters=names[:2], initial=names[2:], times=times)
    for k, name in enumerate(names):
        h = 1e-5 * max(1.0, abs(start[name]))
        ends = [
            lw.simulate(s, start.with_values({name: start[name] + side * h}), times[-1], times=times, **TIGHT)
            for side in (1, -1)
        ]
        slopes = (ends[0]["rail.displacement"] - ends[1]["rail.displacement"]) / (2 * h)
        np.testing.assert_allclose(found["rail.displacement"].gradient[:, k], slopes, atol=1e-7)
    assert found.verdict.is_good


@pytest.mark.parametrize(
    ("text", "delay", "said"),
    [
        ("-gain*e - 0.3*force_delayed", 0.3, "the law is on its own past force"),
    ],
)
def test_what_cannot_be_varied_is_refused(text: str, delay: Any, said: str) -> None:
    with pytest.raises(lw.ModelError, match=f"sensitivities: connection 'spring': {said}.*slightly different values"):
        lw.sensitivities(system(text, "tree", delay), t_end=0.5, parameters=["gain"])


@pytest.mark.parametrize("what", ["action", "law", "neither"])
def test_jumps_that_come_back_to_a_delayed_law_leave_derivatives_in_doubt(what: str) -> None:
    """By τ they were off by a factor of ten and more, and good; differences of runs are what there is."""
    tau, m = lw.Parameter("tau", 0.3), lw.Model("thrown", gravity=(0, 0, 0))
    body = m.body("b", mass=1.0)
    m.connect("rail", lw.Prismatic("x"), m.ground, body, initial={"displacement": 0.1})
    late = lw.DelayedFormula("-10*e - e_dot_delayed", delay=tau, history="start", on=lw.Displacement("x"))
    m.connect("late", late, m.ground, body)
    if what == "law":
        m.connect("leap", lw.FunctionForce(lambda e: -lw.sign(e), on=lw.Displacement("x")), m.ground, body)
    system = lw.compile_model(m)
    turned = lw.Event(
        "turned",
        "rail.displacement",
        direction="falling",
        action=lambda system, state: {"rail.displacement_dot": -0.8 * state["rail.displacement_dot"]},
    )
    events = [turned] if what == "action" else []
    found = lw.sensitivities(system, None, 1.0, parameters=[tau], times=[1.0], events=events)
    assert found.verdict.is_good == (what == "neither")
    assert any("'late' is delayed: what jumps at t = 0." in doubt for doubt in found.doubts) == (what != "neither")
