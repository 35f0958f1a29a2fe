r"""One time step of free bodies with contacts, by either of two schemes.

`moreau`: half a drift, contacts with $g \le 0$ in the middle, a kick with impulses, half a drift:

$$ q_m = q + \tfrac{dt}{2} N u, \quad u^+ = u + M^{-1}(h\,dt + W\Lambda), \quad
   0 \le \gamma_N^+ + e\gamma_N^- \perp \Lambda_N \ge 0, \quad q^+ = q_m + \tfrac{dt}{2} N u^+ . $$

`leapfrog`: velocities stand half a step before positions, and contacts may not close beyond their gap (Stewart and
Trinkle),

$$ u_{n+1/2} = u_{n-1/2} + M^{-1}(h\,dt + W\Lambda), \quad 0 \le \gamma_N + g_n/dt \perp \Lambda_N \ge 0, \quad
   q_{n+1} = q_n + dt\,N u_{n+1/2} . $$

Closed contacts make this the method of constraints called SHAKE, of second order in positions between impacts, and
bodies rest without overlap. A contact that would close in the step, and approaches, rebounds with
$\gamma_N^+ = -e\gamma_N^-$; one that separates may come back at $-e\gamma_N^-$ in either scheme. So Moreau's law,
$u^+ = (1+e)\,\mathrm{proj}\,u^- - e u^-$, holds for all together, and with one e energy never grows. Speeds that take
overlaps out move bodies, and are gone after the step. Both are of first order across impacts.
"""

from __future__ import annotations

from math import sqrt
from typing import Any, NamedTuple

import numpy as np

from ...kernels.loops import vectorised
from ..collision.broad_phase import Grid, find_pairs
from ..collision.contact_list import CollisionScratch, ContactList
from ..collision.narrow_phase import touch_pairs
from ..collision.placement import bound_surfaces, place_surfaces
from ..collision.surfaces import SurfaceTable
from ..collision.vectors import clamped
from .bodies import BodyState, BodyTable, drift, kick, orient
from .contact_sweeps import SweepLimits, worst_row
from .joints import JointTable, make_joint_rows, place_pins
from .solve import solve_contacts
from .step_rows import TARGET, ContactLaw, StepRows, apply_impulse, load_speeds, make_rows, normal_speed
from .stiff_newton import StiffProblem
from .warm_start import ImpulseTable, keep_impulses, recall_impulses

MOREAU, LEAPFROG = 0, 1
LOST = -1
NEVER = 1e30
"""b_N of a contact that is open: no impulse."""
STILL = 0.01
"""The part of gaps that count as none by which surfaces may move before contacts are searched again."""
SPEED_PART, _FINEST = 0.1, 1e-3
"""Contacts are solved to this part of the speed at which they come, but no finer than this part of the tolerance: what
is left of a velocity would otherwise go on as creep."""


class StepOptions(NamedTuple):
    """Settings of a step."""

    dt: float
    scheme: int
    closed: float
    """Gaps below this, in metres, count as none."""
    recovery: float
    """The largest speed, in m/s, at which overlaps are taken out."""
    tolerance: float
    """Of velocities at contacts, in m/s."""
    limits: SweepLimits
    gravity: Any


class StepMemory(NamedTuple):
    """Everything that a step works on."""

    bodies: BodyTable
    motion: BodyState
    joints: JointTable
    surfaces: SurfaceTable
    law: ContactLaw
    place: Any
    room: Any
    radius: Any
    """How far each surface reaches from the centre of mass of its body."""
    grid: Grid
    found: ContactList
    scratch: CollisionScratch
    rows: StepRows
    kept: ImpulseTable
    space: StiffProblem
    shift: Any
    """How far surfaces may have moved since contacts were found."""
    told: Any
    """Of the last steps: sweeps in all, steps that ended at the limit of sweeps, largest residual, largest overlap,
    energy that impulses brought in; sweeps at the largest residual, and the surfaces and feature where it was."""


@vectorised
def give_room(m: StepMemory, options: StepOptions) -> None:
    """How far each surface may come in a step: gaps beyond cannot close."""
    g = options.gravity
    fall = options.dt * sqrt(g[0] * g[0] + g[1] * g[1] + g[2] * g[2])
    for s in range(len(m.room)):
        body = m.surfaces.body[s]
        m.room[s] = options.closed
        if options.scheme == LEAPFROG and body >= 0:
            u, inverse, force = m.motion.u[body], m.bodies.inverse_mass[body], m.motion.force[body]
            pull = inverse * sqrt(force[3] * force[3] + force[4] * force[4] + force[5] * force[5])
            speed = sqrt(u[3] * u[3] + u[4] * u[4] + u[5] * u[5]) + fall + options.dt * pull
            turning = sqrt(u[0] * u[0] + u[1] * u[1] + u[2] * u[2])
            m.room[s] += options.dt * (speed + m.radius[s] * turning)


