r"""The least value of a convex function of bounded variables that satisfy equations, as well as they can be satisfied.

$$ \min φ(x) \quad\text{with}\quad r(x) = 0,\qquad l \le x \le h $$

Newton's method: each step is a least-squares problem in the box, in which the equations count far more than φ, solved
exactly by its active set. Where the equations can be met, Newton's method on the conditions of Karush, Kuhn and Tucker
from that active set on (Hintermüller, Ito and Kunisch, *SIAM J. Optim.* 13, 2002) leads to all digits; where they
cannot, r is as small as the box allows.
"""

from __future__ import annotations

import contextlib
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import lazy_loader
import numpy as np

scipy = lazy_loader.load("scipy")

EQUATION_WEIGHT = 1e5
"""How much more than φ equations count: what is left of them then is 1e-10 of the multipliers."""
BOX_STEPS, KKT_STEPS = 60, 12
FREE_CHANGES = 8
"""Steps in which any number of variables may come to a bound or leave it; then one at a time, which does not cycle."""
BOX_TOLERANCE, KKT_TOLERANCE = 1e-9, 1e-12
NEARLY_MET, MET = 1e-6, 1e-10
"""Residuals below which equations may be met, and are."""
FARTHEST_OFF = 100.0
"""Times farther from meeting the equations than its start: such a search leads nowhere."""
LEAST_CURVATURE = 1e-8
"""The least eigenvalue of a Hessian, relative to the largest: where φ is flat, steps go on."""
MOST_CONCAVE = 0.9
"""How much of the curvature of φ equations may take away."""
SMALLEST_DAMPING = 1e-3


def _straight(x: np.ndarray, multipliers: np.ndarray) -> np.ndarray:
    return np.zeros(len(x))


@dataclass(frozen=True, eq=False)
class BoxProblem:
    """Functions of x, in units in which all are of the order of one."""

    cost: Callable[[np.ndarray], tuple[float, np.ndarray, np.ndarray]]
    """φ, its gradient, its Hessian."""
    rows: Callable[[np.ndarray], tuple[np.ndarray, np.ndarray]]
    """r, its slopes."""
    low: np.ndarray
    high: np.ndarray
    curvature: Callable[[np.ndarray, np.ndarray], np.ndarray] = _straight
    """The diagonal of −Σ λ ∇²r, and of what the Hessian of φ leaves out, from x and the multipliers λ."""
    moved: Callable[[np.ndarray, np.ndarray], np.ndarray] = np.add
    """From x and a step to a place where r is as its tangents say; x + step where r is straight."""

    def hessian(self, x: np.ndarray, multipliers: np.ndarray) -> np.ndarray:
        """That of φ − λᵀr, as far as it is convex."""
        plain = self.cost(x)[2]
        return plain + np.diag(np.maximum(self.curvature(x, multipliers), -MOST_CONCAVE * np.diag(plain)))


@dataclass(frozen=True, eq=False)
class BoxMinimum:
    """Where it is, and whether the search came to its end."""

    x: np.ndarray
    is_converged: bool


def box_minimum(problem: BoxProblem, x: np.ndarray) -> BoxMinimum:
    """The minimum near a start; where a function has no value on the way, the search ends there."""
    is_converged, x = False, np.clip(x, problem.low, problem.high)
    multipliers = np.zeros(len(problem.rows(x)[0]))
    for _ in range(BOX_STEPS):
        if not _has_values(problem, x, multipliers):
            return BoxMinimum(x, False)
        step, multipliers = _step(problem, x, multipliers)
        there = _damped(problem, x, step)
        change, x = np.abs(there - x).max(initial=0.0), there
        if change < BOX_TOLERANCE:
            is_converged = True
            break
    if np.abs(problem.rows(x)[0]).max(initial=0.0) < NEARLY_MET:
        sharp = kkt_minimum(problem, x, multipliers)
        if sharp is not None:
            return BoxMinimum(sharp[0], True)
    return BoxMinimum(x, is_converged)


