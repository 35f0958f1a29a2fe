r"""Implicit Runge–Kutta methods: stages by simplified Newton, for any table of coefficients.

With z_i = Y_i − y₀ and W = T⁻¹z, Newton's method on Λ W = h T⁻¹ F(T W), A⁻¹ T = T Λ, splits into

$$ (\gamma/h - J)\,\Delta w_i = \dots, \qquad ((\alpha + i\beta)/h - J)(\Delta w_j + i\,\Delta w_{j+1}) = \dots $$

one system for every block on the diagonal of Λ; entries left of them bring what is known of rows before. Diagonally
implicit methods have T = 1, where all blocks are 1/a_ii; the three stages of Radau IIA take a real and a complex
system (E. Hairer, G. Wanner, Solving Ordinary Differential Equations II, section IV.8). Factors are kept of one real
and one complex system: tables with several others have them made anew. A first stage that is explicit, f at the start
of the step, is known. The energy integral, on which nothing depends, is integrated by the method's own quadrature.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np

from ...kernels.loops import loop
from ..control import predicted_ratio, step_ratio
from ..powers import portable_power
from ..status import CONSTRAINTS_OPEN, NEWTON_FAILED, NOT_FINITE, RUN_DONE
from ..tableaus.stage_basis import StageBasis
from .event_search import TAKE, Watch
from .event_step import kink_crossed, part_before
from .flow import Flow, evaluate_flow
from .implicit_rk_work import (
    DECAY,
    ERROR_ACCEPTED,
    H_ACCEPTED,
    H_PREVIOUS,
    HAS_BEFORE,
    HAS_JACOBIAN,
    IS_FRESH,
    NEWTON_TURNS,
    PAIR_IM,
    PAIR_RE,
    SHIFT_FACTORED,
    THETA,
    WAS_REJECTED,
    ImplicitTable,
    ImplicitWork,
    implicit_memory,
    implicit_table,
)
from .march import MarchLoops
from .projection import Projection, approach, project
from .record import LANDING, H, StepRecord, T
from .shifted_systems import (
    factor_shifted,
    factor_shifted_complex,
    solve_shifted,
    solve_shifted_complex,
)
from .step_control import NEARER, is_credible, landing_step
from .step_ends import StepEnds, step_ends
from .tangent import differentiate

STAGE_SAFETY, STAGE_SLOWEST, STAGE_FASTEST = 0.9, 0.2, 8.0
"""Part of the step that just meets the tolerance; bounds of the ratio of one step to the one before."""
STAGE_TURNS, FIXED_STAGE_TURNS, FEW_STAGE_TURNS = 8, 30, 4
"""Newton's steps; the same where a step cannot be made shorter, and how many of them make do with a Jacobian of old."""
CLOSELY = 1e-4
"""Part of what Newton's method may leave elsewhere, in steps to events and in steps of a given length."""
OVERSHOOT = 100.0
"""By how much the second of Newton's steps may be larger than the first."""
STAGE_ROUNDING = 0.01
"""What may be left of a change, in units of the tolerance, where round-off lets it get no smaller."""
BEYOND = 100.0
"""Errors, in units of the tolerance, that a step to a kink may have from ending a few roundings of time behind it."""
TRUST = 1e-4
"""How much smaller the second correction of Newton's method is at best, before it is seen."""
ROUNDING_UNIT = float(np.finfo(float).eps)
"""The distance from 1 to the next number."""


