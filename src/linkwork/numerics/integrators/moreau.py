r"""Moreau's midpoint rule for trees with contacts, each step in native code; equations: `analyses.contact.time_step`.

From q, u with $q_m = q + \tfrac h2\dot q$: speeds are carried to q_m with the momenta of bodies
(`contact.momentum_transport`), u* by forces and constraint rows at q_m, impulses of the points that touch there,
$u^+ = u^* + K W\Lambda$, $q^+ = q + h\,\dot q(q_m, \tfrac12(u + u^+))$, and speeds are carried to q⁺; constraints and
points that rest are brought back to their positions. y = (q, u, z, work); the work is that of elements, of impulses and
of what was brought back.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np

from ...kernels.loops import loop
from ...kernels.loops.calls import call
from ..assign import assign
from ..contact.held_rows import factor_held, moved_by, solve_symmetric
from ..contact.momentum_transport import (
    arriving_load,
    begin_transport,
    leave_middle,
    reach_middle,
)
from ..contact.step_points import choose_active, has_lifted, point_gap, solve_impulses
from ..finite import are_finite
from ..status import NEWTON_FAILED, NOT_FINITE, RUN_DONE, UNKNOWNS_UNSOLVED
from .event_search import TAKE, Watch
from .flow import Flow, evaluate_flow, solve_unknowns
from .march import MarchLoops
from .moreau_terms import MoreauTerms, hold_rows, limit_held, rank_held
from .projection import Projection
from .record import SAMPLED, T_END, StepRecord, T
from .step_ends import StepEnds, step_ends

BROUGHT_BACK = 3
"""Newton steps by which positions are brought back on constraints."""
IN_PLACE = 1e-13
"""m or rad: residuals that are left alone."""
LENGTH_STEPS = 4
"""Newton steps by which Euler parameters get length one: from errors of 0.1 to rounding."""
DEPTH, CONTACT_RESIDUAL, CONTACT_WORK = range(3)
"""Places in `MoreauTerms.told`: deepest penetration at the end of the step, what the contact problem left, relative to
its size; the work of impulses and of what was brought back."""


class MoreauMethod(NamedTuple):
    """Moreau's rule on its way."""

    loops: MarchLoops
    flow: Flow
    closing: Projection
    order: int
    terms: MoreauTerms
    ends: StepEnds


@loop
def write_chart(flow: Flow, m: MoreauTerms, t: float) -> None:
    """What `flow.x` holds, with prescribed coordinates on time and Euler parameters of length one."""
    nq, nu = len(m.q), len(m.u)
    flow.x[len(flow.x) - 1] = t
    for _ in range(LENGTH_STEPS):
        call(m.chart)
        for i in range(nq):
            flow.x[i] = m.q[i]
    for i in range(nu):
        flow.x[nq + i] = m.u[i]


@loop
def drive_load(m: MoreauTerms, row: int) -> float:
    """h less what prescribed accelerations ask for, of one speed."""
    total = m.h[row]
    for j in range(len(m.u_dot)):
        total -= m.M[row, j] * m.u_dot[j]
    return float(total)


@loop
def rows_wanted(m: MoreauTerms, u: Any) -> None:
    """What free speeds must give rows of no contact, beside speeds u of those that are prescribed, into `m.wanted`."""
    for k in range(len(m.held_rows)):
        row = m.held_rows[k]
        total = m.P_0[row]
        for j in range(len(u)):
            total += m.P[row, j] * u[j]
        for i in range(len(m.free)):
            total -= m.P[row, m.free[i]] * u[m.free[i]]
        m.wanted[k] = -total


@loop
def add_momentum(m: MoreauTerms, u: Any, i: int) -> float:
    """M u of one free speed, by free ones."""
    total = 0.0
    for j in range(len(m.free)):
        total += m.M[m.free[i], m.free[j]] * u[m.free[j]]
    return float(total)


@loop
def carry_in(flow: Flow, m: MoreauTerms, y: Any) -> None:
    """Carries speeds to the middle, where kernels were called at what `flow.x` holds: into `m.before` and `flow.x`."""
    x, nq, nu, n = flow.x, len(m.q), len(m.u), len(m.free)
    for i in range(nu):
        m.before[i], m.evaluated[i] = y[nq + i], x[nq + i]
    reach_middle(m.transport)
    for i in range(n):
        m.load[i] = add_momentum(m, m.before, i)
    arriving_load(m.transport, m.before, m.evaluated, m.free, m.load)
    rows_wanted(m, m.evaluated)
    for i in range(n):
        m.turned[i] = m.load[i]
    solve_symmetric(m.held.L, m.turned, n)
    moved_by(m.held, m.load, m.wanted, n)
    for i in range(n):
        m.turned[i] = m.load[i] - m.turned[i] if m.held.sigma[0] == 0.0 else 0.0
        m.before[m.free[i]] = m.load[i]
        x[nq + m.free[i]] = m.load[i]


