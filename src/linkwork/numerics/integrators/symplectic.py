"""Splitting methods for q̇ = u, u̇ = a(q, t): drifts and kicks in turn, with fixed steps.

E. Hairer, C. Lubich, G. Wanner, Geometric Numerical Integration, sections II.4 and V.3. The energy error stays bounded
over very long times where steps are equal.
"""

from __future__ import annotations

from typing import Any

from ..compiled import loop
from ..status import DONE, EVENT, NOT_FINITE, RUNNING
from .flow import Flow, evaluate
from .hermite import Ends, conclude
from .landing import first_landing
from .pace import end_of, gate, landing_step, next_step, take
from .record import Record, T
from .watch import TAKE, Watch


@loop
def attempt(flow: Flow, drifts: Any, kicks: Any, ends: Ends, t: float, h: float, t_new: float) -> int:
    """One step."""
    y_new, nu = ends.y_new, (len(ends.y) - 1) // 2
    for i in range(len(ends.y)):
        y_new[i] = ends.y[i]
    now = t
    for k in range(len(drifts)):
        for i in range(nu):
            y_new[i] += drifts[k] * h * y_new[nu + i]
        now += drifts[k] * h
        if k < len(kicks):
            if not evaluate(flow, now, y_new, ends.f_1):
                return NOT_FINITE
            for i in range(nu, 2 * nu):
                y_new[i] += kicks[k] * h * ends.f_1[i]
    return DONE if conclude(flow, ends, t, h, t_new) else NOT_FINITE


@loop
def advance(flow: Flow, drifts: Any, kicks: Any, ends: Ends, watch: Watch, record: Record, budget: int) -> int:
    """Goes on until the end, an event that ends a step, full memory, or `budget` steps; returns the reason.

    On entry `ends.f_0` holds f at the present state.
    """
    h, shortened = 0.0, False
    while True:
        if not shortened:
            code = gate(record, watch, budget)
            if code != RUNNING:
                return code
            h = next_step(record, False)
        t, t_new = record.clock[T], end_of(record, h)
        code = attempt(flow, drifts, kicks, ends, t, h, t_new)
        if code != DONE:
            return code
        watch.fired[1] = -1
        part = TAKE
        if len(watch.value):
            part = first_landing(flow, watch, record, t, h, ends.y, ends.y_new, ends.dense, ends.shift, ends.trial)
        if part < TAKE:
            h, shortened = landing_step(record, part, h), True
            continue
        take(flow, record, h, t_new, ends.y, ends.y_new, ends.dense, ends.shift)
        for i in range(len(ends.y)):
            ends.f_0[i] = ends.f_1[i]
        budget -= 1
        shortened = False
        if watch.fired[1] >= 0:
            return EVENT