class StageLoops(NamedTuple):
    """The equations of a step: all that its march does not know of the system, known when it is compiled."""

    move: Any
    """(method, i): the state of stage i into `ends.trial`."""
    residual: Any
    """(method, i, t, h) → whether it is finite: what the equations leave at that state; of a tree, rates in
    `work.f[i]`."""
    differentiate: Any
    """(method, t) → whether it is finite: the tangent J at `ends.y`."""
    factor: Any
    """(systems, κ) → whether there are factors: of κ − J."""
    factor_pair: Any
    """(systems, α, β) → the same of α + iβ − J."""
    solve: Any
    """(systems, κ, b): b becomes x with (κ − J) x = b."""
    push: Any
    """(method, h): right sides of Newton's method into `work.right`, a row for every row of W."""
    solve_row: Any
    """(method, κ, i): row i of them becomes the change of W."""
    solve_pair: Any
    """(method, α, β, i): the same of rows i and i + 1, which are one complex row."""
    change: Any
    """(method): what else changes with W."""
    conclude: Any
    """(method, t, h): the power at the stages that were found, into the last column of `work.f`."""
    rates: Any
    """(method, t_new) → whether they are finite: the rates at `ends.y_new` into `ends.f_1`."""
    keep: Any
    """(method, t_new): the step is taken, and what is known of it stays for the next ones."""


class ImplicitMethod(NamedTuple):
    """An implicit Runge–Kutta method on its way."""

    loops: MarchLoops
    equations: StageLoops
    flow: Flow
    closing: Projection
    order: int
    tangent: Any
    """What `equations` need to know of derivatives: of a tree, a `Tangent`."""
    systems: Any
    """What they solve systems with: of a tree, `ShiftedSystems`."""
    table: ImplicitTable
    work: ImplicitWork
    ends: StepEnds


@loop
def differentiate_tree(method: ImplicitMethod, t: float) -> bool:
    """The exact derivatives."""
    return differentiate(method.flow, method.tangent, t, method.ends.y)


@loop
def push_tree(method: ImplicitMethod, h: float) -> None:
    """T⁻¹F − Λ W / h."""
    table, memory = method.table, method.work
    right, n = memory.right, memory.right.shape[1]
    mix(table.t_inverse, memory.f, right, n)
    for i in range(len(right)):
        subtract_rows(method, i, table.first[i], i + 1 + table.paired[i], h, memory.w, n)


@loop
def solve_tree_row(method: ImplicitMethod, kappa: float, i: int) -> None:
    """(κ − J) x = b."""
    solve_shifted(method.systems, kappa, method.work.right[i])


@loop
def solve_tree_pair(method: ImplicitMethod, alpha: float, beta: float, i: int) -> None:
    """(α + iβ − J)(x + iy) = b + ic."""
    solve_shifted_complex(method.systems, alpha, beta, method.work.right[i], method.work.right[i + 1])


@loop
def no_change(method: ImplicitMethod) -> None:
    """W are all unknowns."""


@loop
def with_rates(method: ImplicitMethod, t: float, h: float) -> None:
    """The power came with the rates."""


@loop
def end_rates(method: ImplicitMethod, t_new: float) -> bool:
    """f at the end of the step."""
    return evaluate_flow(method.flow, t_new, method.ends.y_new, method.ends.f_1)


@loop
def nothing_to_keep(method: ImplicitMethod, t_new: float) -> None:
    """Stages are predicted from the polynomial of the step."""


@loop
def stage_state(method: ImplicitMethod, i: int) -> None:
    """y + z_i."""
    ends, z, n = method.ends, method.work.z, len(method.ends.y) - 1
    ends.trial[n] = ends.y[n]
    for m in range(n):
        ends.trial[m] = ends.y[m] + z[i, m]


@loop
def stage_rate(method: ImplicitMethod, i: int, t: float, h: float) -> bool:
    """f at the state in `ends.trial`."""
    return evaluate_flow(method.flow, t, method.ends.trial, method.work.f[i])


@loop
def hold_factors(method: ImplicitMethod, kappa: float) -> bool:
    """Sees to it that the real factors are those of κ − J."""
    state = method.work.state
    if state[SHIFT_FACTORED] == kappa:
        return True
    state[SHIFT_FACTORED] = kappa if method.equations.factor(method.systems, kappa) else 0.0
    return bool(state[SHIFT_FACTORED] != 0.0)


