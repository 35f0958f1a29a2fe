r"""Sparse linear systems of one pattern, solved again and again with other numbers.

The matrices are those of saddle points, $\begin{pmatrix} H & A^T \\ B & -\varepsilon \end{pmatrix}$. The
fill-reducing order of the columns is found once and used for every further matrix. SciPy's
SuperLU factors them.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import numpy as np
import scipy.sparse as sp
from scipy.sparse.linalg import splu

Solve = Callable[[np.ndarray], np.ndarray]
PIVOTS = 0.1
"""A diagonal pivot is kept where it is at least this part of the largest entry of its column."""


class SingularError(ArithmeticError):
    """The matrix has no inverse."""


@dataclass(frozen=True, eq=False)
class Pattern:
    """Where the entries of a square matrix stand, given as triplets of which several may fall on one place."""

    size: int
    indptr: np.ndarray
    indices: np.ndarray
    place: np.ndarray
    """For every triplet its place among the stored entries."""

    @classmethod
    def of(cls, rows: np.ndarray, columns: np.ndarray, size: int) -> Pattern:
        """The pattern of triplets, by columns."""
        keys = columns.astype(np.int64) * size + rows
        stored, place = np.unique(keys, return_inverse=True)
        counts = np.bincount((stored // size).astype(np.int64), minlength=size)
        indptr = np.concatenate([[0], np.cumsum(counts)])
        return cls(size, indptr.astype(np.int32), (stored % size).astype(np.int32), place)

    def values(self, triplets: np.ndarray) -> np.ndarray:
        """The stored entries: triplets that fall on one place are added."""
        return np.bincount(self.place, weights=triplets, minlength=len(self.indices))

    def matrix(self, triplets: np.ndarray) -> Any:
        """The matrix."""
        return sp.csc_matrix((self.values(triplets), self.indices, self.indptr), shape=(self.size, self.size))


class SparseSolver:
    """Factors of matrices of one pattern."""

    def __init__(self, pattern: Pattern) -> None:
        self.pattern = pattern
        self._order: np.ndarray | None = None
        self._ordered: tuple[np.ndarray, np.ndarray, np.ndarray] | None = None
        self._solve: Solve | None = None

    def factor(self, triplets: np.ndarray) -> None:
        """Factors the matrix of these numbers."""
        values = self.pattern.values(triplets)
        if not np.isfinite(values).all():
            raise SingularError("the matrix has entries that are not finite")
        if self._ordered is None:
            self._find_order(values)
        assert self._ordered is not None and self._order is not None
        indptr, indices, source = self._ordered
        size = self.pattern.size
        matrix = sp.csc_matrix((values[source], indices, indptr), shape=(size, size))
        lu, order = _superlu(matrix, "NATURAL"), self._order

        def solve(b: np.ndarray) -> np.ndarray:
            result = np.empty(size)
            result[order] = lu.solve(b)
            return result

        self._solve = solve

    def solve(self, b: np.ndarray) -> np.ndarray:
        """The solution for a right side, with the factors there are."""
        assert self._solve is not None
        return self._solve(b)

    def _csc(self, values: np.ndarray) -> Any:
        p = self.pattern
        return sp.csc_matrix((values, p.indices, p.indptr), shape=(p.size, p.size))

    def _find_order(self, values: np.ndarray) -> None:
        """The order that SuperLU finds for the first matrix, put into the pattern for all others."""
        size = self.pattern.size
        # perm_c[j] is where column j goes. Rows are exchanged for stability in every factorisation.
        order = np.argsort(_superlu(self._csc(values), "COLAMD").perm_c)
        rank = np.empty(size, dtype=np.int64)
        rank[order] = np.arange(size)
        p = self.pattern
        columns = np.repeat(np.arange(size), np.diff(p.indptr))
        source = np.argsort(rank[columns] * size + p.indices)
        counts = np.bincount(rank[columns], minlength=size)
        indptr = np.concatenate([[0], np.cumsum(counts)]).astype(np.int32)
        self._ordered = indptr, p.indices[source], source
        self._order = order


def _superlu(matrix: Any, order: str) -> Any:
    try:
        return splu(matrix, permc_spec=order, diag_pivot_thresh=PIVOTS)
    except RuntimeError as error:
        raise SingularError("the matrix is singular") from error
