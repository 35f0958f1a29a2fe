r"""Moreau's midpoint rule over impacts, for trees and absolute systems, each step in native code (Moreau 1988).

From q, u with $q_m = q + \tfrac h2\dot q$, M, h and rows P of no contact at q_m:

$$ M(u^* - u_m) = Q\,h + P^T\mu,\quad P u^* + P_0 = 0, \qquad
   u_m^+ = u^* + K W\Lambda, \qquad q^+ = q + h\,\dot q(q_m, \tfrac12(u_m + u_m^+)). $$

Speeds u are carried to the middle, u_m, and u_m⁺ to the end with the momenta of bodies, so that spinning bodies fly at
order two and keep their momentum; Q are the forces without those of velocities. What rows turn speeds by on the way to
the middle they turn them by again on the way to the end. Points with g(q_m) ≤ 0 take part, by
$0 \le \gamma_N^+ + e\gamma_N^- \perp \Lambda_N \ge 0$ and Coulomb's cone for Λ_T. Constraints and points that rest are
brought back to their positions. What differs between equations is in `StepLoops`. y = (q, u, z, work); the work is that
of elements, of impulses and of what was brought back.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np

from ...kernels.loops import loop
from ...kernels.loops.calls import call
from ..contact.step_points import choose_active, has_lifted, solve_impulses
from ..status import NEWTON_FAILED, NOT_FINITE, PAUSED, RUN_DONE, UNKNOWNS_UNSOLVED
from ..weighted_sums import are_finite, assign
from .event_search import TAKE, Watch
from .flow import Flow
from .march import MarchLoops
from .moreau_terms import OFF_PLACE, MoreauTerms
from .projection import Projection
from .record import SAMPLED, STEPS_KEPT, T_END, StepRecord, T
from .step_ends import StepEnds, step_ends

BROUGHT_BACK = 3
"""Newton steps by which positions are brought back on constraints."""
LENGTH_STEPS = 4
"""Newton steps by which Euler parameters get length one: from errors of 0.1 to rounding."""
DEPTH, CONTACT_RESIDUAL, CONTACT_WORK = range(3)
"""Places in `MoreauTerms.told`: deepest penetration at the end of the step, what the contact problem left, relative to
its size; the work of impulses and of what was brought back."""


class MoreauMethod(NamedTuple):
    """Moreau's rule on its way."""

    loops: MarchLoops
    flow: Flow
    projection: Projection
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
def act(flow: Flow, m: MoreauTerms, h: float) -> bool:
    """u* after forces at what `flow.x` holds have acted for a time h on `m.before`, on the rows of no contact."""
    if not m.loops.force(flow, m):
        return False
    nq = len(m.q)
    for i in range(len(m.u)):
        m.star[i] = flow.x[nq + i]
    m.loops.momentum(m, m.before)
    m.loops.push(m, h)
    m.loops.want(m, m.star)
    m.loops.hold(m)
    for i in range(len(m.free)):
        m.star[m.free[i]] = m.load[i]
    for i in range(len(m.u)):
        flow.x[nq + i] = m.star[i]
    return True


@loop
def shift_positions(flow: Flow, m: MoreauTerms) -> None:
    """Changes q by `m.load`; speeds stay."""
    nq, nu, n = len(m.q), len(m.u), len(m.free)
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
        m.loops.place(flow, m)
        largest = m.loops.shift(flow, m)
        if largest <= OFF_PLACE:
            break
        if not largest < np.inf:
            return False
        if not shifted:
            call(record.energy)
            before, shifted = record.energies[1], True
        shift_positions(flow, m)
    if shifted:
        m.loops.place(flow, m)
        call(record.energy)
        m.told[CONTACT_WORK] += record.energies[1] - before
    return True


@loop
def deepest(m: MoreauTerms) -> float:
    """How far bodies enter each other."""
    found = 0.0
    for k in range(len(m.points.gap)):
        found = max(found, -m.points.gap[k])
    return found


