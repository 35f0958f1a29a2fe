r"""Sparse linear systems of one pattern, solved again and again with other numbers.

The matrices are those of saddle points, $\begin{pmatrix} H & A^T \\ B & -\varepsilon \end{pmatrix}$. What depends on
the pattern alone is found once. Two methods serve: dense fronts in an order of their own (`multifrontal`), by loops
that numba compiles, and SciPy's SuperLU, which exchanges rows at will. SuperLU answers until the loops are compiled,
and for matrices on which fronts find a pivot that vanishes.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import dataclass
from functools import cached_property
from typing import Any

import lazy_loader
import numpy as np

from . import compiled
from .multifrontal import Blocks, Fronts

scipy = lazy_loader.load("scipy")

Solve = Callable[[np.ndarray], np.ndarray]
SOLUTIONS = 6.0
"""How many solutions take about as long as factors by SuperLU."""
LARGE = 20_000
"""With more unknowns than this, waiting for compiled loops is shorter than SuperLU."""
FEW = 0.05
"""With fewer cycles than this for every block, factors of the whole matrix are hardly fuller than those of a part."""
KRYLOV = (1e-5, 30, 2)
"""Relative residual, iterations before a restart and restarts of GMRES, which makes up for what fronts leave out:
Newton's method needs no more."""
TRUSTED = 1e-9
"""Fronts with a backward error above this need rows exchanged that they cannot exchange."""
PIVOTS = 0.1
"""A diagonal pivot is kept where it is at least this part of the largest entry of its column."""


class SingularError(ArithmeticError):
    """The matrix has no inverse."""


