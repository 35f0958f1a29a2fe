"""Splitting methods for q̇ = u, u̇ = a(q, t): drifts and kicks in turn, with fixed steps.

E. Hairer, C. Lubich, G. Wanner, Geometric Numerical Integration, sections II.4 and V.3. The energy error stays bounded
over very long times where steps are equal.
"""

from __future__ import annotations

from typing import Any

from ...kernels.loops import loop
from ..status import EVENT, NOT_FINITE, RUN_DONE, RUNNING
from .event_search import TAKE, Watch
from .event_step import first_landing
from .flow import Flow, evaluate_flow
from .hermite import StepEnds, conclude_hermite
from .record import StepRecord, T
from .restart import begin_again
from .step_control import end_of, gate, landing_step, next_step, take_step


@loop
def symplectic_step(flow: Flow, drifts: Any, kicks: Any, ends: StepEnds, t: float, h: float, t_new: float) -> int:
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
            if not evaluate_flow(flow, now, y_new, ends.f_1):
                return NOT_FINITE
            for i in range(nu, 2 * nu):
                y_new[i] += kicks[k] * h * ends.f_1[i]
    return RUN_DONE if conclude_hermite(flow, ends, t, h, t_new) else NOT_FINITE


@loop
def advance_symplectic(
    flow: Flow, drifts: Any, kicks: Any, ends: StepEnds, watch: Watch, record: StepRecord, budget: int
) -> int:
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
        code = symplectic_step(flow, drifts, kicks, ends, t, h, t_new)
        if code != RUN_DONE:
            return code
        watch.fired[1] = -1
        part = TAKE
        if len(watch.value):
            part = first_landing(flow, watch, record, ends, t, h)
        if part < TAKE:
            h, shortened = landing_step(record, part, h), True
            continue
        take_step(flow, record, h, t_new, ends.y, ends.y_new, ends.dense, ends.shift)
        for i in range(len(ends.y)):
            ends.f_0[i] = ends.f_1[i]
        budget -= 1
        shortened = False
        if watch.fired[1] >= 0:
            return EVENT


@loop
def restart_symplectic(flow: Flow, drifts: Any, kicks: Any, ends: StepEnds, watch: Watch, record: StepRecord) -> int:
    """Takes the state in `ends.y` to go on from, for callers outside Python; RUN_DONE, or why it is impossible."""
    begin_again(flow, watch, record, ends.y)
    return RUN_DONE if evaluate_flow(flow, record.clock[T], ends.y, ends.f_0) else NOT_FINITE
