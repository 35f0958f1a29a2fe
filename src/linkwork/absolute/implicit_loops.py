r"""Implicit methods on absolute systems: what their march asks of the equations, by sparse factors.

`ABSOLUTE_STAGES` are the equations of a step of implicit Runge–Kutta methods (those of generalized-α are in
`alpha_loops`); the march is that of trees.

Stages solve the equations as they stand, rows on accelerations, with multipliers λ_i as unknowns:

$$ \dot q_i = f_q(q_i, u_i), \qquad r(q_i, u_i, \dot u_i, \lambda_i) = 0, \qquad c(q_i, u_i, \dot u_i) = 0, \qquad
   (\dot q, \dot u)_i = \frac1h \sum_j (A^{-1})_{ij}\,(q_j - q_0, u_j - u_0) . $$

No matrix belongs to a residual of these; Newton's method with the factors of κ − J (`shifted_loops`) has −(r, c) in the
place of (M b_u, A b_u), and finds the change of multipliers as well (Hairer, Wanner, section IV.8, for M ẏ = f).
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np

from ..kernels.loops import loop, vectorised
from ..numerics.integrators.flow import CALLS, JACOBIANS, evaluate_flow
from ..numerics.integrators.implicit_rk_work import H_PREVIOUS, HAS_BEFORE, NEWTON_ITERATIONS
from ..numerics.integrators.implicit_stages import (
    StageLoops,
    end_rates,
    mix,
    no_change,
    nothing_to_keep,
    predict_state,
    push_tree,
    stage_rate,
    stage_state,
    subtract_rows,
    with_rates,
)
from .evaluate import ElementCalls
from .saddle_loops import (
    SaddleWork,
    chart_rates,
    does_work,
    evaluate_at,
    evaluate_saddle,
    place_state,
    power_here,
)
from .shifted_loops import (
    ShiftedWork,
    differentiate_here,
    factor_shift,
    factor_shift_pair,
    push_rates,
    solve_pushed,
    solve_pushed_pair,
    solve_shift,
)
from .slope_loops import SlopeWork
from .unknown_loops import solve_element_unknowns

AMID_STAGES = 0.65
"""Part of a step at which derivatives are taken: none of its stages is far from there."""
FURTHEST_AMID = 8.0
"""Length of a step, over that of the step before, up to which a polynomial leads there: a step that ended at an event
may be no longer than rounding."""
SLOW_STAGES = 0.03
"""Rate of convergence from which on derivatives are computed anew for the next step of Radau IIA: mass matrix and rows
are among them, which turn with the bodies, and factors take as long as several corrections."""


class AbsoluteStages(NamedTuple):
    """Derivatives of an absolute system, systems with them, and what the equations leave at the stages."""

    work: SaddleWork
    slopes: SlopeWork
    shifted: ShiftedWork
    calls: ElementCalls
    sum_r: Any
    sum_c: Any
    past: Any
    """Multipliers at the ends of the last steps, the newest first, and those of the step under way (4 × rows)."""
    past_t: Any
    """Their times; not numbers where none are known."""
    lam: Any
    """Multipliers (stages × rows)."""
    left: Any
    """(r, c) (stages × velocities and rows)."""
    pushed: Any
    """T⁻¹ (r, c), by rows of W."""
    change: Any
    """Changes of −λ, by rows of W (stages × rows)."""
    rates: Any
    """T Λ: h u̇_i = Σ_j (T Λ)_ij W_j."""


@loop
def stage_motion(method: Any, i: int, t: float, h: float) -> None:
    """Puts stage i with u̇ and λ into memory; q̇ goes into `work.f`."""
    it, w = method.tangent, method.work.w
    work, nq = it.work, it.work.nq
    place_state(work, method.ends.trial, t)
    for k in range(len(work.a)):
        work.a[k] = method.ends.trial[nq + k]
    chart_rates(work, work.a, method.work.f[i])
    for k in range(len(work.a)):
        work.a[k] = 0.0
    for j in range(len(it.rates)):
        by = it.rates[i, j] / h
        for k in range(len(work.a)):
            work.a[k] += by * w[j, nq + k]
    for k in range(len(work.lam)):
        work.lam[k] = it.lam[i, k]


@loop
def predict_multipliers(it: AbsoluteStages, t: float, lam: Any) -> None:
    """The polynomial through the ends of the last steps, continued.

    Those of stages are not points of it: what rows that repeat each other share out among themselves is rounding there,
    and would grow from step to step.
    """
    a, b, c = it.past_t[0], it.past_t[1], it.past_t[2]
    w_a, w_b, w_c = 1.0, 0.0, 0.0
    if np.isfinite(c):
        w_a = (t - b) * (t - c) / ((a - b) * (a - c))
        w_b = (t - a) * (t - c) / ((b - a) * (b - c))
        w_c = (t - a) * (t - b) / ((c - a) * (c - b))
    elif np.isfinite(b):
        w_a, w_b = (t - b) / (a - b), (t - a) / (b - a)
    for k in range(len(lam)):
        lam[k] = w_a * it.past[0, k] + w_b * it.past[1, k] + w_c * it.past[2, k]


@loop
def absolute_stage(method: Any, i: int, t: float, h: float) -> bool:
    """r and c of stage i at the multipliers of the last correction."""
    it = method.tangent
    work, n, total = it.work, len(it.work.a), 0.0
    if method.work.flag[NEWTON_ITERATIONS] == 1:
        predict_multipliers(it, t, it.lam[i])
    stage_motion(method, i, t, h)
    method.flow.count[CALLS] += 1
    if len(work.unknowns.calls) and not solve_element_unknowns(work.unknowns, work.memory, t):
        return False
    evaluate_at(work, it.calls)
    for k in range(n):
        it.left[i, k] = it.sum_r[k]
        total += it.sum_r[k]
    for k in range(len(it.sum_c)):
        it.left[i, n + k] = it.sum_c[k]
        total += it.sum_c[k]
    return abs(total) < np.inf


@loop
def push_absolute(method: Any, h: float) -> None:
    """T⁻¹q̇ − Λ W / h of coordinates; −T⁻¹ (r, c) of forces and rows into `pushed`."""
    it, table, memory, right = method.tangent, method.table, method.work, method.work.right
    nq = it.work.nq
    mix(table.t_inverse, memory.f, right, nq)
    mix(table.t_inverse, it.left, it.pushed, it.left.shape[1])
    for i in range(len(right)):
        subtract_rows(method, i, table.first[i], i + 1 + table.paired[i], h, memory.w, nq)
        for k in range(nq, right.shape[1]):
            right[i, k] = 0.0


@loop
def push_row(method: Any, i: int, begin: int, part: int) -> None:
    """What forces and rows are to change by in row i, of a block that begins with `begin`: rows before it act on u̇."""
    it = method.tangent
    right = it.shifted.right[part]
    if method.table.first[i] < begin:
        push_rates(it.work, it.shifted, method.work.right[i], part)
    else:
        for k in range(len(right)):
            right[k] = 0.0
    for k in range(len(right)):
        right[k] -= it.pushed[i, k]


@loop
def solve_absolute_row(method: Any, kappa: float, i: int) -> None:
    """Newton's change of one row of W and of the multipliers."""
    it = method.tangent
    push_row(method, i, i, 0)
    solve_pushed(it.work, it.shifted, kappa, method.work.right[i])
    for k in range(it.change.shape[1]):
        it.change[i, k] = it.shifted.right[0, len(it.work.a) + k]


