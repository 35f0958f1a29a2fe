r"""The contact problem of a step, solved in one native loop: sweeps from the impulses of the step before, then Newton.

The same iterations as `semismooth_newton` goes by, on the same natural map

$$ F_N = x_N − p_N,\; p_N = \max(0, x_N − r y_N), \qquad F_T = x_T − \operatorname{proj}_{μ p_N}(x_T − r y_T). $$

One contact is solved exactly by the first sweep. Where contacts repeat each other the slopes of F are singular: a small
number on their diagonal leaves the shares of the step before as they are.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np

from ...kernels.loops import loop
from ..integrators.lu import factor_lu, solve_lu
from .gauss_seidel import SweepRows, row_velocity, sweep_contacts

FIRST_STEP_SWEEPS, LONGEST_SWEEPS = 20, 640
STEP_NEWTON_TURNS = 30
STEP_SOLVER_HALVINGS = 6
PROMISED_FALL = 0.1
"""Part of the fall of ‖F‖ that a full Newton step promises which is enough."""
LONGEST_NEWTON_STEP = 1e6
"""In units in which impulses are about one."""
SHARE_KEEPING = 1e-11
"""What the diagonal of the slopes is raised by."""
SLIDES = 1e-9
"""A sliding speed above this, in units in which speeds are one, is one."""


class StepSolver(NamedTuple):
    """A contact problem in scaled units, and memory for its solution."""

    rows: SweepRows
    x: Any
    F: Any
    target: Any
    """x − r y."""
    step: Any
    trial: Any
    best: Any
    J: Any
    pivots: Any
    mu_stick: Any
    mu_slip: Any
    slides: Any
    """Whether a contact has slid with the friction of stick, and has that of slip now."""


@loop
def natural_map(s: StepSolver, x: Any) -> float:
    """Writes F and the target at x; the largest entry of F."""
    p, largest = s.rows, 0.0
    for k in range(p.count[1]):
        n = p.starts[k]
        s.target[n] = x[n] - p.r_n[k] * row_velocity(p, x, n)
        pressed = max(s.target[n], 0.0)
        s.F[n] = x[n] - pressed
        square = 0.0
        for i in range(n + 1, n + 1 + p.tangents[k]):
            s.target[i] = x[i] - p.r_t[k] * row_velocity(p, x, i)
            square += s.target[i] * s.target[i]
        length, radius = np.sqrt(square), p.mu[k] * pressed
        part = radius / length if length > radius else 1.0
        for i in range(n + 1, n + 1 + p.tangents[k]):
            s.F[i] = x[i] - part * s.target[i]
        for i in range(n, n + 1 + p.tangents[k]):
            largest = max(largest, abs(s.F[i]))
    return largest


@loop
def natural_slopes(s: StepSolver) -> None:
    """Writes an element of the generalized Jacobian of F, at the x of the last `natural_map`."""
    p, J = s.rows, s.J
    m = p.count[0]
    for k in range(p.count[1]):
        n = p.starts[k]
        pressed = s.target[n] > 0.0
        for j in range(m):
            # Row of 1 − r G, through which targets depend on x.
            through = (1.0 if j == n else 0.0) - p.r_n[k] * p.G[n, j]
            J[n, j] = (1.0 if j == n else 0.0) - (through if pressed else 0.0)
        square = 0.0
        for i in range(n + 1, n + 1 + p.tangents[k]):
            square += s.target[i] * s.target[i]
        length, radius = np.sqrt(square), p.mu[k] * max(s.target[n], 0.0)
        for i in range(n + 1, n + 1 + p.tangents[k]):
            for j in range(m):
                own = (1.0 if j == i else 0.0) - p.r_t[k] * p.G[i, j]
                if length > radius:
                    along = 0.0
                    for c in range(n + 1, n + 1 + p.tangents[k]):
                        along += s.target[c] * ((1.0 if j == c else 0.0) - p.r_t[k] * p.G[c, j])
                    d = s.target[i] / length
                    own = radius / length * (own - d * along / length)
                    if pressed:
                        own += p.mu[k] * d * ((1.0 if j == n else 0.0) - p.r_n[k] * p.G[n, j])
                J[i, j] = (1.0 if j == i else 0.0) - own
    for i in range(m):
        J[i, i] += SHARE_KEEPING


@loop
def newton_descent(s: StepSolver, size: float) -> bool:
    """A Newton step from x, or the first of its halves that lowers F; False where none does, and x is as it was."""
    m = s.rows.count[0]
    natural_slopes(s)
    pivots = s.pivots[:m]
    if not factor_lu(s.J[:m], pivots):
        return False
    for i in range(m):
        s.step[i] = -s.F[i]
    solve_lu(s.J[:m], pivots, s.step)
    for i in range(m):
        if not abs(s.step[i]) < LONGEST_NEWTON_STEP:
            return False
    part = 1.0
    for _ in range(STEP_SOLVER_HALVINGS):
        for i in range(m):
            s.trial[i] = s.x[i] + part * s.step[i]
        if natural_map(s, s.trial) <= (1.0 - PROMISED_FALL * part) * size:
            for i in range(m):
                s.x[i] = s.trial[i]
            return True
        part *= 0.5
    return False


@loop
def iterate_contacts(s: StepSolver, limit: float) -> float:
    """Solves for x from what it holds, with the friction of `rows.mu`; the largest entry of F that is left."""
    m, sweeps = s.rows.count[0], FIRST_STEP_SWEEPS
    sweep_contacts(s.rows, s.x, sweeps, limit)
    size = natural_map(s, s.x)
    least = size
    for i in range(m):
        s.best[i] = s.x[i]
    for _ in range(STEP_NEWTON_TURNS):
        if size <= limit:
            return size
        if not newton_descent(s, size):
            # Each time longer: where Newton's method never gets hold of the modes, this ends as plain Gauss–Seidel.
            sweep_contacts(s.rows, s.x, sweeps, limit)
            sweeps = min(2 * sweeps, LONGEST_SWEEPS)
        size = natural_map(s, s.x)
        if size < least:
            least = size
            for i in range(m):
                s.best[i] = s.x[i]
    for i in range(m):
        s.x[i] = s.best[i]
    return least


@loop
def solve_step_contacts(s: StepSolver, limit: float) -> float:
    """Solves for x: friction of stick first; contacts that slide with it get that of slip, until no more of them do."""
    p, rest = s.rows, 0.0
    for k in range(p.count[1]):
        s.slides[k] = 0
    for _ in range(p.count[1] + 1):
        for k in range(p.count[1]):
            p.mu[k] = s.mu_slip[k] if s.slides[k] else s.mu_stick[k]
        rest = iterate_contacts(s, limit)
        more = False
        for k in range(p.count[1]):
            if s.slides[k] or not s.mu_stick[k] > s.mu_slip[k]:
                continue
            square = 0.0
            for i in range(p.starts[k] + 1, p.starts[k] + 1 + p.tangents[k]):
                v = row_velocity(p, s.x, i)
                square += v * v
            if square > SLIDES * SLIDES:
                s.slides[k] = 1
                more = True
        if not more:
            return rest
    return rest


def make_step_solver(contacts: int, rows: int) -> StepSolver:
    """Memory for up to so many contacts with so many rows together."""
    c, m = max(contacts, 1), max(rows, 1)

    def whole(n: int) -> np.ndarray:
        return np.zeros(n, dtype=np.int64)

    real = np.zeros
    sweep = SweepRows(
        *(whole(2), real((m, m)), real(m), whole(c), whole(c), real(c), real(c), real(c), real(c)),
        *(np.zeros(c, dtype=bool), real((c, 2, 2)), real((c, 3, 3)), real(3), real(3)),
    )
    return StepSolver(
        rows=sweep,
        **{name: real(m) for name in ("x", "F", "target", "step", "trial", "best")},
        J=real((m, m)),
        pivots=whole(m),
        mu_stick=real(c),
        mu_slip=real(c),
        slides=whole(c),
    )
