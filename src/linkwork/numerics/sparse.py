r"""Sparse linear systems of one pattern, solved again and again with other numbers.

The matrices are those of saddle points, $\begin{pmatrix} H & A^T \\ B & -\varepsilon \end{pmatrix}$. What depends on
the pattern alone is found once. Two methods serve: dense fronts in an order of their own (`multifrontal`), and SciPy's
SuperLU, which exchanges rows at will, where fronts find a pivot that vanishes or it is asked for.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import Any

import lazy_loader
import numpy as np

from .block_plan import BlockPlan
from .multifrontal import FrontHelper, Fronts, UnknownBlocks
from .saddle import SingularError, Solve, SuperLU

__all__ = ["SPARSE_SOLVERS", "Pattern", "SingularError", "Solve", "SparseSolver", "dense_factors"]

scipy = lazy_loader.load("scipy")

SPARSE_SOLVERS = ("auto", "fronts", "superlu")
"""Who may be asked for: "auto" and "fronts" are fronts, and SuperLU where they do not do."""
GMRES_UNKNOWNS = 20_000
"""With more unknowns than this, GMRES on top of fronts is shorter than SuperLU."""
FEW_CYCLES = 0.05
"""With fewer cycles than this for every block, factors of the whole matrix are barely fuller than those of a part."""
KRYLOV = (1e-5, 30, 2)
"""Relative residual, iterations before a restart and restarts of GMRES, which makes up for what fronts leave out:
Newton's method needs no more."""
TRUSTED = 1e-9
"""Fronts with a backward error above this need rows exchanged that they cannot exchange."""


@dataclass(frozen=True, eq=False)
class Pattern:
    """Where the entries of a square matrix stand, given as triplets of which several may fall on one place."""

    size: int
    rows: np.ndarray
    columns: np.ndarray
    blocks: UnknownBlocks
    """Unknowns that belong together, and which of these blocks are eliminated after their neighbours."""
    kept: np.ndarray
    """The triplets that fronts see. The others make their factors those of a matrix nearby."""

    @cached_property
    def _whole(self) -> _Stored:
        return _Stored.of(self.rows, self.columns, self.size)

    @cached_property
    def _part(self) -> _Stored:
        return _Stored.of(self.rows[self.seen], self.columns[self.seen], self.size)

    def matrix(self, triplets: np.ndarray) -> Any:
        """The matrix: triplets that fall on one place are added."""
        return self._whole.matrix(triplets)

    @cached_property
    def _places(self) -> np.ndarray:
        return self.rows.astype(np.int64) * self.size + self.columns

    def dense(self, triplets: np.ndarray) -> np.ndarray:
        """The same as an array."""
        return np.bincount(self._places, weights=triplets, minlength=self.size**2).reshape(self.size, self.size)

    def part(self, triplets: np.ndarray) -> Any:
        """The matrix of the triplets that are seen."""
        return self._part.matrix(triplets[self.seen]) if self.leaves_out else self.matrix(triplets)

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
    def seen(self) -> np.ndarray:
        """The triplets that quick factors are made of: all where there are few cycles, else those that are kept."""
        every = np.arange(len(self.rows))
        return every if len(self.kept) == len(every) or self._cycles() < FEW_CYCLES else self.kept

    @cached_property
    def fronts(self) -> Fronts:
        """The plan of their factors."""
        return Fronts.of(self.rows, self.columns, self.size, self.blocks, self.seen)

    def block_plan(self, source: np.ndarray) -> BlockPlan:
        """That of factors in blocks of some of the triplets; found once."""
        key = source.tobytes()
        if key not in self._block_plans:
            self._block_plans[key] = BlockPlan.of(self.rows[source], self.columns[source], self.blocks)
        return self._block_plans[key]

    @cached_property
    def _block_plans(self) -> dict[bytes, BlockPlan]:
        return {}

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
        """Whether quick factors see less than there is."""
        return len(self.seen) < len(self.rows)


