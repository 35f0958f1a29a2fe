r"""QDLDL (Stellato, Goulart, Banjac): $L D L^T$ of symmetric quasi-definite matrices, in the order of minimum degree.

A tangent is not symmetric, but nearly so for short steps: its symmetric part S is factored, and solutions of the matrix
K follow by refinement, which converges where $|S^{-1}(K - S)| < 1$.
"""

from __future__ import annotations

from importlib import import_module
from typing import Any

import lazy_loader
import numpy as np

from .checked import Checked
from .library import SingularError, Solve

scipy = lazy_loader.load("scipy")


class Qdldl(Checked):
    """The elimination tree and the order are those of the first matrix."""

    name = "QDLDL on the symmetric part"
    package = "qdldl"
    extra = "qdldl"
    is_symmetric = True

    def __init__(self) -> None:
        super().__init__()
        self._module = import_module(self.package)
        self._half: _Half | None = None
        self._solver: Any = None

    def begin(self, matrix: Any) -> Solve:
        """Factors the symmetric part."""
        if self._half is None:
            self._half = _Half(matrix)
        part = self._half.of(matrix)
        try:
            # An update of what is not quasi-definite keeps the factors before, and says nothing.
            if self._solver is None:
                self._solver = self._module.Solver(part, upper=True)
            else:
                self._solver.update(part, upper=True)
        except RuntimeError as error:
            raise SingularError("the symmetric part is not quasi-definite") from error
        found: Solve = self._solver.solve
        return found


class _Half:
    """The upper half of symmetric parts, with the same places whatever the numbers are."""

    def __init__(self, matrix: Any) -> None:
        self.size = matrix.shape[0]
        columns = np.repeat(np.arange(self.size, dtype=np.int64), np.diff(matrix.indptr))
        low, high = np.minimum(matrix.indices, columns), np.maximum(matrix.indices, columns)
        keys, self.place = np.unique(high * self.size + low, return_inverse=True)
        self.weight = np.where(low == high, 1.0, 0.5)
        self.rows = (keys % self.size).astype(np.int32)
        counts = np.bincount(keys // self.size, minlength=self.size)
        self.starts = np.concatenate([[0], np.cumsum(counts)]).astype(np.int32)

    def of(self, matrix: Any) -> Any:
        """½ (K + Kᵀ), its upper half."""
        values = np.bincount(self.place, weights=self.weight * matrix.data, minlength=len(self.rows))
        return scipy.sparse.csc_matrix((values, self.rows, self.starts), shape=matrix.shape)
