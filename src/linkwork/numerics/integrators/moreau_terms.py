r"""What a step by Moreau's rule reads and writes, and the rows of no contact that it keeps (`moreau`)."""

from __future__ import annotations

from typing import Any, NamedTuple

from ...kernels.loops import loop
from ...kernels.loops.calls import call
from ..contact.held_rows import HeldRows, factor_held
from ..contact.momentum_transport import MomentumTransport
from ..contact.step_points import StepPoints
from ..contact.step_solver import StepSolver


class MoreauTerms(NamedTuple):
    """Kernels of a system with contacts, what they write, and memory of a step."""

    kinematics: Any
    """q̇ at a state, into `q_dot`."""
    chart: Any
    """q and u with prescribed ones on time, Euler parameters of length one, into `q` and `u`."""
    place: Any
    """M, P, g, inside."""
    motion: Any
    """h, P_0, P_00, u̇ prescribed, ż, laws of points."""
    q_dot: Any
    q: Any
    u: Any
    M: Any
    P: Any
    g: Any
    h: Any
    P_0: Any
    P_00: Any
    u_dot: Any
    z_dot: Any
    free: Any
    """Places of speeds that are not prescribed."""
    held_rows: Any
    """Rows of no contact."""
    residual_of: Any
    """For every row its place in g, −1 where it has none."""
    middle: Any
    """q_m."""
    before: Any
    """u before the impulses, carried to the middle."""
    star: Any
    """u*, then u⁺."""
    pushed: Any
    """Accelerations by forces alone, of all speeds."""
    evaluated: Any
    """Speeds at which momenta were evaluated in the middle."""
    turned: Any
    """What rows that turn change of free speeds on the way to the middle."""
    load: Any
    """Work, of free speeds."""
    wanted: Any
    """Work, of rows."""
    told: Any
    gaps: Any
    """Of all points, where somebody asks for them (`gaps_at`)."""
    worst: Any
    """The deepest penetration, and what contact problems have left, since the run began."""
    forces: Any
    """Mean forces over the steps that end at samples (samples × points × 3)."""
    since: Any
    """How often each point was hit since the last sample."""
    struck: Any
    """The same of every sample (samples × points)."""
    ranks: Any
    """Of rows of no contact where the step begins, on the constraints: of all, and of those of positions."""
    held: HeldRows
    points: StepPoints
    solver: StepSolver
    transport: MomentumTransport


@loop
def put_held(m: MoreauTerms, positions_only: bool) -> None:
    """Rows of no contact where they are held, all or those of positions."""
    count = 0
    for k in range(len(m.held_rows)):
        if positions_only and m.residual_of[m.held_rows[k]] < 0:
            continue
        for i in range(len(m.free)):
            m.held.P[count, i] = m.P[m.held_rows[k], m.free[i]]
        count += 1
    m.held.count[0] = count


@loop
def limit_held(m: MoreauTerms, first: int, rank: int) -> None:
    """Takes so many of the rows that stand first, which may repeat each other on the constraints."""
    m.held.limit[0], m.held.limit[1] = first, rank


@loop
def rank_held(m: MoreauTerms) -> bool:
    """Ranks of rows of no contact on the constraints, at what `flow.x` holds, into `m.ranks`."""
    if not len(m.held_rows):
        return True
    call(m.place)
    limit_held(m, 0, 0)
    for k in range(2):
        put_held(m, k == 1)
        if k == 1 and m.held.count[0] == len(m.held_rows):
            m.ranks[1] = m.ranks[0]
            break
        if not factor_held(m.held, m.M, m.free):
            return False
        m.ranks[k] = m.held.rank[0]
    return True


@loop
def hold_rows(m: MoreauTerms) -> bool:
    """Factors of M under all rows of no contact."""
    put_held(m, False)
    limit_held(m, len(m.held_rows), m.ranks[0])
    return factor_held(m.held, m.M, m.free)
