r"""Semismooth Newton on the natural map of all contacts at once (Alart and Curnier, 1991).

$$ F_N = x_N − p_N,\; p_N = \max(0, x_N − r y_N), \qquad F_T = x_T − \operatorname{proj}_{μ(p_N + p)}(x_T − r y_T) $$

Each piece is linear or the true disc, so that steps are exact once the modes are right: quadratic convergence where
Gauss–Seidel crawls. Where a step does not lower ‖F‖, sweeps of Gauss–Seidel take over for a while.
"""

from __future__ import annotations

import numpy as np

from .gauss_seidel import FEWEST_SWEEPS, sweep_problem
from .problem import ContactProblem

CONTACT_NEWTON_STEPS = 60
FIRST_SWEEPS, FALLBACK_SWEEPS = 20, 20
STEP_HALVINGS = 6
ENOUGH_DESCENT = 0.9
"""A damped step is taken where it lowers ‖F‖ to this part; a longer fall is not waited for."""


class NaturalMap:
    """F and its slopes for a problem without bilateral rows, with the friction of slip."""

    def __init__(self, problem: ContactProblem) -> None:
        self.problem = problem
        r_n, r_t = problem.step_sizes
        self.r = np.repeat(r_n, [1 + k for k in problem.tangents]) if problem.count else np.zeros(0)
        tangential = np.ones(len(problem.b), dtype=bool)
        tangential[problem.starts] = False
        self.r[tangential] = np.repeat(r_t, problem.tangents)
        self.planar = np.flatnonzero(np.array(problem.tangents, dtype=int) == 1)
        self.spatial = np.flatnonzero(np.array(problem.tangents, dtype=int) == 2)

    def values(self, x: np.ndarray) -> np.ndarray:
        """F."""
        p = self.problem
        target = x - self.r * p.velocities(x)
        n = p.starts
        pressed = np.maximum(target[n], 0.0)
        F = x.copy()
        F[n] -= pressed
        radius = p.mu_slip * (pressed + p.preload)
        for contacts, width in ((self.planar, 1), (self.spatial, 2)):
            if not len(contacts):
                continue
            t = n[contacts][:, None] + 1 + np.arange(width)
            length = np.linalg.norm(target[t], axis=1)
            part = np.minimum(1.0, radius[contacts] / np.where(length > 0, length, 1.0))
            F[t] -= part[:, None] * target[t]
        return F

    def slopes(self, x: np.ndarray) -> np.ndarray:
        """An element of the generalized Jacobian of F."""
        p = self.problem
        through = np.eye(len(x)) - self.r[:, None] * p.G
        target = x - self.r * p.velocities(x)
        found = np.eye(len(x))
        for k in range(p.count):
            n, *t = p.rows(k)
            is_pressed = target[n] > 0.0
            if is_pressed:
                found[n] -= through[n]
            if not t:
                continue
            radius = p.mu_slip[k] * (max(target[n], 0.0) + p.preload[k])
            length = float(np.linalg.norm(target[t]))
            if length <= radius:
                found[t] -= through[t]
                continue
            d = target[t] / length
            turn = radius / length * (np.eye(len(t)) - np.outer(d, d))
            found[t] -= turn @ through[t]
            if is_pressed:
                found[t] -= p.mu_slip[k] * np.outer(d, through[n])
        return found


def stuck_impulses(problem: ContactProblem) -> np.ndarray:
    """Impulses with which all contacts stick, those that would pull left out."""
    x = -np.linalg.pinv(problem.G, rcond=1e-11) @ problem.b
    x[problem.starts] = np.maximum(x[problem.starts], 0.0)
    return x


def solve_by_newton(problem: ContactProblem, x: np.ndarray, limit: float) -> tuple[np.ndarray, int]:
    """(x, steps), in scaled units; from the given start, and from sticking contacts where that leads nowhere."""
    natural = NaturalMap(problem)
    found, steps = _newton_from(natural, x, limit)
    least = float(np.abs(natural.values(found)).max(initial=0.0))
    if least <= limit:
        return found, steps
    other, more = _newton_from(natural, stuck_impulses(problem), limit)
    is_better = float(np.abs(natural.values(other)).max(initial=0.0)) < least
    return (other if is_better else found), steps + more


def _newton_from(natural: NaturalMap, x: np.ndarray, limit: float) -> tuple[np.ndarray, int]:
    """(x, steps) from one start; ‖F‖ is below the limit where it converged."""
    problem = natural.problem
    x, _ = sweep_problem(problem, x, FIRST_SWEEPS, limit)
    F = natural.values(x)
    size = float(np.abs(F).max(initial=0.0))
    best, least, sweeps = x, size, FALLBACK_SWEEPS
    for steps in range(CONTACT_NEWTON_STEPS):
        if not size > limit:
            return x, steps
        trial = _descent(natural, x, F, size)
        if trial is None:
            # Each time longer: where Newton's method never gets hold of the modes, this ends as plain Gauss–Seidel.
            x, _ = sweep_problem(problem, x, sweeps, limit)
            sweeps = min(2 * sweeps, FEWEST_SWEEPS)
        else:
            x = trial
        F = natural.values(x)
        size = float(np.abs(F).max())
        if size < least:
            best, least, sweeps = x, size, FALLBACK_SWEEPS
    return best, CONTACT_NEWTON_STEPS


def _descent(natural: NaturalMap, x: np.ndarray, F: np.ndarray, size: float) -> np.ndarray | None:
    """Where a Newton step, or the first of its halves that lowers ‖F‖, leads; None where none does."""
    step = _least_step(natural.slopes(x), -F)
    if step is None:
        return None
    part = 1.0
    for _ in range(STEP_HALVINGS):
        trial = x + part * step
        now = float(np.abs(natural.values(trial)).max())
        if now <= (1.0 - (1.0 - ENOUGH_DESCENT) * part) * size:
            return trial
        part *= 0.5
    return None


def _least_step(matrix: np.ndarray, right: np.ndarray) -> np.ndarray | None:
    """The solution of linear equations, of least norm where they are singular."""
    try:
        step = np.linalg.solve(matrix, right)
    except np.linalg.LinAlgError:
        step = np.full(len(right), np.inf)
    rest = matrix @ step - right if np.isfinite(step).all() else np.full(1, np.inf)
    if np.abs(rest).max() > 1e-9 * np.abs(right).max() or np.abs(step).max() > 1e6:
        step = np.linalg.lstsq(matrix, right, rcond=1e-11)[0]
    return step if np.isfinite(step).all() else None
