r"""Rates, projections and energies of an absolute system as compiled loops, so that a run stays in native code.

All of them solve with one sparse saddle point,

$$ \begin{pmatrix} M & B^T \\ A & 0 \end{pmatrix} \begin{pmatrix} \dot u \\ -\lambda \end{pmatrix} =
   \begin{pmatrix} h \\ -P_{00} \end{pmatrix}, $$

assembled from element kinds (`evaluate`), factored with −ε in the place of the zero and refined on the matrix itself,
as `motion.Saddle` does in Python. Sparse systems use blocks, others fronts; where small ones have no pivots in these,
factors are dense, with row exchange.

A state is y = (poses, own coordinates, u, z, work): Euler parameters and position of every body at its centre of mass,
angular velocity and velocity in world axes. Loops read y, then t, from the head of one block of memory, behind which
accelerations and multipliers stand, so that one table of places gathers the inputs of all elements.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np

from ..kernels.loops import loop, vectorised
from ..numerics.block_lu import BlockFactors, factor_blocks, fill_blocks, solve_blocks
from ..numerics.integrators.lu import factor_lu, solve_lu
from ..numerics.integrators.projection import CLOSEST
from ..numerics.multifrontal.loops import (
    FACTORS_MADE,
    FrontMemory,
    FrontTables,
    backward,
    factor_fronts,
    forward_substitution,
)
from ..numerics.saddle import REFINEMENTS, SADDLE_REFINED
from .evaluate import ElementCalls, evaluate_elements
from .unknown_loops import UnknownLoops, solve_element_unknowns

PLACES_REFINED = 1e-6
"""The same of changes of places, which are steps of Newton's method."""
FACTORS_REACH = 1e-4
"""Changes of coordinates since factors were made, in radians or lengths, for which they are tried once more."""
STILL_GOOD = 1e-3
"""Residuals after the first solution, relative to its right side, that such factors may leave."""
NEARBY_ITERATIONS, NEARBY_SLOW = 10, 0.25
"""Iterations with factors of a matrix nearby, and a reduction of residuals worse than which new factors are better."""
SURELY = 0.1
"""Part of what may be left, below which what the last reduction foretells is not computed."""
MADE, MADE_SO_FAR, BY_BLOCKS = range(3)
"""Places in `SaddleFactors.made`: whether there are factors of a matrix that is known by its place, how many times
factors were made, and whether the last are those of `blocks`."""
SEEN_ITERATIONS, SEEN_ROUNDING, SEEN_SLOW = 30, 1e-13, 1e-9
"""Newton's method where forces depend on multipliers: changes relative to all that ends it, and that do where it has
become slow."""
SPEEDS_ROUNDED_OFF = 3e-16
"""Residuals of velocity rows, relative to the size of velocities, that are rounding."""


class SaddleFactors(NamedTuple):
    """The matrix of the saddle point and its factors: in blocks, dense where `matrix` has entries, or by fronts."""

    rows: Any
    columns: Any
    entries: Any
    """Triplets of elements, then what is added to the diagonal."""
    exact: int
    """How many of them are of the matrix itself."""
    first: Any
    """Where those of each row begin in `by_row`."""
    by_row: Any
    """Places of those of the matrix itself that are not always zero, row after row."""
    blocks: BlockFactors
    """The first choice: exchanges rows within blocks alone."""
    matrix: Any
    pivots: Any
    plan: FrontTables
    room: FrontMemory
    right: Any
    found: Any
    left: Any
    made: Any
    at: Any
    """Coordinates for which they were made."""


