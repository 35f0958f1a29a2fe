r"""Points of contacts in a step over impacts, in loops: which take part, and the impulses of those that do.

$$ 0 \le \gamma_N^+ + e\,\gamma_N^- \perp \Lambda_N \ge 0, \qquad
   \Lambda_T \in -\mu\,\Lambda_N\,\mathrm{Sgn}\,\gamma_T^+, \qquad \gamma^+ = \gamma^* + G\Lambda $$

Restitution acts only where a point approaches, so that resting points do not jitter. Contact that lasts is no hit: of a
point that pressed in the step before, what forces add to either of its bodies counts, not only what they add to the
speed between these, which may fall together.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np

from ...kernels.loops import loop
from .held_rows import HeldRows, moved_by
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
    """All points of a system, their laws, and what became of them in the last step."""

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
    W: Any
    """Their rows (rows × free speeds)."""
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
    nothing: Any
    """Zeros, as many as other rows are held."""
    work: Any


@loop
def point_gap(points: StepPoints, g: Any, residual_of: Any, k: int) -> float:
    """The gap of a point; beyond an edge at least the distance from that, zero where it goes one way."""
    at = residual_of[points.normals[k]]
    return float(max(g[at] if at >= 0 else 0.0, -points.inside[k]))


@loop
def has_lifted(points: StepPoints, g: Any, residual_of: Any) -> bool:
    """Whether a point that pressed in the step before is apart now."""
    for k in range(len(points.normals)):
        if points.acts[k] > 0.0 and points.impulse[k, 0] > 0.0 and point_gap(points, g, residual_of, k) > 0.0:
            return True
    return False


@loop
def choose_active(
    points: StepPoints, g: Any, residual_of: Any, P: Any, P_00: Any, u_dot: Any, pushed: Any, h: float
) -> None:
    """Points that take part: those that touch, and those that pressed so far whose gap a step closes.

    The way to where gaps are looked at is straight, and lifts points that turn about each other by O(h²): they would
    press in every second step only. So would those whose bodies fall together where nothing holds them, if what forces
    add to each, h `pushed`, did not count. u_dot and `pushed` are read where `has_lifted`.
    """
    count = 0
    for k in range(len(points.normals)):
        points.hits[k], points.rests[k] = 0, 0
        gap = point_gap(points, g, residual_of, k)
        takes_part = gap <= ROUNDED_GAP
        if not takes_part and points.impulse[k, 0] > 0.0:
            row = points.normals[k]
            closing, added = P_00[row], 0.0
            for j in range(len(u_dot)):
                closing += P[row, j] * u_dot[j]
                added += abs(P[row, j] * pushed[j])
            takes_part = gap <= h * h * (abs(closing) + added)
        if takes_part and points.acts[k] > 0.0:
            points.active[count] = k
            count += 1
        else:
            points.impulse[k, 0], points.impulse[k, 1], points.impulse[k, 2] = 0.0, 0.0, 0.0
    points.count[0] = count


@loop
def put_row(points: StepPoints, held: HeldRows, P: Any, free: Any, row: int, at: int) -> tuple[float, float]:
    """Writes W and V of a row; (W·W, W·V), the latter being what a unit impulse does along it."""
    n = len(free)
    points.row[at] = row
    for i in range(n):
        points.W[at, i] = P[row, free[i]]
        points.V[at, i] = points.W[at, i]
    moved_by(held, points.V[at], points.nothing, n)
    size, done = 0.0, 0.0
    for i in range(n):
        size += points.W[at, i] * points.W[at, i]
        done += points.W[at, i] * points.V[at, i]
    return size, done


@loop
def put_rows(points: StepPoints, s: StepSolver, held: HeldRows, M: Any, P: Any, free: Any) -> None:
    """Writes W and V of all active points; what nothing can move is left out (friction out of the plane)."""
    heaviest = 0.0
    for i in range(len(M)):
        heaviest = max(heaviest, M[i, i])
    rows, contacts = 0, 0
    for a in range(points.count[0]):
        k = points.active[a]
        size, done = put_row(points, held, P, free, points.normals[k], rows)
        if not done > HELD_FAST * size / heaviest:
            for c in range(3):
                points.impulse[k, c] = 0.0
            continue
        points.active[contacts] = k
        s.rows.starts[contacts], points.slip[rows] = rows, 0
        rows += 1
        first, largest = rows, 0.0
        for c in range(2):
            if points.slips[k, c] >= 0:
                size, done = put_row(points, held, P, free, points.slips[k, c], rows)
                largest = max(largest, size)
        for c in range(2):
            if points.slips[k, c] >= 0:
                size, done = put_row(points, held, P, free, points.slips[k, c], rows)
                if done > HELD_FAST * largest / heaviest:
                    points.slip[rows] = 1 + c
                    rows += 1
        s.rows.tangents[contacts] = rows - first
        contacts += 1
    points.count[0] = contacts
    s.rows.count[0], s.rows.count[1] = rows, contacts


@loop
def put_velocities(points: StepPoints, s: StepSolver, P: Any, P_0: Any, before: Any, star: Any) -> None:
    """Velocities of all rows before the step, and after it without impulses, with restitution where a point hits."""
    p = s.rows
    for i in range(p.count[0]):
        row = points.row[i]
        approach, gamma = P_0[row], P_0[row]
        for j in range(len(before)):
            approach += P[row, j] * before[j]
            gamma += P[row, j] * star[j]
        points.approach[i], p.b[i] = approach, gamma
    for a in range(p.count[1]):
        n, k = p.starts[a], points.active[a]
        approach, row = points.approach[n], points.row[n]
        added, size = abs(p.b[n] - approach), 0.0
        if points.impulse[k, 0] > 0.0:
            added = 0.0
            for j in range(len(before)):
                added += abs(P[row, j] * (star[j] - before[j]))
        for j in range(len(before)):
            size += abs(P[row, j] * before[j])
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
def solve_impulses(
    points: StepPoints, s: StepSolver, held: HeldRows, M: Any, P: Any, P_0: Any, free: Any, before: Any, star: Any
) -> float:
    """Impulses of active points; `star` gets what they change, `points.work` what they do.

    What is left of the contact problem, in units in which impulses and speeds are one.
    """
    put_rows(points, s, held, M, P, free)
    put_velocities(points, s, P, P_0, before, star)
    scale_problem(points, s)
    put_blocks(points, s)
    rest = solve_step_contacts(s, STEP_RESIDUAL)
    for a in range(s.rows.count[1]):
        k = points.active[a]
        points.impulse[k, 0], points.impulse[k, 1], points.impulse[k, 2] = 0.0, 0.0, 0.0
        for i in range(s.rows.starts[a], s.rows.starts[a] + 1 + s.rows.tangents[a]):
            if abs(s.x[i]) > NOT_PRESSING:
                points.impulse[k, points.slip[i]] = points.scale[i] * s.x[i]
            for j in range(len(free)):
                star[free[j]] += points.scale[i] * s.x[i] * points.V[i, j]
        points.rests[k] = 1 if points.impulse[k, 0] > 0.0 and not points.hits[k] else 0
    # ½ (u⁻ + u⁺)·M Δu, with what drives give where they hold against impulses.
    points.work[0] = 0.0
    for j in range(len(free)):
        change = 0.0
        for i in range(s.rows.count[0]):
            change += points.scale[i] * s.x[i] * points.V[i, j]
        for i in range(len(before)):
            points.work[0] += 0.5 * (before[i] + star[i]) * M[i, free[j]] * change
    return rest


def make_step_points(normals: np.ndarray, slips: np.ndarray, laws: Any, free: int, held: int) -> StepPoints:
    """Points with these rows; `laws` are arrays (inside, mu_stick, mu_slip, restitution, acts) that kernels write."""
    n = len(normals)
    room = n + int((slips >= 0).sum()) + 2  # two more: rows are tried before they are kept

    def whole(count: int) -> np.ndarray:
        return np.zeros(count, dtype=np.int64)

    inside, mu_stick, mu_slip, restitution, acts = laws
    return StepPoints(
        normals=normals,
        slips=slips,
        inside=inside,
        mu_stick=mu_stick,
        mu_slip=mu_slip,
        restitution=restitution,
        acts=acts,
        impulse=np.zeros((n, 3)),
        **{name: whole(n) for name in ("hits", "rests", "active")},
        count=whole(1),
        **{name: np.zeros((room, free)) for name in ("W", "V")},
        **{name: whole(room) for name in ("row", "slip")},
        **{name: np.zeros(room) for name in ("approach", "scale")},
        nothing=np.zeros(held),
        work=np.zeros(1),
    )
