r"""The change that inertia and rows give to an impulse, for sparse matrices:

$$ \begin{pmatrix} M & P^T \\ P & 0 \end{pmatrix} \begin{pmatrix} x \\ -\mu \end{pmatrix} =
   \begin{pmatrix} f \\ c \end{pmatrix}. $$

Factored is the matrix with −ε in the place of 0, so that rows may repeat each other; what ε did is taken out by
iterating on the residual of the matrix itself. Rows that contradict each other are met by least squares.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import lazy_loader
import numpy as np

scipy = lazy_loader.load("scipy")

Solve = Callable[[np.ndarray], np.ndarray]
"""right side → solution."""
PIVOTS = 0.1
"""A diagonal pivot is kept where it is at least this part of the largest entry of its column."""


class SingularError(ArithmeticError):
    """The matrix has no inverse."""


class SuperLU:
    """Factors of square matrices (CSC) of one pattern, which come one after the other with other numbers.

    The order of columns is that of the first matrix; SciPy keeps nothing else of the symbolic analysis.
    """

    name = "SuperLU"

    def __init__(self) -> None:
        self._order: np.ndarray | None = None

    @property
    def is_begun(self) -> bool:
        """Whether it was ever needed."""
        return self._order is not None

    def factor(self, matrix: Any) -> Solve:
        """Solutions of a matrix, until the next one is factored. Raises `SingularError` where it has no inverse."""
        if self._order is None:
            lu = _factors(matrix, "COLAMD")
            # perm_c[j] is where column j goes. Rows are exchanged for stability in every factorisation.
            self._order = np.argsort(lu.perm_c)
            found: Solve = lu.solve
            return found
        order = self._order
        lu = _factors(matrix[:, order], "NATURAL")

        def solve(b: np.ndarray) -> np.ndarray:
            result = np.empty(len(b))
            result[order] = lu.solve(b)
            return result

        return solve


def _factors(matrix: Any, order: str) -> Any:
    try:
        return scipy.sparse.linalg.splu(matrix, permc_spec=order, diag_pivot_thresh=PIVOTS)
    except RuntimeError as error:
        raise SingularError("the matrix is singular") from error


SADDLE_REGULARISATION = 1e-10
"""ε, relative to the size of P M⁻¹ Pᵀ."""
SADDLE_REFINED, REFINEMENTS = 1e-13, 20
"""Residuals of the matrix without ε, relative to the right side, that are rounding; iterations that lead there."""


def refined(solve: Callable[[np.ndarray], np.ndarray], matrix: Any, right: np.ndarray) -> np.ndarray:
    """x of `matrix` x = `right` by iterative refinement, x ← x + S (right − matrix x), where S solves a matrix nearby.

    It ends where residuals are rounding, or no longer halve; with no solution x comes near that of least squares.
    """
    found = solve(right)
    scale = float(np.abs(right).max(initial=0.0)) or 1.0
    last = np.inf
    for _ in range(REFINEMENTS):
        left = right - matrix @ found
        size = float(np.abs(left).max(initial=0.0))
        if size <= SADDLE_REFINED * scale or size > 0.5 * last:
            break
        found, last = found + solve(left), size
    return found


class SparseSaddle:
    """The matrix of some M and P, factored. Raises `SingularError` where x is not determined."""

    def __init__(self, M: Any, P: Any) -> None:
        self.size = M.shape[0]
        weights = M.diagonal()
        typical = float(np.median(weights[weights > 0.0])) if (weights > 0.0).any() else 1.0
        self.matrix = scipy.sparse.bmat([[M, P.T], [P, None]] if P.shape[0] else [[M]], format="csc")
        shift = np.concatenate([np.zeros(self.size), np.full(P.shape[0], SADDLE_REGULARISATION / typical)])
        self._solve = SuperLU().factor((self.matrix - scipy.sparse.diags(shift, format="csc")).tocsc())

    def solve(self, force: np.ndarray, change: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
        """(x, μ) at f and c."""
        found = refined(self._solve, self.matrix, np.concatenate([force, change]))
        return found[: self.size], -found[self.size :]
