"""The march of implicit Runge–Kutta methods: steps with their error, how long the next one is, and kinks.

E. Hairer, G. Wanner, Solving Ordinary Differential Equations II, section IV.8. Stages are solved for in
`implicit_stages`.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from ...kernels.loops import loop
from ..status import CONSTRAINTS_OPEN, NOT_FINITE, RUN_DONE
from ..tableaus.stage_basis import StageBasis
from .event_search import TAKE, Watch
from .event_step import ATTEMPTS, kink_crossed, part_before
from .flow import Flow, evaluate_flow
from .implicit_rk_work import (
    BEFORE_KINK,
    DECAY,
    ERROR_ACCEPTED,
    H_ACCEPTED,
    H_PREVIOUS,
    HAS_BEFORE,
    HAS_JACOBIAN,
    IS_FRESH,
    NEWTON_ITERATIONS,
    THETA,
    WAS_REJECTED,
    implicit_memory,
    implicit_table,
)
from .implicit_stages import (
    STAGE_ITERATIONS,
    TREE_STAGES,
    ImplicitMethod,
    conclude_stages,
    hold_factors,
    predict_stages,
    prepare_stages,
    solve_fixed_stages,
    solve_stages,
)
from .march import MarchLoops
from .projection import Projection, approach, project
from .record import LANDING, H, StepRecord, T
from .step_control import NEARER, is_collapsed, is_credible, predicted_ratio, step_ratio, step_up_to
from .step_ends import step_ends

STAGE_SAFETY, STAGE_SLOWEST, STAGE_FASTEST = 0.9, 0.2, 8.0
"""Part of the step that just meets the tolerance; bounds of the ratio of one step to the one before."""
CLOSELY = 1e-4
"""Part of what Newton's method may leave elsewhere, in steps to events and in steps of a given length."""
BEYOND = 100.0
"""Errors, in units of the tolerance, that a step of a few roundings of time may have from going across a kink."""
ROUNDING_UNIT = float(np.finfo(float).eps)
"""The distance from 1 to the next number."""
FEW_STAGE_ITERATIONS = 4
"""Newton's steps, where steps have a given length, that make do with a Jacobian of old."""


@loop
def estimate(method: ImplicitMethod, f: Any, h: float) -> float:
    """The error in units of the tolerance, (κ/h − J)⁻¹ (w f + Σ error_i z_i / h); leaves it in `work.error`.

    Infinite where there are no factors.
    """
    table, memory, ends = method.table, method.work, method.ends
    n, rtol, kappa = len(ends.y) - 1, ends.rtol[0], table.kappa / h
    for m in range(n):
        past = table.error[0] * memory.z[0, m]
        for i in range(1, len(table.c)):
            past += table.error[i] * memory.z[i, m]
        memory.error[m] = table.error_start * f[m] + past / h
    if not hold_factors(method, kappa):
        return np.inf
    method.equations.solve(method.systems, kappa, memory.error)
    total = 0.0
    for m in range(n):
        size = max(abs(ends.y[m]), abs(ends.y_new[m]))
        total += (memory.error[m] / (ends.scale[m] + rtol * size)) ** 2
    return max(float(np.sqrt(total / n)), 1e-10)


@loop
def stage_error(method: ImplicitMethod, t: float, h: float) -> float:
    """The estimated error; where it is large at first, once more with f at the erroneous state (IV.8.20)."""
    memory, ends = method.work, method.ends
    error = estimate(method, ends.f_0, h)
    is_sensitive = method.table.error_start != 0.0 and error < np.inf
    if is_sensitive and error > 1.0 and (memory.flag[WAS_REJECTED] or not memory.flag[HAS_BEFORE]):
        n = len(ends.y) - 1
        for m in range(n):
            ends.trial[m] = ends.y[m] + memory.error[m]
        ends.trial[n] = ends.y[n]
        if evaluate_flow(method.flow, t, ends.trial, ends.f_1):
            error = estimate(method, ends.f_1, h)
    return error


