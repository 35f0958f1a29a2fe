r"""Radau IIA: stages by simplified Newton, one real and one complex system for all of them.

With z_i = Y_i − y₀ and W = T⁻¹z, Newton's method on Λ W = h T⁻¹ F(T W) splits into

$$ (\gamma/h - J)\,\Delta w_1 = \dots, \qquad ((\alpha + i\beta)/h - J)(\Delta w_2 + i\,\Delta w_3) = \dots $$

E. Hairer, G. Wanner, Solving Ordinary Differential Equations II, section IV.8. The energy integral, on which nothing
depends, is integrated by the collocation's own quadrature.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from ...kernels.loops import loop
from ..control import predicted_ratio, step_ratio
from ..powers import portable_power
from ..status import CONSTRAINTS_OPEN, EVENT, NEWTON_FAILED, NOT_FINITE, RANK_LOST, RUN_DONE, RUNNING, STEP_COLLAPSED
from .event_search import TAKE, Watch
from .event_step import first_landing, kink_crossed, part_before
from .first_step import first_native_step
from .flow import Flow, evaluate_flow
from .projection import Projection, approach, project
from .radau_work import (
    DECAY,
    ERROR_ACCEPTED,
    H_ACCEPTED,
    H_FACTORED,
    H_PREVIOUS,
    HAS_BEFORE,
    HAS_JACOBIAN,
    IS_FRESH,
    KAPPA,
    NEWTON_TURNS,
    THETA,
    WAS_REJECTED,
    RadauTable,
    RadauWork,
    forget,
)
from .record import LANDING, REJECTED, T_END, H, StepRecord, T, meets_singularity
from .restart import begin_again
from .shifted_systems import factor_shifted, factor_shifted_complex, solve_shifted, solve_shifted_complex
from .step_control import NEARER, end_of, gate, is_collapsed, is_credible, landing_step, next_step, reject, take_step
from .step_history import follow
from .tangent import Tangent, differentiate

RADAU_SAFETY, RADAU_SLOWEST, RADAU_FASTEST = 0.9, 0.2, 8.0
"""Part of the step that just meets the tolerance; bounds of the ratio of one step to the one before."""
RADAU_NEWTON_STEPS = 8
"""Newton's steps."""
OVERSHOOT = 100.0
"""By how much the second of Newton's steps may be larger than the first."""
RADAU_NEWTON_ROUNDING = 0.01
"""What may be left of a change, in units of the tolerance, where round-off lets it get no smaller."""
BEYOND = 100.0
"""Errors, in units of the tolerance, that a step to a kink may have from ending a few roundings of time behind it."""
TRUST = 1e-4
"""How much smaller the second correction of Newton's method is at best, before it is seen."""
SLOW_CONVERGENCE = 1e-3
"""Rate of convergence from which on the Jacobian is computed anew for the next step."""


@loop
def factor_radau(flow: Flow, tangent: Tangent, table: RadauTable, memory: RadauWork, t: float, h: float) -> bool:
    """Sees to it that there are a Jacobian and factors for steps of h."""
    state, flag = memory.state, memory.flag
    if not flag[HAS_JACOBIAN]:
        if not differentiate(flow, tangent, t, memory.y):
            return False
        flag[HAS_JACOBIAN], flag[IS_FRESH] = 1, 1
        state[H_FACTORED] = 0.0
    if state[H_FACTORED] == h:
        return True
    state[H_FACTORED] = h
    if not factor_shifted(memory.systems, table.gamma / h):
        return False
    return bool(factor_shifted_complex(memory.systems, table.alpha / h, table.beta / h))


@loop
def begin(table: RadauTable, memory: RadauWork, h: float) -> None:
    """The stages that Newton's method starts from: the last polynomial continued, or no change at all."""
    n = len(memory.y) - 1
    longer = h / memory.state[H_PREVIOUS] if memory.flag[HAS_BEFORE] else 0.0
    for i in range(3):
        theta = 1.0 + table.c[i] * longer
        for m in range(n):
            b_0, b_1, b_2 = memory.before[0, m], memory.before[1, m], memory.before[2, m]
            memory.z[i, m] = theta * (b_0 + theta * (b_1 + theta * b_2)) - (b_0 + b_1 + b_2)
            if not memory.flag[HAS_BEFORE]:
                memory.z[i, m] = 0.0
    mix(table.t_inverse, memory.z, memory.w, n)


@loop
def mix(matrix: Any, source: Any, result: Any, n: int) -> None:
    """result = matrix · source, over three rows of n entries."""
    for i in range(3):
        for m in range(n):
            result[i, m] = matrix[i, 0] * source[0, m] + matrix[i, 1] * source[1, m] + matrix[i, 2] * source[2, m]


