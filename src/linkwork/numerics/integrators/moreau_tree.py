"""The equations of a tree as a step over impacts asks for them (`moreau_terms.StepLoops`), with dense matrices."""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np

from ...kernels.loops import loop
from ...kernels.loops.calls import call
from ..contact.held_rows import HeldRows, factor_held, moved_by, solve_symmetric
from ..contact.momentum_transport import (
    MomentumTransport,
    arriving_load,
    begin_transport,
    leave_middle,
    reach_middle,
)
from ..contact.step_points import measure_points, point_row
from ..status import NEWTON_FAILED, RUN_DONE
from .flow import Flow, evaluate_flow, solve_unknowns
from .moreau_terms import OFF_PLACE, MoreauTerms, StepLoops


class TreeSide(NamedTuple):
    """Kernels of a tree with contacts, what they write, and rows of no contact with their factors."""

    place: Any
    """M, P, g, inside."""
    motion: Any
    """h, P_0, P_00, u̇ prescribed, ż, laws of points."""
    M: Any
    P: Any
    h: Any
    rows: Any
    """Rows of no contact."""
    evaluated: Any
    """Speeds at which momenta were evaluated in the middle."""
    ranks: Any
    """Of rows of no contact where the step begins, on the constraints: of all, and of those of positions."""
    held: HeldRows
    transport: MomentumTransport


@loop
def put_held(m: MoreauTerms, positions_only: bool) -> None:
    """Rows of no contact where they are held, all or those of positions."""
    side, count = m.side, 0
    for k in range(len(side.rows)):
        if positions_only and m.residual_of[side.rows[k]] < 0:
            continue
        for i in range(len(m.free)):
            side.held.P[count, i] = side.P[side.rows[k], m.free[i]]
        count += 1
    side.held.count[0] = count


@loop
def limit_held(side: TreeSide, first: int, rank: int) -> None:
    """Takes so many of the rows that stand first, which may repeat each other on the constraints."""
    side.held.limit[0], side.held.limit[1] = first, rank


@loop
def rank_held(m: MoreauTerms) -> bool:
    """Ranks of rows of no contact on the constraints, at what `flow.x` holds."""
    side = m.side
    if not len(side.rows):
        return True
    call(side.place)
    limit_held(side, 0, 0)
    for k in range(2):
        put_held(m, k == 1)
        if k == 1 and side.held.count[0] == len(side.rows):
            side.ranks[1] = side.ranks[0]
            break
        if not factor_held(side.held, side.M, m.free):
            return False
        side.ranks[k] = side.held.rank[0]
    return True


@loop
def begin_on_tree(flow: Flow, m: MoreauTerms, y: Any) -> int:
    """Ranks and momenta at the start."""
    if not rank_held(m):
        return NEWTON_FAILED
    call(m.kinematics)
    call(m.side.transport.kernel)
    begin_transport(m.side.transport)
    return RUN_DONE


@loop
def force_on_tree(flow: Flow, m: MoreauTerms) -> bool:
    """h, P_0 and laws of points."""
    if len(flow.s) and not solve_unknowns(flow):
        return False
    call(m.side.motion)
    call(m.side.transport.kernel)
    return True


@loop
def hold_rows(m: MoreauTerms) -> bool:
    """Factors of M under all rows of no contact."""
    put_held(m, False)
    limit_held(m.side, len(m.side.rows), m.side.ranks[0])
    return factor_held(m.side.held, m.side.M, m.free)


@loop
def reach_on_tree(flow: Flow, m: MoreauTerms, y: Any) -> bool:
    """Matrices in the middle, and speeds carried there with the momenta of bodies."""
    side, x, nq, nu, n = m.side, flow.x, len(m.q), len(m.u), len(m.free)
    call(side.place)
    if not force_on_tree(flow, m) or not hold_rows(m):
        return False
    measure_points(m)
    for i in range(nu):
        m.before[i], side.evaluated[i] = y[nq + i], x[nq + i]
    reach_middle(side.transport)
    momentum_on_tree(m, m.before)
    arriving_load(side.transport, m.before, side.evaluated, m.free, m.load)
    want_on_tree(m, side.evaluated)
    for i in range(n):
        m.turned[i] = m.load[i]
    solve_symmetric(side.held.L, m.turned, n)
    hold_on_tree(m)
    for i in range(n):
        m.turned[i] = m.load[i] - m.turned[i] if side.held.sigma[0] == 0.0 else 0.0
    for i in range(n):
        m.before[m.free[i]] = m.load[i]
        x[nq + m.free[i]] = m.load[i]
    return True


@loop
def momentum_on_tree(m: MoreauTerms, u: Any) -> None:
    """M u of free speeds."""
    for i in range(len(m.free)):
        total = 0.0
        for j in range(len(m.free)):
            total += m.side.M[m.free[i], m.free[j]] * u[m.free[j]]
        m.load[i] = total


@loop
def drive_load(m: MoreauTerms, row: int) -> float:
    """h less what prescribed accelerations ask for, of one speed."""
    total = m.side.h[row]
    for j in range(len(m.u_dot)):
        total -= m.side.M[row, j] * m.u_dot[j]
    return float(total)


@loop
def push_on_tree(m: MoreauTerms, h: float) -> None:
    """h (Q + C)."""
    for i in range(len(m.free)):
        row = m.free[i]
        m.load[i] += h * (drive_load(m, row) + m.side.transport.now.C[row])