@loop
def hold_pair(method: ImplicitMethod, alpha: float, beta: float) -> bool:
    """Sees to it that the complex factors are those of α + iβ − J."""
    state = method.work.state
    if state[PAIR_RE] == alpha and state[PAIR_IM] == beta:
        return True
    state[PAIR_RE], state[PAIR_IM] = alpha, beta
    if method.equations.factor_pair(method.systems, alpha, beta):
        return True
    state[PAIR_RE], state[PAIR_IM] = 0.0, 0.0
    return False


@loop
def prepare_stages(method: ImplicitMethod, t: float) -> bool:
    """Sees to it that there is a Jacobian."""
    state, flag = method.work.state, method.work.flag
    if flag[HAS_JACOBIAN]:
        return True
    if not method.equations.differentiate(method, t):
        return False
    flag[HAS_JACOBIAN], flag[IS_FRESH] = 1, 1
    state[SHIFT_FACTORED], state[PAIR_RE], state[PAIR_IM] = 0.0, 0.0, 0.0
    return True


@loop
def predict_stages(method: ImplicitMethod, h: float) -> None:
    """The stages that Newton's method starts from: the last polynomial continued, or no change at all."""
    table, memory, n = method.table, method.work, len(method.ends.y) - 1
    longer, last = h / memory.state[H_PREVIOUS] if memory.flag[HAS_BEFORE] else 0.0, len(table.dense) - 1
    for i in range(len(table.c)):
        theta = 1.0 + table.c[i] * longer
        for m in range(n):
            ahead, end = memory.before[last, m], memory.before[0, m]
            for j in range(last):
                ahead = memory.before[last - 1 - j, m] + theta * ahead
                end += memory.before[j + 1, m]
            memory.z[i, m] = theta * ahead - end if memory.flag[HAS_BEFORE] else 0.0
    if table.has_start:
        add_start(method, -h if memory.flag[HAS_BEFORE] else 0.0)
    mix(table.t_inverse, memory.z, memory.w, n)
    if table.has_start:
        add_start(method, h)


@loop
def add_start(method: ImplicitMethod, h: float) -> None:
    """What an explicit first stage adds to others."""
    start, z, f_0 = method.table.start, method.work.z, method.ends.f_0
    for i in range(len(start)):
        for m in range(len(f_0) - 1):
            z[i, m] += h * start[i] * f_0[m]


@loop
def mix(matrix: Any, source: Any, result: Any, n: int) -> None:
    """result = matrix · source, over rows of n entries."""
    for i in range(matrix.shape[0]):
        for m in range(n):
            result[i, m] = matrix[i, 0] * source[0, m]
        for j in range(1, matrix.shape[1]):
            by = matrix[i, j]
            for m in range(n):
                result[i, m] += by * source[j, m]


@loop
def stage_rates(method: ImplicitMethod, t: float, h: float) -> bool:
    """What the equations leave at all stages."""
    for i in range(len(method.table.c)):
        method.equations.move(method, i)
        if not method.equations.residual(method, i, t + method.table.c[i] * h, h):
            return False
    return True


@loop
def subtract_rows(method: ImplicitMethod, i: int, first: int, last: int, h: float, by: Any, n: int) -> None:
    """Subtracts Λ_ij / h times rows of `by` from n entries of row i of the right sides, j from `first` to `last`."""
    right, shifts = method.work.right, method.table.shifts
    if first >= last:
        return
    for m in range(n):
        total = shifts[i, first] / h * by[first, m]
        for j in range(first + 1, last):
            total += shifts[i, j] / h * by[j, m]
        right[i, m] -= total


@loop
def solve_rows(method: ImplicitMethod, h: float) -> bool:
    """Right sides become changes of W, block by block; False where a block has no factors."""
    table, right, i = method.table, method.work.right, 0
    n = right.shape[1]
    while i < len(table.c):
        kappa = table.shifts[i, i] / h
        subtract_rows(method, i, table.first[i], i, h, right, n)
        if table.paired[i]:
            beta = table.shifts[i + 1, i] / h
            subtract_rows(method, i + 1, table.first[i + 1], i, h, right, n)
            if not hold_pair(method, kappa, beta):
                return False
            method.equations.solve_pair(method, kappa, beta, i)
            i += 1
        else:
            if not hold_factors(method, kappa):
                return False
            method.equations.solve_row(method, kappa, i)
        i += 1
    return True