@loop
def solve_absolute_pair(method: Any, alpha: float, beta: float, i: int) -> None:
    """The same of two rows that belong together."""
    it, right = method.tangent, method.work.right
    push_row(method, i, i, 0)
    push_row(method, i + 1, i, 1)
    solve_pushed_pair(it.work, it.shifted, alpha, beta, right[i], right[i + 1])
    for k in range(it.change.shape[1]):
        it.change[i, k] = it.shifted.right[0, len(it.work.a) + k]
        it.change[i + 1, k] = it.shifted.right[1, len(it.work.a) + k]


@vectorised
def change_multipliers(method: Any) -> None:
    """λ_i − Σ_j T_ij δ_j, δ the changes of −λ by rows of W."""
    it, t = method.tangent, method.table.t
    for i in range(len(it.lam)):
        for j in range(len(it.lam)):
            for k in range(it.lam.shape[1]):
                it.lam[i, k] -= t[i, j] * it.change[j, k]


@loop
def absolute_powers(method: Any, t: float, h: float) -> None:
    """The power of forces and multipliers at the stages."""
    it, table, last = method.tangent, method.table, len(method.ends.y) - 1
    work, n = it.work, len(it.work.a)
    for i in range(len(it.lam)):
        if not does_work(work):
            method.work.f[i, last] = 0.0
            continue
        stage_state(method, i)
        stage_motion(method, i, t + table.c[i] * h, h)
        for k in range(len(work.lam)):
            work.factors.found[n + k] = -work.lam[k]
        method.work.f[i, last] = power_here(work) if evaluate_saddle(work) else np.nan


