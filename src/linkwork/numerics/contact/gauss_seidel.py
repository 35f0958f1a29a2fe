r"""Projected Gauss–Seidel sweeps over the contacts of a problem whose G is at hand.

Contact by contact, each with the newest x, the block of the contact is solved exactly (`one_contact`). Where the block
is not a mechanical one, or friction has a preload, a projected step takes its place:

$$ x_N ← \max(0, x_N − r_N y_N), \qquad x_T ← \operatorname{proj}_{μ (x_N + p)}(x_T − r_T y_T) $$

It converges linearly, and slowly for stacks and unequal masses.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np

from ...kernels.loops import compiled_loop, loop
from .one_contact import planar_contact, spatial_contact
from .problem import ContactProblem

FEWEST_SWEEPS, MOST_CONTACT_SWEEPS, SWEEP_WORK = 3000, 60_000, 5e8
"""Sweeps allowed: as many as take about a second, between two bounds."""
RUNAWAY = 1e12
"""Impulses beyond this, in scaled units, are those of sweeps that diverge, as where G is not that of a mechanism."""


class SweepRows(NamedTuple):
    """A contact problem as loops see it: arrays of its rows and of its contacts, which may be longer than it is."""

    count: Any
    """How many (rows, contacts) it has."""
    G: Any
    b: Any
    starts: Any
    tangents: Any
    mu: Any
    preload: Any
    r_n: Any
    r_t: Any
    is_exact: Any
    """Whether the block of a contact is solved exactly."""
    planar: Any
    """Blocks (n × 2 × 2) of planar contacts."""
    spatial: Any
    """Blocks (n × 3 × 3) of contacts in space."""
    q: Any
    """Work: velocities of one contact without its own impulse."""
    own: Any
    """Work: its impulse."""


@loop
def row_velocity(p: SweepRows, x: Any, row: int) -> float:
    """One entry of y = G x + b."""
    total = p.b[row]
    for j in range(p.count[0]):
        total += p.G[row, j] * x[j]
    return float(total)


@loop
def solve_block(p: SweepRows, x: Any, k: int) -> float:
    """The exact step of a contact with friction: how much its impulse changed."""
    n, size = p.starts[k], 1 + p.tangents[k]
    for i in range(size):
        p.own[i] = x[n + i]
        p.q[i] = row_velocity(p, x, n + i)
        for j in range(size):
            p.q[i] -= p.G[n + i, n + j] * x[n + j]
    if size == 2:
        planar_contact(p.planar[k], p.q, p.mu[k], p.own)
    else:
        spatial_contact(p.spatial[k], p.q, p.mu[k], p.own)
    change = 0.0
    for i in range(size):
        change = max(change, abs(p.own[i] - x[n + i]))
        x[n + i] = p.own[i]
    return change


@loop
def project_block(p: SweepRows, x: Any, k: int) -> float:
    """The projected step of a contact: how much its impulse changed."""
    n = p.starts[k]
    now = max(0.0, x[n] - p.r_n[k] * row_velocity(p, x, n))
    change = abs(now - x[n])
    x[n] = now
    radius = p.mu[k] * (now + p.preload[k])
    if p.tangents[k] == 1:
        t = x[n + 1] - p.r_t[k] * row_velocity(p, x, n + 1)
        t = min(max(t, -radius), radius)
        change = max(change, abs(t - x[n + 1]))
        x[n + 1] = t
    elif p.tangents[k] == 2:
        s = x[n + 1] - p.r_t[k] * row_velocity(p, x, n + 1)
        t = x[n + 2] - p.r_t[k] * row_velocity(p, x, n + 2)
        length = np.sqrt(s * s + t * t)
        part = radius / length if length > radius else 1.0
        change = max(change, abs(part * s - x[n + 1]), abs(part * t - x[n + 2]))
        x[n + 1], x[n + 2] = part * s, part * t
    return change


@loop
def sweep_contacts(p: SweepRows, x: Any, most: int, limit: float, exact: bool) -> tuple[int, float]:
    """Sweeps until no impulse changes by more than `limit`: (sweeps, largest change in the last).

    Blocks are solved exactly where `exact` is set and they allow it; else steps are projected.
    """
    largest = 0.0
    for sweep in range(most):
        largest = 0.0
        for k in range(p.count[1]):
            change = solve_block(p, x, k) if exact and p.is_exact[k] else project_block(p, x, k)
            largest = max(largest, change)
        if largest <= limit:
            return sweep + 1, largest
    return most, largest


def sweep_problem(problem: ContactProblem, x: np.ndarray, most: int, limit: float) -> tuple[np.ndarray, int]:
    """(x, sweeps) of a problem without bilateral rows, with the friction of slip.

    Exact blocks converge fastest, but with large friction they may go round in circles, and so may projected steps: not
    in the same problems. Where sweeps do not come to rest, the next kind goes on, the last one with half of the step.
    """
    found, rows, total = np.array(x, dtype=float), sweep_rows(problem), 0
    halved = rows._replace(r_n=0.5 * rows.r_n, r_t=0.5 * rows.r_t)
    kinds = ((rows, True), (rows, False), (halved, False))
    sweep = compiled_loop(sweep_contacts)
    for kind, exact in kinds:
        sweeps, change = sweep(kind, found, int(most) // len(kinds), float(limit), exact)
        total += sweeps
        if change <= limit:
            break
    # Not a number is beyond every bound too.
    return (found if bool((np.abs(found) < RUNAWAY).all()) else np.array(x, dtype=float)), total


def affordable_sweeps(problem: ContactProblem) -> int:
    """How many sweeps a problem of this size may take."""
    work = max(len(problem.b), 1) ** 2
    return int(min(max(SWEEP_WORK / work, FEWEST_SWEEPS), MOST_CONTACT_SWEEPS))


def sweep_rows(problem: ContactProblem) -> SweepRows:
    """A problem without bilateral rows as loops see it, with the friction of slip."""
    r_n, r_t = problem.step_sizes
    n = problem.count
    planar, spatial, is_exact = np.zeros((n, 2, 2)), np.zeros((n, 3, 3)), np.zeros(n, dtype=bool)
    for k in range(n):
        rows = problem.rows(k)
        block = problem.G[np.ix_(rows, rows)]
        is_exact[k] = len(rows) > 1 and problem.preload[k] == 0.0 and bool((np.diag(block) > 0.0).all())
        if len(rows) == 2:
            planar[k] = block
        elif len(rows) == 3:
            spatial[k] = block
    tangents, G = np.array(problem.tangents, dtype=np.int64), np.ascontiguousarray(problem.G)
    laws = problem.b, problem.starts, tangents, problem.mu_slip, problem.preload
    count = np.array([len(problem.b), n], dtype=np.int64)
    return SweepRows(count, G, *laws, r_n, r_t, is_exact, planar, spatial, np.zeros(3), np.zeros(3))
