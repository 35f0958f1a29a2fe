"""Sparse matrices that come one after the other from the same system, solved by fronts of what matters most.

Blocks that are joined by rows also touch each other directly, by terms that are small. Fronts leave these out; the
solution of the matrix itself follows by refinement, or by SuperLU where that does not converge quickly.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from typing import Any

import lazy_loader
import numpy as np

from .multifrontal import UnknownBlocks
from .sparse import Pattern, SparseSolver

scipy = lazy_loader.load("scipy")

REFINEMENT_ROUNDS = 12
SLOW_REFINEMENT = 0.1
"""Residuals that shrink less than by this factor make SuperLU the better choice."""
REFINEMENT_TOLERANCE = 1e-15
"""Residuals below this part of the right side, and of the matrix times the solution, are rounding."""


@dataclass(frozen=True, eq=False)
class _Known:
    """The solver of one pattern: the places of all entries that ever were, column by column."""

    keys: np.ndarray
    solver: SparseSolver

    def values(self, keys: np.ndarray, data: np.ndarray) -> np.ndarray | None:
        """The entries of a matrix among those of the pattern; None where it has others."""
        at = np.minimum(np.searchsorted(self.keys, keys), len(self.keys) - 1)
        if not np.array_equal(self.keys[at], keys):
            return None
        result = np.zeros(len(self.keys))
        result[at] = data
        return result


class Refined:
    """Solutions for matrices of one system: its velocities and rows once or several times, velocities first."""

    def __init__(self, blocks: UnknownBlocks, velocities: int, choice: str = "auto") -> None:
        self.blocks, self.velocities, self.choice = blocks, velocities, choice
        self._known: dict[int, _Known] = {}

    @property
    def name(self) -> str:
        """Who solves, in words: for the largest matrices there were."""
        return self._known[max(self._known)].solver.name if self._known else "nobody yet"

    def factored(self, matrix: Any) -> Callable[[np.ndarray], np.ndarray]:
        """A function that solves for right sides with a matrix (CSC)."""
        matrix.sort_indices()
        size = matrix.shape[0]
        keys = np.repeat(np.arange(size, dtype=np.int64), np.diff(matrix.indptr)) * size + matrix.indices
        known = self._known.get(size)
        values = None if known is None else known.values(keys, matrix.data)
        if known is None or values is None:
            # Entries that are zero now and then are not stored then: the pattern has all that were seen.
            every = keys if known is None else np.union1d(known.keys, keys)
            known = _Known(every, SparseSolver(self._pattern(every, size), self.choice))
            self._known[size] = known
            values = known.values(keys, matrix.data)
        assert values is not None
        known.solver.factor(values)
        return partial(self._solve, known.solver, matrix, values)

    def _pattern(self, keys: np.ndarray, size: int) -> Pattern:
        of, waits = self.blocks.of, self.blocks.waits
        times = size // len(of)
        whole = np.concatenate([np.tile(of[: self.velocities], times), np.tile(of[self.velocities :], times)])
        rows, columns = keys % size, keys // size
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
        return Pattern(size, rows, columns, UnknownBlocks(whole, waits), np.flatnonzero(kept))

    def _solve(self, solver: SparseSolver, matrix: Any, values: np.ndarray, right: np.ndarray) -> np.ndarray:
        """The solution, refined on the matrix itself."""
        found, last = solver.solve(right), np.inf
        for _ in range(REFINEMENT_ROUNDS):
            left = right - matrix @ found
            size = float(np.abs(left).max(initial=0.0))
            if solver.is_exact or size <= REFINEMENT_TOLERANCE * (1.0 + float(np.abs(right).max(initial=0.0))):
                return found
            if not size <= SLOW_REFINEMENT * last:
                break
            found, last = found + solver.solve(left), size
        if size <= 1e3 * REFINEMENT_TOLERANCE * float((abs(matrix) @ np.abs(found)).max(initial=0.0)):
            return found
        solver.is_exact = True
        solver.factor(values)
        return solver.solve(right)
