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

from ...kernels.loops import loop, vectorised
from ..powers import portable_power
from ..status import NEWTON_FAILED, NOT_FINITE, RUN_DONE
from .flow import Flow, differentiate, evaluate_flow
from .implicit_rk_work import (
    DECAY,
    H_PREVIOUS,
    HAS_BEFORE,
    HAS_JACOBIAN,
    IS_FRESH,
    NEWTON_ITERATIONS,
    PAIR_IM,
    PAIR_RE,
    SHIFT_FACTORED,
    THETA,
    ImplicitTable,
    ImplicitWork,
)
from .march import MarchLoops
from .projection import Projection
from .shifted_systems import (
    factor_shifted,
    factor_shifted_complex,
    solve_shifted,
    solve_shifted_complex,
)
from .step_ends import StepEnds

STAGE_ITERATIONS, FIXED_STAGE_ITERATIONS = 8, 30
"""Newton's steps; the same where a step cannot be made shorter."""
OVERSHOOT = 100.0
"""By how much the second of Newton's steps may be larger than the first."""
STAGE_ROUNDING = 0.01
"""What may be left of a change, in units of the tolerance, where round-off lets it get no smaller."""
TRUST = 1e-4
"""How much smaller the second correction of Newton's method is at best, before it is seen."""


class StageLoops(NamedTuple):
    """The equations of a step: all that its march does not know of the system, known when it is compiled."""

    move: Any
    """(method, i): the state of stage i into `ends.trial`."""
    residual: Any
    """(method, i, t, h) → whether it is finite: what the equations leave at that state; of a tree, rates in
    `work.f[i]`."""
    differentiate: Any
    """(method, t, h) → whether it is finite: the tangent J for a step, at its start or further on."""
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
    projection: Projection
    order: int
    tangent: Any
    """What `equations` need to know of derivatives: of a tree, a `Tangent`."""
    systems: Any
    """What they solve systems with: of a tree, `ShiftedSystems`."""
    table: ImplicitTable
    work: ImplicitWork
    ends: StepEnds


@loop
def differentiate_tree(method: ImplicitMethod, t: float, h: float) -> bool:
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
def prepare_stages(method: ImplicitMethod, t: float, h: float) -> bool:
    """Sees to it that there is a Jacobian."""
    state, flag = method.work.state, method.work.flag
    if flag[HAS_JACOBIAN]:
        return True
    if not method.equations.differentiate(method, t, h):
        return False
    flag[HAS_JACOBIAN], flag[IS_FRESH] = 1, 1
    state[SHIFT_FACTORED], state[PAIR_RE], state[PAIR_IM] = 0.0, 0.0, 0.0
    return True


@loop
def predict_state(method: ImplicitMethod, ahead: float) -> None:
    """The last polynomial continued by a part of the step before, into `ends.trial`; the energy integral stays."""
    memory, ends, n = method.work, method.ends, len(method.ends.y) - 1
    theta, last = 1.0 + ahead, len(memory.before) - 1
    ends.trial[n] = ends.y[n]
    for m in range(n):
        there, end = memory.before[last, m], memory.before[0, m]
        for j in range(last):
            there = memory.before[last - 1 - j, m] + theta * there
            end += memory.before[j + 1, m]
        ends.trial[m] = ends.y[m] + theta * there - end


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


@vectorised
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


@vectorised
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
    for iteration in range(STAGE_ITERATIONS):
        memory.flag[NEWTON_ITERATIONS] = iteration + 1
        if not stage_rates(method, t, h):
            return NOT_FINITE
        size = correct_stages(method, h)
        if not np.isfinite(size):
            return NEWTON_FAILED
        if iteration > 0:
            theta = size / last if last > 0.0 else 0.0
            state[THETA] = theta
            if theta >= 0.99:
                if iteration > 1 or size <= STAGE_ROUNDING or theta > OVERSHOOT:
                    return RUN_DONE if size <= STAGE_ROUNDING else NEWTON_FAILED
                # The second correction may be the larger one: what bends overestimates its stretch at first, and a
                # guess may meet the tolerance on this side of a kink that a stage has gone across.
                last = size
                continue
            ratio = theta / (1.0 - theta)
            ahead = ratio * size * portable_power(theta, STAGE_ITERATIONS - 1 - iteration)
            if iteration > 1 and ahead > max(kappa, STAGE_ROUNDING):
                return NEWTON_FAILED
        last = size
        if ratio * size <= kappa:
            state[DECAY] = ratio
            return RUN_DONE
    return RUN_DONE if last <= STAGE_ROUNDING else NEWTON_FAILED


@loop
def solve_fixed_stages(method: ImplicitMethod, t: float, h: float, kappa: float) -> int:
    """The same in steps of a given length, down to κ or to rounding: no shorter one follows where it gives up.

    Corrections are compared with those two iterations before: with approximate factors every other one may be larger.
    """
    last, before = np.inf, np.inf
    for iteration in range(FIXED_STAGE_ITERATIONS):
        method.work.flag[NEWTON_ITERATIONS] = iteration + 1
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