@dataclass(frozen=True, eq=False)
class _Stored:
    """Where triplets go in a matrix that is stored by columns."""

    size: int
    starts: np.ndarray
    """Of every column."""
    rows: np.ndarray
    place: np.ndarray
    """For every triplet its entry."""

    @classmethod
    def of(cls, rows: np.ndarray, columns: np.ndarray, size: int) -> _Stored:
        keys, place = np.unique(columns.astype(np.int64) * size + rows, return_inverse=True)
        counts = np.bincount((keys // size).astype(np.int64), minlength=size)
        starts = np.concatenate([[0], np.cumsum(counts)]).astype(np.int32)
        return cls(size, starts, (keys % size).astype(np.int32), place)

    def matrix(self, triplets: np.ndarray) -> Any:
        values = np.bincount(self.place, weights=triplets, minlength=len(self.rows))
        return scipy.sparse.csc_matrix((values, self.rows.copy(), self.starts.copy()), shape=(self.size, self.size))


class SparseSolver:
    """Factors of matrices of one pattern, by who is chosen."""

    def __init__(self, pattern: Pattern, choice: str = "auto", helper: FrontHelper | None = None) -> None:
        self.pattern, self.choice, self.helper = pattern, choice, helper
        self.is_exact = False
        """Whether factors are those of the matrix itself, with rows exchanged at will."""
        self._sees_all = False
        self._superlu = SuperLU()
        self._solve: Solve | None = None
        self._memory: Any = None
        self._by_fronts: Solve | None = None

    @property
    def name(self) -> str:
        """The method in words."""
        if self._memory is None or (self.is_exact and self._superlu.is_begun):
            return self._superlu.name
        return f"dense fronts in the order of minimum degree{', and GMRES' if self.is_exact else ''}"

    def factor(self, triplets: np.ndarray) -> None:
        """Factors the matrix of these numbers."""
        if not np.isfinite(triplets).all():
            raise SingularError("the matrix has entries that are not finite")
        if self.choice == "superlu":
            self._solve = self._by_superlu(triplets)
            return
        if not self.is_exact:
            if self._factor_fronts(triplets):
                return
            self.is_exact = True
        matrix = self.pattern.matrix(triplets)
        self._solve = self._krylov(matrix) if self._krylov_serves(triplets) else self._superlu.factor(matrix)

    def _by_superlu(self, triplets: np.ndarray) -> Solve:
        """Factors by SuperLU, which was asked for, of what quick factors see, or of all."""
        if self.is_exact and not self._sees_all:
            self._sees_all = True
            if self.pattern.leaves_out:
                self._superlu = SuperLU()  # another pattern has another order
        matrix = self.pattern.matrix(triplets) if self._sees_all else self.pattern.part(triplets)
        return self._superlu.factor(matrix)

    def _factor_fronts(self, triplets: np.ndarray) -> bool:
        """Factors by fronts; False where they do not do. Those of the first matrix are tried out."""
        fronts, is_first = self.pattern.fronts, self._memory is None
        if is_first:
            self._memory = fronts.memory()
            self._by_fronts = fronts.solver(self._memory)
        if not fronts.factor(triplets, self._memory, self.helper):
            return False
        assert self._by_fronts is not None
        self._solve = self._by_fronts
        return not is_first or self.pattern.backward_error(triplets, self._solve) < TRUSTED

    def solve(self, b: np.ndarray) -> np.ndarray:
        """The solution for a right side, with the factors there are."""
        assert self._solve is not None
        return self._solve(b)

    def _krylov_serves(self, triplets: np.ndarray) -> bool:
        """Whether a large matrix can be solved with the factors of what fronts see of it."""
        large = self.pattern.size > GMRES_UNKNOWNS and self.pattern.leaves_out
        return large and self._memory is not None and self.pattern.fronts.factor(triplets, self._memory)

    def _krylov(self, matrix: Any) -> Solve:
        """Solutions of the whole matrix by GMRES on top of fronts; by SuperLU where that does not converge."""
        by_fronts = self._by_fronts
        assert by_fronts is not None
        onto = scipy.sparse.linalg.LinearOperator(matrix.shape, matvec=lambda b: by_fronts(np.ravel(b)))
        tolerance, restart, rounds = KRYLOV

        def solve(b: np.ndarray) -> np.ndarray:
            found, failed = scipy.sparse.linalg.gmres(
                matrix, b, rtol=tolerance, atol=0.0, restart=restart, maxiter=rounds, M=onto
            )
            return np.asarray(self._superlu.factor(matrix)(b) if failed else found)

        return solve


def dense_factors(matrix: np.ndarray) -> Solve:
    """Solutions of an array; raises `SingularError` where it has no inverse."""
    if not np.isfinite(matrix).all():
        raise SingularError("the matrix has entries that are not finite")
    factors, pivots, info = scipy.linalg.lapack.get_lapack_funcs(("getrf",), (matrix,))[0](matrix)
    if info:
        raise SingularError("the matrix has no inverse")
    (getrs,) = scipy.linalg.lapack.get_lapack_funcs(("getrs",), (factors,))
    return lambda right: np.asarray(getrs(factors, pivots, right)[0])
