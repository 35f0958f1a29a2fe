r"""Rank-revealing linear algebra: what a matrix determines, what it leaves open, what it says twice.

With rows and columns scaled to comparable units, $D_r A D_c = U\Sigma V^T$; singular values below a fraction of the
largest count as zero (S0 §8.2, Golub and Reinsch). Which rows and columns are independent is read from pivoted QR.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import Any

import lazy_loader
import numpy as np

scipy = lazy_loader.load("scipy")

RANKED_ROWS = 400
"""Constraint rows up to which runs, loads and paths determine their rank."""
RANK_TOLERANCE = 1e-6
"""Singular values below this fraction of the largest are zero: positions at a double root are known to 1e-7 or so."""
ROW_SHIFT = 1e-14
"""What is added to A Aᵀ of scaled rows, so that its elimination goes on where rows repeat others: above rounding, below
the square of the tolerance."""
FEW_ROWS = 60
"""Rows up to which those that repeat others are read from singular values of the whole matrix; of more, only from what
elimination leaves of them. Of 155 rows, nine tenths of the time are saved."""
SUSPECT_PIVOT = 1e-6
"""Pivots of rows that may repeat others: small too where the last of a combination has little part in it."""
INVERSE_ITERATIONS = 3
"""Each makes other combinations smaller by the shift over the square of their singular value."""


@dataclass(frozen=True, eq=False)
class Ranked:
    """A matrix (m × n) with its singular value decomposition. Made by `rank_of`."""

    matrix: np.ndarray
    row_scale: np.ndarray
    """D_r (m)."""
    column_scale: np.ndarray
    """D_c (n)."""
    U: np.ndarray
    """Left singular vectors (m × m) of the scaled matrix."""
    singular_values: np.ndarray
    """Of the scaled matrix, falling; min(m, n) of them."""
    Vt: np.ndarray
    """Right singular vectors (n × n), as rows."""
    rank: int

    @cached_property
    def null_space(self) -> np.ndarray:
        """Columns x with A x = 0, orthonormal in scaled columns (n × (n − rank))."""
        return self.column_scale[:, None] * self.Vt[self.rank :].T

    @cached_property
    def scaled_left_null_space(self) -> np.ndarray:
        """Columns y with yᵀ D_r A = 0, orthonormal (m × (m − rank))."""
        return self.U[:, self.rank :]

    @cached_property
    def left_null_space(self) -> np.ndarray:
        """Columns y with yᵀ A = 0 (m × (m − rank))."""
        return self.row_scale[:, None] * self.scaled_left_null_space

    @cached_property
    def independent_rows(self) -> tuple[int, ...]:
        """Rows that determine all others."""
        count = self.matrix.shape[0]
        return tuple(range(count) if self.rank == count else sorted(pivots(self._scaled.T, self.rank)))

    @cached_property
    def independent_columns(self) -> tuple[int, ...]:
        """Unknowns that may be chosen; the others follow. Those that make the others best determined."""
        count = self.matrix.shape[1] - self.rank
        return tuple(sorted(pivots(self.Vt[self.rank :], count)))

    def solve(self, right: np.ndarray) -> np.ndarray:
        """The x of least norm (in scaled columns) that meets A x = right as well as it can be met."""
        r = self.rank
        inner = (self.U[:, :r].T @ (self.row_scale * right)) / self.singular_values[:r]
        return self.column_scale * (self.Vt[:r].T @ inner)

    def contradiction(self, right: np.ndarray) -> np.ndarray:
        """The part of `right`, in scaled rows, that no x can meet."""
        y = self.scaled_left_null_space
        return y @ (y.T @ (self.row_scale * right))

    @property
    def _scaled(self) -> np.ndarray:
        return self.row_scale[:, None] * self.matrix * self.column_scale


def rank_of(
    matrix: np.ndarray,
    row_scale: np.ndarray | None = None,
    column_scale: np.ndarray | None = None,
    tolerance: float = RANK_TOLERANCE,
) -> Ranked:
    """The rank of a matrix, relative to the largest singular value of its scaled form, and all that follows from it."""
    a = np.asarray(matrix, dtype=float)
    rows = np.ones(a.shape[0]) if row_scale is None else np.asarray(row_scale, dtype=float)
    columns = np.ones(a.shape[1]) if column_scale is None else np.asarray(column_scale, dtype=float)
    if 0 in a.shape:
        return Ranked(a, rows, columns, np.eye(a.shape[0]), np.zeros(0), np.eye(a.shape[1]), 0)
    scaled = rows[:, None] * a * columns
    if not np.isfinite(scaled).all():
        raise ValueError("a rank needs finite numbers.")
    u, values, vt = block_svd(scaled)
    return Ranked(a, rows, columns, u, values, vt, numerical_rank(values, tolerance))


def numerical_rank(singular_values: np.ndarray, tolerance: float = RANK_TOLERANCE) -> int:
    """How many singular values, falling, are not zero.

    Rows are scaled to unit size, so a matrix of rounding errors is zero and not full of rank.
    """
    return int(np.sum(singular_values > tolerance * max(singular_values[0], tolerance)))


def repeating_rows(matrix: Any) -> tuple[int, ...]:
    """Rows of a matrix, dense or sparse, that the others determine: with the others left, it has the same rank."""
    if 0 in matrix.shape:
        return ()
    sizes = abs(matrix).max(axis=1)
    sizes = np.asarray(sizes if isinstance(matrix, np.ndarray) else sizes.toarray()).ravel()
    # Rows of nothing but rounding are not to be enlarged.
    sizes = np.where(sizes > RANK_TOLERANCE * sizes.max(), sizes, sizes.max() or 1.0)
    if isinstance(matrix, np.ndarray) and len(matrix) <= FEW_ROWS:
        kept = set(rank_of(matrix, row_scale=1.0 / sizes).independent_rows)
        return tuple(k for k in range(len(matrix)) if k not in kept)
    vanishing = _vanishing_combinations((scipy.sparse.diags(1.0 / sizes) @ scipy.sparse.csr_matrix(matrix)).tocsr())
    # Rows with most part in them are best left out.
    return tuple(sorted(pivots(vanishing.T, vanishing.shape[1])))


def _vanishing_combinations(rows: Any) -> np.ndarray:
    """Columns y with yᵀA = 0, orthonormal, of sparse rows A of unit size."""
    m = rows.shape[0]
    # Elimination leaves little but the shift in columns of A Aᵀ that those before them determine.
    square = (rows @ rows.T + ROW_SHIFT * scipy.sparse.eye(m)).tocsc()
    factors = scipy.sparse.linalg.splu(square, permc_spec="MMD_AT_PLUS_A", diag_pivot_thresh=0.0)
    suspects = np.argsort(factors.perm_c)[np.abs(factors.U.diagonal()) <= SUSPECT_PIVOT]
    found = np.zeros((m, len(suspects)))
    found[suspects, np.arange(len(suspects))] = 1.0
    for _ in range(INVERSE_ITERATIONS if len(suspects) else 0):
        found = np.linalg.qr(factors.solve(found))[0]
    left, values, _ = np.linalg.svd(found.T @ rows, full_matrices=True)
    values = np.concatenate([values, np.zeros(len(left) - len(values))])
    return np.asarray(found @ left[:, values <= RANK_TOLERANCE * np.sqrt(square.diagonal().max())])


def pivots(matrix: np.ndarray, count: int) -> list[int]:
    """The first columns of a matrix in the order in which QR with column pivoting takes them: the longest rest first.

    Written out since loading LAPACK's wrappers takes longer than most models need altogether.
    """
    rest = np.array(matrix, dtype=float)
    sizes = np.einsum("ij,ij->j", rest, rest)
    order: list[int] = []
    for _ in range(min(count, rest.shape[1]) if 0 not in rest.shape else 0):
        k = int(np.argmax(sizes))
        order.append(k)
        if sizes[k] > 0.0:
            direction = rest[:, k] / np.sqrt(sizes[k])
            along = direction @ rest
            felt = np.flatnonzero(along)
            rest[:, felt] -= np.outer(direction, along[felt])
            sizes[felt] = np.einsum("ij,ij->j", rest[:, felt], rest[:, felt])
        sizes[order] = -1.0
    return order


# The singular value decomposition of a matrix that falls apart into blocks: those of its blocks, side by side.
#
# A chain of loops has a block for each of them; together they cost what one costs, times their number.
UNDIVIDED_SIZE = 24
"""Matrices with no more rows or columns than this are decomposed as they are."""
BLOCK_SWEEPS = 20
"""How often names of blocks are handed on between rows and columns before the matrix counts as one block."""

Decomposition = tuple[np.ndarray, np.ndarray, np.ndarray]


def block_svd(a: np.ndarray) -> Decomposition:
    """(U, singular values, Vᵀ) of a matrix (m × n), all of U and V; singular values fall."""
    if min(a.shape) <= UNDIVIDED_SIZE:
        return np.linalg.svd(a)
    blocks = _blocks(a)
    if len(blocks) < 2:
        return np.linalg.svd(a)
    by_shape: dict[tuple[int, int], list[tuple[np.ndarray, np.ndarray]]] = {}
    for rows, columns in blocks:
        by_shape.setdefault((len(rows), len(columns)), []).append((rows, columns))
    return _joined(a.shape, [_alike(a, alike) for alike in by_shape.values()], blocks)


Alike = tuple[np.ndarray, np.ndarray, np.ndarray, np.ndarray, np.ndarray]
"""(rows, columns, U, singular values, Vᵀ) of blocks of one shape, stacked."""


def _alike(a: np.ndarray, blocks: list[tuple[np.ndarray, np.ndarray]]) -> Alike:
    rows, columns = (np.array(part) for part in zip(*blocks, strict=True))
    return rows, columns, *np.linalg.svd(a[rows[:, :, None], columns[:, None, :]])


def _joined(shape: tuple[int, ...], parts: list[Alike], blocks: list[tuple[np.ndarray, np.ndarray]]) -> Decomposition:
    """The decompositions of all blocks as one; what is in no block is annihilated."""
    m, n = shape
    values = np.concatenate([found.ravel() for *_, found, _ in parts])
    order = np.empty(len(values), dtype=int)
    order[np.argsort(-values, kind="stable")] = np.arange(len(values))
    U, Vt, done = np.zeros((m, m)), np.zeros((n, n)), 0
    left, right = len(values), len(values)
    for rows, columns, u, found, vt in parts:
        k = found.shape[1]
        for i in range(len(rows)):
            places = order[done : done + k]
            done += k
            U[np.ix_(rows[i], places)], Vt[np.ix_(places, columns[i])] = u[i][:, :k], vt[i][:k]
            more, wider = u.shape[2] - k, vt.shape[1] - k
            U[rows[i], left : left + more], Vt[right : right + wider, columns[i]] = u[i][:, k:], vt[i][k:]
            left, right = left + more, right + wider
    for k in np.setdiff1d(np.arange(m), np.concatenate([rows for rows, _ in blocks])):
        U[k, left], left = 1.0, left + 1
    for k in np.setdiff1d(np.arange(n), np.concatenate([columns for _, columns in blocks])):
        Vt[right, k], right = 1.0, right + 1
    sorted_values = np.zeros(min(m, n))
    sorted_values[: len(values)] = np.sort(values)[::-1]
    return U, sorted_values, Vt


def _blocks(a: np.ndarray) -> list[tuple[np.ndarray, np.ndarray]]:
    """(rows, columns) of the blocks; none where the matrix is zero."""
    full, n = a != 0.0, a.shape[1]
    names = np.arange(n)
    for _ in range(BLOCK_SWEEPS):
        of_rows = np.where(full, names, n).min(axis=1)
        new = np.minimum(names, np.where(full, of_rows[:, None], n).min(axis=0))
        if np.array_equal(new, names):
            # Columns that no row feels are in no block.
            felt = full.any(axis=0)
            return [
                (np.flatnonzero(of_rows == name), np.flatnonzero((names == name) & felt))
                for name in np.unique(of_rows[of_rows < n])
            ]
        names = new
    return [(np.arange(a.shape[0]), np.arange(n))]