@loop
def stage_rates(flow: Flow, table: RadauTable, memory: RadauWork, t: float, h: float) -> bool:
    """f at the three stages."""
    n = len(memory.y) - 1
    memory.trial[n] = memory.y[n]
    for i in range(3):
        for m in range(n):
            memory.trial[m] = memory.y[m] + memory.z[i, m]
        if not evaluate_flow(flow, t + table.c[i] * h, memory.trial, memory.f[i]):
            return False
    return True


@loop
def correct_radau(table: RadauTable, memory: RadauWork, h: float) -> float:
    """One step of Newton's method; its size in units of the tolerance."""
    n, right, w = len(memory.y) - 1, memory.right, memory.w
    mix(table.t_inverse, memory.f, right, n)
    gamma, alpha, beta = table.gamma / h, table.alpha / h, table.beta / h
    for m in range(n):
        right[0, m] -= gamma * w[0, m]
        right[1, m] -= alpha * w[1, m] - beta * w[2, m]
        right[2, m] -= beta * w[1, m] + alpha * w[2, m]
    solve_shifted(memory.systems, gamma, right[0])
    solve_shifted_complex(memory.systems, alpha, beta, right[1], right[2])
    total = 0.0
    for i in range(3):
        for m in range(n):
            w[i, m] += right[i, m]
            total += (right[i, m] / (memory.scale[m] + memory.rtol * abs(memory.y[m]))) ** 2
    mix(table.t, w, memory.z, n)
    return float(np.sqrt(total / (3 * n)))


@loop
def solve_stages(flow: Flow, table: RadauTable, memory: RadauWork, t: float, h: float, kappa: float) -> int:
    """Newton's method for the stages: DONE, or NEWTON or NOT_FINITE where it fails.

    Where steps stop shrinking well below what a plain step asks for, round-off is all that is left.
    """
    state = memory.state
    # The first correction alone is never believed by more than that: a kink may lie between it and the guess.
    last, ratio = 0.0, portable_power(max(state[DECAY], TRUST), 0.8) if memory.flag[HAS_BEFORE] else 1.0
    state[THETA] = 0.0
    for turn in range(RADAU_NEWTON_STEPS):
        memory.flag[NEWTON_TURNS] = turn + 1
        if not stage_rates(flow, table, memory, t, h):
            return NOT_FINITE
        size = correct_radau(table, memory, h)
        if not np.isfinite(size):
            return NEWTON_FAILED
        if turn > 0:
            theta = size / last if last > 0.0 else 0.0
            state[THETA] = theta
            if theta >= 0.99:
                if turn > 1 or size <= RADAU_NEWTON_ROUNDING or theta > OVERSHOOT:
                    return RUN_DONE if size <= RADAU_NEWTON_ROUNDING else NEWTON_FAILED
                # The second correction may be the larger one: what bends overestimates its stretch at first, and a
                # guess may meet the tolerance on this side of a kink that a stage has gone across.
                last = size
                continue
            ratio = theta / (1.0 - theta)
            ahead = ratio * size * portable_power(theta, RADAU_NEWTON_STEPS - 1 - turn)
            if turn > 1 and ahead > max(kappa, RADAU_NEWTON_ROUNDING):
                return NEWTON_FAILED
        last = size
        if ratio * size <= kappa:
            state[DECAY] = ratio
            return RUN_DONE
    return RUN_DONE if last <= RADAU_NEWTON_ROUNDING else NEWTON_FAILED


@loop
def work(table: RadauTable, memory: RadauWork, h: float) -> None:
    """The energy integral at the stages, and the polynomial of the step."""
    n = len(memory.y)
    for i in range(3):
        total = 0.0
        for j in range(3):
            total += table.a[i, j] * memory.f[j, n - 1]
        memory.z[i, n - 1] = h * total
    mix(table.dense, memory.z, memory.dense, n)
    for m in range(n):
        memory.y_new[m] = memory.y[m] + memory.z[2, m]


@loop
def estimate(table: RadauTable, memory: RadauWork, f: Any, h: float) -> float:
    """The error in units of the tolerance, (γ/h − J)⁻¹ (f + Σ error_i z_i / h); leaves it in `memory.error`."""
    n = len(memory.y) - 1
    for m in range(n):
        past = table.error[0] * memory.z[0, m] + table.error[1] * memory.z[1, m] + table.error[2] * memory.z[2, m]
        memory.error[m] = f[m] + past / h
    solve_shifted(memory.systems, table.gamma / h, memory.error)
    total = 0.0
    for m in range(n):
        size = max(abs(memory.y[m]), abs(memory.y_new[m]))
        total += (memory.error[m] / (memory.scale[m] + memory.rtol * size)) ** 2
    return max(float(np.sqrt(total / n)), 1e-10)


