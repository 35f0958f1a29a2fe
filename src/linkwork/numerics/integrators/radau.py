r"""Radau IIA: stages by simplified Newton, one real and one complex system for all of them.

With z_i = Y_i − y₀ and W = T⁻¹z, Newton's method on Λ W = h T⁻¹ F(T W) splits into

$$ (\gamma/h - J)\,\Delta w_1 = \dots, \qquad ((\alpha + i\beta)/h - J)(\Delta w_2 + i\,\Delta w_3) = \dots $$

E. Hairer, G. Wanner, Solving Ordinary Differential Equations II, section IV.8. The energy integral, on which nothing
depends, is integrated by the collocation's own quadrature.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np

from ...kernels.loops import loop
from ..control import predicted_ratio, step_ratio
from ..powers import portable_power
from ..status import CONSTRAINTS_OPEN, NEWTON_FAILED, NOT_FINITE, RUN_DONE
from ..tableaus.radau import RADAU
from .event_search import TAKE, Watch
from .event_step import kink_crossed, part_before
from .flow import Flow, evaluate_flow
from .march import MarchLoops
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
    NEWTON_TURNS,
    THETA,
    WAS_REJECTED,
    RadauTable,
    RadauWork,
    radau_memory,
    radau_table,
)
from .record import LANDING, H, StepRecord, T
from .shifted_systems import (
    ShiftedSystems,
    factor_shifted,
    factor_shifted_complex,
    solve_shifted,
    solve_shifted_complex,
)
from .step_control import NEARER, is_credible, landing_step
from .step_ends import StepEnds, step_ends
from .tangent import differentiate

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
ROUNDING_UNIT = float(np.finfo(float).eps)
"""The distance from 1 to the next number."""
SLOW_CONVERGENCE = 1e-3
"""Rate of convergence from which on the Jacobian of a tree is computed anew for the next step."""


class StageLoops(NamedTuple):
    """The equations of a step: all that its march does not know of the system, known when it is compiled."""

    move: Any
    """(method, i): the state of stage i into `ends.trial`."""
    residual: Any
    """(method, i, t, h) → whether it is finite: what the equations leave at that state."""
    factor: Any
    """(method, t, h) → whether there are factors: of the tangent at `ends.y`, made anew where it is wanted."""
    solve: Any
    """(method, h, b): b becomes x with (γ/h − J) x = b."""
    change: Any
    """(method, h): Newton's change of W for what the equations leave at the stages, into `work.right`."""
    conclude: Any
    """(method, t, h): the power at the stages that were found, into the last column of `work.f`."""
    rates: Any
    """(method, t_new) → whether they are finite: the rates at `ends.y_new` into `ends.f_1`."""
    keep: Any
    """(method, t_new): the step is taken, and what is known of it stays for the next ones."""


class RadauMethod(NamedTuple):
    """Radau IIA on its way."""

    loops: MarchLoops
    equations: StageLoops
    flow: Flow
    closing: Projection
    order: int
    tangent: Any
    """What `equations` need to know of derivatives: of a tree, a `Tangent`."""
    table: RadauTable
    work: RadauWork
    ends: StepEnds


@loop
def factor_stages(method: RadauMethod, t: float, h: float) -> bool:
    """Sees to it that there are a Jacobian and factors for steps of h."""
    table, state, flag, systems = method.table, method.work.state, method.work.flag, method.work.systems
    if not flag[HAS_JACOBIAN]:
        if not differentiate(method.flow, method.tangent, t, method.ends.y):
            return False
        flag[HAS_JACOBIAN], flag[IS_FRESH] = 1, 1
        state[H_FACTORED] = 0.0
    if state[H_FACTORED] == h:
        return True
    state[H_FACTORED] = h
    if not factor_shifted(systems, table.gamma / h):
        return False
    return bool(factor_shifted_complex(systems, table.alpha / h, table.beta / h))


@loop
def solve_stage(method: RadauMethod, h: float, b: Any) -> None:
    """(γ/h − J) x = b."""
    solve_shifted(method.work.systems, method.table.gamma / h, b)


@loop
def stage_state(method: RadauMethod, i: int) -> None:
    """y + z_i."""
    ends, z, n = method.ends, method.work.z, len(method.ends.y) - 1
    ends.trial[n] = ends.y[n]
    for m in range(n):
        ends.trial[m] = ends.y[m] + z[i, m]


@loop
def stage_rate(method: RadauMethod, i: int, t: float, h: float) -> bool:
    """f at the state in `ends.trial`."""
    return evaluate_flow(method.flow, t, method.ends.trial, method.work.f[i])


@loop
def stage_change(method: RadauMethod, h: float) -> None:
    """Both systems, for T⁻¹F − Λ W / h."""
    table, memory, right = method.table, method.work, method.work.right
    alpha, beta = table.alpha / h, table.beta / h
    mix(table.t_inverse, memory.f, right, len(method.ends.y) - 1)
    less_shifted(table, memory.w, h, right, len(method.ends.y) - 1)
    method.equations.solve(method, h, right[0])
    solve_shifted_complex(memory.systems, alpha, beta, right[1], right[2])


