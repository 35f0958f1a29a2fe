"""The singular value decomposition of a matrix that falls apart into blocks: those of its blocks, side by side.

A chain of loops has a block for each of them; together they cost what one costs, times their number.
"""

from __future__ import annotations

import numpy as np

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