class SaddleWork(NamedTuple):
    """A system at the state that the head of `memory` holds."""

    memory: Any
    clock: int
    """Where t stands: behind y."""
    bodies: int
    nq: int
    nu: int
    a: Any
    lam: Any
    c: Any
    """Factors of r_a, r_u, r_q and of velocity rows in `tangent`."""
    tangent: ElementCalls
    rates: ElementCalls
    saddle: ElementCalls
    matrix: Any
    """Triplets that these give."""
    into: Any
    """Their places among all triplets."""
    unknowns: UnknownLoops
    triplets: Any
    r: Any
    Q: Any
    """Forces in the directions of velocities; empty where no element has any."""
    g: Any
    psi: Any
    P_00: Any
    row_g: Any
    row_psi: Any
    """g and ψ of `rates`."""
    field_power: ElementCalls
    """The power of a gravity field, which has no potential energy; empty where gravity is uniform."""
    factors: SaddleFactors
    on_speeds: Any
    """Triplets of rows that are conditions on velocities alone: they forbid no place."""
    speed_rows: Any
    """Places of these rows on the diagonal."""
    light: Any
    """Masses that stand in for them on the diagonal of velocities."""
    diagonal: Any
    """What is added to the diagonal: −ε for rows."""
    chart: Any
    """Room for a change of coordinates."""
    sees_reactions: bool
    """Whether forces of some elements depend on multipliers of others."""
    seen: Any
    """Multipliers that these begin with; zero where no forces depend on any."""
    motion: Any
    """Room for accelerations and multipliers."""
    reactions: Any
    """Triplets by which multipliers act on velocities, where they do work."""
    noise: Any
    """Some velocities, of unit size in the metric of the masses."""
    units: Any
    """A radian, or a length of the model, in the unit of each coordinate."""
    ranked: Any
    """Where the rank of the rows was looked at last; √ρ there (`rank_loops`), how fast it has changed, ρ."""


@vectorised
def fill_matrix(factors: SaddleFactors) -> None:
    """The dense matrix."""
    matrix = factors.matrix
    for i in range(len(matrix)):
        for j in range(len(matrix)):
            matrix[i, j] = 0.0
    for k in range(len(factors.entries)):
        matrix[factors.rows[k], factors.columns[k]] += factors.entries[k]


@loop
def factor_saddle(factors: SaddleFactors) -> bool:
    """Factors of the entries; False where there are none."""
    factors.made[MADE] = 0
    factors.made[MADE_SO_FAR] += 1
    factors.made[BY_BLOCKS] = 0
    if len(factors.blocks.place):
        fill_blocks(factors.blocks, factors.entries)
        if factor_blocks(factors.blocks):
            factors.made[BY_BLOCKS] = 1
            return True
    if len(factors.matrix):
        fill_matrix(factors)
        return bool(factor_lu(factors.matrix, factors.pivots))
    return bool(factor_fronts(factors.plan, factors.room, factors.entries) == FACTORS_MADE)


@loop
def substitute_saddle(factors: SaddleFactors, b: Any) -> None:
    """b becomes the solution of the regularised matrix."""
    if factors.made[BY_BLOCKS]:
        solve_blocks(factors.blocks, b)
        return
    if len(factors.matrix):
        solve_lu(factors.matrix, factors.pivots, b)
        return
    plan, room = factors.plan, factors.room
    for i in range(len(plan.order)):
        room.x[i] = b[plan.order[i]]
    forward_substitution(plan.table, plan.unknowns, room.factors, room.exchanged, room.x, room.tile)
    backward(plan.table, plan.unknowns, room.factors, room.x, room.front)
    for i in range(len(plan.order)):
        b[plan.order[i]] = room.x[i]


@vectorised
def residual_of(factors: SaddleFactors) -> None:
    """left = right − K found, with the matrix itself."""
    first, by_row, columns, entries, found = (
        factors.first,
        factors.by_row,
        factors.columns,
        factors.entries,
        factors.found,
    )
    for i in range(len(factors.left)):
        total = factors.right[i]
        for m in range(first[i], first[i + 1]):
            k = by_row[m]
            total -= entries[k] * found[columns[k]]
        factors.left[i] = total


