"""Implicit methods on absolute systems: what their march asks of the equations, by sparse factors.

`ABSOLUTE_SOLUTION` are the equations of a step of generalized-α, `ABSOLUTE_STAGES` those of implicit Runge–Kutta
methods; the marches are those of trees.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np

from ..kernels.loops import loop
from ..numerics.integrators.alpha_scheme import gain
from ..numerics.integrators.flow import JACOBIANS
from ..numerics.integrators.generalized_alpha import AlphaLoops
from ..numerics.integrators.implicit_stages import StageLoops, stage_rate, stage_state
from .evaluate import ElementCalls
from .saddle_loops import SaddleWork, evaluate_at, factor_saddle, substitute_saddle
from .shifted_loops import (
    ShiftedWork,
    differentiate_here,
    factor_shift,
    factor_shift_pair,
    solve_shift,
    solve_shift_pair,
)
from .slope_loops import SlopeWork
from .unknown_loops import solve_element_unknowns

SMALL_STEP_ROTATION = 1e-2
"""Rotation vectors below this are treated by series, exact to rounding."""


class AbsoluteIndex3(NamedTuple):
    """The equations at the end of a step, constraints on positions: R(q, u, z, t; u̇, ż, λ) and its tangent."""

    work: SaddleWork
    calls: ElementCalls
    c: Any
    """Factors of r_a, r_u, r_q and of velocity rows in `calls`."""
    sum_r: Any
    sum_rows: Any
    rate: Any
    """(u̇, ż)."""
    lam: Any
    r: Any
    q_u: Any
    """As many rows as there are coordinates, and nothing in them."""
    level: Any
    """Of every constraint row: 2 where it is on positions, 1 where on velocities."""
    step: Any
    """h, one number."""


@loop
def place_state(work: SaddleWork, y: Any, t: float) -> None:
    """Puts a state into memory."""
    for i in range(len(y)):
        work.memory[i] = y[i]
    work.memory[work.clock] = t


@loop
def hold_motion(work: SaddleWork, rate: Any, lam: Any) -> None:
    """Puts accelerations and multipliers where elements read them."""
    for i in range(len(rate)):
        work.a[i] = rate[i]
    for i in range(len(lam)):
        work.lam[i] = lam[i]


@loop
def move_absolute(method: Any, t: float, h: float) -> None:
    """e₁ = exp(hΔ) ∘ e, p + hΔ, and own coordinates, into `ends.y_new`."""
    work, ends, drift = method.equations.work, method.ends, method.work.drift
    y, y_new = ends.y, ends.y_new
    method.equations.step[0] = h
    for body in range(work.bodies):
        e, w = 7 * body, 6 * body
        p, q, r = h * drift[w], h * drift[w + 1], h * drift[w + 2]
        square = p * p + q * q + r * r
        half, a = 0.5 - square / 48.0 + square * square / 3840.0, 1.0 - square / 8.0 + square * square / 384.0
        if square > SMALL_STEP_ROTATION * SMALL_STEP_ROTATION:
            turn = np.sqrt(square)
            half, a = np.sin(0.5 * turn) / turn, np.cos(0.5 * turn)
        b, c, d = half * p, half * q, half * r
        e_0, e_1, e_2, e_3 = y[e], y[e + 1], y[e + 2], y[e + 3]
        y_new[e] = a * e_0 - b * e_1 - c * e_2 - d * e_3
        y_new[e + 1] = a * e_1 + b * e_0 + c * e_3 - d * e_2
        y_new[e + 2] = a * e_2 - b * e_3 + c * e_0 + d * e_1
        y_new[e + 3] = a * e_3 + b * e_2 - c * e_1 + d * e_0
        for k in range(3):
            y_new[e + 4 + k] = y[e + 4 + k] + h * drift[w + 3 + k]
    for own in range(work.nq - 7 * work.bodies):
        y_new[7 * work.bodies + own] = y[7 * work.bodies + own] + h * drift[6 * work.bodies + own]


@loop
def absolute_residual(method: Any, t_new: float) -> None:
    """R at the end of the step; not a number where unknowns of elements have no solution."""
    it = method.equations
    work, n = it.work, len(it.rate)
    place_state(work, method.ends.y_new, t_new)
    hold_motion(work, it.rate, it.lam)
    if len(work.unknowns.calls) and not solve_element_unknowns(work.unknowns, work.memory, t_new):
        for i in range(len(it.r)):
            it.r[i] = np.nan
        return
    it.c[3] = 1.0
    evaluate_at(work, it.calls)
    for i in range(n):
        it.r[i] = it.sum_r[i]
    for i in range(len(it.sum_rows)):
        it.r[n + i] = it.sum_rows[i]


@loop
def factor_absolute(method: Any, h: float) -> bool:
    """Factors of the tangent of the weighed R by (u̇, ż, −λ), at what `absolute_residual` left in memory."""
    work, c = method.equations.work, method.c
    factors, ratio = work.factors, gain(c)
    method.flow.count[JACOBIANS] += 1
    work.c[0], work.c[1], work.c[2] = 1.0, c.gamma * ratio * h, c.beta * ratio * h * h
    work.c[3] = c.beta * h / c.gamma
    evaluate_at(work, work.tangent)
    for k in range(len(work.triplets)):
        factors.entries[k] = work.triplets[k]
    for i in range(len(work.diagonal)):
        factors.entries[factors.exact + i] = work.diagonal[i]
    return bool(factor_saddle(factors))


@loop
def solve_absolute(method: Any, b: Any) -> None:
    """b becomes the change of (u̇, ż, λ)."""
    n = len(method.equations.rate)
    substitute_saddle(method.equations.work.factors, b)
    for i in range(n, len(b)):
        b[i] = -b[i]


@loop
def along_absolute(method: Any, v: Any, k: int) -> float:
    """The change of coordinate k over the step for mean velocities v: h ω ∘ e / 2 of Euler parameters, else h v."""
    work, y, h = method.equations.work, method.ends.y_new, method.equations.step[0]
    body = k // 7
    if body >= work.bodies:
        return h * v[6 * work.bodies + k - 7 * work.bodies]
    e, w, at = 7 * body, 6 * body, k - 7 * body
    if at >= 4:
        return h * v[w + at - 1]
    if at == 0:
        return -0.5 * h * (v[w] * y[e + 1] + v[w + 1] * y[e + 2] + v[w + 2] * y[e + 3])
    if at == 1:
        return 0.5 * h * (v[w] * y[e] + v[w + 1] * y[e + 3] - v[w + 2] * y[e + 2])
    if at == 2:
        return 0.5 * h * (v[w + 1] * y[e] + v[w + 2] * y[e + 1] - v[w] * y[e + 3])
    return 0.5 * h * (v[w + 2] * y[e] + v[w] * y[e + 2] - v[w + 1] * y[e + 1])


ABSOLUTE_SOLUTION = AlphaLoops(move_absolute, absolute_residual, factor_absolute, solve_absolute, along_absolute)
"""The equations of a step of generalized-α."""


class AbsoluteStages(NamedTuple):
    """Derivatives of an absolute system, and systems with them."""

    work: SaddleWork
    slopes: SlopeWork
    shifted: ShiftedWork


@loop
def differentiate_absolute(method: Any, t: float) -> bool:
    """The derivatives at the start of a step."""
    it = method.tangent
    place_state(it.work, method.ends.y, t)
    method.flow.count[JACOBIANS] += 1
    return bool(differentiate_here(it.work, it.slopes, it.shifted))


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


@loop
def solve_absolute_pair(it: AbsoluteStages, alpha: float, beta: float, b: Any, c: Any) -> None:
    """(α + iβ − J)(x + iy) = b + ic."""
    solve_shift_pair(it.work, it.shifted, alpha, beta, b, c)


ABSOLUTE_STAGES = StageLoops(
    stage_state,
    stage_rate,
    differentiate_absolute,
    factor_absolute_stage,
    factor_absolute_pair,
    solve_absolute_stage,
    solve_absolute_pair,
)
"""The equations of a step of an implicit Runge–Kutta method."""
