r"""Newton's method for the conditions of rest of a system, on sparse matrices or, of small systems, arrays.

$$ (J + \sigma N)\,\Delta x = -F(x) $$

J is the matrix of a saddle point, N the inertia in the place of stiffness and a little on the rows of constraints: it
keeps motions without stiffness where they are. σ is small for Newton's method; implicit steps in pseudo time of motion
that loses its speed at once begin with a large one and take it away slowly.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, NamedTuple, Protocol

import lazy_loader
import numpy as np

from .least_squares import LeastSquaresFit

scipy = lazy_loader.load("scipy")

STEPS = 60
SADDLE_PSEUDO_STEPS = 400
LONGEST = 0.3
"""Radians, or parts of the size of the mechanism, that one step may take."""
NEWTON = 1e-9
"""σ of Newton's method, relative to stiffness over mass."""
IDLE = 8
"""So many steps without a better residual end the search."""


class SaddleEvaluation(NamedTuple):
    """Residuals, slopes, inertia in the place of the slopes, and what is added to rows of constraints."""

    residual: np.ndarray
    slope: Any
    inertia: Any
    rows: Any


def matrix_of_blocks(blocks: Sequence[tuple[int, int, Any]], size: int) -> Any:
    """A square matrix with blocks at (row, column): an array where all of them are arrays, else sparse."""
    if all(isinstance(block, np.ndarray) for _, _, block in blocks):
        found = np.zeros((size, size))
        for row, column, block in blocks:
            found[row : row + block.shape[0], column : column + block.shape[1]] = block
        return found
    parts = [(row, column, scipy.sparse.coo_matrix(block)) for row, column, block in blocks]
    rows, columns = (np.concatenate(x) for x in zip(*((r + b.row, c + b.col) for r, c, b in parts), strict=True))
    return scipy.sparse.csr_matrix((np.concatenate([b.data for *_, b in parts]), (rows, columns)), shape=(size, size))


def identity_like(matrix: Any, size: int) -> Any:
    """The unit matrix, as an array or sparse as another matrix is."""
    return np.eye(size) if isinstance(matrix, np.ndarray) else scipy.sparse.identity(size)


class Conditions(Protocol):
    """What is to vanish."""

    @property
    def scales(self) -> tuple[np.ndarray, np.ndarray]:
        """(of rows, of unknowns); unknowns that may take any step have ∞."""

    @property
    def rate(self) -> float:
        """Typical stiffness over typical mass."""

    @property
    def met(self) -> float:
        """Scaled residuals below this are none."""

    def evaluated(self, x: np.ndarray) -> SaddleEvaluation:
        """All at unknowns."""

    def moved(self, x: np.ndarray, step: np.ndarray) -> np.ndarray:
        """Unknowns after a step."""


def saddle_newton(conditions: Conditions, x: np.ndarray) -> LeastSquaresFit:
    """The best that Newton's method finds from x."""
    best: LeastSquaresFit | None = None
    since = 0
    for count in range(STEPS):
        at = conditions.evaluated(x)
        now = LeastSquaresFit(x, conditions.scales[0] * at.residual, count)
        better = best is None or now.size < 0.9 * best.size
        best, since = (now, 0) if better or best is None else (best, since + 1)
        step = None if best.size < 1e-3 * conditions.met or since > IDLE else _step(conditions, at, NEWTON)
        if step is None:
            break
        x = conditions.moved(x, step)
    assert best is not None
    return best


def saddle_pseudo_time(conditions: Conditions, x: np.ndarray) -> LeastSquaresFit:
    """Implicit steps of a motion that loses its speed at once, longer as it comes to rest; then Newton's method."""
    sigma, size = 10.0, np.inf
    for _ in range(SADDLE_PSEUDO_STEPS):
        at = conditions.evaluated(x)
        now = float(np.abs(conditions.scales[0] * at.residual).max(initial=0.0))
        if now < 1e-5:
            break
        sigma = float(np.clip(sigma * np.clip(now / size, 0.4, 2.0), 1e-8, 1e4))
        size = now
        step = _step(conditions, at, sigma)
        if step is None:
            break
        x = conditions.moved(x, step)
    return saddle_newton(conditions, x)


def _step(conditions: Conditions, at: SaddleEvaluation, sigma: float) -> np.ndarray | None:
    """The step, no longer than is allowed; None where the matrix is singular."""
    matrix = at.slope + sigma * conditions.rate * at.inertia + at.rows
    try:
        if isinstance(matrix, np.ndarray):
            step = np.linalg.solve(matrix, -at.residual)
        else:
            step = scipy.sparse.linalg.splu(matrix.tocsc()).solve(-at.residual)
    except (RuntimeError, np.linalg.LinAlgError):
        return None
    if not np.isfinite(step).all():
        return None
    longest = float(np.abs(step / conditions.scales[1]).max(initial=0.0))
    return np.asarray(step * min(1.0, LONGEST / max(longest, 1e-300)))
