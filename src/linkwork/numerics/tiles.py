"""Sums of products along numbers side by side: what dense factors, and solutions with them, spend their time on.

These are the plain versions. Compiled loops have them in vectors of the processor (`native_tiles`), with the same
numbers: products and sums come in the same order, and none is contracted.
"""

from __future__ import annotations

from typing import Any

TILE = 8
"""Numbers that are taken together."""
ROWS = 4
"""Rows that are taken together."""


def subtract_from_row(matrix: Any, at: int, left: int, width: int, tile: Any, count: int) -> None:
    """Eight numbers from place `at` on, less the product of `count` numbers from `left` on and as many rows of a tile.

    `width` is there for several rows.
    """
    for j in range(TILE):
        total = matrix[at + j]
        for k in range(count):
            total -= matrix[left + k] * tile[k * TILE + j]
        matrix[at + j] = total


def subtract_from_rows(matrix: Any, at: int, left: int, width: int, tile: Any, count: int) -> None:
    """The same for four rows of a matrix, each `width` numbers behind the one before."""
    for row in range(ROWS):
        subtract_from_row(matrix, at + row * width, left + row * width, width, tile, count)


def eight_sums(matrix: Any, at: int, x: Any, first: int, count: int, found: Any) -> None:
    """The product of `count` numbers of x from `first` on and as many rows of eight, left in `found`."""
    for j in range(TILE):
        total = 0.0
        for k in range(count):
            total += x[first + k] * matrix[at + k * TILE + j]
        found[j] = total


def along(a: Any, at: int, b: Any, first: int, count: int) -> float:
    """A scalar product in eight sums, which need not wait for each other."""
    sums = [0.0] * TILE
    whole = count // TILE * TILE
    for j in range(whole):
        sums[j % TILE] += a[at + j] * b[first + j]
    for j in range(whole, count):
        sums[0] += a[at + j] * b[first + j]
    p, q, r, s, t, u, v, w = sums
    return float(((p + q) + (r + s)) + ((t + u) + (v + w)))


def less_products(total: float, a: Any, at: int, b: Any, first: int, step: int, count: int) -> float:
    """A number less products one after the other: of a from `at` on, and of b from `first` on in steps."""
    for j in range(count):
        total -= a[at + j] * b[first + step * j]
    return float(total)
