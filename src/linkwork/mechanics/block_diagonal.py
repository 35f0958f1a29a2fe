"""Matrices of one block for every body: applied block by block to arrays, and as sparse matrices to sparse ones."""

from __future__ import annotations

from functools import cached_property
from typing import Any

import lazy_loader
import numpy as np

scipy = lazy_loader.load("scipy")


class BlockDiagonal:
    """diag(blocks of bodies, ones, zeros) of a shape; `blocks` is (bodies × rows × columns).

    Products with arrays cost as many operations as there are entries in the blocks, without a sparse matrix.
    """

    __array_ufunc__ = None  # arrays leave products and sums with it to this class

    def __init__(self, blocks: np.ndarray, ones: int = 0, zeros: tuple[int, int] = (0, 0)) -> None:
        self.blocks, self.ones, self.zeros = blocks, ones, zeros
        count, rows, columns = blocks.shape
        self.shape = (count * rows + ones + zeros[0], count * columns + ones + zeros[1])

    @cached_property
    def T(self) -> BlockDiagonal:
        """Transposed."""
        return BlockDiagonal(self.blocks.transpose(0, 2, 1), self.ones, self.zeros[::-1])

    def padded(self, rows: int, columns: int) -> BlockDiagonal:
        """The same with more rows and columns of zeros."""
        return BlockDiagonal(self.blocks, self.ones, (self.zeros[0] + rows, self.zeros[1] + columns))

    def __matmul__(self, other: Any) -> Any:
        if isinstance(other, BlockDiagonal):
            return self @ other.sparse
        if not isinstance(other, np.ndarray):
            return self.sparse @ other
        count, rows, columns = self.blocks.shape
        first, last = count * rows, count * columns
        found = np.zeros((self.shape[0], *other.shape[1:]))
        if count:
            found[:first] = (self.blocks @ other[:last].reshape(count, columns, -1)).reshape(first, *other.shape[1:])
        found[first : first + self.ones] = other[last : last + self.ones]
        return found

    def __rmatmul__(self, other: Any) -> Any:
        return (self.T @ other.T).T if isinstance(other, np.ndarray) else other @ self.sparse

    def __radd__(self, other: Any) -> Any:
        return other + (self.toarray() if isinstance(other, np.ndarray) else self.sparse)

    def toarray(self) -> np.ndarray:
        """As an array."""
        return np.asarray(self @ np.eye(self.shape[1]))

    @cached_property
    def sparse(self) -> Any:
        """As a sparse matrix."""
        count, rows, columns = self.blocks.shape
        width = np.concatenate([np.full(count * rows, columns), np.ones(self.ones), np.zeros(self.zeros[0])])
        starts = np.concatenate([[0], np.cumsum(width)]).astype(np.int32)
        of_bodies = np.repeat(columns * np.arange(count), rows)[:, None] + np.arange(columns)
        places = np.concatenate([of_bodies.ravel(), count * columns + np.arange(self.ones)]).astype(np.int32)
        values = np.concatenate([self.blocks.ravel(), np.ones(self.ones)])
        return scipy.sparse.csr_matrix((values, places, starts), shape=self.shape)