@loop
def solve_here(work: SaddleWork, enough: float) -> bool:
    """`found` for `right` with the matrix in `entries`, up to residuals that are enough; False without factors.

    Factors that were made close by serve where iteration with them is quick: a step ends with several systems at almost
    the same place.
    """
    factors = work.factors
    near = factors.made[MADE] == 1
    for i in range(len(factors.at)):
        near = near and abs(work.memory[i] - factors.at[i]) <= FACTORS_REACH
    if near and solve_saddle(factors, STILL_GOOD, enough):
        return True
    if not factor_saddle(factors):
        return False
    factors.made[MADE] = 1
    for i in range(len(factors.at)):
        factors.at[i] = work.memory[i]
    solve_saddle(factors, np.inf, enough)
    return True


@vectorised
def solve_saddle(factors: SaddleFactors, allowed: float, enough: float) -> bool:
    """`found` for `right`: what ε did is taken out by iterating on the residual.

    Where rows contradict each other it is the solution of least squares. False where the first solution leaves more
    than is allowed; all of these are relative to the right side.
    """
    found, left, right = factors.found, factors.left, factors.right
    scale, last = 0.0, np.inf
    for i in range(len(right)):
        found[i] = right[i]
        scale = max(scale, abs(right[i]))
    if scale == 0.0:
        return True
    substitute_saddle(factors, found)
    for iteration in range(REFINEMENTS):
        residual_of(factors)
        size = 0.0
        for i in range(len(left)):
            size = max(size, abs(left[i]))
        if iteration == 0 and not size <= allowed * scale:
            return False
        if not size > enough * scale or size > 0.5 * last:
            return True
        last = size
        substitute_saddle(factors, left)
        for i in range(len(found)):
            found[i] += left[i]
    return True


@vectorised
def solve_nearby(factors: SaddleFactors, by: SaddleFactors, left_over: float) -> bool:
    """`found` for `right` with the matrix itself, by iteration with factors of a matrix nearby from what is in `found`.

    False where that is slow; residuals no larger than `left_over` stay.
    """
    last = np.inf
    for _ in range(NEARBY_ITERATIONS):
        residual_of(factors)
        size = 0.0
        for i in range(len(factors.left)):
            size = max(size, abs(factors.left[i]))
        if size <= left_over:
            return True
        if not size < NEARBY_SLOW * last:
            return False
        substitute_saddle(by, factors.left)
        for i in range(len(factors.found)):
            factors.found[i] += factors.left[i]
        if last < np.inf and size / last * size <= SURELY * left_over:
            return True
        last = size
    return False


@loop
def evaluate_at(work: SaddleWork, calls: ElementCalls) -> None:
    """One function of all elements at the present time."""
    calls.t[0] = work.memory[work.clock]
    evaluate_elements(calls)


@vectorised
def evaluate_saddle(work: SaddleWork) -> bool:
    """Mass matrix, rows, and forces without accelerations, at the multipliers in memory; factors are not made."""
    if len(work.unknowns.calls) and not solve_element_unknowns(work.unknowns, work.memory, work.memory[work.clock]):
        return False
    evaluate_at(work, work.saddle)
    for k in range(len(work.matrix)):
        work.factors.entries[work.into[k]] = work.matrix[k]
    for i in range(len(work.diagonal)):
        work.factors.entries[work.factors.exact + i] = work.diagonal[i]
    return True


@loop
def accelerate_here(work: SaddleWork) -> bool:
    """Leaves u̇ (and ż) and −λ in `factors.found`; False where there are none."""
    factors, n = work.factors, len(work.a)
    without_multipliers(work)
    if not evaluate_saddle(work):
        return False
    for i in range(n):
        factors.right[i] = -work.r[i]
    for i in range(len(work.P_00)):
        factors.right[n + i] = -work.P_00[i]
    if not solve_here(work, SADDLE_REFINED):
        return False
    return accelerate_seen(work) if work.sees_reactions else True


@loop
def without_multipliers(work: SaddleWork) -> None:
    """Multipliers are zero; those that forces depend on are the last that were found, since at zero such forces may
    have no value."""
    for i in range(len(work.lam)):
        work.lam[i] = work.seen[i]