@loop
def finish_stages(method: ImplicitMethod, h: float, t_new: float) -> int:
    """Projects y_new and evaluates the rates there."""
    flow, projection, memory, ends = method.flow, method.projection, method.work, method.ends
    n, y_new = len(ends.y), ends.y_new
    for m in range(n):
        ends.shift[m] = y_new[m]
    if projection.active[0]:
        kappa = method.table.kappa / h
        if not (hold_factors(method, kappa) and approach(method, t_new, y_new, kappa, memory.right[0])):
            for m in range(n):
                y_new[m] = ends.shift[m]
        if not project(flow, projection, t_new, y_new):
            return CONSTRAINTS_OPEN
    for m in range(n):
        ends.shift[m] = y_new[m] - ends.shift[m]
    if not method.equations.rates(method, t_new):
        return NOT_FINITE
    flow.pivot[2] = flow.f[n]
    return RUN_DONE


@loop
def newton_tolerance(rtol: float) -> float:
    """What Newton's method may leave, in units of the tolerance (κ of section IV.8)."""
    return max(10.0 * ROUNDING_UNIT / rtol, min(0.03, float(np.sqrt(rtol))))


@loop
def solved_stages(method: ImplicitMethod, t: float, h: float, closely: bool) -> int:
    """Newton's method with what is known of the steps before."""
    if not prepare_stages(method, t, h):
        return NOT_FINITE
    predict_stages(method, h)
    kappa = newton_tolerance(method.ends.rtol[0]) * (CLOSELY if closely else 1.0)
    return solve_stages(method, t, h, kappa) if method.order > 0 else solve_fixed_stages(method, t, h, kappa)


@loop
def go_across(method: ImplicitMethod, h: float) -> None:
    """A step of a few roundings of time, by the rates at its start.

    Just before a jump of forces rounding decides on which side of it a stage lies, so that Newton's method finds none.
    """
    memory, f_0, last = method.work, method.ends.f_0, len(method.ends.y) - 1
    for i in range(len(method.table.c)):
        memory.f[i, last] = f_0[last]
        for m in range(last):
            memory.z[i, m] = method.table.c[i] * h * f_0[m]
    conclude_stages(method, h)
    memory.flag[HAS_JACOBIAN], memory.flag[BEFORE_KINK] = 0, 0


@loop
def try_stages(
    method: ImplicitMethod, record: StepRecord, h: float, t_new: float, shortened: bool
) -> tuple[int, float]:
    """(status, error) of a step. One that ends at an event solves for the stages as closely as events need it.

    So does one of a given length, which has no error to compare with; where it fails, it begins anew with nothing of
    the past, as no shorter one follows.
    """
    t, flag, is_fixed = record.clock[T], method.work.flag, method.order == 0
    code = solved_stages(method, t, h, shortened or is_fixed)
    if code != RUN_DONE and is_fixed and (flag[HAS_BEFORE] or not flag[IS_FRESH]):
        flag[HAS_JACOBIAN], flag[HAS_BEFORE] = 0, 0
        code = solved_stages(method, t, h, True)
    if code != RUN_DONE and flag[BEFORE_KINK] and is_collapsed(record, 0.5 * h):
        go_across(method, h)
        return finish_stages(method, h, t_new), 0.0
    if code != RUN_DONE:
        return code, 0.0
    method.equations.conclude(method, t, h)
    conclude_stages(method, h)
    error = 0.0 if is_fixed else stage_error(method, t, h)
    if not error <= 1.0:
        return RUN_DONE, error
    return finish_stages(method, h, t_new), error


@loop
def stage_growth(method: ImplicitMethod, error: float) -> float:
    """h_new / h as the error and the number of Newton's steps ask for."""
    most = 2.0 * STAGE_ITERATIONS
    safety = min(STAGE_SAFETY, STAGE_SAFETY * (1.0 + most) / (method.work.flag[NEWTON_ITERATIONS] + most))
    return step_ratio(error, 1.0 / (method.order + 1), safety, STAGE_SLOWEST, STAGE_FASTEST)


@loop
def shorten_stages(method: ImplicitMethod, code: int, error: float, h: float) -> float:
    """The step to try after one that failed."""
    flag = method.work.flag
    flag[HAS_JACOBIAN] = flag[HAS_JACOBIAN] and flag[IS_FRESH]
    method.work.state[DECAY] = 1.0
    if code != RUN_DONE:
        # The last polynomial continued is the best guess for a shorter step too, unless there is a kink ahead of it.
        flag[HAS_BEFORE] = flag[HAS_BEFORE] and not flag[WAS_REJECTED]
        flag[WAS_REJECTED] = 1
        return h * 0.5
    flag[WAS_REJECTED] = 1
    return h * min(1.0 / 1.1, stage_growth(method, error))