@loop
def correct_stages(method: ImplicitMethod, h: float) -> float:
    """One step of Newton's method; its size in units of the tolerance, infinite where there are no factors."""
    table, memory, ends = method.table, method.work, method.ends
    n, s, rtol, right, w = len(ends.y) - 1, len(table.c), ends.rtol[0], memory.right, memory.w
    method.equations.push(method, h)
    if not solve_rows(method, h):
        return np.inf
    method.equations.change(method)
    total = 0.0
    for i in range(s):
        for m in range(n):
            w[i, m] += right[i, m]
            total += (right[i, m] / (ends.scale[m] + rtol * abs(ends.y[m]))) ** 2
    mix(table.t, w, memory.z, n)
    if table.has_start:
        add_start(method, h)
    return float(np.sqrt(total / (s * n)))


@loop
def solve_stages(method: ImplicitMethod, t: float, h: float, kappa: float) -> int:
    """Newton's method for the stages: DONE, or NEWTON or NOT_FINITE where it fails.

    Where steps stop shrinking well below what a plain step asks for, round-off is all that is left.
    """
    memory, state = method.work, method.work.state
    # The first correction alone is never believed by more than that: a kink may lie between it and the guess.
    last, ratio = 0.0, portable_power(max(state[DECAY], TRUST), 0.8) if memory.flag[HAS_BEFORE] else 1.0
    state[THETA] = 0.0
    for turn in range(STAGE_TURNS):
        memory.flag[NEWTON_TURNS] = turn + 1
        if not stage_rates(method, t, h):
            return NOT_FINITE
        size = correct_stages(method, h)
        if not np.isfinite(size):
            return NEWTON_FAILED
        if turn > 0:
            theta = size / last if last > 0.0 else 0.0
            state[THETA] = theta
            if theta >= 0.99:
                if turn > 1 or size <= STAGE_ROUNDING or theta > OVERSHOOT:
                    return RUN_DONE if size <= STAGE_ROUNDING else NEWTON_FAILED
                # The second correction may be the larger one: what bends overestimates its stretch at first, and a
                # guess may meet the tolerance on this side of a kink that a stage has gone across.
                last = size
                continue
            ratio = theta / (1.0 - theta)
            ahead = ratio * size * portable_power(theta, STAGE_TURNS - 1 - turn)
            if turn > 1 and ahead > max(kappa, STAGE_ROUNDING):
                return NEWTON_FAILED
        last = size
        if ratio * size <= kappa:
            state[DECAY] = ratio
            return RUN_DONE
    return RUN_DONE if last <= STAGE_ROUNDING else NEWTON_FAILED


@loop
def solve_fixed_stages(method: ImplicitMethod, t: float, h: float, kappa: float) -> int:
    """The same in steps of a given length, down to κ or to rounding: no shorter one follows where it gives up.

    Corrections are compared with those two turns before: with approximate factors every other one may be larger.
    """
    last, before = np.inf, np.inf
    for turn in range(FIXED_STAGE_TURNS):
        method.work.flag[NEWTON_TURNS] = turn + 1
        if not stage_rates(method, t, h):
            return NOT_FINITE
        size = correct_stages(method, h)
        if size <= kappa or (size <= STAGE_ROUNDING and size > 0.5 * before):
            return RUN_DONE
        if not size < OVERSHOOT * before:
            return NEWTON_FAILED
        last, before = size, last
    return NEWTON_FAILED


