r"""Steps of generalized-α on absolute systems: what the march of trees asks of the equations, by sparse factors.

Factors of the tangent serve for many steps of a length. They are those of the saddle point of accelerations but for
terms of the order h, so that iteration with them closes velocity rows and finds the accelerations of the equations at
the end of a step: the saddle point itself is factored only where that is slow, as with stiff laws.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np

from ..kernels.loops import loop
from ..numerics.integrators.alpha_scheme import gain
from ..numerics.integrators.flow import CALLS, JACOBIANS
from ..numerics.integrators.generalized_alpha import ANY_FACTORS, NEW_FACTORS, AlphaLoops, conclude_alpha
from ..numerics.integrators.projection import POSITION_RESIDUAL, PROJECTION_CHANGE
from ..numerics.integrators.step_ends import cubic, integrate_power
from ..numerics.saddle import SADDLE_REFINED
from ..numerics.status import CONSTRAINTS_OPEN, NOT_FINITE, RUN_DONE
from .configuration import SERIES_TURN
from .evaluate import ElementCalls
from .saddle_loops import (
    SaddleFactors,
    SaddleWork,
    chart_rates,
    does_work,
    evaluate_at,
    evaluate_saddle,
    factor_saddle,
    hold_motion,
    place_state,
    power_here,
    solve_here,
    solve_nearby,
    substitute_saddle,
    without_multipliers,
)
from .unknown_loops import solve_element_unknowns

PROJECTION_ITERATIONS = 4
"""How often places are brought onto their rows with the factors of the step, before the mass metric has its turn."""
PLACES_CLOSED, PLACES_OPEN = 1e-14, 1e-6
"""Residuals of rows of positions, relative to the extent of the motion, that steps leave; that no step may leave."""
SPEEDS_CLOSED = 1e-14
"""Residuals of velocity rows, relative to the size of velocities, that steps leave."""
PLACES_LEFT, SPEEDS_LEFT = 1e-12, 1e-4
"""What steps of a given length leave of rows of positions, and the part of residuals of velocity rows that they leave
to the next one: with factors of steps before, last digits would take many iterations."""
RATES_FOUND = 1e-9
"""Residuals of the equations, relative to forces, that accelerations at the ends of steps leave."""


class AbsoluteIndex3(NamedTuple):
    """The equations at the end of a step, constraints on positions: R(q, u, z, t; u̇, ż, λ) and its tangent."""

    work: SaddleWork
    factors: SaddleFactors
    """Those of the tangent, which serve for many steps of a length."""
    factored: Any
    """That length, zero where there are none; and 1 where the step began with factors of an earlier one."""
    calls: ElementCalls
    c: Any
    """Factors of r_a, r_u, r_q and of velocity rows in `calls`."""
    sum_r: Any
    sum_rows: Any
    tangent_r: Any
    tangent_rows: Any
    """The same of `work.tangent`, whose velocity rows have its factor."""
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
    is_simple: bool
    """Whether multipliers have no power and no force depends on them, and all rows are on positions."""


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
        if square > SERIES_TURN * SERIES_TURN:
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
def evaluate_absolute(method: Any, t_new: float, h: float, wanted: int) -> bool:
    """R at the end of the step, and factors; False where unknowns of elements have no solution.

    Factors of a step before serve until they are slow, where steps have a given length: estimates of errors see what
    slower iteration leaves of accelerations. What gives a tangent gives R as well.
    """
    it = method.equations
    work = it.work
    place_state(work, method.ends.y_new, t_new)
    hold_motion(work, it.rate, it.lam)
    if len(work.unknowns.calls) and not solve_element_unknowns(work.unknowns, work.memory, t_new):
        return False
    serves = method.order == 0 and it.factored[0] == h
    if wanted == ANY_FACTORS:
        it.factored[1] = float(serves)
    if wanted == NEW_FACTORS or (wanted == ANY_FACTORS and not serves):
        return factor_absolute(method, h)
    it.c[3] = 1.0
    evaluate_at(work, it.calls)
    put_residual(it, it.sum_r, it.sum_rows, 1.0)
    return True


@loop
def put_residual(it: AbsoluteIndex3, r: Any, rows: Any, factor: float) -> None:
    """R of sums in which velocity rows are multiplied by a factor."""
    n = len(it.rate)
    for i in range(n):
        it.r[i] = r[i]
    for i in range(len(rows)):
        it.r[n + i] = rows[i] if it.level[i] == 2 else rows[i] / factor


@loop
def factor_absolute(method: Any, h: float) -> bool:
    """Factors of the tangent at what stands in memory, and R there."""
    it, c = method.equations, method.c
    work, factors, ratio = it.work, it.factors, gain(c)
    it.factored[0] = h
    method.flow.count[JACOBIANS] += 1
    work.c[0], work.c[1], work.c[2] = 1.0, c.gamma * ratio * h, c.beta * ratio * h * h
    work.c[3] = c.beta * h / c.gamma
    evaluate_at(work, work.tangent)
    put_residual(it, it.tangent_r, it.tangent_rows, work.c[3])
    for k in range(len(work.triplets)):
        factors.entries[k] = work.triplets[k]
    for i in range(len(work.diagonal)):
        factors.entries[factors.exact + i] = work.diagonal[i]
    return bool(factor_saddle(factors))


@loop
def solve_absolute(method: Any, b: Any) -> None:
    """b becomes the change of (u̇, ż, λ)."""
    n = len(method.equations.rate)
    substitute_saddle(method.equations.factors, b)
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


@loop
def forget_factors(method: Any) -> bool:
    """Whether the step began with factors of an earlier one; the next has a tangent of its own."""
    factored = method.equations.factored
    was_earlier = factored[1] > 0.0
    factored[0], factored[1] = 0.0, 0.0
    return bool(was_earlier)


@loop
def conclude_absolute(method: Any, t: float, h: float, t_new: float, shortened: bool) -> int:
    """The same as on trees, by iteration with the factors of the step where that is quick.

    Steps of a given length take over the accelerations that the method has found; an event begins anew behind them.
    """
    it, ends = method.equations, method.ends
    work, last = it.work, len(ends.y) - 1
    is_first = method.order > 0 and method.work.past[0] == 0.0  # its error is that within the step
    if not it.is_simple or is_first or (shortened and method.order == 0):
        return conclude_alpha(method, t, h, t_new, shortened)
    without_multipliers(work)
    place_state(work, ends.y_new, t_new)
    if not evaluate_saddle(work):
        return NOT_FINITE
    if method.projection.active[0]:
        code = close_end(method, t_new)
        if code != RUN_DONE:
            return code
    if not rates_at_end(method, t_new):
        return NOT_FINITE
    ends.y_new[last] = ends.y[last]
    cubic(ends, h)
    p_half = 0.0
    if does_work(work):
        place_state(work, ends.trial, t + 0.5 * h)
        if not evaluate_saddle(work):
            return NOT_FINITE
        p_half = power_here(work)
    integrate_power(ends, p_half, h)
    return RUN_DONE


@loop
def close_end(method: Any, t_new: float) -> int:
    """Brings the end of a step, where the saddle point was evaluated last, onto its rows."""
    it, ends, projection = method.equations, method.ends, method.projection
    work, n, nq, factors = it.work, len(it.rate), it.work.nq, it.work.factors
    extent, before, moved, place = 1.0, np.inf, 0.0, 0.0
    closed = PLACES_LEFT if method.order == 0 else PLACES_CLOSED
    for body in range(work.bodies):
        for k in range(4, 7):
            extent = max(extent, abs(ends.y_new[7 * body + k]))
    for iteration in range(PROJECTION_ITERATIONS + 1):
        place = 0.0
        for i in range(len(work.g)):
            place = max(place, abs(work.g[i]))
        if not place > closed * extent or iteration == PROJECTION_ITERATIONS or place > 0.5 * before:
            projection.worst[POSITION_RESIDUAL] = max(projection.worst[POSITION_RESIDUAL], place)
            break
        before = place
        for i in range(n):
            factors.left[i] = 0.0
        for i in range(len(work.g)):
            factors.left[n + i] = -work.g[i]
        substitute_saddle(it.factors, factors.left)
        chart_rates(work, factors.left, work.chart)
        for i in range(nq):
            ends.y_new[i] += work.chart[i]
            moved = max(moved, abs(work.chart[i]))
        restore_norms(work, ends.y_new)
        place_state(work, ends.y_new, t_new)
        if not evaluate_saddle(work):
            return NOT_FINITE
    projection.worst[PROJECTION_CHANGE] = max(projection.worst[PROJECTION_CHANGE], moved)
    return close_speeds(method) if place <= PLACES_OPEN * extent else CONSTRAINTS_OPEN


@loop
def close_speeds(method: Any) -> int:
    """Brings velocities onto their rows."""
    it, ends = method.equations, method.ends
    work, n, nq, factors = it.work, len(it.rate), it.work.nq, it.work.factors
    speed, largest = 0.0, 1.0
    for i in range(work.nu):
        largest = max(largest, abs(ends.y_new[nq + i]))
    for i in range(n):
        factors.right[i], factors.found[i] = 0.0, 0.0
    for i in range(len(work.psi)):
        speed = max(speed, abs(work.psi[i]))
        factors.right[n + i], factors.found[n + i] = -work.psi[i], 0.0
    if speed <= SPEEDS_CLOSED * largest:
        return RUN_DONE
    left_over = max(SPEEDS_CLOSED * largest, SPEEDS_LEFT * speed if method.order == 0 else 0.0)
    if not solve_nearby(factors, it.factors, left_over) and not solve_here(work, SADDLE_REFINED):
        return CONSTRAINTS_OPEN
    for i in range(n):
        ends.y_new[nq + i] += factors.found[i]
    return RUN_DONE


@loop
def restore_norms(work: SaddleWork, y: Any) -> None:
    """Euler parameters of unit norm."""
    for body in range(work.bodies):
        e = 7 * body
        by = 1.0 / np.sqrt(y[e] ** 2 + y[e + 1] ** 2 + y[e + 2] ** 2 + y[e + 3] ** 2)
        for k in range(4):
            y[e + k] *= by


@loop
def rates_at_end(method: Any, t_new: float) -> bool:
    """Rates at the end of a step: of steps with error control, those of the equations."""
    it, ends = method.equations, method.ends
    work, n, nq, last = it.work, len(it.rate), it.work.nq, len(ends.y) - 1
    factors, scale = work.factors, 0.0
    if method.order > 0:
        place_state(work, ends.y_new, t_new)
        if not evaluate_saddle(work):
            return False
        for i in range(n):
            factors.right[i] = -work.r[i]
            scale = max(scale, abs(work.r[i]))
        for i in range(len(work.P_00)):
            factors.right[n + i] = -work.P_00[i]
            scale = max(scale, abs(work.P_00[i]))
    for i in range(n):
        factors.found[i] = it.rate[i]
    for i in range(len(it.lam)):
        factors.found[n + i] = -it.lam[i]
    if (
        method.order > 0
        and not solve_nearby(factors, it.factors, RATES_FOUND * scale)
        and not solve_here(work, SADDLE_REFINED)
    ):
        return False
    method.flow.count[CALLS] += 1
    for i in range(n):
        work.a[i] = ends.y_new[nq + i]
        ends.f_1[nq + i] = factors.found[i]
    chart_rates(work, work.a, ends.f_1)
    ends.f_1[last] = power_here(work)
    total = 0.0
    for i in range(len(ends.f_1)):
        total += ends.f_1[i]
    return abs(total) < np.inf


ABSOLUTE_SOLUTION = AlphaLoops(
    move_absolute, evaluate_absolute, solve_absolute, along_absolute, forget_factors, conclude_absolute
)
"""The equations of a step of generalized-α."""