@loop
def grow_stages(method: ImplicitMethod, record: StepRecord, error: float, h: float, rejected: bool) -> None:
    """The next step, with Gustafsson's prediction from the last two errors; kept as it is where little would change."""
    state, flag, power = method.work.state, method.work.flag, 1.0 / (method.order + 1)
    ratio = stage_growth(method, error)
    if state[H_ACCEPTED] > 0.0 and error > 0.0:
        predicted = predicted_ratio(error, state[ERROR_ACCEPTED], h, state[H_ACCEPTED], power, STAGE_SAFETY)
        ratio = min(ratio, max(STAGE_SLOWEST, predicted))
    state[H_ACCEPTED], state[ERROR_ACCEPTED] = h, max(1e-2, error)
    if flag[WAS_REJECTED]:
        ratio = min(ratio, 1.0)
    keeps = state[THETA] <= method.table.slow
    flag[HAS_JACOBIAN] = flag[HAS_JACOBIAN] and keeps
    record.clock[H] = h if keeps and 1.0 <= ratio <= 1.25 else h * ratio


@loop
def pass_on_stages(method: ImplicitMethod, record: StepRecord, h: float, shortened: bool) -> None:
    """What the next step needs of this one."""
    memory, ends, flag = method.work, method.ends, method.work.flag
    for m in range(len(ends.y)):
        ends.f_0[m] = ends.f_1[m]
        for j in range(len(ends.dense)):
            memory.before[j, m] = ends.dense[j, m]
    memory.state[H_PREVIOUS] = h
    method.equations.keep(method, record.clock[T])
    if method.order == 0 and flag[NEWTON_ITERATIONS] > FEW_STAGE_ITERATIONS:
        flag[HAS_JACOBIAN] = 0
    flag[BEFORE_KINK] = flag[BEFORE_KINK] and shortened
    flag[HAS_BEFORE], flag[IS_FRESH], flag[WAS_REJECTED] = 1, 0, 0


@loop
def forget_stages(method: ImplicitMethod) -> None:
    """What is known of the past does not hold after an event."""
    state, flag = method.work.state, method.work.flag
    for k in range(len(flag)):
        flag[k] = 0
    state[H_ACCEPTED], state[DECAY] = 0.0, 1.0


@loop
def kink_in_stages(
    method: ImplicitMethod, watch: Watch, record: StepRecord, h: float, t_new: float, error: float, shortened: bool
) -> tuple[int, float, float, float]:
    """(status, error; the length of a step up to a kink in one that failed, or 0; the longest step to try otherwise).

    It ends a few roundings of time before the kink: a last stage from beyond a jump would spoil all of the step. One
    across the kink, which is no longer than these roundings, is taken: they are all that it misses.
    """
    flow, ends, t = method.flow, method.ends, record.clock[T]
    if not kink_crossed(flow, watch, t + h, ends.y_new):
        return RUN_DONE, error, 0.0, h
    for i in range(len(ends.shift)):
        ends.shift[i] = 0.0
    part = part_before(flow, watch, record, ends, t, h)
    if part >= TAKE and not shortened:
        return RUN_DONE, error, 0.0, h
    if part >= TAKE and (is_collapsed(record, h) or record.count[LANDING] >= ATTEMPTS):
        if error < BEYOND:
            return finish_stages(method, h, t_new), 0.99, 0.0, h
        return RUN_DONE, error, 0.0, h
    if part < TAKE and not is_credible(record, part, h):
        return RUN_DONE, error, 0.0, NEARER * h
    record.count[LANDING] += 1
    method.work.flag[BEFORE_KINK] = 1
    return RUN_DONE, error, step_up_to(record, min(part, 1.0), h), h


IMPLICIT_LOOPS = MarchLoops(
    try_step=try_stages,
    kink=kink_in_stages,
    shorten=shorten_stages,
    grow=grow_stages,
    pass_on=pass_on_stages,
    forget=forget_stages,
)


def implicit_method(
    flow: Flow, projection: Projection, tangent: Any, systems: Any, basis: StageBasis, order: int
) -> ImplicitMethod:
    """A method with memory of its own; `order` is that of its error estimate, 0 for steps of a given length."""
    n, table = len(flow.f) - 1, implicit_table(basis)
    work, ends = implicit_memory(table, n), step_ends(n, len(table.dense))
    method = ImplicitMethod(IMPLICIT_LOOPS, TREE_STAGES, flow, projection, order, tangent, systems, table, work, ends)
    forget_stages(method)
    return method