@loop
def absolute_end(method: Any, t_new: float) -> bool:
    """Rates at the end of the step, and multipliers, which may be kept."""
    it, n = method.tangent, len(method.tangent.work.a)
    fine = evaluate_flow(method.flow, t_new, method.ends.y_new, method.ends.f_1)
    for k in range(len(it.work.lam)):
        it.past[3, k] = -it.work.factors.found[n + k]
    return fine


@loop
def keep_multipliers(method: Any, t_new: float) -> None:
    """Those at the end of the step are the newest."""
    it = method.tangent
    it.past_t[2], it.past_t[1], it.past_t[0] = it.past_t[1], it.past_t[0], t_new
    for k in range(len(it.work.lam)):
        it.past[2, k], it.past[1, k], it.past[0, k] = it.past[1, k], it.past[0, k], it.past[3, k]


@loop
def begin_multipliers(it: AbsoluteStages, t: float) -> None:
    """Nothing is known but those of the derivatives."""
    it.past_t[0], it.past_t[1], it.past_t[2] = t, np.nan, np.nan
    for k in range(len(it.work.lam)):
        it.past[0, k], it.past[1, k], it.past[2, k] = it.work.lam[k], 0.0, 0.0


@loop
def differentiate_absolute(method: Any, t: float, h: float) -> bool:
    """The derivatives amid the stages of a step, where the last polynomial leads; where none does, at its start."""
    it, state = method.tangent, method.work.state
    if method.work.flag[HAS_BEFORE] and method.order > 0 and h <= FURTHEST_AMID * state[H_PREVIOUS]:
        predict_state(method, AMID_STAGES * h / state[H_PREVIOUS])
        place_state(it.work, method.ends.trial, t + AMID_STAGES * h)
    else:
        place_state(it.work, method.ends.y, t)
    method.flow.count[JACOBIANS] += 1
    if not differentiate_here(it.work, it.slopes, it.shifted):
        return False
    if not method.work.flag[HAS_BEFORE]:
        begin_multipliers(it, t)
    return True


@loop
def factor_absolute_stage(it: AbsoluteStages, kappa: float) -> bool:
    """κ − J."""
    return bool(factor_shift(it.work, it.shifted, kappa))


@loop
def factor_absolute_pair(it: AbsoluteStages, alpha: float, beta: float) -> bool:
    """α + iβ − J."""
    return bool(factor_shift_pair(it.work, it.shifted, alpha, beta))


@loop
def solve_absolute_stage(it: AbsoluteStages, kappa: float, b: Any) -> None:
    """(κ − J) x = b."""
    solve_shift(it.work, it.shifted, kappa, b)


ABSOLUTE_STAGES = StageLoops(
    stage_state,
    absolute_stage,
    differentiate_absolute,
    factor_absolute_stage,
    factor_absolute_pair,
    solve_absolute_stage,
    push_absolute,
    solve_absolute_row,
    solve_absolute_pair,
    change_multipliers,
    absolute_powers,
    absolute_end,
    keep_multipliers,
)
"""The equations of a step of an implicit Runge–Kutta method."""


@loop
def solve_rate_row(method: Any, kappa: float, i: int) -> None:
    """(κ − J) x = b of one row of W."""
    solve_shift(method.tangent.work, method.tangent.shifted, kappa, method.work.right[i])


@loop
def solve_rate_pair(method: Any, alpha: float, beta: float, i: int) -> None:
    """(α + iβ − J)(x + iy) = b + ic of two rows of W."""
    it, right = method.tangent, method.work.right
    push_rates(it.work, it.shifted, right[i], 0)
    push_rates(it.work, it.shifted, right[i + 1], 1)
    solve_pushed_pair(it.work, it.shifted, alpha, beta, right[i], right[i + 1])


ABSOLUTE_RATES = StageLoops(
    stage_state,
    stage_rate,
    differentiate_absolute,
    factor_absolute_stage,
    factor_absolute_pair,
    solve_absolute_stage,
    push_tree,
    solve_rate_row,
    solve_rate_pair,
    no_change,
    with_rates,
    end_rates,
    nothing_to_keep,
)
"""The same with accelerations that are solved for at every stage, in any table.

Residuals converge slowly where a step is long beside the rotation of bodies, and steps of a given length, which tables
of one's own may have, cannot be made shorter.
"""
