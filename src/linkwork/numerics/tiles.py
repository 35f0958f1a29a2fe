"""Sums of products along numbers side by side: what dense factors, and solutions with them, spend their time on."""

from __future__ import annotations

from typing import Any

from ..kernels.loops import vectorised

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
    """The same for four rows of a matrix, each `width` numbers behind the one before.

    They go side by side, not one after the other: every number of the tile is read once, and sums of one row need not
    wait for each other while there are those of others. Fronts take three quarters of the time, with the same bits.
    """
    a0, b0, c0, d0 = matrix[at], matrix[at + 1], matrix[at + 2], matrix[at + 3]
    e0, f0, g0, h0 = matrix[at + 4], matrix[at + 5], matrix[at + 6], matrix[at + 7]
    at_1, left_1 = at + width, left + width
    a1, b1, c1, d1 = matrix[at_1], matrix[at_1 + 1], matrix[at_1 + 2], matrix[at_1 + 3]
    e1, f1, g1, h1 = matrix[at_1 + 4], matrix[at_1 + 5], matrix[at_1 + 6], matrix[at_1 + 7]
    at_2, left_2 = at + 2 * width, left + 2 * width
    a2, b2, c2, d2 = matrix[at_2], matrix[at_2 + 1], matrix[at_2 + 2], matrix[at_2 + 3]
    e2, f2, g2, h2 = matrix[at_2 + 4], matrix[at_2 + 5], matrix[at_2 + 6], matrix[at_2 + 7]
    at_3, left_3 = at + 3 * width, left + 3 * width
    a3, b3, c3, d3 = matrix[at_3], matrix[at_3 + 1], matrix[at_3 + 2], matrix[at_3 + 3]
    e3, f3, g3, h3 = matrix[at_3 + 4], matrix[at_3 + 5], matrix[at_3 + 6], matrix[at_3 + 7]
    for k in range(count):
        row = first + k * 8
        t0, t1, t2, t3 = tile[row], tile[row + 1], tile[row + 2], tile[row + 3]
        t4, t5, t6, t7 = tile[row + 4], tile[row + 5], tile[row + 6], tile[row + 7]
        by = matrix[left + k]
        a0, b0, c0, d0 = a0 - by * t0, b0 - by * t1, c0 - by * t2, d0 - by * t3
        e0, f0, g0, h0 = e0 - by * t4, f0 - by * t5, g0 - by * t6, h0 - by * t7
        by = matrix[left_1 + k]
        a1, b1, c1, d1 = a1 - by * t0, b1 - by * t1, c1 - by * t2, d1 - by * t3
        e1, f1, g1, h1 = e1 - by * t4, f1 - by * t5, g1 - by * t6, h1 - by * t7
        by = matrix[left_2 + k]
        a2, b2, c2, d2 = a2 - by * t0, b2 - by * t1, c2 - by * t2, d2 - by * t3
        e2, f2, g2, h2 = e2 - by * t4, f2 - by * t5, g2 - by * t6, h2 - by * t7
        by = matrix[left_3 + k]
        a3, b3, c3, d3 = a3 - by * t0, b3 - by * t1, c3 - by * t2, d3 - by * t3
        e3, f3, g3, h3 = e3 - by * t4, f3 - by * t5, g3 - by * t6, h3 - by * t7
    matrix[at], matrix[at + 1], matrix[at + 2], matrix[at + 3] = a0, b0, c0, d0
    matrix[at + 4], matrix[at + 5], matrix[at + 6], matrix[at + 7] = e0, f0, g0, h0
    matrix[at_1], matrix[at_1 + 1], matrix[at_1 + 2], matrix[at_1 + 3] = a1, b1, c1, d1
    matrix[at_1 + 4], matrix[at_1 + 5], matrix[at_1 + 6], matrix[at_1 + 7] = e1, f1, g1, h1
    matrix[at_2], matrix[at_2 + 1], matrix[at_2 + 2], matrix[at_2 + 3] = a2, b2, c2, d2
    matrix[at_2 + 4], matrix[at_2 + 5], matrix[at_2 + 6], matrix[at_2 + 7] = e2, f2, g2, h2
    matrix[at_3], matrix[at_3 + 1], matrix[at_3 + 2], matrix[at_3 + 3] = a3, b3, c3, d3
    matrix[at_3 + 4], matrix[at_3 + 5], matrix[at_3 + 6], matrix[at_3 + 7] = e3, f3, g3, h3


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