@vectorised
def drift_all(m: StepMemory, dt: float) -> bool:
    """Moves all bodies on, and adds up how far surfaces may have come; whether all velocities are numbers."""
    drift(m.motion, dt)
    farthest = 0.0
    for s in range(len(m.room)):
        body = m.surfaces.body[s]
        if body >= 0:
            u = m.motion.u[body]
            turning = sqrt(u[0] * u[0] + u[1] * u[1] + u[2] * u[2])
            farthest = max(farthest, sqrt(u[3] * u[3] + u[4] * u[4] + u[5] * u[5]) + m.radius[s] * turning)
    m.shift[0] += abs(dt) * farthest
    total = 0.0
    for k in range(len(m.motion.u)):
        for i in range(6):
            total += abs(m.motion.u[k, i])
    return bool(np.isfinite(total))


@vectorised
def find_contacts(m: StepMemory, options: StepOptions) -> int:
    """How many contacts there are at the poses of bodies; they stand in the list."""
    place_surfaces(m.surfaces, m.motion.turn, m.motion.q, m.place)
    give_room(m, options)
    bound_surfaces(m.surfaces, m.place, m.room, m.grid.bounds)
    find_pairs(m.surfaces, m.place, m.grid)
    touch_pairs(m.found, m.surfaces, m.place, m.scratch, m.grid.pairs, m.grid.count[0], m.room)
    return m.found.count[0]


@vectorised
def set_targets(m: StepMemory, count: int, options: StepOptions, drifted: float) -> None:
    """b_N of all contacts, from velocities before the kick (in the records) and those after it without contacts.

    What the law asks for stands in `rebound`; overlaps ask for more.
    """
    rows, u, contacts = m.rows, m.motion.u, m.found.count[0]
    for k in range(contacts, count):
        rows.record[k, TARGET] = m.joints.gap[k - contacts] / drifted if options.scheme == LEAPFROG else 0.0
        rows.rebound[k] = rows.record[k, TARGET]
    for k in range(contacts):
        record, gap, place = rows.record[k], m.found.gap[k], 0.0
        rebound = rows.restitution[k] * rows.approach[k, 0]
        # Gaps that count as closed ask for nothing: what rests stays at rest.
        if options.scheme == LEAPFROG and abs(gap) > options.closed:
            place = max(gap / drifted, -options.recovery)
        # Without rebound a contact closes just in time; with it, it turns round before.
        end = gap + drifted * normal_speed(record, u[rows.body[k, 0]], u[rows.body[k, 1]])
        if options.scheme == LEAPFROG and rebound < 0.0 and end >= 0.0:
            rebound = 0.0
        if rebound >= 0.0:
            rebound = max(rebound, max(place, 0.0))
        rows.rebound[k], record[TARGET] = rebound, min(place, rebound) if place < 0.0 else rebound


@vectorised
def drop_recovery(m: StepMemory, options: StepOptions) -> None:
    """Takes speeds out again that overlaps asked for: they have moved bodies apart, and must not become energy."""
    count, recovers = m.found.count[0] + len(m.joints.gap), False
    for k in range(count):
        recovers = recovers or m.rows.record[k, TARGET] < m.rows.rebound[k]
        m.rows.record[k, TARGET] = m.rows.rebound[k]
    if recovers:
        sweeps, residual = solve_contacts(
            m.bodies, m.motion, m.rows, m.space, count, options.tolerance, options.limits, False
        )
        note_solution(m, options, sweeps, residual)


@vectorised
def note_work(m: StepMemory, options: StepOptions) -> None:
    """Adds the work of all impulses, ½Λ·(γ⁻ + γ⁺), to the report where it is positive: impacts may only lose.

    What the tolerance of velocities explains does not count.
    """
    rows, u, work = m.rows, m.motion.u, 0.0
    for k in range(m.found.count[0]):
        start, end, impulse = rows.approach[k], rows.before[k], rows.impulse[k]
        load_speeds(rows.record[k], u[rows.body[k, 0]], u[rows.body[k, 1]], end)
        for c in range(3):
            work += 0.5 * impulse[c] * (start[c] + end[c])
        work -= options.tolerance * impulse[0]
    m.told[4] += max(0.0, work)


