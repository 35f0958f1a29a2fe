r"""Semismooth Newton on the natural map of all contacts at once (Alart and Curnier, 1991), in one native loop.

$$ F_N = x_N − p_N,\; p_N = \max(0, x_N − r y_N), \qquad F_T = x_T − \operatorname{proj}_{μ(p_N + p)}(x_T − r y_T) $$

Each piece is linear or the true disc, so that steps are exact once the modes are right: quadratic convergence where
Gauss–Seidel crawls. Sweeps of Gauss–Seidel begin, from the x that is given, and go on wherever a step does not lower
‖F‖. One contact is solved exactly by the first sweep. Where contacts repeat each other the slopes of F are singular: a
small number on their diagonal leaves the shares of the x given as they are.

A step of Moreau's method solves its contacts here, and so does `solve_contact` with solver "newton".
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Any, NamedTuple

import numpy as np

from ...kernels.loops import compiled_loop, loop
from ..integrators.lu import factor_lu, solve_lu
from .gauss_seidel import RUNAWAY, SweepRows, row_velocity, sweep_contacts, sweep_rows
from .problem import ContactProblem

FIRST_STEP_SWEEPS, LONGEST_SWEEPS = 20, 640
"""Sweeps of Gauss–Seidel before the first Newton step; doubled after each failed step, up to the second."""
STEP_NEWTON_ITERATIONS = 60
STEP_SOLVER_HALVINGS = 6
PROMISED_FALL = 0.1
"""A step is accepted if it lowers the largest entry of F by at least this part of what its length promises."""
LONGEST_NEWTON_STEP = 1e6
"""Longer steps are refused; in units in which impulses are about one."""
SHARE_KEEPING = 1e-11
"""Added to the diagonal of the slopes of F: where contacts repeat each other it leaves their shares as they were."""
LEAST_SQUARES = 1e-1
"""The damping δ of a least-squares step is this times the largest entry of F."""
SLIDES = 1e-9
"""A contact slides if its sliding speed is above this, in units in which speeds are about one."""


class StepSolver(NamedTuple):
    """A contact problem in scaled units, and memory for its solution."""

    rows: SweepRows
    x: Any
    """The impulses that are sought."""
    F: Any
    """The natural map at x; zero at a solution."""
    target: Any
    """x − r y."""
    step: Any
    trial: Any
    """x with a part of `step`; or the x to go back to, while sweeps run."""
    best: Any
    """The x with the smallest F so far."""
    J: Any
    """Slopes of F."""
    normal: Any
    """JᵀJ + δ, the matrix of a least-squares step."""
    pivots: Any
    """Row exchanges of the factorisation of `J` or `normal`."""
    mu_stick: Any
    mu_slip: Any
    slides: Any
    """Whether a contact has slid with the friction of stick, and has that of slip now."""
    iterations: Any
    """Newton steps of the last `iterate_contacts`."""
    rest: Any
    """The largest entry of F that the last solution left, found here or by a solver in Python."""


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
        length, radius = np.sqrt(square), p.mu[k] * (pressed + p.preload[k])
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
        length, radius = np.sqrt(square), p.mu[k] * (max(s.target[n], 0.0) + p.preload[k])
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


@loop
def newton_descent(s: StepSolver, size: float) -> bool:
    """A step from x that lowers F; False where none does, and x is as it was.

    Newton's first. Where slopes are singular, or modes change on its way, one of least squares, (JᵀJ + δ) d = −JᵀF: it
    leads downhill wherever ‖F‖ has a slope (Levenberg and Marquardt).
    """
    m = s.rows.count[0]
    pivots = s.pivots[:m]
    natural_slopes(s)
    for i in range(m):
        s.J[i, i] += SHARE_KEEPING
        s.step[i] = -s.F[i]
    if factor_lu(s.J[:m], pivots):
        solve_lu(s.J[:m], pivots, s.step)
        if descends(s, size):
            return True
    natural_map(s, s.x)
    natural_slopes(s)
    for i in range(m):
        s.step[i] = 0.0
        for k in range(m):
            s.step[i] -= s.J[k, i] * s.F[k]
        for j in range(m):
            total = LEAST_SQUARES * size if i == j else 0.0
            for k in range(m):
                total += s.J[k, i] * s.J[k, j]
            s.normal[i, j] = total
    if not factor_lu(s.normal[:m], pivots):
        return False
    solve_lu(s.normal[:m], pivots, s.step)
    return descends(s, size)


@loop
def descends(s: StepSolver, size: float) -> bool:
    """Whether `step`, or the first of its halves that does, lowers F; x is then where it leads."""
    m = s.rows.count[0]
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
def swept(s: StepSolver, sweeps: int, limit: float, exact: bool) -> None:
    """Sweeps from x; where they diverge, as they may where G is not that of a mechanism, x is as it was."""
    m = s.rows.count[0]
    for i in range(m):
        s.trial[i] = s.x[i]
    sweep_contacts(s.rows, s.x, sweeps, limit, exact)
    for i in range(m):
        # Not a number is beyond every bound too.
        if not abs(s.x[i]) < RUNAWAY:
            for j in range(m):
                s.x[j] = s.trial[j]


@loop
def iterate_contacts(s: StepSolver, limit: float) -> float:
    """Solves for x from what it holds, with the friction of `rows.mu`; the largest entry of F that is left."""
    m, sweeps, exact = s.rows.count[0], FIRST_STEP_SWEEPS, True
    swept(s, sweeps, limit, exact)
    size = natural_map(s, s.x)
    least = size
    for i in range(m):
        s.best[i] = s.x[i]
    for iteration in range(STEP_NEWTON_ITERATIONS):
        s.iterations[0] = iteration
        if size <= limit:
            return size
        if not newton_descent(s, size):
            # Each time longer: where Newton's method never gets hold of the modes, this ends as plain Gauss–Seidel. Of
            # its two kinds one may circle where the other comes to rest.
            swept(s, sweeps, limit, exact)
            sweeps, exact = min(2 * sweeps, LONGEST_SWEEPS), not exact
        size = natural_map(s, s.x)
        if size < least:
            least = size
            for i in range(m):
                s.best[i] = s.x[i]
    for i in range(m):
        s.x[i] = s.best[i]
    return least


@loop
def stick_first(s: StepSolver) -> None:
    """All contacts get the friction of stick."""
    for k in range(s.rows.count[1]):
        s.slides[k] = 0
        s.rows.mu[k] = s.mu_stick[k]


@loop
def more_slide(s: StepSolver) -> bool:
    """Whether contacts with the friction of stick slide at x; these get that of slip."""
    p, more = s.rows, False
    for k in range(p.count[1]):
        if s.slides[k] or not s.mu_stick[k] > s.mu_slip[k]:
            continue
        square = 0.0
        for i in range(p.starts[k] + 1, p.starts[k] + 1 + p.tangents[k]):
            v = row_velocity(p, s.x, i)
            square += v * v
        if square > SLIDES * SLIDES:
            s.slides[k], p.mu[k], more = 1, s.mu_slip[k], True
    return more


@loop
def solve_step_contacts(s: StepSolver, limit: float) -> float:
    """Solves for x: friction of stick first; contacts that slide with it get that of slip, until no more of them do.

    What then sticks does so within the friction of stick, and what slides has that of slip.
    """
    stick_first(s)
    rest = iterate_contacts(s, limit)
    while more_slide(s):
        rest = iterate_contacts(s, limit)
    return rest


def solve_by_newton(problem: ContactProblem, x: np.ndarray, limit: float) -> tuple[np.ndarray, int]:
    """(x, steps) of a problem without bilateral rows, in scaled units.

    It begins from the given x; where that fails, once more with all contacts sticking. The better result is returned.
    """
    memory, solve = problem_memory(problem), compiled_loop(solve_step_contacts)
    best, least, steps = x, np.inf, 0
    for again in range(2):
        memory.x[:] = stuck_impulses(problem) if again else x
        rest = solve(memory, limit)
        steps += int(memory.iterations[0])
        # Not a number is no better than anything.
        if rest < least:
            best, least = memory.x.copy(), rest
        if least <= limit:
            break
    return best, steps


def solve_with_slip(
    problem: ContactProblem, x: np.ndarray, solve: Callable[[ContactProblem, np.ndarray], tuple[np.ndarray | None, int]]
) -> tuple[np.ndarray | None, int]:
    """As `solve_step_contacts`, by a solver in Python that knows one friction coefficient per contact: (x, iterations).

    Contacts begin with the friction of stick; those that slide get that of slip, until no more of them do. x is None
    where `solve` finds nothing.
    """
    memory, total = problem_memory(problem), 0
    slip = compiled_loop(more_slide)
    stick_first(memory)
    while True:
        mu = memory.rows.mu.copy()
        found, iterations = solve(replace(problem, mu_stick=mu, mu_slip=mu), x)
        total += iterations
        if found is None:
            return None, total
        memory.x[:] = x = found
        if not slip(memory):
            return x, total


def stuck_impulses(problem: ContactProblem) -> np.ndarray:
    """Impulses with which all contacts stick, those that would pull left out."""
    x = -np.linalg.pinv(problem.G, rcond=1e-11) @ problem.b
    x[problem.starts] = np.maximum(x[problem.starts], 0.0)
    return x


def problem_memory(problem: ContactProblem) -> StepSolver:
    """A problem without bilateral rows, in scaled units, as loops see it."""
    memory, rows = make_step_solver(problem.count, len(problem.b)), sweep_rows(problem)
    return memory._replace(
        rows=rows._replace(mu=problem.mu_slip.copy()), mu_stick=problem.mu_stick, mu_slip=problem.mu_slip
    )


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
        normal=real((m, m)),
        pivots=whole(m),
        mu_stick=real(c),
        mu_slip=real(c),
        slides=whole(c),
        iterations=whole(1),
        rest=real(1),
    )
