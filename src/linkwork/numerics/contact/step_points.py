r"""Points of contacts in a step over impacts, in loops: which take part, and the impulses of those that do.

$$ 0 \le \gamma_N^+ + e\,\gamma_N^- \perp \Lambda_N \ge 0, \qquad
   \Lambda_T \in -\mu\,\Lambda_N\,\mathrm{Sgn}\,\gamma_T^+, \qquad \gamma^+ = \gamma^* + G\Lambda $$

Restitution acts only where a point approaches, so that resting points do not jitter. Contact that lasts is not a hit:
of a point that pressed in the step before, what forces add to either of its bodies counts, not only what they add to
the speed between these, which may fall together.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np

from ...kernels.loops import loop
from ...kernels.loops.calls import call
from .step_solver import StepSolver, solve_step_contacts

RESTS_BELOW = 2.0
"""A point rests whose approach is less than so many times what forces add to it in a step."""
ROUNDED_GAP = 1e-13
"""m or rad: gaps up to this are closed, as positions are brought back no closer."""
ROUNDED_SPEED = 1e-10
"""Part of the speeds that make up an approach below which it is rounding."""
HELD_FAST = 1e-10
"""A direction in which a unit force does less than this part of what it would do to the heaviest body is held."""
STEP_RESIDUAL = 1e-13
"""What is left of a contact problem in scaled units where its iterations end."""
NOT_PRESSING = 1e-13
"""Impulses below this, in the same units, are rounding."""


class StepPoints(NamedTuple):
    """All points of a system, their laws, and their outcome in the last step."""

    height: Any
    """Residuals of their gaps, zero of those that go one way."""
    gap: Any
    """Beyond an edge at least the distance from that; infinite where nothing is."""
    is_placed: Any
    """Whether there is a position to bring them back to."""
    is_off: Any
    """Whether they are found elsewhere."""
    normals: Any
    """The row of the gap of each point."""
    slips: Any
    """Its rows of sliding (points × 2), −1 where it has none."""
    inside: Any
    mu_stick: Any
    mu_slip: Any
    restitution: Any
    acts: Any
    impulse: Any
    """Normal and along the rows of sliding (points × 3)."""
    hits: Any
    """Whether it hit in the step."""
    rests: Any
    """Whether it pressed without a hit."""
    active: Any
    """Points that take part."""
    count: Any
    """How many these are."""
    P: Any
    """Their rows by all speeds."""
    W: Any
    """The same by free speeds."""
    V: Any
    """K Wᵀ: changes of speeds by unit impulses."""
    row: Any
    """Which row of the system each is."""
    slip: Any
    """The place of each among the impulses of its point."""
    approach: Any
    """Velocities of these rows before the step."""
    scale: Any
    """Impulses of one in the scaled problem."""
    work: Any
    row_work: Any
    """Work, of all speeds."""


@loop
def measure_points(m: Any) -> None:
    """Gaps of all points at the place whose residuals are `m.g`."""
    points = m.points
    if m.found.look[0] != 0:
        call(m.found.look)
    for k in range(len(points.normals)):
        if points.normals[k] >= m.found.first:
            continue
        at = m.residual_of[points.normals[k]]
        points.is_placed[k] = 1 if at >= 0 else 0
        points.height[k] = m.g[at] if at >= 0 else 0.0
        is_there = points.acts[k] > 0.0 and not points.is_off[k]
        points.gap[k] = max(points.height[k], -points.inside[k]) if is_there else np.inf


@loop
def has_lifted(points: StepPoints) -> bool:
    """Whether a point that pressed in the step before is apart now."""
    found = False
    for k in range(len(points.normals)):
        found = found or (points.impulse[k, 0] > 0.0 and 0.0 < points.gap[k] < np.inf)
    return found


@loop
def point_row(m: Any, row: int, into: Any) -> None:
    """A row of P, by all speeds; those of contacts that were found stand behind those of the system."""
    at = row - m.found.first
    if at < 0:
        m.loops.row(m, row, into)
        return
    for j in range(len(into)):
        into[j] = m.found.P[at, j]


@loop
def row_number(m: Any, values: Any, found: Any, row: int) -> float:
    """P_0 or P_00 of a row."""
    at = row - m.found.first
    return float(values[row] if at < 0 else found[at])


@loop
def choose_active(m: Any, h: float) -> None:
    """Points that take part: those that touch, and those that pressed so far whose gap a step closes.

    The way to where gaps are looked at is straight, and lifts points that turn about each other by O(h²): they would
    press in every second step only. So would those whose bodies fall together where nothing holds them, if what forces
    add to each, h `m.pushed`, did not count. `m.u_dot` and `m.pushed` are read where `has_lifted`.
    """
    points, count = m.points, 0
    for k in range(len(points.normals)):
        points.hits[k], points.rests[k] = 0, 0
        gap = points.gap[k]
        takes_part = gap <= ROUNDED_GAP
        if not takes_part and points.impulse[k, 0] > 0.0 and gap < np.inf:
            row = points.normals[k]
            point_row(m, row, points.row_work)
            closing, added = row_number(m, m.P_00, m.found.P_00, row), 0.0
            for j in range(len(m.u_dot)):
                closing += points.row_work[j] * m.u_dot[j]
                added += abs(points.row_work[j] * m.pushed[j])
            takes_part = gap <= h * h * (abs(closing) + added)
        if takes_part:
            points.active[count] = k
            count += 1
        else:
            points.impulse[k, 0], points.impulse[k, 1], points.impulse[k, 2] = 0.0, 0.0, 0.0
    points.count[0] = count


@loop
def put_row(m: Any, row: int, at: int) -> tuple[float, float]:
    """Writes W and V of a row; (W·W, W·V), the latter being what a unit impulse does along it."""
    points, n = m.points, len(m.free)
    points.row[at] = row
    point_row(m, row, points.P[at])
    for i in range(n):
        points.W[at, i] = points.P[at, m.free[i]]
        m.load[i] = points.W[at, i]
    for k in range(len(m.wanted)):
        m.wanted[k] = 0.0
    m.loops.hold(m)
    size, done = 0.0, 0.0
    for i in range(n):
        points.V[at, i] = m.load[i]
        size += points.W[at, i] * points.W[at, i]
        done += points.W[at, i] * points.V[at, i]
    return size, done


@loop
def put_rows(m: Any) -> None:
    """Writes W and V of all active points; what nothing can move is left out (friction out of the plane)."""
    points, s, heaviest = m.points, m.solver, m.loops.heaviest(m)
    rows, contacts = 0, 0
    for a in range(points.count[0]):
        k = points.active[a]
        size, done = put_row(m, points.normals[k], rows)
        if not done > HELD_FAST * size / heaviest:
            for c in range(3):
                points.impulse[k, c] = 0.0
            continue
        points.active[contacts] = k
        s.rows.starts[contacts], points.slip[rows] = rows, 0
        rows += 1
        # What moves much less along directions of sliding than along the normal is rounding of nothing.
        first, largest = rows, size
        for c in range(2):
            if points.slips[k, c] >= 0:
                size, done = put_row(m, points.slips[k, c], rows)
                largest = max(largest, size)
        for c in range(2):
            if points.slips[k, c] >= 0:
                size, done = put_row(m, points.slips[k, c], rows)
                if done > HELD_FAST * largest / heaviest:
                    points.slip[rows] = 1 + c
                    rows += 1
        s.rows.tangents[contacts] = rows - first
        contacts += 1
    points.count[0] = contacts
    s.rows.count[0], s.rows.count[1] = rows, contacts


@loop
def put_velocities(m: Any) -> None:
    """Velocities of all rows before the step, and after it without impulses, with restitution where a point hits."""
    points, p = m.points, m.solver.rows
    for i in range(p.count[0]):
        approach = row_number(m, m.P_0, m.found.P_0, points.row[i])
        gamma = approach
        for j in range(len(m.before)):
            approach += points.P[i, j] * m.before[j]
            gamma += points.P[i, j] * m.star[j]
        points.approach[i], p.b[i] = approach, gamma
    for a in range(p.count[1]):
        n, k = p.starts[a], points.active[a]
        approach = points.approach[n]
        added, size = abs(p.b[n] - approach), 0.0
        if points.impulse[k, 0] > 0.0:
            added = 0.0
            for j in range(len(m.before)):
                added += abs(points.P[n, j] * (m.star[j] - m.before[j]))
        for j in range(len(m.before)):
            size += abs(points.P[n, j] * m.before[j])
        if -approach > RESTS_BELOW * added + ROUNDED_SPEED * size:
            p.b[n] += points.restitution[k] * approach
            points.hits[k] = 1


@loop
def scale_problem(points: StepPoints, s: StepSolver) -> None:
    """G in units in which diagonals are about one, and b at most one; impulses of the step before as a start."""
    p, largest = s.rows, 0.0
    for i in range(p.count[0]):
        for j in range(p.count[0]):
            total = 0.0
            for c in range(points.W.shape[1]):
                total += points.W[i, c] * points.V[j, c]
            p.G[i, j] = total
    for a in range(p.count[1]):
        n, size = p.starts[a], 0.0
        for i in range(n, n + 1 + p.tangents[a]):
            size = max(size, p.G[i, i])
        for i in range(n, n + 1 + p.tangents[a]):
            points.scale[i] = 1.0 / np.sqrt(size)
            p.b[i] *= points.scale[i]
            largest = max(largest, abs(p.b[i]))
    unit = largest if largest > 0.0 else 1.0
    for i in range(p.count[0]):
        p.b[i] /= unit
        for j in range(p.count[0]):
            p.G[i, j] *= points.scale[i] * points.scale[j]
    for a in range(p.count[1]):
        for i in range(p.starts[a], p.starts[a] + 1 + p.tangents[a]):
            points.scale[i] *= unit
            s.x[i] = points.impulse[points.active[a], points.slip[i]] / points.scale[i]


@loop
def put_blocks(points: StepPoints, s: StepSolver) -> None:
    """The block of each contact, its friction, and what its velocities are divided by."""
    p = s.rows
    for a in range(p.count[1]):
        n, size, k = p.starts[a], 1 + p.tangents[a], points.active[a]
        s.mu_stick[a], s.mu_slip[a] = points.mu_stick[k], points.mu_slip[k]
        p.r_n[a] = 1.0 / p.G[n, n]
        p.is_exact[a] = size > 1
        for i in range(size):
            for j in range(size):
                if size == 2:
                    p.planar[a, i, j] = p.G[n + i, n + j]
                elif size == 3:
                    p.spatial[a, i, j] = p.G[n + i, n + j]
        if size == 2:
            p.r_t[a] = 1.0 / p.G[n + 1, n + 1]
        elif size == 3:
            one, other, across = p.G[n + 1, n + 1], p.G[n + 2, n + 2], p.G[n + 1, n + 2]
            p.r_t[a] = 1.0 / (0.5 * (one + other) + np.sqrt(0.25 * (one - other) ** 2 + across * across))


@loop
def solve_impulses(m: Any) -> float:
    """Impulses of active points; `m.star` gets what they change, `points.work` what they do.

    What is left of the contact problem, in units in which impulses and speeds are one.
    """
    points, s, n = m.points, m.solver, len(m.free)
    put_rows(m)
    put_velocities(m)
    scale_problem(points, s)
    put_blocks(points, s)
    if m.solve[0] == 0:
        s.rest[0] = solve_step_contacts(s, STEP_RESIDUAL)
    else:
        call(m.solve)
    for a in range(s.rows.count[1]):
        k = points.active[a]
        points.impulse[k, 0], points.impulse[k, 1], points.impulse[k, 2] = 0.0, 0.0, 0.0
        for i in range(s.rows.starts[a], s.rows.starts[a] + 1 + s.rows.tangents[a]):
            if abs(s.x[i]) > NOT_PRESSING:
                points.impulse[k, points.slip[i]] = points.scale[i] * s.x[i]
            for j in range(n):
                m.star[m.free[j]] += points.scale[i] * s.x[i] * points.V[i, j]
        points.rests[k] = 1 if points.impulse[k, 0] > 0.0 and not points.hits[k] else 0
    put_work(m)
    return float(s.rest[0])


@loop
def put_work(m: Any) -> None:
    """½ (u⁻ + u⁺)·M Δu, with what drives give where they hold against impulses."""
    points, s = m.points, m.solver
    for j in range(len(m.before)):
        points.row_work[j] = 0.0
    for j in range(len(m.free)):
        for i in range(s.rows.count[0]):
            points.row_work[m.free[j]] += points.scale[i] * s.x[i] * points.V[i, j]
    points.work[0] = m.loops.work_of(m, points.row_work)


def make_step_points(
    normals: np.ndarray, slips: np.ndarray, laws: dict[str, Any], rows: int, free: int, nu: int
) -> StepPoints:
    """Points with so many rows together; `laws` are arrays (inside, mu_stick, …) that others write."""
    n = len(normals)
    room = rows + 2  # two more: rows are tried before they are kept
    whole = np.int64
    return StepPoints(
        height=np.zeros(n),
        gap=np.full(n, np.inf),
        is_placed=np.zeros(n, dtype=whole),
        is_off=np.zeros(n, dtype=whole),
        normals=normals,
        slips=slips,
        **laws,
        impulse=np.zeros((n, 3)),
        **{name: np.zeros(n, dtype=whole) for name in ("hits", "rests", "active")},
        count=np.zeros(1, dtype=whole),
        P=np.zeros((room, nu)),
        **{name: np.zeros((room, free)) for name in ("W", "V")},
        **{name: np.zeros(room, dtype=whole) for name in ("row", "slip")},
        **{name: np.zeros(room) for name in ("approach", "scale")},
        work=np.zeros(1),
        row_work=np.zeros(nu),
    )