@vectorised
def note_solution(m: StepMemory, options: StepOptions, sweeps: int, residual: float) -> None:
    """Adds what solving needed to the report."""
    m.told[0] += float(sweeps)
    if residual > options.tolerance:
        m.told[1] += 1.0
        if residual > m.told[2]:
            k = worst_row(m.rows, m.motion.u, m.found.count[0])
            m.told[6], m.told[7] = float(m.found.pair[k, 0]), float(m.found.pair[k, 1])
            m.told[5], m.told[8] = float(sweeps), float(m.found.feature[k])
    m.told[2] = max(m.told[2], residual)


@vectorised
def join_rows(m: StepMemory) -> int:
    """Rows of joints behind those of contacts; how many there are together."""
    place_pins(m.joints, m.motion)
    return make_joint_rows(m.joints, m.surfaces, m.bodies, m.motion, m.rows, m.found.count[0])


@vectorised
def kick_with_contacts(m: StepMemory, options: StepOptions, dt: float, drifted: float) -> bool:
    """Changes velocities by all forces over dt and by impulses of contacts, positions drifting so long afterwards.

    False, and nothing is changed, where pairs or contacts find no room.
    """
    rows, u = m.rows, m.motion.u
    orient(m.bodies, m.motion)
    # What has hardly moved since contacts were found need not be searched again.
    if m.shift[0] > STILL * options.closed:
        find_contacts(m, options)
        if m.grid.count[1] > 0 or m.found.count[1] > 0:
            return False
        make_rows(m.found, m.surfaces, m.law, m.bodies, m.motion, rows)
        m.shift[0] = 0.0
    count = join_rows(m)
    speed = 0.0
    for k in range(count):
        before = load_speeds(rows.record[k], u[rows.body[k, 0]], u[rows.body[k, 1]], rows.approach[k])
        speed = max(speed, abs(before))
        if k < m.found.count[0]:
            m.told[3] = max(m.told[3], -m.found.gap[k])
    kick(m.bodies, m.motion, options.gravity, dt)
    set_targets(m, count, options, drifted)
    recall_impulses(m.kept, rows, count, dt)
    for k in range(count):
        one, two, impulse = u[rows.body[k, 0]], u[rows.body[k, 1]], rows.impulse[k]
        apply_impulse(rows.record[k], one, two, impulse[0], impulse[1], impulse[2])
    tolerance = clamped(SPEED_PART * speed, _FINEST * options.tolerance, options.tolerance)
    rests = tolerance < options.tolerance
    sweeps, residual = solve_contacts(m.bodies, m.motion, rows, m.space, count, tolerance, options.limits, rests)
    keep_impulses(m.kept, rows, count, dt)
    note_solution(m, options, sweeps, residual)
    return True


def advance(m: StepMemory, options: StepOptions, steps: int, is_first: bool) -> int:
    """How many of so many steps were made: fewer where memory is too small, with bodies as they were before the next.

    −1 where velocities are not numbers any more. The first step of a leapfrog starts with half a kick.
    """
    dt = options.dt
    for k in range(steps):
        if options.scheme == LEAPFROG:
            if not kick_with_contacts(m, options, 0.5 * dt if is_first and k == 0 else dt, dt):
                return k
            if not drift_all(m, dt):
                return LOST
            drop_recovery(m, options)
            note_work(m, options)
        else:
            drift_all(m, 0.5 * dt)
            if not kick_with_contacts(m, options, dt, 0.5 * dt):
                drift_all(m, -0.5 * dt)
                return k
            note_work(m, options)
            if not drift_all(m, 0.5 * dt):
                return LOST
    return steps


def synchronise(m: StepMemory, options: StepOptions) -> None:
    """Brings velocities of a leapfrog to the time of positions: half a kick, and the law of closed contacts."""
    orient(m.bodies, m.motion)
    contacts, rows, u = find_contacts(m, options), m.rows, m.motion.u
    make_rows(m.found, m.surfaces, m.law, m.bodies, m.motion, rows)
    count = join_rows(m)
    for k in range(contacts):
        before = normal_speed(rows.record[k], u[rows.body[k, 0]], u[rows.body[k, 1]])
        rows.record[k, TARGET] = rows.restitution[k] * before if m.found.gap[k] <= options.closed else NEVER
    for k in range(contacts, count):
        rows.record[k, TARGET] = 0.0
    kick(m.bodies, m.motion, options.gravity, 0.5 * options.dt)
    recall_impulses(m.kept, rows, count, 0.5 * options.dt)
    for k in range(count):
        one, two, impulse = u[rows.body[k, 0]], u[rows.body[k, 1]], rows.impulse[k]
        if rows.record[k, TARGET] == NEVER:
            impulse[0], impulse[1], impulse[2] = 0.0, 0.0, 0.0
        apply_impulse(rows.record[k], one, two, impulse[0], impulse[1], impulse[2])
    solve_contacts(m.bodies, m.motion, rows, m.space, count, options.tolerance, options.limits, True)