@loop
def radau_error(flow: Flow, table: RadauTable, memory: RadauWork, t: float, h: float) -> float:
    """The estimated error; where it is large at first, once more with f at the erroneous state (IV.8.20)."""
    error = estimate(table, memory, memory.f_0, h)
    if error >= 1.0 and (memory.flag[WAS_REJECTED] or not memory.flag[HAS_BEFORE]):
        n = len(memory.y) - 1
        for m in range(n):
            memory.trial[m] = memory.y[m] + memory.error[m]
        memory.trial[n] = memory.y[n]
        if evaluate_flow(flow, t, memory.trial, memory.f_1):
            error = estimate(table, memory, memory.f_1, h)
    return error


@loop
def finish_radau(flow: Flow, table: RadauTable, closing: Projection, memory: RadauWork, t_new: float) -> int:
    """Projects y_new and evaluates the rates there."""
    n, y_new = len(memory.y), memory.y_new
    for m in range(n):
        memory.shift[m] = y_new[m]
    if closing.active[0]:
        kappa = table.gamma / memory.state[H_FACTORED]
        if not approach(flow, closing, t_new, y_new, memory.systems, kappa, memory.right[0]):
            for m in range(n):
                y_new[m] = memory.shift[m]
        if not project(flow, closing, t_new, y_new):
            return CONSTRAINTS_OPEN
    for m in range(n):
        memory.shift[m] = memory.y_new[m] - memory.shift[m]
    if not evaluate_flow(flow, t_new, memory.y_new, memory.f_1):
        return NOT_FINITE
    flow.pivot[2] = flow.f[n]
    return RUN_DONE


@loop
def try_radau(
    flow: Flow,
    tangent: Tangent,
    table: RadauTable,
    memory: RadauWork,
    closing: Projection,
    t: float,
    h: float,
    t_new: float,
    exact: bool,
) -> tuple[int, float]:
    """(status, error) of a step. An `exact` one solves for the stages as closely as events need it."""
    if not factor_radau(flow, tangent, table, memory, t, h):
        return NOT_FINITE, 0.0
    begin(table, memory, h)
    code = solve_stages(flow, table, memory, t, h, memory.state[KAPPA] * (1e-4 if exact else 1.0))
    if code != RUN_DONE:
        return code, 0.0
    work(table, memory, h)
    error = radau_error(flow, table, memory, t, h)
    if not error < 1.0:
        return RUN_DONE, error
    return finish_radau(flow, table, closing, memory, t_new), error


@loop
def radau_growth(memory: RadauWork, error: float) -> float:
    """h_new / h as the error and the effort of Newton's method ask for."""
    safety = min(
        RADAU_SAFETY,
        RADAU_SAFETY * (1.0 + 2.0 * RADAU_NEWTON_STEPS) / (memory.flag[NEWTON_TURNS] + 2.0 * RADAU_NEWTON_STEPS),
    )
    return step_ratio(error, 0.25, safety, RADAU_SLOWEST, RADAU_FASTEST)


@loop
def retry(memory: RadauWork, record: StepRecord, code: int, error: float, h: float) -> float:
    """The step to try after one that failed."""
    flag = memory.flag
    flag[HAS_JACOBIAN] = flag[HAS_JACOBIAN] and flag[IS_FRESH]
    memory.state[DECAY] = 1.0
    if code != RUN_DONE:
        # The last polynomial continued is the best guess for a shorter step too, unless there is a kink ahead of it.
        flag[HAS_BEFORE] = flag[HAS_BEFORE] and not flag[WAS_REJECTED]
        flag[WAS_REJECTED] = 1
        return h * 0.5
    flag[WAS_REJECTED] = 1
    return h * min(1.0 / 1.1, radau_growth(memory, error))


@loop
def pace(memory: RadauWork, record: StepRecord, error: float, h: float) -> None:
    """The next step, with Gustafsson's prediction from the last two errors; kept as it is where little would change."""
    state, flag = memory.state, memory.flag
    ratio = radau_growth(memory, error)
    if state[H_ACCEPTED] > 0.0 and error > 0.0:
        predicted = predicted_ratio(error, state[ERROR_ACCEPTED], h, state[H_ACCEPTED], 0.25, RADAU_SAFETY)
        ratio = min(ratio, max(RADAU_SLOWEST, predicted))
    state[H_ACCEPTED], state[ERROR_ACCEPTED] = h, max(1e-2, error)
    if flag[WAS_REJECTED]:
        ratio = min(ratio, 1.0)
    keeps = state[THETA] <= SLOW_CONVERGENCE
    flag[HAS_JACOBIAN] = flag[HAS_JACOBIAN] and keeps
    record.clock[H] = h if keeps and 1.0 <= ratio <= 1.25 else h * ratio