@loop
def act(flow: Flow, m: MoreauTerms, h: float) -> bool:
    """u* after forces at what `flow.x` holds have acted for a time h on `m.before`, on the rows of no contact."""
    nq, nu, n = len(m.q), len(m.u), len(m.free)
    if len(flow.s) and not solve_unknowns(flow):
        return False
    call(m.motion)
    call(m.transport.kernel)
    for i in range(nu):
        m.star[i] = m.evaluated[i]
    for i in range(n):
        row = m.free[i]
        m.load[i] = add_momentum(m, m.before, i) + h * (drive_load(m, row) + m.transport.now.C[row])
    rows_wanted(m, m.star)
    moved_by(m.held, m.load, m.wanted, n)
    for i in range(n):
        m.star[m.free[i]] = m.load[i]
    for i in range(nu):
        flow.x[nq + i] = m.star[i]
    return True


@loop
def carry_on(flow: Flow, m: MoreauTerms) -> None:
    """Carries speeds to the end of the step, at which `flow.x` stands, with what rows turn on."""
    nq, nu, n = len(m.q), len(m.u), len(m.free)
    for i in range(n):
        flow.x[nq + m.free[i]] += m.turned[i]
    call(m.transport.kernel)
    for i in range(nu):
        m.u[i] = flow.x[nq + i]
    leave_middle(m.transport, m.M, m.u, m.evaluated, m.free)
    for i in range(n):
        flow.x[nq + m.free[i]] = m.u[m.free[i]]


@loop
def end_on_rows(flow: Flow, m: MoreauTerms) -> bool:
    """The least change of free speeds, in the mass metric, that puts them on rows of no contact at the end."""
    nq, n = len(m.q), len(m.free)
    if not len(m.held_rows):
        return True
    if len(flow.s) and not solve_unknowns(flow):
        return False
    call(m.motion)
    if not hold_rows(m):
        return False
    rows_wanted(m, flow.x[nq : nq + len(m.u)])
    for i in range(n):
        m.load[i] = add_momentum(m, flow.x[nq : nq + len(m.u)], i)
    moved_by(m.held, m.load, m.wanted, n)
    for i in range(n):
        flow.x[nq + m.free[i]] = m.load[i]
    return True


@loop
def free_accelerations(m: MoreauTerms) -> None:
    """u̇ of all speeds without contact forces, into `m.u_dot`, of which prescribed ones are known."""
    n = len(m.free)
    for k in range(len(m.held_rows)):
        row = m.held_rows[k]
        total = m.P_00[row]
        for j in range(len(m.u_dot)):
            total += m.P[row, j] * m.u_dot[j]
        m.wanted[k] = -total
    for i in range(n):
        m.load[i] = drive_load(m, m.free[i])
    moved_by(m.held, m.load, m.wanted, n)
    for i in range(n):
        m.u_dot[m.free[i]] = m.load[i]


@loop
def position_rows(m: MoreauTerms) -> float:
    """Puts rows that are off their positions, and what they must change by, where they are held; the largest change."""
    points, count, first, largest = m.points, 0, 0, 0.0
    for k in range(len(m.held_rows) + len(points.normals)):
        is_point = k >= len(m.held_rows)
        p = k - len(m.held_rows) if is_point else 0
        # Those that are lifted a little come down too: a body that rests does not float.
        if is_point and not (points.rests[p] and points.inside[p] >= 0.0):
            continue
        row = points.normals[p] if is_point else m.held_rows[k]
        at = m.residual_of[row]
        if at < 0:
            continue
        for i in range(len(m.free)):
            m.held.P[count, i] = m.P[row, m.free[i]]
        m.wanted[count] = -m.g[at]
        largest = max(largest, abs(m.g[at]))
        count += 1
        first += 0 if is_point else 1
    m.held.count[0] = count
    limit_held(m, first, m.ranks[1])
    return largest