@loop
def want_on_tree(m: MoreauTerms, u: Any) -> None:
    """−P_0 − P u of prescribed speeds."""
    for k in range(len(m.side.rows)):
        row = m.side.rows[k]
        total = m.P_0[row]
        for j in range(len(u)):
            total += m.side.P[row, j] * u[j]
        for i in range(len(m.free)):
            total -= m.side.P[row, m.free[i]] * u[m.free[i]]
        m.wanted[k] = -total


@loop
def hold_on_tree(m: MoreauTerms) -> None:
    """By the factors of M and of P M⁻¹ Pᵀ."""
    moved_by(m.side.held, m.load, m.wanted, len(m.free))


@loop
def row_of_tree(m: MoreauTerms, row: int, into: Any) -> None:
    """A row of P."""
    for j in range(len(into)):
        into[j] = m.side.P[row, j]


@loop
def accelerate_on_tree(flow: Flow, m: MoreauTerms) -> None:
    """Of all speeds, of which prescribed ones are known."""
    n = len(m.free)
    for k in range(len(m.side.rows)):
        row = m.side.rows[k]
        total = m.P_00[row]
        for j in range(len(m.u_dot)):
            total += m.side.P[row, j] * m.u_dot[j]
        m.wanted[k] = -total
    for i in range(n):
        m.load[i] = drive_load(m, m.free[i])
    hold_on_tree(m)
    for i in range(n):
        m.u_dot[m.free[i]] = m.load[i]


@loop
def leave_on_tree(flow: Flow, m: MoreauTerms) -> None:
    """With the momenta of bodies, and with what rows turn on."""
    side, nq, nu, n = m.side, len(m.q), len(m.u), len(m.free)
    for i in range(n):
        flow.x[nq + m.free[i]] += m.turned[i]
    call(side.transport.kernel)
    for i in range(nu):
        m.u[i] = flow.x[nq + i]
    leave_middle(side.transport, side.held, side.M, m.u, side.evaluated, m.free)
    for i in range(n):
        flow.x[nq + m.free[i]] = m.u[m.free[i]]


@loop
def place_on_tree(flow: Flow, m: MoreauTerms) -> None:
    """M, P, g, inside."""
    call(m.side.place)
    measure_points(m)


@loop
def shift_on_tree(flow: Flow, m: MoreauTerms) -> float:
    """By rows that are held off their positions, and those of points that rest."""
    side, points, count, first, largest = m.side, m.points, 0, 0, 0.0
    held = side.held
    for k in range(len(side.rows)):
        row = side.rows[k]
        at = m.residual_of[row]
        if at < 0:
            continue
        for i in range(len(m.free)):
            held.P[count, i] = side.P[row, m.free[i]]
        m.wanted[count] = -m.g[at]
        largest = max(largest, abs(m.g[at]))
        count += 1
    first = count
    for p in range(len(points.normals)):
        # Those that are lifted a little come down too: a body that rests does not float.
        if not (points.rests[p] and points.inside[p] >= 0.0 and points.is_placed[p]):
            continue
        point_row(m, points.normals[p], points.row_work)
        for i in range(len(m.free)):
            held.P[count, i] = points.row_work[m.free[i]]
        m.wanted[count] = -points.height[p]
        largest = max(largest, abs(points.height[p]))
        count += 1
    held.count[0] = count
    limit_held(side, first, side.ranks[1])
    if not largest > OFF_PLACE:
        return largest
    if not factor_held(held, side.M, m.free):
        return np.nan
    for i in range(len(m.free)):
        m.load[i] = 0.0
    hold_on_tree(m)
    return largest


@loop
def settle_on_tree(flow: Flow, m: MoreauTerms) -> bool:
    """By the least change in the mass metric."""
    nq, n = len(m.q), len(m.free)
    if not len(m.side.rows):
        return True
    if len(flow.s) and not solve_unknowns(flow):
        return False
    call(m.side.motion)
    if not hold_rows(m):
        return False
    want_on_tree(m, flow.x[nq : nq + len(m.u)])
    momentum_on_tree(m, flow.x[nq : nq + len(m.u)])
    hold_on_tree(m)
    for i in range(n):
        flow.x[nq + m.free[i]] = m.load[i]
    return True


@loop
def power_on_tree(flow: Flow, m: MoreauTerms, t: float, y: Any, f: Any) -> bool:
    """That of the rates."""
    return evaluate_flow(flow, t, y, f)


@loop
def heaviest_of_tree(m: MoreauTerms) -> float:
    """The largest inertia along a speed."""
    found = 0.0
    for i in range(len(m.side.M)):
        found = max(found, m.side.M[i, i])
    return found


@loop
def work_on_tree(m: MoreauTerms, change: Any) -> float:
    """½ (u⁻ + u⁺)·M Δu."""
    total = 0.0
    for j in range(len(m.free)):
        for i in range(len(change)):
            total += 0.5 * (m.before[i] + m.star[i]) * m.side.M[i, m.free[j]] * change[m.free[j]]
    return total


TREE_STEPS = StepLoops(
    begin_on_tree,
    reach_on_tree,
    force_on_tree,
    momentum_on_tree,
    push_on_tree,
    want_on_tree,
    hold_on_tree,
    row_of_tree,
    heaviest_of_tree,
    work_on_tree,
    accelerate_on_tree,
    leave_on_tree,
    place_on_tree,
    shift_on_tree,
    settle_on_tree,
    power_on_tree,
)
"""The equations of a tree."""
