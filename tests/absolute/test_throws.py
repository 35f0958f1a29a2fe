"""No stop and no terminal event is jumped over in absolute systems either: throws with closed forms."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

import linkwork as lw
from tests.throws import Throw, start, throws

STEPS = {"generalized_alpha": 0.1, "weak1": 0.3, "weak2": 0.5, "weak3": 0.7}
"""Steps by method, in periods of the contact with the stop over 2π."""
ERRORS = {"generalized_alpha": 0.1, "weak1": 0.1, "weak2": 0.02, "weak3": 0.02}
"""How far off the height that is left at the end of a throw may be, in heights of the stop."""


def missed(method: str, throw: Throw, given: dict[str, Any]) -> list[str]:
    found = []
    system, state = start("absolute", throw, stopped=True)
    run = lw.simulate(system, state, throw.duration, method=method, **given)
    error = abs(run["ball.position"][-1, 2] - throw.height(throw.duration))
    found += [] if run.success and error < ERRORS[method] * throw.level else ["stop"]
    system, state = start("absolute", throw, stopped=False)
    up = lw.Event("up", lambda x: x["ball.position.z"] > throw.level, terminal=True)
    run = lw.simulate(system, state, throw.duration, events=[up], method=method, **given)
    found += [] if run.certificate.status == "event" and run.t[-1] == pytest.approx(throw.met, rel=1e-3) else ["end"]
    return found


@pytest.mark.few(1)
@pytest.mark.parametrize("method", STEPS)
def test_no_stop_and_no_end_of_a_throw_is_missed(method: str) -> None:
    for throw in throws(4, seed=7, hardest=20.0):
        assert missed(method, throw, {"h": STEPS[method] / throw.rate}) == [], throw


def test_none_is_missed_where_tolerances_choose_the_steps() -> None:
    rng = np.random.default_rng(3)
    for throw in throws(6, seed=9, hardest=30.0):
        given = {"rtol": float(10.0 ** rng.uniform(-6.0, -3.0))}
        assert missed("generalized_alpha", throw, given) == [], (throw, given)