@loop
def shift_positions(flow: Flow, m: MoreauTerms) -> None:
    """The least change of q in the mass metric that changes the rows in `m.held` by `m.wanted`; speeds stay."""
    nq, nu, n = len(m.q), len(m.u), len(m.free)
    for i in range(n):
        m.load[i] = 0.0
    moved_by(m.held, m.load, m.wanted, n)
    for i in range(nu):
        m.u[i] = flow.x[nq + i]
        flow.x[nq + i] = 0.0
    call(m.kinematics)
    for i in range(nq):
        m.q[i] = m.q_dot[i]
    for i in range(n):
        flow.x[nq + m.free[i]] = m.load[i]
    call(m.kinematics)
    for i in range(nq):
        flow.x[i] += m.q_dot[i] - m.q[i]
    for i in range(nu):
        flow.x[nq + i] = m.u[i]


@loop
def bring_back(flow: Flow, m: MoreauTerms, record: StepRecord) -> bool:
    """Constraints and points that rest back on their positions, at the state in `flow.x`; the work of it is added."""
    shifted, before = False, 0.0
    for _ in range(BROUGHT_BACK):
        call(m.place)
        if not position_rows(m) > IN_PLACE:
            break
        if not shifted:
            call(record.energy)
            before, shifted = record.energies[1], True
        if not factor_held(m.held, m.M, m.free):
            return False
        shift_positions(flow, m)
    if shifted:
        call(m.place)
        call(record.energy)
        m.told[CONTACT_WORK] += record.energies[1] - before
    return True


@loop
def deepest(m: MoreauTerms) -> float:
    """How far bodies enter each other."""
    points, found = m.points, 0.0
    for k in range(len(points.normals)):
        if points.acts[k] > 0.0:
            found = max(found, -point_gap(points, m.g, m.residual_of, k))
    return found


@loop
def gaps_at(flow: Flow, m: MoreauTerms, t: float, y: Any) -> bool:
    """Writes the gaps of all points at a state; infinite where they do not act."""
    assign(flow.x, y)
    flow.x[len(y)] = t
    if len(flow.s) and not solve_unknowns(flow):
        return False
    call(m.place)
    call(m.motion)
    for k in range(len(m.gaps)):
        m.gaps[k] = point_gap(m.points, m.g, m.residual_of, k) if m.points.acts[k] > 0.0 else np.inf
    return True


@loop
def moreau_step(flow: Flow, m: MoreauTerms, record: StepRecord, y: Any, y_new: Any, t: float, h: float) -> int:
    """One step from y to y_new, where the work is that of contacts alone; RUN_DONE, or why it is impossible."""
    x, nq, n = flow.x, len(m.q), len(y)
    assign(x, y)
    x[n] = t
    if not rank_held(m):
        return NEWTON_FAILED
    call(m.kinematics)
    call(m.transport.kernel)
    begin_transport(m.transport)
    for i in range(nq):
        x[i] += 0.5 * h * m.q_dot[i]
    write_chart(flow, m, t + 0.5 * h)
    for i in range(nq):
        m.middle[i] = x[i]
    call(m.place)
    call(m.transport.kernel)
    if len(flow.s) and not solve_unknowns(flow):
        return UNKNOWNS_UNSOLVED
    call(m.motion)
    if not hold_rows(m):
        return NEWTON_FAILED
    carry_in(flow, m, y)
    # Forces at speeds half a step ahead.
    if not (act(flow, m, 0.5 * h) and act(flow, m, h)):
        return UNKNOWNS_UNSOLVED
    if has_lifted(m.points, m.g, m.residual_of):
        free_accelerations(m)
        for i in range(len(m.pushed)):
            m.pushed[i] = (m.star[i] - m.before[i]) / h
    choose_active(m.points, m.g, m.residual_of, m.P, m.P_00, m.u_dot, m.pushed, h)
    m.told[CONTACT_RESIDUAL], m.told[CONTACT_WORK] = 0.0, 0.0
    if m.points.count[0]:
        m.told[CONTACT_RESIDUAL] = solve_impulses(m.points, m.solver, m.held, m.M, m.P, m.P_0, m.free, m.before, m.star)
        m.told[CONTACT_WORK] = m.points.work[0]
    if not finish_step(flow, m, record, y, t, h):
        return NEWTON_FAILED
    m.told[DEPTH] = deepest(m)
    for i in range(n - 1):
        y_new[i] = x[i]
    y_new[n - 1] = y[n - 1] + m.told[CONTACT_WORK]
    return RUN_DONE if are_finite(y_new, n) else NOT_FINITE


