"""Sums of products along numbers side by side: plain against NumPy, and compiled with the same bits."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from linkwork.kernels.loops import compiled_loop
from linkwork.numerics.tiles import (
    LOOP_TILE_ROWS,
    TILE,
    eight_sums,
    less_products,
    subtract_from_row,
    subtract_from_rows,
    tiled_dot,
)

WIDTH = 29


def everything(matrix: Any, x: Any, tile: Any, found: Any, count: int) -> None:
    """One of each."""
    subtract_from_rows(matrix, 9, 1, WIDTH, tile, TILE, count)
    subtract_from_row(matrix, 5 * WIDTH + 9, 5 * WIDTH + 1, WIDTH, tile, TILE, count)
    eight_sums(matrix, 3, x, 2, count, found)
    found[8] = tiled_dot(matrix, 4, x, 3, 7 * count)
    found[9] = less_products(0.25, matrix, 6, x, 40, -1, count)
    found[10] = less_products(0.25, matrix, 6, x, 1, 1, count)


def numbers() -> tuple[np.ndarray, np.ndarray, np.ndarray, np.ndarray]:
    rng = np.random.default_rng(3)
    return rng.normal(size=8 * WIDTH), rng.normal(size=64), rng.normal(size=TILE + TILE * TILE), np.zeros(11)


@pytest.mark.parametrize("count", [0, 1, 5, 8])
def test_tiles_are_products_of_matrices(count: int) -> None:
    matrix, x, tile, found = numbers()
    before = matrix.reshape(8, WIDTH).copy()
    everything(matrix, x, tile, found, count)
    after = matrix.reshape(8, WIDTH)
    for row in (*range(LOOP_TILE_ROWS), 5):
        taken = before[row, 1 : 1 + count] @ tile[TILE:].reshape(TILE, TILE)[:count]
        assert np.allclose(after[row, 9:17], before[row, 9:17] - taken)
    assert np.array_equal(after[4], before[4]) and np.array_equal(after[:, 17:], before[:, 17:])
    assert np.allclose(found[:8], x[2 : 2 + count] @ matrix[3 : 3 + 8 * count].reshape(count, 8))
    assert np.isclose(found[8], matrix[4 : 4 + 7 * count] @ x[3 : 3 + 7 * count])
    for value, others in ((found[9], x[40 : 40 - count : -1]), (found[10], x[1 : 1 + count])):
        assert np.isclose(value, 0.25 - matrix[6 : 6 + count] @ others)


def test_compiled_tiles_give_the_same_bits() -> None:
    for count in (0, 1, 3, 8):
        one, other = numbers(), numbers()
        everything(*one, count)
        compiled_loop(everything)(*other, count)
        for a, b in zip(one, other, strict=True):
            assert np.array_equal(a, b)
