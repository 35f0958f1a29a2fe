"""Sums of products along numbers side by side: what dense factors, and solutions with them, spend their time on."""

from __future__ import annotations

from typing import Any

from .loop_decorator import vectorised

TILE = 8
"""Numbers that are taken together."""
LOOP_TILE_ROWS = 4
"""Rows that are taken together."""


@vectorised
def subtract_from_row(matrix: Any, at: int, left: int, width: int, tile: Any, first: int, count: int) -> None:
    """Eight numbers from place `at` on, less the product of `count` numbers from `left` on and as many rows of a tile.

    The tile begins at `first`; `width` is there for several rows.
    """
    a, b, c, d = matrix[at], matrix[at + 1], matrix[at + 2], matrix[at + 3]
    e, f, g, h = matrix[at + 4], matrix[at + 5], matrix[at + 6], matrix[at + 7]
    for k in range(count):
        by, row = matrix[left + k], first + k * 8
        a, b, c, d = a - by * tile[row], b - by * tile[row + 1], c - by * tile[row + 2], d - by * tile[row + 3]
        e, f, g, h = e - by * tile[row + 4], f - by * tile[row + 5], g - by * tile[row + 6], h - by * tile[row + 7]
    matrix[at], matrix[at + 1], matrix[at + 2], matrix[at + 3] = a, b, c, d
    matrix[at + 4], matrix[at + 5], matrix[at + 6], matrix[at + 7] = e, f, g, h


@vectorised
def subtract_from_rows(matrix: Any, at: int, left: int, width: int, tile: Any, first: int, count: int) -> None:
    """The same for four rows of a matrix, each `width` numbers behind the one before."""
    for row in range(LOOP_TILE_ROWS):
        subtract_from_row(matrix, at + row * width, left + row * width, width, tile, first, count)


@vectorised
def eight_sums(matrix: Any, at: int, x: Any, first: int, count: int, found: Any) -> None:
    """The product of `count` numbers of x from `first` on and as many rows of eight, left in `found`."""
    a, b, c, d, e, f, g, h = 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0
    for k in range(count):
        by, row = x[first + k], at + k * 8
        a, b, c, d = a + by * matrix[row], b + by * matrix[row + 1], c + by * matrix[row + 2], d + by * matrix[row + 3]
        e, f = e + by * matrix[row + 4], f + by * matrix[row + 5]
        g, h = g + by * matrix[row + 6], h + by * matrix[row + 7]
    found[0], found[1], found[2], found[3], found[4], found[5], found[6], found[7] = a, b, c, d, e, f, g, h


@vectorised
def tiled_dot(a: Any, at: int, b: Any, first: int, count: int) -> float:
    """A scalar product in eight sums, which need not wait for each other."""
    p, q, r, s, t, u, v, w = 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0
    whole = count // TILE * TILE
    for j in range(0, whole, TILE):
        i, k = at + j, first + j
        p, q, r, s = p + a[i] * b[k], q + a[i + 1] * b[k + 1], r + a[i + 2] * b[k + 2], s + a[i + 3] * b[k + 3]
        t, u = t + a[i + 4] * b[k + 4], u + a[i + 5] * b[k + 5]
        v, w = v + a[i + 6] * b[k + 6], w + a[i + 7] * b[k + 7]
    for j in range(whole, count):
        p += a[at + j] * b[first + j]
    return float(((p + q) + (r + s)) + ((t + u) + (v + w)))


@vectorised
def less_products(total: float, a: Any, at: int, b: Any, first: int, step: int, count: int) -> float:
    """A number less products one after the other: of a from `at` on, and of b from `first` on in steps."""
    for j in range(count):
        total -= a[at + j] * b[first + step * j]
    return float(total)