@loop
def accelerate_seen(work: SaddleWork) -> bool:
    """The same where forces depend on multipliers of others, by Newton's method from what was found without that."""
    factors, n = work.factors, len(work.a)
    found, last = work.motion, np.inf
    for i in range(len(found)):
        found[i] = factors.found[i] - (0.0 if i < n else work.lam[i - n])
    for _ in range(SEEN_ITERATIONS):
        for i in range(len(work.lam)):
            work.lam[i] = -found[n + i]
        if not evaluate_saddle(work) or not factor_saddle(factors):
            return False
        for i in range(len(found)):
            factors.right[i] = -(work.r[i] if i < n else work.P_00[i - n])
        for k in range(factors.exact):
            # r holds −Bᵀλ already.
            if factors.columns[k] < n:
                factors.right[factors.rows[k]] -= factors.entries[k] * found[factors.columns[k]]
        solve_saddle(factors, np.inf, SADDLE_REFINED)
        change, size = 0.0, 0.0
        for i in range(len(found)):
            found[i] += factors.found[i]
            change, size = max(change, abs(factors.found[i])), max(size, abs(found[i]))
        change /= 1.0 + size
        if not change < np.inf:
            return False
        if change <= SEEN_ROUNDING or (change > 0.5 * last and change <= SEEN_SLOW):
            for i in range(len(found)):
                factors.found[i] = found[i]
            for i in range(len(work.lam)):
                work.lam[i] = -found[n + i]
                work.seen[i] = work.lam[i]
            return True
        last = change
    return False


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


@vectorised
def chart_rates(work: SaddleWork, u: Any, q_dot: Any) -> None:
    """q̇ of velocities u: ė = ω ∘ e / 2 with ω in world axes, ṗ = v, and rates of own coordinates."""
    x = work.memory
    for b in range(work.bodies):
        e, w = 7 * b, 6 * b
        a, b_, c, d = x[e], x[e + 1], x[e + 2], x[e + 3]
        p, q, r = 0.5 * u[w], 0.5 * u[w + 1], 0.5 * u[w + 2]
        q_dot[e] = -(p * b_ + q * c + r * d)
        q_dot[e + 1] = p * a + q * d - r * c
        q_dot[e + 2] = q * a + r * b_ - p * d
        q_dot[e + 3] = r * a + p * c - q * b_
        q_dot[e + 4], q_dot[e + 5], q_dot[e + 6] = u[w + 3], u[w + 4], u[w + 5]
    for i in range(work.nq - 7 * work.bodies):
        q_dot[7 * work.bodies + i] = u[6 * work.bodies + i]


@loop
def does_work(work: SaddleWork) -> bool:
    """Whether anything but inertia and uniform gravity may do any."""
    return len(work.Q) + len(work.reactions) + len(work.field_power.sums) > 0


@loop
def power_here(work: SaddleWork) -> float:
    """Of forces of elements, of multipliers (λ·B u: drives, friction) and of a gravity field; states have none."""
    x, nq, factors, total = work.memory, work.nq, work.factors, 0.0
    for i in range(work.nu if len(work.Q) else 0):
        total += x[nq + i] * work.Q[i]
    for place in range(len(work.reactions)):
        k = work.reactions[place]
        total -= x[nq + factors.rows[k]] * factors.entries[k] * factors.found[factors.columns[k]]
    if len(work.field_power.sums):
        evaluate_at(work, work.field_power)
        total += work.field_power.sums[0]
    return total


@loop
def motion_here(work: SaddleWork, f: Any) -> None:
    """(q̇, u̇, ż, power, pivot) into f; not a number where elements have no solution."""
    n, nq, end = len(work.a), work.nq, len(f) - 2
    if not accelerate_here(work):
        for i in range(len(f)):
            f[i] = np.nan
        return
    for i in range(n):
        # The chart reads velocities out of memory of its own: those of the state stand behind coordinates.
        work.a[i] = work.memory[nq + i]
        f[nq + i] = work.factors.found[i]
    chart_rates(work, work.a, f)
    f[end] = power_here(work)
    f[end + 1] = work.ranked[nq + 2]  # found where it is asked for