@loop
def less_shifted(table: RadauTable, w: Any, h: float, right: Any, n: int) -> None:
    """Subtracts Λ W / h, over three rows of n entries."""
    gamma, alpha, beta = table.gamma / h, table.alpha / h, table.beta / h
    for m in range(n):
        right[0, m] -= gamma * w[0, m]
        right[1, m] -= alpha * w[1, m] - beta * w[2, m]
        right[2, m] -= beta * w[1, m] + alpha * w[2, m]


@loop
def with_rates(method: RadauMethod, t: float, h: float) -> None:
    """The power came with the rates."""


@loop
def end_rates(method: RadauMethod, t_new: float) -> bool:
    """f at the end of the step."""
    return evaluate_flow(method.flow, t_new, method.ends.y_new, method.ends.f_1)


@loop
def nothing_to_keep(method: RadauMethod, t_new: float) -> None:
    """Stages are predicted from the polynomial of the step."""


@loop
def predict_stages(method: RadauMethod, h: float) -> None:
    """The stages that Newton's method starts from: the last polynomial continued, or no change at all."""
    table, memory, n = method.table, method.work, len(method.ends.y) - 1
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
def stage_rates(method: RadauMethod, t: float, h: float) -> bool:
    """What the equations leave at the three stages."""
    for i in range(3):
        method.equations.move(method, i)
        if not method.equations.residual(method, i, t + method.table.c[i] * h, h):
            return False
    return True


@loop
def correct_radau(method: RadauMethod, h: float) -> float:
    """One step of Newton's method; its size in units of the tolerance."""
    table, memory, ends = method.table, method.work, method.ends
    n, rtol, right, w = len(ends.y) - 1, ends.rtol[0], memory.right, memory.w
    method.equations.change(method, h)
    total = 0.0
    for i in range(3):
        for m in range(n):
            w[i, m] += right[i, m]
            total += (right[i, m] / (ends.scale[m] + rtol * abs(ends.y[m]))) ** 2
    mix(table.t, w, memory.z, n)
    return float(np.sqrt(total / (3 * n)))


@loop
def solve_stages(method: RadauMethod, t: float, h: float, kappa: float) -> int:
    """Newton's method for the stages: DONE, or NEWTON or NOT_FINITE where it fails.

    Where steps stop shrinking well below what a plain step asks for, round-off is all that is left.
    """
    memory, state = method.work, method.work.state
    # The first correction alone is never believed by more than that: a kink may lie between it and the guess.
    last, ratio = 0.0, portable_power(max(state[DECAY], TRUST), 0.8) if memory.flag[HAS_BEFORE] else 1.0
    state[THETA] = 0.0
    for turn in range(RADAU_NEWTON_STEPS):
        memory.flag[NEWTON_TURNS] = turn + 1
        if not stage_rates(method, t, h):
            return NOT_FINITE
        size = correct_radau(method, h)
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
def conclude_stages(method: RadauMethod, h: float) -> None:
    """The energy integral at the stages, and the polynomial of the step."""
    table, memory, ends, n = method.table, method.work, method.ends, len(method.ends.y)
    for i in range(3):
        total = 0.0
        for j in range(3):
            total += table.a[i, j] * memory.f[j, n - 1]
        memory.z[i, n - 1] = h * total
    mix(table.dense, memory.z, ends.dense, n)
    for m in range(n):
        ends.y_new[m] = ends.y[m] + memory.z[2, m]


@loop
def estimate(method: RadauMethod, f: Any, h: float) -> float:
    """The error in units of the tolerance, (γ/h − J)⁻¹ (f + Σ error_i z_i / h); leaves it in `work.error`."""
    table, memory, ends = method.table, method.work, method.ends
    n, rtol = len(ends.y) - 1, ends.rtol[0]
    for m in range(n):
        past = table.error[0] * memory.z[0, m] + table.error[1] * memory.z[1, m] + table.error[2] * memory.z[2, m]
        memory.error[m] = f[m] + past / h
    method.equations.solve(method, h, memory.error)
    total = 0.0
    for m in range(n):
        size = max(abs(ends.y[m]), abs(ends.y_new[m]))
        total += (memory.error[m] / (ends.scale[m] + rtol * size)) ** 2
    return max(float(np.sqrt(total / n)), 1e-10)


@loop
def radau_error(method: RadauMethod, t: float, h: float) -> float:
    """The estimated error; where it is large at first, once more with f at the erroneous state (IV.8.20)."""
    memory, ends = method.work, method.ends
    error = estimate(method, ends.f_0, h)
    if error > 1.0 and (memory.flag[WAS_REJECTED] or not memory.flag[HAS_BEFORE]):
        n = len(ends.y) - 1
        for m in range(n):
            ends.trial[m] = ends.y[m] + memory.error[m]
        ends.trial[n] = ends.y[n]
        if evaluate_flow(method.flow, t, ends.trial, ends.f_1):
            error = estimate(method, ends.f_1, h)
    return error


