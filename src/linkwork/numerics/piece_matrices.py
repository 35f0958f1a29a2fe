"""Matrices put together from pieces of one system, with factors of what matters most.

Each piece stands in a block of velocities or of rows; where its entries stand there is known by its kind. Matrices of
the same pieces come one after the other with other numbers: patterns, and the plan of their factors, are found once.

Blocks that are joined by rows also touch each other directly, by terms that are small. Fronts leave these out where
there are many; the solution of the matrix itself follows by refinement, or by SuperLU where that does not converge.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

import lazy_loader
import numpy as np

from ..kernels.team import ThreadTeam
from .multifrontal import FrontHelper, UnknownBlocks
from .sparse import Pattern, SparseSolver, dense_factors

scipy = lazy_loader.load("scipy")

DENSE_SOLVER = "dense LU"
"""What solves with small matrices, in words."""
DENSE_VELOCITIES = 30
"""Systems with no more velocities than this have dense matrices, too small for a BLAS to share among threads."""
REFINEMENT_ROUNDS = 12
SLOW_REFINEMENT = 0.1
"""Residuals that shrink less than by this factor make SuperLU the better choice."""
REFINEMENT_TOLERANCE = 1e-15
"""Residuals below this part of the right side, and of the matrix times the solution, are rounding."""
TRANSPOSED = ("mu_r", "reactions")
"""Kinds with a row for every constraint row that stand transposed."""

PieceValues = Mapping[tuple[int, int, str], np.ndarray]
"""Entries by (row of blocks, column of blocks, kind)."""


@dataclass(frozen=True, eq=False)
class PiecePattern:
    """The pattern of one combination of pieces, with its solver; none where matrices are dense."""

    pattern: Pattern
    solver: SparseSolver | None

    def dense(self, values: np.ndarray) -> np.ndarray:
        """The matrix as an array."""
        p = self.pattern
        flat = np.bincount(p.rows.astype(np.int64) * p.size + p.columns, weights=values, minlength=p.size**2)
        return flat.reshape(p.size, p.size)


class PieceMatrices:
    """Matrices of one system; `places` has (rows, columns) of the entries of every kind."""

    def __init__(
        self,
        blocks: UnknownBlocks,
        velocities: int,
        places: Mapping[str, tuple[np.ndarray, np.ndarray]],
        choice: str = "auto",
        is_dense: bool = False,
        team: ThreadTeam | None = None,
    ) -> None:
        self.velocities, self.rows = velocities, len(blocks.of) - velocities
        self.blocks, self.places, self.choice, self.is_dense = blocks, places, choice, is_dense
        self._known: dict[Any, PiecePattern] = {}
        self._helper = FrontHelper(team) if team is not None and team.threads > 1 else None

    @property
    def name(self) -> str:
        """Who solves, in words: for the largest matrices there were."""
        if self.is_dense:
            return DENSE_SOLVER
        found = max(self._known.values(), key=lambda known: known.pattern.size, default=None)
        return "nobody yet" if found is None or found.solver is None else found.solver.name

    def make_exact(self, wanted: bool) -> bool:
        """Goes on with factors of whole matrices, rows exchanged at will, or quick ones; whether that is a change."""
        solvers = [known.solver for known in self._known.values() if known.solver is not None]
        changes = any(solver.is_exact != wanted for solver in solvers)
        for solver in solvers:
            solver.is_exact = wanted
        return changes

    def factored(self, pieces: PieceValues, sides: str) -> PieceFactors:
        """A matrix with its factors; `sides` says "u" (velocities) or "m" (rows) of every block."""
        key = sides, tuple(pieces)
        known = self._known.get(key)
        if known is None:
            known = self._known[key] = self._found(pieces, sides)
        return PieceFactors(known, np.concatenate([np.ravel(x) for x in pieces.values()]))

    def _found(self, pieces: PieceValues, sides: str) -> PiecePattern:
        n, m = self.velocities, self.rows
        starts = np.cumsum([0, *(n if side == "u" else m for side in sides)])
        rows, columns = [], []
        for i, j, kind in pieces:
            at, by = (np.arange(m), np.arange(m)) if kind == "diagonal" else self.places[kind]
            at, by = (by, at) if kind in TRANSPOSED else (at, by)
            rows.append(starts[i] + at)
            columns.append(starts[j] + by)
        of = self.blocks.of
        whole = np.concatenate([of[:n] if side == "u" else of[n:] for side in sides])
        pattern = self._pattern(np.concatenate(rows), np.concatenate(columns), whole)
        return PiecePattern(pattern, None if self.is_dense else SparseSolver(pattern, self.choice, self._helper))

    def _pattern(self, rows: np.ndarray, columns: np.ndarray, whole: np.ndarray) -> Pattern:
        """Of entries of unknowns that belong to blocks; fronts see what blocks have in common, and what rows join."""
        waits = self.blocks.waits
        one, other = whole[rows], whole[columns]
        joins = waits[one] & ~waits[other]
        share = scipy.sparse.csr_matrix(
            (np.ones(joins.sum()), (other[joins], one[joins])), shape=(len(waits), len(waits))
        )
        near = (share @ share.T).tocoo()
        pairs = near.row.astype(np.int64) * len(waits) + near.col
        direct = np.flatnonzero((one != other) & ~waits[one] & ~waits[other])
        kept = np.ones(len(rows), dtype=bool)
        kept[direct] = ~np.isin(one[direct] * len(waits) + other[direct], pairs)
        places = rows.astype(np.int32), columns.astype(np.int32)
        return Pattern(len(whole), *places, UnknownBlocks(whole, waits), np.flatnonzero(kept))


class PieceFactors:
    """A matrix of pieces with its factors."""

    def __init__(self, known: PiecePattern, values: np.ndarray) -> None:
        self.known, self.values = known, values
        self._dense = None
        if known.solver is None:
            self._dense = dense_factors(known.dense(values))
        else:
            known.solver.factor(values)

    def times(self, x: np.ndarray) -> np.ndarray:
        """The matrix times a vector."""
        p = self.known.pattern
        return np.bincount(p.rows, weights=self.values * x[p.columns], minlength=p.size)

    def solve(self, right: np.ndarray) -> np.ndarray:
        """The solution for a right side; refined where factors are those of a part of the matrix."""
        solver = self.known.solver
        if self._dense is not None or solver is None:
            assert self._dense is not None
            return self._dense(right)
        if solver.is_exact or not solver.pattern.leaves_out:
            return solver.solve(right)
        return self._refined(solver, right)

    def _refined(self, solver: SparseSolver, right: np.ndarray) -> np.ndarray:
        found, last = solver.solve(right), np.inf
        for _ in range(REFINEMENT_ROUNDS):
            left = right - self.times(found)
            size = float(np.abs(left).max(initial=0.0))
            if size <= REFINEMENT_TOLERANCE * (1.0 + float(np.abs(right).max(initial=0.0))):
                return found
            if not size <= SLOW_REFINEMENT * last:
                break
            found, last = found + solver.solve(left), size
        p = self.known.pattern
        sizes = np.bincount(p.rows, weights=np.abs(self.values * found[p.columns]), minlength=p.size)
        if size <= 1e3 * REFINEMENT_TOLERANCE * float(sizes.max(initial=0.0)):
            return found
        solver.is_exact = True
        solver.factor(self.values)
        return solver.solve(right)
