r"""The equations of an absolute system as a step over impacts asks for them (`numerics.integrators.moreau_terms`).

Bodies are at their centres of mass, with velocities in world axes. There M is constant but for the rotation of bodies,
so that momenta carry velocities by $\omega' = J'^{-1} J\,\omega$ of each rigid body and by nothing else.

All systems are the saddle point of `saddle_loops`, in which rows of contacts and rows that repeat others are switched
off. Beside the constraints by O(h²), rows that repeat others on them contradict these by as much, and would lock a
linkage that moves though its rows outnumber its velocities. Which ones are left out is chosen where constraints hold,
in Python; a step asks for it again once a row that is left out has too large a part of another.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np

from ..kernels.loops import loop
from ..kernels.loops.calls import call
from ..numerics.contact.held_rows import HeldRows, add_held, factor_rows
from ..numerics.contact.step_points import measure_points, point_row
from ..numerics.integrators.flow import Flow
from ..numerics.integrators.moreau import BROUGHT_BACK
from ..numerics.integrators.moreau_terms import OFF_PLACE, MoreauTerms, StepLoops
from ..numerics.saddle import SADDLE_REFINED
from ..numerics.status import PAUSED, RUN_DONE
from .evaluate import ElementCalls
from .saddle_loops import (
    SaddleWork,
    chart_rates,
    evaluate_at,
    evaluate_saddle,
    factor_saddle,
    power_here,
    solve_saddle,
    substitute_saddle,
)
from .unknown_loops import solve_element_unknowns

MOST_PART = 30.0
"""Parts of other rows in one that is left out, from which on rows are chosen again."""


class RowSwitch(NamedTuple):
    """Rows that take part in a saddle point."""

    taken: Any
    """Of every row, whether it does."""
    entries: Any
    """Places of what the others have in the matrix."""
    diagonal: Any
    """Places of what stands on its diagonal instead."""


class AbsoluteSide(NamedTuple):
    """An absolute system whose contacts are all closed and stick, and memory of a step."""

    work: SaddleWork
    calls: ElementCalls
    """Forces alone."""
    c: Any
    """Factors of velocity rows in `calls`."""
    r: Any
    bodies: Any
    """J of every body in its own axes, its pseudo-inverse, and whether it is rigid (bodies × 13)."""
    spins: Any
    """Angular momenta at the start, in the world (bodies × 3)."""
    inertia: Any
    """Places of M among triplets."""
    first: Any
    """Where places of the triplets of each row begin in `places`."""
    places: Any
    on_speeds: Any
    """(rows) Whether a row is a condition on velocities alone."""
    all_rows: RowSwitch
    positions: RowSwitch
    left_out: Any
    """Rows that repeat others."""
    asks: Any
    """(whether rows are to be chosen again, which row is looked at next, whether factors are of the end of the step)"""
    rows_work: Any
    """Whether multipliers do work: of drives, and of friction."""
    border: HeldRows
    """Points that rest, on top of the saddle point."""


@loop
def rotated(a: float, b: float, c: float, d: float, x: float, y: float, z: float) -> tuple[float, float, float]:
    """R v by Euler parameters of length one."""
    p, q, r = 2.0 * (c * z - d * y), 2.0 * (d * x - b * z), 2.0 * (b * y - c * x)
    return x + a * p + c * r - d * q, y + a * q + d * p - b * r, z + a * r + b * q - c * p


@loop
def inertia_along(body: Any, at: int, q: Any, e: int, x: float, y: float, z: float) -> tuple[float, float, float]:
    """R J Rᵀ v, J being six numbers of a body from a place on; R by the Euler parameters in q from a place on."""
    x, y, z = rotated(q[e], -q[e + 1], -q[e + 2], -q[e + 3], x, y, z)
    p = body[at] * x + body[at + 1] * y + body[at + 3] * z
    r = body[at + 1] * x + body[at + 2] * y + body[at + 4] * z
    s = body[at + 3] * x + body[at + 4] * y + body[at + 5] * z
    return rotated(q[e], q[e + 1], q[e + 2], q[e + 3], p, r, s)


@loop
def put_spins(side: AbsoluteSide, q: Any, x: Any, nq: int) -> None:
    """Angular momenta of rigid bodies at places q and the velocities that stand in x."""
    for k in range(len(side.bodies)):
        if side.bodies[k, 12] > 0.0:
            w = nq + 6 * k
            p, r, s = inertia_along(side.bodies[k], 0, q, 7 * k, x[w], x[w + 1], x[w + 2])
            side.spins[k, 0], side.spins[k, 1], side.spins[k, 2] = p, r, s


@loop
def take_spins(side: AbsoluteSide, q: Any, x: Any, nq: int) -> None:
    """Changes velocities in x so that bodies at places q have the angular momenta that were put."""
    for k in range(len(side.bodies)):
        if side.bodies[k, 12] > 0.0:
            w, body, spin = nq + 6 * k, side.bodies[k], side.spins[k]
            p, r, s = inertia_along(body, 0, q, 7 * k, x[w], x[w + 1], x[w + 2])
            p, r, s = inertia_along(body, 6, q, 7 * k, spin[0] - p, spin[1] - r, spin[2] - s)
            x[w], x[w + 1], x[w + 2] = x[w] + p, x[w + 1] + r, x[w + 2] + s


@loop
def chart_speeds(work: SaddleWork, u: Any, q_dot: Any) -> None:
    """q̇ at what the head of memory holds."""
    for i in range(len(u)):
        u[i] = work.memory[work.nq + i]
    chart_rates(work, u, q_dot)


@loop
def normalise(work: SaddleWork, q: Any, u: Any) -> None:
    """q with Euler parameters of length one, and u, of what the head of memory holds."""
    x = work.memory
    for i in range(len(q)):
        q[i] = x[i]
    for i in range(len(u)):
        u[i] = x[work.nq + i]
    for b in range(work.bodies):
        e = 7 * b
        size = np.sqrt(x[e] ** 2 + x[e + 1] ** 2 + x[e + 2] ** 2 + x[e + 3] ** 2)
        for i in range(e, e + 4):
            q[i] = x[i] / size


@loop
def place_here(flow: Flow, work: SaddleWork) -> None:
    """Puts what `flow.x` holds where elements read it, without accelerations and multipliers."""
    for i in range(work.nq + len(work.a)):
        work.memory[i] = flow.x[i]
    work.memory[work.clock] = flow.x[len(flow.x) - 1]
    for i in range(len(work.a)):
        work.a[i] = 0.0
    for i in range(len(work.lam)):
        work.lam[i] = work.seen[i]


@loop
def evaluate_matrices(work: SaddleWork) -> bool:
    """The saddle point, whose M and rows stay among the triplets when some of its entries are switched off."""
    if not evaluate_saddle(work):
        return False
    for k in range(len(work.triplets)):
        work.triplets[k] = 0.0
    for k in range(len(work.matrix)):
        work.triplets[work.into[k]] = work.matrix[k]
    return True


@loop
def switch_rows(work: SaddleWork, rows: RowSwitch) -> bool:
    """Factors of the saddle point with some rows alone."""
    entries = work.factors.entries
    for k in range(len(rows.entries)):
        entries[rows.entries[k]] = 0.0
    for k in range(len(rows.diagonal)):
        entries[rows.diagonal[k]] = -1.0
    return factor_saddle(work.factors)


@loop
def begin_absolute(flow: Flow, m: MoreauTerms, y: Any) -> int:
    """Momenta at the start; a pause where rows are to be chosen."""
    if m.side.asks[0]:
        return PAUSED
    call(m.kinematics)
    put_spins(m.side, flow.x, flow.x, len(m.q))
    return RUN_DONE


@loop
def put_row_speeds(m: MoreauTerms) -> None:
    """P_0 of all rows, from their velocities at what was evaluated."""
    side, work = m.side, m.side.work
    for k in range(len(m.P_0)):
        total = work.psi[k]
        for place in range(side.first[k], side.first[k + 1]):
            at = side.places[place]
            total -= work.triplets[at] * work.memory[work.nq + work.factors.columns[at]]
        m.P_0[k] = total


@loop
def reach_absolute(flow: Flow, m: MoreauTerms, y: Any) -> bool:
    """Matrices in the middle, and velocities carried there with the momenta of bodies."""
    side, x, nq, n = m.side, flow.x, len(m.q), len(m.u)
    place_here(flow, side.work)
    if not evaluate_matrices(side.work) or not switch_rows(side.work, side.all_rows):
        return False
    put_row_speeds(m)
    if m.laws[0] != 0:
        call(m.laws)
    measure_points(m)
    take_spins(side, x, x, nq)
    for i in range(n):
        m.before[i] = x[nq + i]
        m.turned[i] = -x[nq + i]
    momentum_absolute(m, m.before)
    want_absolute(m, m.before)
    hold_absolute(m)
    for i in range(n):
        m.before[i], x[nq + i] = m.load[i], m.load[i]
        m.turned[i] += m.load[i]
    look_at_rows(m)
    return True


@loop
def look_at_rows(m: MoreauTerms) -> None:
    """Whether one of the rows that are left out has become more than the others."""
    side, factors, n = m.side, m.side.work.factors, len(m.side.work.a)
    if not len(side.left_out):
        return
    side.asks[1] = (side.asks[1] + 1) % len(side.left_out)
    for i in range(len(factors.right)):
        factors.right[i] = 0.0
    row_absolute(m, side.left_out[side.asks[1]], factors.right[: len(m.u)])
    substitute_saddle(factors, factors.right)
    for k in range(n, len(factors.right)):
        if not abs(factors.right[k]) < MOST_PART:
            side.asks[0] = 1


@loop
def force_absolute(flow: Flow, m: MoreauTerms) -> bool:
    """Forces at the velocities in `flow.x`."""
    side, work = m.side, m.side.work
    place_here(flow, work)
    if len(work.unknowns.calls) and not solve_element_unknowns(work.unknowns, work.memory, work.memory[work.clock]):
        return False
    side.c[3] = 1.0
    evaluate_at(work, side.calls)
    for i in range(len(m.z_dot)):
        m.z_dot[i] = -side.r[len(m.u) + i]
    return True


@loop
def momentum_absolute(m: MoreauTerms, u: Any) -> None:
    """M u."""
    side, factors = m.side, m.side.work.factors
    for i in range(len(m.load)):
        m.load[i] = 0.0
    for k in range(len(side.inertia)):
        at = side.inertia[k]
        m.load[factors.rows[at]] += side.work.triplets[at] * u[factors.columns[at]]


@loop
def impel_absolute(m: MoreauTerms, h: float) -> None:
    """h (Q + ω × Jω)."""
    side, x, nq = m.side, m.side.work.memory, len(m.q)
    for i in range(len(m.load)):
        m.load[i] -= h * side.r[i]
    for k in range(len(side.bodies)):
        if side.bodies[k, 12] > 0.0:
            w, v = 6 * k, nq + 6 * k
            p, r, s = inertia_along(side.bodies[k], 0, x, 7 * k, x[v], x[v + 1], x[v + 2])
            m.load[w] += h * (x[v + 1] * s - x[v + 2] * r)
            m.load[w + 1] += h * (x[v + 2] * p - x[v] * s)
            m.load[w + 2] += h * (x[v] * r - x[v + 1] * p)


@loop
def want_absolute(m: MoreauTerms, u: Any) -> None:
    """−P_0 of rows that take part."""
    for k in range(len(m.P_0)):
        m.wanted[k] = -m.P_0[k] if m.side.all_rows.taken[k] else 0.0


@loop
def hold_absolute(m: MoreauTerms) -> None:
    """By the factors of the saddle point."""
    factors, n = m.side.work.factors, len(m.side.work.a)
    for i in range(n):
        factors.right[i] = m.load[i] if i < len(m.load) else 0.0
    for k in range(len(m.P_0)):
        factors.right[n + k] = m.wanted[k]
    solve_saddle(factors, np.inf, SADDLE_REFINED)
    for i in range(len(m.load)):
        m.load[i] = factors.found[i]


@loop
def row_absolute(m: MoreauTerms, row: int, into: Any) -> None:
    """A row of P, of the last matrices."""
    side, work = m.side, m.side.work
    for i in range(len(into)):
        into[i] = 0.0
    for place in range(side.first[row], side.first[row + 1]):
        at = side.places[place]
        into[work.factors.columns[at]] += work.triplets[at]


@loop
def heaviest_absolute(m: MoreauTerms) -> float:
    """Of all entries of M."""
    found = 0.0
    for k in range(len(m.side.inertia)):
        found = max(found, m.side.work.triplets[m.side.inertia[k]])
    return found


@loop
def work_absolute(m: MoreauTerms, change: Any) -> float:
    """½ (u⁻ + u⁺)·M Δu."""
    momentum_absolute(m, change)
    total = 0.0
    for i in range(len(m.load)):
        total += 0.5 * (m.before[i] + m.star[i]) * m.load[i]
    return total


@loop
def accelerate_absolute(flow: Flow, m: MoreauTerms) -> None:
    """With P_00 at the velocities in `flow.x`."""
    side, work = m.side, m.side.work
    force_absolute(flow, m)
    evaluate_at(work, work.saddle)
    for i in range(len(m.load)):
        m.load[i] = -side.r[i]
    for k in range(len(m.P_00)):
        m.wanted[k] = -m.P_00[k] if side.all_rows.taken[k] else 0.0
    hold_absolute(m)
    for i in range(len(m.load)):
        m.u_dot[i] = m.load[i]


@loop
def leave_absolute(flow: Flow, m: MoreauTerms) -> None:
    """With the momenta of bodies, and with what rows turn on."""
    x, nq = flow.x, len(m.q)
    for i in range(len(m.turned)):
        x[nq + i] += m.turned[i]
    put_spins(m.side, m.middle, x, nq)
    take_spins(m.side, x, x, nq)
    m.side.asks[2] = 0


@loop
def place_absolute(flow: Flow, m: MoreauTerms) -> None:
    """Residuals and velocities of rows, and gaps."""
    place_here(flow, m.side.work)
    evaluate_at(m.side.work, m.side.work.saddle)
    if m.laws[0] != 0:
        call(m.laws)
    measure_points(m)


@loop
def factor_end(m: MoreauTerms, rows: RowSwitch, positions_only: bool) -> bool:
    """Factors at the end of the step, once; of positions alone where conditions on velocities have no part."""
    side, work = m.side, m.side.work
    kind = 1 if positions_only and len(work.speed_rows) else 2
    if side.asks[2] == kind:
        return True
    side.asks[2] = 0
    if not evaluate_matrices(work):
        return False
    if kind == 1:
        # Own coordinates that conditions on velocities alone decide about stay where they are.
        for i in range(len(work.light)):
            work.factors.entries[work.factors.exact + i] += work.light[i]
    if not switch_rows(work, rows):
        return False
    side.asks[2] = kind
    return True


@loop
def shift_absolute(flow: Flow, m: MoreauTerms) -> float:
    """By rows of positions, and on top of them those of points that rest."""
    side, points, largest = m.side, m.points, 0.0
    for k in range(len(m.P_0)):
        if side.positions.taken[k]:
            largest = max(largest, abs(m.g[k]))
    for p in range(len(points.normals)):
        # Those that are lifted a little come down too: a body that rests does not float.
        if points.rests[p] and points.inside[p] >= 0.0 and points.is_placed[p]:
            largest = max(largest, abs(points.height[p]))
    if largest <= OFF_PLACE:
        return largest
    if not factor_end(m, side.positions, True):
        return np.nan
    for k in range(len(m.P_0)):
        m.wanted[k] = -m.g[k] if side.positions.taken[k] else 0.0
    for i in range(len(m.load)):
        m.load[i] = 0.0
    hold_absolute(m)
    shift_points(m)
    return largest


@loop
def shift_points(m: MoreauTerms) -> None:
    """Adds to `m.load` what takes points that rest to their places as well."""
    border, points, n, count = m.side.border, m.points, len(m.load), 0
    for i in range(n):
        m.turned[i] = m.load[i]
    for k in range(len(m.P_0)):
        m.wanted[k] = 0.0
    for p in range(len(points.normals)):
        if not (points.rests[p] and points.inside[p] >= 0.0 and points.is_placed[p]):
            continue
        point_row(m, points.normals[p], border.P[count])
        total = -points.height[p]
        for i in range(n):
            total -= border.P[count, i] * m.turned[i]
            m.load[i] = border.P[count, i]
        hold_absolute(m)
        for i in range(n):
            border.Z[count, i] = m.load[i]
        border.right[count] = total
        count += 1
    border.count[0] = count
    for i in range(n):
        m.load[i] = m.turned[i]
    if count:
        factor_rows(border, n)
        add_held(border, m.load, n)


@loop
def settle_absolute(flow: Flow, m: MoreauTerms) -> bool:
    """By the least change in the mass metric; matrices may be those of a place close by, and so it is repeated."""
    side, nq, x = m.side, len(m.q), flow.x
    for _ in range(BROUGHT_BACK):
        largest, size = 0.0, 0.0
        for i in range(len(m.load)):
            size = max(size, abs(x[nq + i]))
        for k in range(len(m.P_0)):
            m.wanted[k] = -side.work.psi[k] if side.all_rows.taken[k] else 0.0
            largest = max(largest, abs(m.wanted[k]))
        if not largest > OFF_PLACE * (1.0 + size):
            return True
        if not factor_end(m, side.all_rows, False):
            return False
        for i in range(len(m.load)):
            m.load[i] = 0.0
        hold_absolute(m)
        for i in range(len(m.load)):
            x[nq + i] += m.load[i]
        place_here(flow, side.work)
        evaluate_at(side.work, side.work.saddle)
    return True


@loop
def power_absolute(flow: Flow, m: MoreauTerms, t: float, y: Any, f: Any) -> bool:
    """That of forces, and of multipliers where these do work."""
    side, work, n = m.side, m.side.work, len(m.side.work.a)
    for i in range(len(work.factors.found)):
        work.factors.found[i] = 0.0
    if side.rows_work[0]:
        if not factor_end(m, side.all_rows, False) or not force_absolute(flow, m):
            return False
        for i in range(n):
            work.factors.right[i] = -side.r[i]
        for k in range(len(m.P_00)):
            work.factors.right[n + k] = -m.P_00[k] if side.all_rows.taken[k] else 0.0
        solve_saddle(work.factors, np.inf, SADDLE_REFINED)
    f[len(y) - 1] = power_here(work)
    return abs(f[len(y) - 1]) < np.inf


ABSOLUTE_STEPS = StepLoops(
    begin_absolute,
    reach_absolute,
    force_absolute,
    momentum_absolute,
    impel_absolute,
    want_absolute,
    hold_absolute,
    row_absolute,
    heaviest_absolute,
    work_absolute,
    accelerate_absolute,
    leave_absolute,
    place_absolute,
    shift_absolute,
    settle_absolute,
    power_absolute,
)
"""The equations of an absolute system."""