@loop
def finish_radau(method: RadauMethod, t_new: float) -> int:
    """Projects y_new and evaluates the rates there."""
    flow, closing, memory, ends = method.flow, method.closing, method.work, method.ends
    n, y_new = len(ends.y), ends.y_new
    for m in range(n):
        ends.shift[m] = y_new[m]
    if closing.active[0]:
        h = memory.state[H_FACTORED]
        if not approach(method, t_new, y_new, h, method.table.gamma / h, memory.right[0]):
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
def try_radau(method: RadauMethod, record: StepRecord, h: float, t_new: float, shortened: bool) -> tuple[int, float]:
    """(status, error) of a step. One that ends at an event solves for the stages as closely as events need it."""
    t = record.clock[T]
    if not method.equations.factor(method, t, h):
        return NOT_FINITE, 0.0
    predict_stages(method, h)
    code = solve_stages(method, t, h, newton_tolerance(method.ends.rtol[0]) * (1e-4 if shortened else 1.0))
    if code != RUN_DONE:
        return code, 0.0
    method.equations.conclude(method, t, h)
    conclude_stages(method, h)
    error = radau_error(method, t, h)
    if not error <= 1.0:
        return RUN_DONE, error
    return finish_radau(method, t_new), error


@loop
def radau_growth(turns: float, error: float) -> float:
    """h_new / h as the error and the number of Newton's steps ask for."""
    most = 2.0 * RADAU_NEWTON_STEPS
    safety = min(RADAU_SAFETY, RADAU_SAFETY * (1.0 + most) / (turns + most))
    return step_ratio(error, 0.25, safety, RADAU_SLOWEST, RADAU_FASTEST)


@loop
def shorten_radau(method: RadauMethod, code: int, error: float, h: float) -> float:
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
    return h * min(1.0 / 1.1, radau_growth(flag[NEWTON_TURNS], error))


@loop
def grow_radau(method: RadauMethod, record: StepRecord, error: float, h: float, rejected: bool) -> None:
    """The next step, with Gustafsson's prediction from the last two errors; kept as it is where little would change."""
    state, flag = method.work.state, method.work.flag
    ratio = radau_growth(flag[NEWTON_TURNS], error)
    if state[H_ACCEPTED] > 0.0 and error > 0.0:
        predicted = predicted_ratio(error, state[ERROR_ACCEPTED], h, state[H_ACCEPTED], 0.25, RADAU_SAFETY)
        ratio = min(ratio, max(RADAU_SLOWEST, predicted))
    state[H_ACCEPTED], state[ERROR_ACCEPTED] = h, max(1e-2, error)
    if flag[WAS_REJECTED]:
        ratio = min(ratio, 1.0)
    keeps = state[THETA] <= method.table.slow
    flag[HAS_JACOBIAN] = flag[HAS_JACOBIAN] and keeps
    record.clock[H] = h if keeps and 1.0 <= ratio <= 1.25 else h * ratio


@loop
def pass_on_radau(method: RadauMethod, record: StepRecord, h: float, shortened: bool) -> None:
    """What the next step needs of this one."""
    memory, ends, flag = method.work, method.ends, method.work.flag
    for m in range(len(ends.y)):
        ends.f_0[m] = ends.f_1[m]
        for j in range(3):
            memory.before[j, m] = ends.dense[j, m]
    memory.state[H_PREVIOUS] = h
    method.equations.keep(method, record.clock[T])
    flag[HAS_BEFORE], flag[IS_FRESH], flag[WAS_REJECTED] = 1, 0, 0


@loop
def forget_stages(method: RadauMethod) -> None:
    """What is known of the past does not hold after an event."""
    state, flag = method.work.state, method.work.flag
    for k in range(len(flag)):
        flag[k] = 0
    state[H_ACCEPTED], state[DECAY] = 0.0, 1.0


@loop
def kink_in_radau(
    method: RadauMethod, watch: Watch, record: StepRecord, h: float, t_new: float, error: float, shortened: bool
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
            return finish_radau(method, t_new), 0.99, 0.0, h
        return RUN_DONE, error, 0.0, h
    if not is_credible(record, part, h):
        return RUN_DONE, error, 0.0, NEARER * h
    record.count[LANDING] += 1
    return RUN_DONE, error, landing_step(record, part, h), h


RADAU_LOOPS = MarchLoops(
    try_step=try_radau,
    kink=kink_in_radau,
    shorten=shorten_radau,
    grow=grow_radau,
    pass_on=pass_on_radau,
    forget=forget_stages,
)
TREE_STAGES = StageLoops(
    stage_state, stage_rate, factor_stages, solve_stage, stage_change, with_rates, end_rates, nothing_to_keep
)


def radau_method(flow: Flow, closing: Projection, tangent: Any, systems: ShiftedSystems) -> RadauMethod:
    """Radau IIA with memory of its own."""
    n = len(flow.f) - 1
    table, work, ends = radau_table(RADAU, SLOW_CONVERGENCE), radau_memory(n, systems), step_ends(n, len(RADAU.dense))
    method = RadauMethod(RADAU_LOOPS, TREE_STAGES, flow, closing, 3, tangent, table, work, ends)
    forget_stages(method)
    return method