@loop
def conclude_stages(method: ImplicitMethod, h: float) -> None:
    """The energy integral at the stages, the end of the step, and its polynomial."""
    table, memory, ends, n = method.table, method.work, method.ends, len(method.ends.y)
    s, f_0 = len(table.c), method.ends.f_0
    for i in range(s):
        total = table.start[i] * f_0[n - 1]
        for j in range(s):
            total += table.a[i, j] * memory.f[j, n - 1]
        memory.z[i, n - 1] = h * total
    mix(table.dense, memory.z, ends.dense, n)
    for m in range(n):
        total = 0.0
        for i in range(s):
            total += table.end[i] * memory.z[i, m]
        ends.y_new[m] = ends.y[m] + total
    if table.has_start:
        for m in range(n):
            ends.y_new[m] += h * table.end_start * f_0[m]
            for j in range(len(table.dense)):
                ends.dense[j, m] += h * table.dense_start[j] * f_0[m]


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
    flow, closing, memory, ends = method.flow, method.closing, method.work, method.ends
    n, y_new = len(ends.y), ends.y_new
    for m in range(n):
        ends.shift[m] = y_new[m]
    if closing.active[0]:
        kappa = method.table.kappa / h
        if not (hold_factors(method, kappa) and approach(method, t_new, y_new, kappa, memory.right[0])):
            for m in range(n):
                y_new[m] = ends.shift[m]
        if not project(flow, closing, t_new, y_new):
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
    if not prepare_stages(method, t):
        return NOT_FINITE
    predict_stages(method, h)
    kappa = newton_tolerance(method.ends.rtol[0]) * (CLOSELY if closely else 1.0)
    return solve_stages(method, t, h, kappa) if method.order > 0 else solve_fixed_stages(method, t, h, kappa)


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
    most = 2.0 * STAGE_TURNS
    safety = min(STAGE_SAFETY, STAGE_SAFETY * (1.0 + most) / (method.work.flag[NEWTON_TURNS] + most))
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
    if method.order == 0 and flag[NEWTON_TURNS] > FEW_STAGE_TURNS:
        flag[HAS_JACOBIAN] = 0
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

    A step that ends at the kink is taken: the roundings of time by which it goes beyond are all that it misses.
    """
    flow, ends, t = method.flow, method.ends, record.clock[T]
    if not kink_crossed(flow, watch, t + h, ends.y_new):
        return RUN_DONE, error, 0.0, h
    for i in range(len(ends.shift)):
        ends.shift[i] = 0.0
    part = part_before(flow, watch, record, ends, t, h)
    if part >= TAKE:
        if shortened and error < BEYOND:
            return finish_stages(method, h, t_new), 0.99, 0.0, h
        return RUN_DONE, error, 0.0, h
    if not is_credible(record, part, h):
        return RUN_DONE, error, 0.0, NEARER * h
    record.count[LANDING] += 1
    return RUN_DONE, error, landing_step(record, part, h), h


IMPLICIT_LOOPS = MarchLoops(
    try_step=try_stages,
    kink=kink_in_stages,
    shorten=shorten_stages,
    grow=grow_stages,
    pass_on=pass_on_stages,
    forget=forget_stages,
)
TREE_STAGES = StageLoops(
    stage_state,
    stage_rate,
    differentiate_tree,
    factor_shifted,
    factor_shifted_complex,
    solve_shifted,
    push_tree,
    solve_tree_row,
    solve_tree_pair,
    no_change,
    with_rates,
    end_rates,
    nothing_to_keep,
)


def implicit_method(
    flow: Flow, closing: Projection, tangent: Any, systems: Any, basis: StageBasis, order: int
) -> ImplicitMethod:
    """A method with memory of its own; `order` is that of its error estimate, 0 for steps of a given length."""
    n, table = len(flow.f) - 1, implicit_table(basis)
    work, ends = implicit_memory(table, n), step_ends(n, len(table.dense))
    method = ImplicitMethod(IMPLICIT_LOOPS, TREE_STAGES, flow, closing, order, tangent, systems, table, work, ends)
    forget_stages(method)
    return method