@loop
def gaps_at(flow: Flow, m: MoreauTerms, t: float, y: Any) -> bool:
    """Writes the gaps of all points at a state; infinite where they do not act."""
    assign(flow.x, y)
    flow.x[len(y)] = t
    if not m.loops.force(flow, m):
        return False
    m.loops.place(flow, m)
    assign(m.gaps, m.points.gap)
    return True


@loop
def moreau_step(flow: Flow, m: MoreauTerms, record: StepRecord, y: Any, y_new: Any, t: float, h: float) -> int:
    """One step from y to y_new, where the work is that of contacts alone; RUN_DONE, or why it is impossible."""
    x, nq, n = flow.x, len(m.q), len(y)
    assign(x, y)
    x[n] = t
    code = m.loops.begin(flow, m, y)
    if code != RUN_DONE:
        return code
    for i in range(nq):
        x[i] += 0.5 * h * m.q_dot[i]
    write_chart(flow, m, t + 0.5 * h)
    for i in range(nq):
        m.middle[i] = x[i]
    if not m.loops.reach(flow, m, y):
        return NEWTON_FAILED
    # Forces at speeds half a step ahead.
    if not (act(flow, m, 0.5 * h) and act(flow, m, h)):
        return UNKNOWNS_UNSOLVED
    if has_lifted(m.points):
        m.loops.accelerate(flow, m)
        for i in range(len(m.pushed)):
            m.pushed[i] = (m.star[i] - m.before[i]) / h
    choose_active(m, h)
    m.told[CONTACT_RESIDUAL], m.told[CONTACT_WORK] = 0.0, 0.0
    if m.points.count[0]:
        m.told[CONTACT_RESIDUAL] = solve_impulses(m)
        m.told[CONTACT_WORK] = m.points.work[0]
    if not finish_step(flow, m, record, y, t, h):
        return NEWTON_FAILED
    if m.found.lacking[0]:
        return PAUSED
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
    m.loops.leave(flow, m)
    return bring_back(flow, m, record) and m.loops.settle(flow, m)


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
def keep_forces(m: MoreauTerms, record: StepRecord, h: float) -> None:
    """Mean forces of a step that was kept."""
    place = record.count[STEPS_KEPT] - 1
    if 0 <= place < len(m.kept):
        for k in range(len(m.points.normals)):
            for c in range(3):
                m.kept[place, k, c] = m.points.impulse[k, c] / h


@loop
def log_impacts(m: MoreauTerms, t: float, before: Any, after: Any) -> None:
    """Notes a step in which points hit, where somebody will read of it."""
    log, place, count = m.log, m.log.count[0], 0
    for k in range(len(m.since)):
        count += m.points.hits[k]
    if not count or place >= len(log.t):
        return
    log.t[place], log.work[place] = t, m.told[CONTACT_WORK]
    assign(log.before[place], before)
    assign(log.after[place], after)
    for k in range(len(m.since)):
        log.hits[place, k] = m.points.hits[k]
        for c in range(3):
            log.impulse[place, k, c] = m.points.impulse[k, c]
    log.count[0] = place + 1


@loop
def try_moreau(method: MoreauMethod, record: StepRecord, h: float, t_new: float, shortened: bool) -> tuple[int, float]:
    """(status, 0) of a step, with the work of elements by the trapezoidal rule."""
    ends, last = method.ends, len(method.ends.y) - 1
    code = moreau_step(method.flow, method.terms, record, ends.y, ends.y_new, record.clock[T], h)
    if code == RUN_DONE and not method.terms.loops.power(method.flow, method.terms, t_new, ends.y_new, ends.f_1):
        code = NOT_FINITE
    ends.y_new[last] += 0.5 * h * (ends.f_0[last] + ends.f_1[last])
    if code == RUN_DONE:
        log_impacts(method.terms, t_new, ends.y, ends.y_new)
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
    keep_forces(m, record, h)
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


def moreau_method(flow: Flow, projection: Projection, terms: MoreauTerms) -> MoreauMethod:
    """The method with memory of its own."""
    return MoreauMethod(MOREAU_LOOPS, flow, projection, 0, terms, step_ends(len(flow.f) - 1, 0))