def stepped(problem: Any, x: np.ndarray, multipliers: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """(x, multipliers) one step on, to the minimum of the quadratic model in the box: it finds what is at bounds."""
    step, multipliers = _step(problem, np.clip(x, problem.low, problem.high), multipliers)
    return np.clip(x + step, problem.low, problem.high), multipliers


def _has_values(problem: BoxProblem, x: np.ndarray, multipliers: np.ndarray) -> bool:
    parts = (*problem.cost(x), *problem.rows(x), problem.hessian(x, multipliers))
    return all(bool(np.isfinite(part).all()) for part in parts)


def _root(hessian: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """(R, R⁻ᵀ) of a positive definite RᵀR near a Hessian."""
    values, vectors = np.linalg.eigh(hessian)
    least = LEAST_CURVATURE * max(float(np.abs(values).max(initial=0.0)), LEAST_CURVATURE)
    sizes = np.sqrt(np.maximum(values, least))
    return sizes[:, None] * vectors.T, vectors.T / sizes[:, None]


def _step(problem: BoxProblem, x: np.ndarray, multipliers: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """(step, multipliers) to the minimum of the quadratic model in the box."""
    gradient, (r, slopes) = problem.cost(x)[1], problem.rows(x)
    root, inverse = _root(problem.hessian(x, multipliers))
    matrix = np.vstack([root, EQUATION_WEIGHT * slopes])
    right = np.concatenate([-inverse @ gradient, -EQUATION_WEIGHT * r])
    room = problem.low - x, problem.high - x
    found = scipy.optimize.lsq_linear(matrix, right, room, method="bvls", tol=1e-15, max_iter=20 * len(x))
    left = r + slopes @ found.x
    is_near = np.abs(left).max(initial=0.0) < NEARLY_MET
    return found.x, -(EQUATION_WEIGHT**2) * left if is_near else np.zeros_like(left)


def _damped(problem: BoxProblem, x: np.ndarray, step: np.ndarray) -> np.ndarray:
    """Where the first of 1, ½, ¼, … of a step leads at which the weighted sum of φ and |r|² has fallen."""

    def merit(at: np.ndarray) -> float:
        r = problem.rows(at)[0]
        return problem.cost(at)[0] + 0.5 * EQUATION_WEIGHT**2 * float(r @ r)

    def moved(part: float) -> np.ndarray:
        return np.clip(problem.moved(x, part * step), problem.low, problem.high)

    before, part, there = merit(x), 1.0, moved(1.0)
    while part > SMALLEST_DAMPING and not merit(there) <= before * (1.0 + 1e-12) + 1e-12:
        part *= 0.5
        there = moved(part)
    return there


def kkt_minimum(problem: Any, x: np.ndarray, multipliers: np.ndarray) -> tuple[np.ndarray, np.ndarray] | None:
    """(the minimum to all digits, multipliers) from near it; None where there is none, or no minimum.

    `problem` is a `BoxProblem`, or has its functions; bounds may be infinite.
    """
    low, high = problem.low, problem.high
    edge = np.where(np.isfinite(high - low), 1e-7 * (high - low), 0.0)
    below, above = x <= low + edge, x >= high - edge
    farthest = FARTHEST_OFF * (1.0 + np.abs(problem.rows(x)[0]).max(initial=0.0))
    last = 0.0
    for k in range(KKT_STEPS):
        x = np.where(below, low, np.where(above, high, x))
        gradient, hessian, (r, slopes) = problem.cost(x)[1], problem.hessian(x, multipliers), problem.rows(x)
        if not all(bool(np.isfinite(part).all()) for part in (gradient, hessian, r, slopes)):
            return None
        if np.abs(r).max(initial=0.0) > farthest:
            return None
        free, count = ~(below | above), len(r)
        size = int(free.sum())
        left = np.zeros((size + count, size + count))
        left[:size, :size], left[:size, size:] = hessian[np.ix_(free, free)], -slopes[:, free].T
        left[size:, :size] = slopes[:, free]
        found = _solved(left, np.concatenate([-gradient[free], -r]))
        step, multipliers = np.zeros_like(x), found[size:]
        step[free] = found[:size]
        push = gradient + hessian @ step - slopes.T @ multipliers
        x = problem.moved(x, step)
        then = (below & (push >= -KKT_TOLERANCE)) | (x < low), (above & (push <= KKT_TOLERANCE)) | (x > high)
        changed = np.flatnonzero((then[0] != below) | (then[1] != above))
        length = float((np.abs(step) / np.maximum(1.0, np.abs(x))).max(initial=0.0))
        # The next step would be shorter by as much again, or by more.
        rate, last = min(1.0, length / last) if last else 1.0, 0.0 if len(changed) else length
        if not len(changed) and rate * length <= KKT_TOLERANCE:
            is_least = np.abs(problem.rows(x)[0]).max(initial=0.0) < MET and _is_least(left, size)
            return (np.clip(x, low, high), multipliers) if is_least else None
        changed = changed[:1] if k >= FREE_CHANGES else changed
        below[changed], above[changed] = then[0][changed], then[1][changed]
    return None


def _solved(matrix: np.ndarray, right: np.ndarray) -> np.ndarray:
    """Of linear equations; the shortest of least squares where the matrix is singular to rounding."""
    with contextlib.suppress(np.linalg.LinAlgError):
        found = np.linalg.solve(matrix, right)
        if np.abs(matrix @ found - right).max(initial=0.0) <= MET * np.abs(right).max(initial=0.0):
            return np.asarray(found)
    return np.asarray(np.linalg.lstsq(matrix, right, rcond=1e-13)[0])


def _is_least(left: np.ndarray, size: int) -> bool:
    """Whether the Hessian, the first block of a KKT matrix, is nowhere concave along the equations, the last rows."""
    slopes = left[size:, :size]
    null = scipy.linalg.null_space(slopes) if len(slopes) else np.eye(size)
    inner = null.T @ left[:size, :size] @ null
    values = np.linalg.eigvalsh(inner) if inner.size else np.zeros(1)
    return bool(values[0] >= -MET * max(1.0, float(np.abs(values).max())))
