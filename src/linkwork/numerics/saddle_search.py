r"""Newton's method for conditions of equilibrium, written once on what they say of themselves.

$$ (J + \sigma N)\,\Delta x = -F(x) $$

J is the matrix of a saddle point, factored with a little on its diagonal, which keeps motions without stiffness where
they are; steps are corrected for it.
σ is zero for Newton's method; implicit steps in pseudo time of motion that loses its speed at once, N being the inertia
in the place of stiffness, begin with a large one and take it away slowly. Matrices are arrays or sparse.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any, Protocol

import lazy_loader
import numpy as np

from .least_squares import LeastSquaresFit

scipy = lazy_loader.load("scipy")

STEPS = 60
PSEUDO_STEPS = 400
LONGEST_SEARCH_STEP = 0.3
"""Radians, or parts of the size of the mechanism, that one step may take."""
IDLE = 8
"""So many steps without a better residual end the search."""
_SHARP, ROUNDED_RESIDUAL = 1e-3, 1e-15
"""Parts of the tolerance below which the first step that gains nothing ends the search, and residuals that do."""
STEP_REFINEMENTS = 2
"""Corrections of a step by what was added to the matrix."""
PSEUDO_END = 1e-5
"""Scaled residuals below which steps in pseudo time give way to Newton's."""
OBLONG_RANK = 1e-12
"""Singular values below this part of the largest are none, in matrices that are not square."""


def matrix_of_blocks(blocks: Sequence[tuple[int, int, Any]], shape: tuple[int, int]) -> Any:
    """A matrix with blocks at (row, column): an array where all of them are arrays, else sparse."""
    if all(isinstance(block, np.ndarray) for _, _, block in blocks):
        found = np.zeros(shape)
        for row, column, block in blocks:
            found[row : row + block.shape[0], column : column + block.shape[1]] = block
        return found
    parts = [(row, column, scipy.sparse.coo_matrix(block)) for row, column, block in blocks]
    rows, columns = (np.concatenate(x) for x in zip(*((r + b.row, c + b.col) for r, c, b in parts), strict=True))
    return scipy.sparse.csr_matrix((np.concatenate([b.data for *_, b in parts]), (rows, columns)), shape=shape)


def identity_like(matrix: Any, size: int) -> Any:
    """The unit matrix, as an array or sparse as another matrix is."""
    return np.eye(size) if isinstance(matrix, np.ndarray) else scipy.sparse.identity(size)


@dataclass(frozen=True, eq=False)
class SaddleTangent:
    """J and N at unknowns, factored when first asked for."""

    slope: Any
    """J."""
    held: Any
    """What is added to it, so that motions without stiffness and rows that repeat each other stay where they are."""
    inertia: Any
    """N, times a typical stiffness over a typical mass."""
    units: tuple[np.ndarray, np.ndarray]
    """Of conditions (one over each) and unknowns."""

    @cached_property
    def _newton(self) -> tuple[Callable[[np.ndarray], np.ndarray], int]:
        return saddle_factors(self.slope + self.held, *self.units)

    @property
    def sign(self) -> int:
        """Of the determinant; 0 where J is not square."""
        return self._newton[1]

    def solve(self, right: np.ndarray, sigma: float = 0.0) -> np.ndarray:
        """Changes of unknowns, from conditions. Raises LinAlgError where the matrix is singular."""
        if sigma:
            found = saddle_factors(self.slope + self.held + sigma * self.inertia, *self.units)[0](right)
        else:
            solve, sign = self._newton
            found = solve(right)
            # What is added is not small beside slender beams.
            for _ in range(STEP_REFINEMENTS if sign else 0):
                found = found + solve(right - self.slope @ found)
        if not np.isfinite(found).all():
            raise np.linalg.LinAlgError
        return found