@loop
def pass_on_radau(memory: RadauWork, h: float) -> None:
    """What the next step needs of this one."""
    flag = memory.flag
    for m in range(len(memory.y)):
        memory.f_0[m] = memory.f_1[m]
        for j in range(3):
            memory.before[j, m] = memory.dense[j, m]
    memory.state[H_PREVIOUS] = h
    flag[HAS_BEFORE], flag[IS_FRESH], flag[WAS_REJECTED] = 1, 0, 0


@loop
def kink_in_radau(
    flow: Flow, memory: RadauWork, watch: Watch, record: StepRecord, t: float, h: float
) -> tuple[float, bool, float]:
    """(the part of a failed step before a kink, or TAKE; whether it ends at one; the longest step to try next)."""
    if not kink_crossed(flow, watch, t + h, memory.y_new):
        return TAKE, False, h
    for i in range(len(memory.shift)):
        memory.shift[i] = 0.0
    part = part_before(flow, watch, record, memory, t, h)
    if part >= TAKE:
        return TAKE, True, h
    if not is_credible(record, part, h):
        return TAKE, False, NEARER * h
    record.count[LANDING] += 1
    return part, False, h


@loop
def landing_in(flow: Flow, memory: RadauWork, watch: Watch, record: StepRecord, t: float, h: float) -> float:
    """The part of an accurate step up to the first event that ends steps, or TAKE."""
    watch.fired[1] = -1
    if not len(watch.value):
        return TAKE
    return first_landing(flow, watch, record, memory, t, h)


@loop
def advance_radau(
    flow: Flow,
    tangent: Tangent,
    table: RadauTable,
    memory: RadauWork,
    closing: Projection,
    watch: Watch,
    record: StepRecord,
    budget: int,
) -> int:
    """Goes on until the end, an event that ends a step, full memory, or `budget` steps; returns the reason.

    On entry `memory.f_0` holds f at the present state; a step of zero asks for one to begin with.
    """
    h, shortened = record.clock[H], False
    while True:
        if not shortened:
            code = gate(record, watch, budget)
            if code != RUNNING:
                return code
            first_radau_step(flow, memory, record)
            h = next_step(record, True)
            if is_collapsed(record, h):
                return STEP_COLLAPSED
        t, t_new = record.clock[T], end_of(record, h)
        code, error = try_radau(flow, tangent, table, memory, closing, t, h, t_new, shortened)
        longest = h
        if code == RUN_DONE and not error < 1.0 and len(watch.value):
            part, ends_there, longest = kink_in_radau(flow, memory, watch, record, t, h)
            if part < TAKE:
                record.count[REJECTED] += 1
                h, shortened = landing_step(record, part, h), True
                continue
            if shortened and ends_there and error < BEYOND:
                # It ends at the kink; the roundings of time by which it goes beyond are all that it misses.
                code, error = finish_radau(flow, table, closing, memory, t_new), 0.99
        if code != RUN_DONE or not error < 1.0:
            h = min(retry(memory, record, code, error, h), longest)
            if is_collapsed(record, h):
                return code if code != RUN_DONE else STEP_COLLAPSED
            reject(record, h)
            shortened = False
            continue
        part = landing_in(flow, memory, watch, record, t, h)
        if part < TAKE:
            h, shortened = landing_step(record, part, h), True
            continue
        if not shortened:
            pace(memory, record, error, h)
        if closing.active[0]:
            follow(memory.track, record, memory.y, memory.f_0)
        take_step(flow, record, h, t_new, memory.y, memory.y_new, memory.dense, memory.shift)
        pass_on_radau(memory, h)
        budget -= 1
        shortened = False
        if watch.fired[1] >= 0:
            forget(memory)
            return EVENT
        if closing.active[0] and meets_singularity(flow, record, True):
            return RANK_LOST


@loop
def restart_radau(
    flow: Flow,
    tangent: Tangent,
    table: RadauTable,
    memory: RadauWork,
    closing: Projection,
    watch: Watch,
    record: StepRecord,
) -> int:
    """Takes the state in `memory.y` to go on from, for callers outside Python; RUN_DONE, or why it is impossible."""
    if closing.active[0] and not project(flow, closing, record.clock[T], memory.y):
        return CONSTRAINTS_OPEN
    begin_again(flow, watch, record, memory.y)
    forget(memory)
    if not evaluate_flow(flow, record.clock[T], memory.y, memory.f_0):
        return NOT_FINITE
    record.clock[H] = 0.0
    return RUN_DONE


@loop
def first_radau_step(flow: Flow, memory: RadauWork, record: StepRecord) -> None:
    """Leaves a step to begin with where there is none, as the order of the error estimate asks for."""
    if record.clock[H] != 0.0:
        return
    t, span = record.clock[T], record.clock[T_END] - record.clock[T]
    y, f, trial, scale = memory.y, memory.f_0, memory.trial, memory.scale
    record.clock[H] = first_native_step(flow, flow.rhs, flow.f, t, y, f, trial, scale, memory.rtol, 3, span)
