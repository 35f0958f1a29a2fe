"""SuperLU (Li and Demmel), which comes with SciPy: rows are exchanged at will, columns stand in one order."""

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
