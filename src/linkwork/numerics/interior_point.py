r"""The least value of a function of many variables, of which some are bounded, under equations: a primal-dual method.

$$ \min φ(y) \quad\text{with}\quad c(y) = 0,\qquad l \le y \le h $$

Newton's method on the conditions of Karush, Kuhn and Tucker with a barrier μ, which falls when they are met (Wächter
and Biegler, *Mathematical Programming* 106, 2006; in place of their filter the norm of the conditions may grow tenfold
in a step, and no more).
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import lazy_loader
import numpy as np

from .box_minimum import SMALLEST_DAMPING
from .saddle import SingularError, SuperLU

scipy = lazy_loader.load("scipy")

FIRST_BARRIER, LAST_BARRIER = 1e-3, 1e-13
"""Of the barrier, and of the range how far a start is from its bounds, at least; the barrier ends at the second."""
INTERIOR_STEPS = 100
INTERIOR_TOLERANCE = 1e-9


@dataclass(frozen=True, eq=False)
class SparseProblem:
    """Functions of y, in units in which all are of the order of one."""

    gradient: Callable[[np.ndarray], np.ndarray]
    equations: Callable[[np.ndarray], tuple[np.ndarray, Any]]
    """c, its slopes (sparse)."""
    hessian: Callable[[np.ndarray, np.ndarray], Any]
    """Of φ + λᵀc, from y and λ, as far as it is convex (sparse)."""
    low: np.ndarray
    high: np.ndarray
    """Infinite where there is no bound."""


@dataclass(eq=False)
class _Point:
    """Variables, multipliers of the equations and of the bounds, and what is left of the conditions at a barrier."""

    problem: SparseProblem
    y: np.ndarray
    multipliers: np.ndarray
    below: np.ndarray
    above: np.ndarray

    def __post_init__(self) -> None:
        self.gradient = self.problem.gradient(self.y)
        self.c, self.slopes = self.problem.equations(self.y)
        self.room = self.y - self.problem.low, self.problem.high - self.y

    def left(self, barrier: float) -> tuple[np.ndarray, np.ndarray]:
        """(of stationarity with bounds replaced by the barrier, of the equations)."""
        push = self.gradient + self.slopes.T @ self.multipliers - barrier / self.room[0] + barrier / self.room[1]
        return push, self.c

    def conditions(self, barrier: float) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
        """What is left of stationarity, of complementarity and of the equations."""
        push = self.gradient + self.slopes.T @ self.multipliers - self.below + self.above
        own = [x * r - barrier for x, r in zip((self.below, self.above), self.room, strict=True)]
        return push, np.concatenate([x[np.isfinite(x)] for x in own]), self.c

    def error(self, barrier: float) -> float:
        """The largest of all conditions, in units of the multipliers."""
        push, gaps, equations = self.conditions(barrier)
        sizes = np.concatenate([np.abs(self.multipliers), self.below, self.above])
        scale = max(1.0, float(sizes.mean()) if len(sizes) else 1.0)
        worst = max(np.abs(push).max(initial=0.0) / scale, np.abs(gaps).max(initial=0.0) / scale)
        return float(max(worst, np.abs(equations).max(initial=0.0)))


def interior_minimum(problem: SparseProblem, y: np.ndarray) -> tuple[np.ndarray, bool]:
    """(the minimum near a start, whether it was found)."""
    margin = FIRST_BARRIER * np.where(np.isfinite(problem.high - problem.low), problem.high - problem.low, 0.0)
    y = np.clip(y, problem.low + margin, problem.high - margin)
    barrier, solver = FIRST_BARRIER, SuperLU()
    with np.errstate(divide="ignore", invalid="ignore"):
        below, above = barrier / (y - problem.low), barrier / (problem.high - y)
        at = _Point(problem, y, np.zeros(len(problem.equations(y)[0])), below, above)
        for _ in range(INTERIOR_STEPS):
            if at.error(0.0) < INTERIOR_TOLERANCE:
                return at.y, True
            while at.error(barrier) < 10.0 * barrier and barrier > LAST_BARRIER:
                barrier = max(min(0.2 * barrier, barrier**1.5), LAST_BARRIER)
            ahead = _ahead(at, barrier, solver)
            if ahead is None:
                break
            at = ahead
        return at.y, at.error(0.0) < INTERIOR_TOLERANCE**0.5


def _ahead(at: _Point, barrier: float, solver: SuperLU) -> _Point | None:
    """The next point; None where there is none."""
    problem, n = at.problem, len(at.y)
    push, left = at.left(barrier)
    stiff = at.below / at.room[0] + at.above / at.room[1]
    block = problem.hessian(at.y, at.multipliers) + scipy.sparse.diags(stiff + 1e-12)
    soft = scipy.sparse.diags(np.full(len(left), -1e-14))
    matrix = scipy.sparse.bmat([[block, at.slopes.T], [at.slopes, soft]], format="csc")
    try:
        step = solver.factor(matrix)(-np.concatenate([push, left]))
    except SingularError:
        return None
    if not np.isfinite(step).all():
        return None
    dy, dm = step[:n], step[n:]
    below = barrier / at.room[0] - at.below - at.below / at.room[0] * dy
    above = barrier / at.room[1] - at.above + at.above / at.room[1] * dy
    keep = max(0.99, 1.0 - barrier)
    part = min(1.0, _reach(at.room[0], dy, keep), _reach(at.room[1], -dy, keep))
    dual = min(1.0, _reach(at.below, below, keep), _reach(at.above, above, keep))
    before = np.linalg.norm(np.concatenate([push, left]))
    while True:
        found = _Point(
            problem, at.y + part * dy, at.multipliers + part * dm, at.below + dual * below, at.above + dual * above
        )
        after = np.linalg.norm(np.concatenate(found.left(barrier)))
        if after <= 10.0 * before or part < SMALLEST_DAMPING:
            return found if np.isfinite(after) else None
        part *= 0.5


def _reach(room: np.ndarray, step: np.ndarray, keep: float) -> float:
    """How much of a step leaves a part of the room."""
    shrinking = (step < 0.0) & np.isfinite(room)
    return float((-keep * room[shrinking] / step[shrinking]).min(initial=1.0))
