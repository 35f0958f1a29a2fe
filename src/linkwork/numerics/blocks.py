"""Matrices made of blocks, dense for small systems and sparse for large ones, handled alike."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import lazy_loader
import numpy as np

scipy = lazy_loader.load("scipy")

DENSE_SOLVER = "dense LU"
"""What solves with small matrices, in words."""
DENSE_VELOCITIES = 30
"""Systems with no more velocities than this have dense matrices, too small for a BLAS to share among threads."""


def picked(weights: np.ndarray, matrix: Any) -> Any:
    """Rows multiplied by weights."""
    return weights[:, None] * matrix if isinstance(matrix, np.ndarray) else scipy.sparse.diags(weights) @ matrix


def diagonal_matrix(like: Any, values: np.ndarray) -> Any:
    """A diagonal matrix, of the sort of `like`."""
    return np.diag(values) if isinstance(like, np.ndarray) else scipy.sparse.diags(values, format="csr")


def block_matrix(blocks: list[list[Any]]) -> Any:
    """One matrix of blocks; None is an empty one."""
    first = next(x for row in blocks for x in row if x is not None)
    if not isinstance(first, np.ndarray):
        return scipy.sparse.bmat(blocks, format="csc")
    heights = [next(x.shape[0] for x in row if x is not None) for row in blocks]
    widths = [next(row[k].shape[1] for row in blocks if row[k] is not None) for k in range(len(blocks[0]))]
    result = np.zeros((sum(heights), sum(widths)))
    top = 0
    for row, height in zip(blocks, heights, strict=True):
        left = 0
        for part, width in zip(row, widths, strict=True):
            if part is not None:
                result[top : top + height, left : left + width] = part
            left += width
        top += height
    return result


def factored_matrix(matrix: Any) -> Callable[[np.ndarray], np.ndarray]:
    """A function that solves for right sides. Raises RuntimeError or LinAlgError where the matrix is singular."""
    if not isinstance(matrix, np.ndarray):
        found: Callable[[np.ndarray], np.ndarray] = scipy.sparse.linalg.splu(matrix).solve
        return found
    lu, order, info = scipy.linalg.lapack.dgetrf(matrix)
    if info:
        raise np.linalg.LinAlgError("the matrix is singular")
    return lambda right: np.asarray(scipy.linalg.lapack.dgetrs(lu, order, right)[0])


def solve_matrix(matrix: Any, right: np.ndarray) -> np.ndarray:
    """The solution for one right side."""
    return factored_matrix(matrix)(right)