@loop
def projection_here(work: SaddleWork, dq: Any, du: Any, residual: Any, asks: Any, tolerance: float) -> None:
    """Changes in the mass metric that close rows of positions and of velocities; |g|, |ψ| and a pivot before them.

    Where rows of positions are open, velocities change only where that is asked for: they will anew when these are
    closed.
    """
    factors, n, x = work.factors, len(work.a), work.memory
    place, speed, largest = 0.0, 0.0, 0.0
    for i in range(len(dq)):
        dq[i] = 0.0
    for i in range(len(du)):
        du[i] = 0.0
        largest = max(largest, abs(x[work.nq + i]))
    without_multipliers(work)
    if not evaluate_saddle(work):
        residual[0] = np.nan
        return
    for i in range(len(work.g)):
        place = max(place, abs(work.g[i]))
        speed = max(speed, abs(work.psi[i]))
        if not (np.isfinite(work.g[i]) and np.isfinite(work.psi[i])):
            residual[0] = np.nan
            return
    off = place > (0.0 if asks[0] == CLOSEST else tolerance)
    for b in range(work.bodies):
        e = 7 * b
        norm = x[e] ** 2 + x[e + 1] ** 2 + x[e + 2] ** 2 + x[e + 3] ** 2
        place = max(place, 0.5 * abs(norm - 1.0))
        for k in range(4):
            dq[e + k] = x[e + k] * (1.0 / np.sqrt(norm) - 1.0)
    residual[0], residual[1] = place, speed
    slow = speed <= SPEEDS_ROUNDED_OFF * (1.0 + largest) or (off and not asks[0])
    if not off and slow:
        return
    if not slow:
        for i in range(n):
            factors.right[i] = 0.0
        for i in range(len(work.psi)):
            factors.right[n + i] = -work.psi[i]
        # No closer than rounding of velocities.
        enough = max(SADDLE_REFINED, 0.1 * SPEEDS_ROUNDED_OFF * (1.0 + largest) / speed)
        if not solve_here(work, enough):
            residual[0] = np.nan
            return
        for i in range(len(du)):
            du[i] = factors.found[i]
    if off and not close_places(work, dq):
        residual[0] = np.nan


@loop
def measure_rows(work: SaddleWork, times: Any, rows: Any, worst: Any) -> None:
    """The largest |g| and |ψ| at states, rows of (y); those that `worst` holds count as well."""
    n = rows.shape[1]
    for k in range(len(rows)):
        for i in range(n):
            work.memory[i] = rows[k, i]
        work.memory[work.clock] = times[k]
        evaluate_at(work, work.rates)
        for i in range(len(work.row_g)):
            g, psi = abs(work.row_g[i]), abs(work.row_psi[i])
            worst[0] = g if g > worst[0] or not np.isfinite(g) else worst[0]
            worst[1] = psi if psi > worst[1] or not np.isfinite(psi) else worst[1]


@loop
def close_places(work: SaddleWork, dq: Any) -> bool:
    """Adds to dq what closes rows of positions; conditions on velocities alone take no part. False without factors."""
    factors, n = work.factors, len(work.a)
    if len(work.speed_rows):
        for k in range(len(work.on_speeds)):
            factors.entries[work.on_speeds[k]] = 0.0
        for k in range(len(work.speed_rows)):
            factors.entries[work.speed_rows[k]] = -1.0
        for i in range(n):
            factors.entries[factors.exact + i] += work.light[i]
        if not factor_saddle(factors):
            return True
    for i in range(n):
        factors.right[i] = 0.0
    for i in range(len(work.g)):
        factors.right[n + i] = -work.g[i]
    if len(work.speed_rows):
        solve_saddle(factors, np.inf, SADDLE_REFINED)
    elif not solve_here(work, PLACES_REFINED):
        return False
    chart_rates(work, factors.found, work.chart)
    for i in range(len(dq)):
        dq[i] += work.chart[i]
    return True