@loop
def finish_step(flow: Flow, m: MoreauTerms, record: StepRecord, y: Any, t: float, h: float) -> bool:
    """Goes on from the middle with `m.star` to the end of the step: into `flow.x`."""
    x, nq, nu = flow.x, len(m.q), len(m.u)
    for i in range(nq):
        x[i] = m.middle[i]
    for i in range(nu):
        x[nq + i] = 0.5 * (m.before[i] + m.star[i])
    call(m.kinematics)
    for i in range(nq):
        x[i] = y[i] + h * m.q_dot[i]
    for i in range(nu):
        x[nq + i] = m.star[i]
    for i in range(len(m.z_dot)):
        x[nq + nu + i] += h * m.z_dot[i]
    write_chart(flow, m, t + h)
    carry_on(flow, m)
    return bring_back(flow, m, record) and end_on_rows(flow, m)


@loop
def sample_or_end(record: StepRecord) -> float:
    """Steps end where samples are wanted: between impacts there is no polynomial to read them from."""
    end, place = record.clock[T_END], record.count[SAMPLED]
    return float(min(end, record.times[place]) if place < len(record.times) else end)


@loop
def keep_sample(m: MoreauTerms, record: StepRecord, y: Any, h: float) -> None:
    """The state as a sample, with the mean forces of the step that led there, where one is wanted now."""
    place = record.count[SAMPLED]
    if place >= len(record.times) or record.clock[T] < record.times[place]:
        return
    assign(record.samples[place], y)
    for k in range(len(m.points.normals)):
        for c in range(3):
            m.forces[place, k, c] = m.points.impulse[k, c] / h
        m.struck[place, k] = m.since[k]
        m.since[k] = 0
    record.count[SAMPLED] = place + 1


@loop
def try_moreau(method: MoreauMethod, record: StepRecord, h: float, t_new: float, shortened: bool) -> tuple[int, float]:
    """(status, 0) of a step, with the work of elements by the trapezoidal rule."""
    ends, last = method.ends, len(method.ends.y) - 1
    code = moreau_step(method.flow, method.terms, record, ends.y, ends.y_new, record.clock[T], h)
    if code == RUN_DONE and not evaluate_flow(method.flow, t_new, ends.y_new, ends.f_1):
        code = NOT_FINITE
    ends.y_new[last] += 0.5 * h * (ends.f_0[last] + ends.f_1[last])
    return code, 0.0


@loop
def no_events(method: MoreauMethod, watch: Watch, record: StepRecord, h: float, t_new: float) -> float:
    """Steps go over impacts; events are not looked for."""
    watch.fired[1] = -1
    return TAKE


@loop
def no_samples_inside(method: MoreauMethod, record: StepRecord, h: float, t_new: float) -> None:
    """Samples are ends of steps, and are kept once these are taken."""


@loop
def pass_on_moreau(method: MoreauMethod, record: StepRecord, h: float, shortened: bool) -> None:
    """Rates, what was seen of contacts, and the sample at the end of the step."""
    m, ends = method.terms, method.ends
    assign(ends.f_0, ends.f_1)
    for k in range(len(m.since)):
        m.since[k] += m.points.hits[k]
    m.worst[0], m.worst[1] = max(m.worst[0], m.told[DEPTH]), max(m.worst[1], m.told[CONTACT_RESIDUAL])
    keep_sample(m, record, ends.y, h)


@loop
def forget_contacts(method: MoreauMethod) -> None:
    """Nothing presses."""
    m = method.terms
    for k in range(len(m.points.normals)):
        m.points.impulse[k, 0], m.points.impulse[k, 1], m.points.impulse[k, 2] = 0.0, 0.0, 0.0
        m.since[k] = 0
    m.worst[0], m.worst[1] = 0.0, 0.0


@loop
def rank_is_ours(method: MoreauMethod, record: StepRecord) -> bool:
    """Rows that repeat each other share their impulses."""
    return False


MOREAU_LOOPS = MarchLoops(
    try_step=try_moreau,
    landing=no_events,
    sample=no_samples_inside,
    pass_on=pass_on_moreau,
    forget=forget_contacts,
    loses_rank=rank_is_ours,
    stop=sample_or_end,
)


def moreau_method(flow: Flow, closing: Projection, terms: MoreauTerms) -> MoreauMethod:
    """The method with memory of its own."""
    return MoreauMethod(MOREAU_LOOPS, flow, closing, 0, terms, step_ends(len(flow.f) - 1, 0))