@dataclass(frozen=True, eq=False)
class Pattern:
    """Where the entries of a square matrix stand, given as triplets of which several may fall on one place."""

    size: int
    rows: np.ndarray
    columns: np.ndarray
    blocks: Blocks
    """Unknowns that belong together, and which of these blocks are eliminated after their neighbours."""
    kept: np.ndarray
    """The triplets that fronts see. The others make their factors those of a matrix nearby."""

    @cached_property
    def _stored(self) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
        """(start of every column, rows of the entries, for every triplet its entry)."""
        keys = self.columns.astype(np.int64) * self.size + self.rows
        stored, place = np.unique(keys, return_inverse=True)
        counts = np.bincount((stored // self.size).astype(np.int64), minlength=self.size)
        indptr = np.concatenate([[0], np.cumsum(counts)])
        return indptr.astype(np.int32), (stored % self.size).astype(np.int32), place

    def matrix(self, triplets: np.ndarray) -> Any:
        """The matrix: triplets that fall on one place are added."""
        indptr, indices, place = self._stored
        values = np.bincount(place, weights=triplets, minlength=len(indices))
        return scipy.sparse.csc_matrix((values, indices.copy(), indptr.copy()), shape=(self.size, self.size))

    def backward_error(self, triplets: np.ndarray, solve: Solve) -> float:
        """How far, relative to its size, the matrix that `solve` belongs to is from the one that fronts see."""
        seen = self.fronts.plan.source
        rows, columns, values = self.rows[seen], self.columns[seen], triplets[seen]
        b = np.cos(np.arange(self.size))
        x = solve(b)
        parts = values * x[columns]
        left, size = (np.bincount(rows, weights=w, minlength=self.size) for w in (parts, np.abs(parts)))
        return float(np.abs(left - b).max(initial=0.0) / (1.0 + size.max(initial=0.0)))

    @cached_property
    def fronts(self) -> Fronts:
        """The plan of its factors: with all triplets where there are few cycles, else with those that are kept."""
        all_ = np.arange(len(self.rows))
        if len(self.kept) == len(all_) or self._cycles() < FEW:
            return Fronts.of(self.rows, self.columns, self.size, self.blocks, all_)
        return Fronts.of(self.rows, self.columns, self.size, self.blocks, self.kept)

    def _cycles(self) -> float:
        """Independent cycles for every block in the graph of what is kept: about none in trees, chains and rings."""
        one, other = self.blocks.of[self.rows[self.kept]], self.blocks.of[self.columns[self.kept]]
        apart = one != other
        ends = np.minimum(one, other)[apart], np.maximum(one, other)[apart]
        shape = (self.blocks.count, self.blocks.count)
        edges = scipy.sparse.csr_matrix((np.ones(len(ends[0]), dtype=bool), ends), shape=shape)
        return float(edges.nnz) / self.blocks.count - 1.0

    @property
    def leaves_out(self) -> bool:
        """Whether fronts see less than there is."""
        return len(self.fronts.plan.source) < len(self.rows)


class SparseSolver:
    """Factors of matrices of one pattern."""

    def __init__(self, pattern: Pattern) -> None:
        self.pattern = pattern
        self._loop = compiled.Pending(Fronts.loop)
        self.is_exact = False
        """Whether factors are those of the matrix itself, with rows exchanged at will."""
        self._order: np.ndarray | None = None
        self._solve: Solve | None = None
        self._memory: Any = None

    @property
    def name(self) -> str:
        """The method in words."""
        if self._memory is None or (self.is_exact and self._order is not None):
            return "SuperLU"
        return f"dense fronts in the order of minimum degree{', and GMRES' if self.is_exact else ''}"

    @property
    def worth(self) -> float:
        """About how many solutions and residuals take as long as new factors."""
        return SOLUTIONS if self._memory is None or self.is_exact else self.pattern.fronts.plan.worth

    def factor(self, triplets: np.ndarray) -> None:
        """Factors the matrix of these numbers."""
        if not np.isfinite(triplets).all():
            raise SingularError("the matrix has entries that are not finite")
        if not self.is_exact and (self._loop.is_ready_now() or self.pattern.size > LARGE):
            if self._factor_fronts(triplets):
                return
            self.is_exact = True
        start = time.perf_counter()
        matrix = self.pattern.matrix(triplets)
        self._solve = self._krylov(matrix) if self._krylov_serves(triplets) else self._superlu(matrix)
        self._loop.spent += time.perf_counter() - start

    def _factor_fronts(self, triplets: np.ndarray) -> bool:
        """Factors by fronts; False where they do not do. Those of the first matrix are tried out."""
        fronts, is_first = self.pattern.fronts, self._memory is None
        if is_first:
            self._memory = fronts.memory()
        if not fronts.factor(triplets, self._memory):
            return False
        self._solve = lambda b: fronts.solve(b, self._memory)
        return not is_first or self.pattern.backward_error(triplets, self._solve) < TRUSTED

    def solve(self, b: np.ndarray) -> np.ndarray:
        """The solution for a right side, with the factors there are."""
        assert self._solve is not None
        return self._solve(b)

    def _krylov_serves(self, triplets: np.ndarray) -> bool:
        """Whether a large matrix can be solved with the factors of what fronts see of it."""
        large = self.pattern.size > LARGE and self.pattern.leaves_out
        return large and self._memory is not None and self.pattern.fronts.factor(triplets, self._memory)

    def _krylov(self, matrix: Any) -> Solve:
        """Solutions of the whole matrix by GMRES on top of fronts; by SuperLU where that does not converge."""
        fronts, memory = self.pattern.fronts, self._memory
        onto = scipy.sparse.linalg.LinearOperator(matrix.shape, matvec=lambda b: fronts.solve(np.ravel(b), memory))
        tolerance, restart, rounds = KRYLOV

        def solve(b: np.ndarray) -> np.ndarray:
            found, failed = scipy.sparse.linalg.gmres(
                matrix, b, rtol=tolerance, atol=0.0, restart=restart, maxiter=rounds, M=onto
            )
            return np.asarray(self._superlu(matrix)(b) if failed else found)

        return solve

    def _superlu(self, matrix: Any) -> Solve:
        """Factors by SuperLU, in the order of columns that it found for the first matrix."""
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