def saddle_factors(
    matrix: Any, rows: np.ndarray, columns: np.ndarray
) -> tuple[Callable[[np.ndarray], np.ndarray], int]:
    """(what solves, sign of the determinant); of singular or oblong ones the least solution, no sign."""
    if not isinstance(matrix, np.ndarray):
        try:
            factors = scipy.sparse.linalg.splu(matrix.tocsc())
        except RuntimeError as error:
            raise np.linalg.LinAlgError(str(error)) from error
        negative = int((factors.U.diagonal() < 0.0).sum())
        return factors.solve, _sign(negative + _exchanges(factors.perm_r) + _exchanges(factors.perm_c))
    if not np.isfinite(matrix).all():
        raise np.linalg.LinAlgError
    scaled = rows[:, None] * matrix * columns
    if scaled.shape[0] == scaled.shape[1] and len(scaled):
        lu, pivots, info = scipy.linalg.lapack.dgetrf(scaled)
        if not info:
            moved = int((pivots != np.arange(len(pivots))).sum()) + int((np.diag(lu) < 0.0).sum())
            return lambda right: columns * scipy.linalg.lapack.dgetrs(lu, pivots, rows * right)[0], _sign(moved)
    return lambda right: columns * np.linalg.lstsq(scaled, rows * right, rcond=OBLONG_RANK)[0], 0


def _sign(exchanges: int) -> int:
    return 1 - 2 * (exchanges % 2)


def _exchanges(order: np.ndarray) -> int:
    """How many exchanges a permutation is made of: entries less cycles."""
    _, labels = scipy.sparse.csgraph.connected_components(
        scipy.sparse.csr_matrix((np.ones(len(order)), (np.arange(len(order)), order))), directed=False
    )
    return len(order) - int(labels.max(initial=-1)) - 1


class Conditions(Protocol):
    """What is to vanish."""

    @property
    def scales(self) -> tuple[np.ndarray, np.ndarray]:
        """(of rows, of unknowns); unknowns that may take any step have ∞."""

    @property
    def tolerance(self) -> float:
        """Scaled residuals below this are none."""

    def evaluate(self, x: np.ndarray) -> tuple[np.ndarray, SaddleTangent]:
        """(residual, tangent) at unknowns."""

    def move(self, x: np.ndarray, step: np.ndarray) -> np.ndarray:
        """Unknowns after a step."""


def newton_search(conditions: Conditions, x: np.ndarray) -> LeastSquaresFit:
    """The best that Newton's method finds from x: where it is met, as sharp as rounding lets it be."""
    best: LeastSquaresFit | None = None
    since = 0
    for count in range(STEPS):
        residual, tangent = conditions.evaluate(x)
        now = LeastSquaresFit(x, conditions.scales[0] * residual, count)
        best, since = (now, 0) if best is None or now.size < 0.9 * best.size else (best, since + 1)
        if best.size < ROUNDED_RESIDUAL or since > (0 if best.size < _SHARP * conditions.tolerance else IDLE):
            break
        step = _step(conditions, residual, tangent)
        if step is None:
            break
        x = conditions.move(x, step)
    assert best is not None
    return best


def pseudo_time_search(conditions: Conditions, x: np.ndarray) -> LeastSquaresFit:
    """Implicit steps of a motion that loses its speed at once, longer as it comes to rest; then Newton's method."""
    sigma, size = 10.0, np.inf
    for _ in range(PSEUDO_STEPS):
        residual, tangent = conditions.evaluate(x)
        now = float(np.abs(conditions.scales[0] * residual).max(initial=0.0))
        if now < PSEUDO_END:
            break
        sigma = float(np.clip(sigma * np.clip(now / size, 0.4, 2.0), 1e-8, 1e4))
        size = now
        step = _step(conditions, residual, tangent, sigma)
        if step is None:
            break
        x = conditions.move(x, step)
    return newton_search(conditions, x)


def _step(
    conditions: Conditions, residual: np.ndarray, tangent: SaddleTangent, sigma: float = 0.0
) -> np.ndarray | None:
    """The step, no longer than is allowed; None where the matrix is singular."""
    try:
        step = tangent.solve(-residual, sigma)
    except np.linalg.LinAlgError:
        return None
    longest = float(np.abs(step / conditions.scales[1]).max(initial=0.0))
    return np.asarray(step * min(1.0, LONGEST_SEARCH_STEP / max(longest, 1e-300)))
