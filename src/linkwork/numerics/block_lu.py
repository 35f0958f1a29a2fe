r"""Factors of small sparse matrices in tiles of eight by eight numbers, real and complex.

Unknowns stand in blocks of at most eight. With D the inverse of a block on the diagonal, rows exchanged within it,

$$ L_{IK} = A_{IK} D_K, \qquad A_{IJ} \leftarrow A_{IJ} - L_{IK} A_{KJ} \qquad (I, J > K), $$

$$ y_I \leftarrow y_I - L_{IK} y_K, \qquad x_K = D_K \Big( y_K - \sum_J A_{KJ} x_J \Big) . $$

Tiles are stored by columns, so that eight rows of the matrix stand side by side: factors and solutions are the same
operation, eight numbers less products with rows of a tile (`tiles`). Where D is kept, there is −D. Tiles that are zero
are left out; without exchange of rows between blocks it is as stable as fronts are, in the same order of elimination.

Complex matrices have three parts one behind the other: real, imaginary, and the negative imaginary part.
"""

from __future__ import annotations

from typing import Any, NamedTuple

from ..kernels.loops import vectorised
from .tiles import LOOP_TILE_ROWS, subtract_from_row, subtract_from_rows

BLOCK_VANISHED = 1e-14
"""A pivot below this part of the largest number of its block is none: that of a body without mass is rounding."""


class BlockFactors(NamedTuple):
    """Factors of one matrix, and the plan of how they are made; empty where there is none."""

    table: Any
    """For every block (blocks × 4): unknowns, its tile on the diagonal, where its `beside` and its `updates` begin."""
    beside: Any
    """Later blocks that a block touches (× 4): where they begin in x, unknowns, tiles L_IK and A_KI."""
    updates: Any
    """Tiles A_IJ, I before J."""
    source: Any
    """Entries that the matrix consists of."""
    place: Any
    """Of each of them, in `tiles`."""
    order: Any
    """Of every unknown, in x."""
    tiles: Any
    """The last one is room for one more."""
    part: int
    """Numbers of the real part of complex matrices; 0 where there is no other."""
    x: Any
    """Blocks of a right side, and room for one more."""


@vectorised
def clear_tiles(it: BlockFactors) -> None:
    """All tiles are zero; negative imaginary parts are written before they are read."""
    for i in range(2 * it.part if it.part else len(it.tiles)):
        it.tiles[i] = 0.0


@vectorised
def fill_blocks(it: BlockFactors, entries: Any) -> None:
    """The matrix, of entries that are added where several have one place."""
    clear_tiles(it)
    for k in range(len(it.place)):
        it.tiles[it.place[k]] += entries[it.source[k]]


@vectorised
def factor_blocks(it: BlockFactors) -> bool:
    """Factors of the matrix in `tiles`; False where a pivot vanishes."""
    table, beside, tiles = it.table, it.beside, it.tiles
    room = len(tiles) - 64
    for k in range(len(table) - 1):
        n, own, first, last = table[k, 0], table[k, 1], table[k, 2], table[k + 1, 2]
        if not invert_tile(tiles, own, n):
            return False
        target = table[k, 3]
        for i in range(first, last):
            lower = beside[i, 2]
            for m in range(64):
                tiles[room + m] = tiles[lower + m]
            for m in range(n * 8):
                tiles[lower + m] = 0.0
            subtract_tile(tiles, lower, own, room, n, n)
            for j in range(first, last):
                subtract_tile(tiles, it.updates[target], beside[j, 3], lower, beside[j, 1], n)
                target += 1
    return True


@vectorised
def subtract_tile(tiles: Any, at: int, left: int, right: int, rows: int, count: int) -> None:
    """Rows of the tile at `at`, less products of those at `left` with `count` rows at `right`."""
    whole = rows // LOOP_TILE_ROWS * LOOP_TILE_ROWS
    for r in range(0, whole, LOOP_TILE_ROWS):
        subtract_from_rows(tiles, at + 8 * r, left + 8 * r, 8, tiles, right, count)
    for r in range(whole, rows):
        subtract_from_row(tiles, at + 8 * r, left + 8 * r, 8, tiles, right, count)


@vectorised
def solve_blocks(it: BlockFactors, b: Any) -> None:
    """b becomes x with A x = b."""
    table, beside, tiles, x = it.table, it.beside, it.tiles, it.x
    count = len(table) - 1
    room = 8 * count
    for i in range(len(it.order)):
        x[it.order[i]] = b[i]
    for k in range(count):
        for i in range(table[k, 2], table[k + 1, 2]):
            subtract_from_row(x, beside[i, 0], 8 * k, 8, tiles, beside[i, 2], table[k, 0])
    for back in range(count):
        k = count - 1 - back
        at = 8 * k
        for i in range(table[k, 2], table[k + 1, 2]):
            subtract_from_row(x, at, beside[i, 0], 8, tiles, beside[i, 3], beside[i, 1])
        for m in range(8):
            x[room + m], x[at + m] = x[at + m], 0.0
        subtract_from_row(x, at, room, 8, tiles, table[k, 1], table[k, 0])
    for i in range(len(it.order)):
        b[i] = x[it.order[i]]


@vectorised
def invert_tile(a: Any, at: int, n: int) -> bool:
    """The n rows of a tile become those of −A⁻¹; False where a pivot vanishes.

    In their place: what is eliminated of a column makes room for the inverse. Whole rows are written alone, as reading
    eight numbers waits for one that has been written among them.
    """
    peak, exchanged, is_exchanged = 0.0, 0, False
    for i in range(8 * n):
        peak = max(peak, abs(a[at + i]))
    for k in range(n):
        best, chosen, row = 0.0, k, at + 8 * k
        for i in range(k, n):
            size = abs(a[at + 8 * i + k])
            chosen = i if size > best else chosen
            best = max(best, size)
        peak = max(peak, best)
        if not BLOCK_VANISHED * peak < best < 1e300:
            return False
        exchanged = 8 * exchanged + chosen
        if chosen != k:
            is_exchanged = True
            exchange(a, row, at + 8 * chosen)
        pivot_row(a, row, k, 1.0 / a[row + k])
        for i in range(n):
            if i != k:
                eliminate_row(a, at + 8 * i, row, k, a[at + 8 * i + k])
    if is_exchanged:
        for back in range(n):
            k = n - 1 - back
            chosen = exchanged % 8
            exchanged = exchanged // 8
            if chosen != k:
                for i in range(n):
                    a[at + 8 * i + k], a[at + 8 * i + chosen] = a[at + 8 * i + chosen], a[at + 8 * i + k]
    for i in range(64):
        a[at + i] = -a[at + i]
    return True


@vectorised
def pivot_row(a: Any, at: int, k: int, by: float) -> None:
    """Eight numbers times another, which takes the place of number k."""
    p, q, r, s = a[at] * by, a[at + 1] * by, a[at + 2] * by, a[at + 3] * by
    t, u, v, w = a[at + 4] * by, a[at + 5] * by, a[at + 6] * by, a[at + 7] * by
    p, q, r, s = by if k == 0 else p, by if k == 1 else q, by if k == 2 else r, by if k == 3 else s
    t, u, v, w = by if k == 4 else t, by if k == 5 else u, by if k == 6 else v, by if k == 7 else w
    a[at], a[at + 1], a[at + 2], a[at + 3], a[at + 4], a[at + 5], a[at + 6], a[at + 7] = p, q, r, s, t, u, v, w


@vectorised
def eliminate_row(a: Any, at: int, row: int, k: int, by: float) -> None:
    """Eight numbers, of which number k counts as zero, less others times one."""
    p, q = 0.0 if k == 0 else a[at], 0.0 if k == 1 else a[at + 1]
    r, s = 0.0 if k == 2 else a[at + 2], 0.0 if k == 3 else a[at + 3]
    t, u = 0.0 if k == 4 else a[at + 4], 0.0 if k == 5 else a[at + 5]
    v, w = 0.0 if k == 6 else a[at + 6], 0.0 if k == 7 else a[at + 7]
    p, q, r, s = p - by * a[row], q - by * a[row + 1], r - by * a[row + 2], s - by * a[row + 3]
    t, u, v, w = t - by * a[row + 4], u - by * a[row + 5], v - by * a[row + 6], w - by * a[row + 7]
    a[at], a[at + 1], a[at + 2], a[at + 3], a[at + 4], a[at + 5], a[at + 6], a[at + 7] = p, q, r, s, t, u, v, w


@vectorised
def subtract_row(a: Any, at: int, row: int, by: float) -> None:
    """Eight numbers less others times one."""
    p, q, r = a[at] - by * a[row], a[at + 1] - by * a[row + 1], a[at + 2] - by * a[row + 2]
    s, t, u = a[at + 3] - by * a[row + 3], a[at + 4] - by * a[row + 4], a[at + 5] - by * a[row + 5]
    v, w = a[at + 6] - by * a[row + 6], a[at + 7] - by * a[row + 7]
    a[at], a[at + 1], a[at + 2], a[at + 3], a[at + 4], a[at + 5], a[at + 6], a[at + 7] = p, q, r, s, t, u, v, w


@vectorised
def exchange(a: Any, one: int, other: int) -> None:
    """Two rows of a tile."""
    p, q, r, s = a[one], a[one + 1], a[one + 2], a[one + 3]
    t, u, v, w = a[one + 4], a[one + 5], a[one + 6], a[one + 7]
    for m in range(8):
        a[one + m] = a[other + m]
    a[other], a[other + 1], a[other + 2], a[other + 3] = p, q, r, s
    a[other + 4], a[other + 5], a[other + 6], a[other + 7] = t, u, v, w


@vectorised
def factor_complex_blocks(it: BlockFactors) -> bool:
    """The same of the complex matrix whose parts are in `tiles`."""
    table, beside, tiles, part = it.table, it.beside, it.tiles, it.part
    room = part - 64
    for k in range(len(table) - 1):
        n, own, first, last = table[k, 0], table[k, 1], table[k, 2], table[k + 1, 2]
        if not invert_complex_tile(tiles, own, room, part, n):
            return False
        turn_sign(tiles, own, part)
        target = table[k, 3]
        for i in range(first, last):
            lower = beside[i, 2]
            for m in range(64):
                tiles[room + m], tiles[part + room + m] = tiles[lower + m], tiles[part + lower + m]
                tiles[lower + m], tiles[part + lower + m] = 0.0, 0.0
            turn_sign(tiles, room, part)
            subtract_complex_tile(tiles, part, lower, own, room, n, n)
            turn_sign(tiles, lower, part)
            for j in range(first, last):
                at, upper = it.updates[target], beside[j, 3]
                subtract_complex_tile(tiles, part, at, upper, lower, beside[j, 1], n)
                target += 1
        for i in range(first, last):
            turn_sign(tiles, beside[i, 3], part)
    return True


@vectorised
def turn_sign(tiles: Any, at: int, part: int) -> None:
    """Keeps the negative imaginary part of a tile."""
    for m in range(64):
        tiles[2 * part + at + m] = -tiles[part + at + m]


@vectorised
def subtract_complex_tile(tiles: Any, part: int, at: int, left: int, right: int, rows: int, count: int) -> None:
    """Rows of a tile less products, where the negative imaginary part of `right` is kept."""
    subtract_tile(tiles, at, left, right, rows, count)
    subtract_tile(tiles, part + at, part + left, right, rows, count)
    subtract_tile(tiles, part + at, left, part + right, rows, count)
    subtract_tile(tiles, at, part + left, 2 * part + right, rows, count)


@vectorised
def subtract_complex_row(x: Any, half: int, at: int, left: int, tiles: Any, part: int, right: int, count: int) -> None:
    """Eight complex numbers less products with rows of a tile, both parts side by side."""
    a, b, c, d = x[at], x[at + 1], x[at + 2], x[at + 3]
    e, f, g, h = x[at + 4], x[at + 5], x[at + 6], x[at + 7]
    to = half + at
    p, q, r, s = x[to], x[to + 1], x[to + 2], x[to + 3]
    t, u, v, w = x[to + 4], x[to + 5], x[to + 6], x[to + 7]
    for k in range(count):
        re, im, row = x[left + k], x[half + left + k], right + 8 * k
        t0, t1, t2, t3 = tiles[row], tiles[row + 1], tiles[row + 2], tiles[row + 3]
        t4, t5, t6, t7 = tiles[row + 4], tiles[row + 5], tiles[row + 6], tiles[row + 7]
        a, b, c, d = a - re * t0, b - re * t1, c - re * t2, d - re * t3
        e, f, g, h = e - re * t4, f - re * t5, g - re * t6, h - re * t7
        p, q, r, s = p - im * t0, q - im * t1, r - im * t2, s - im * t3
        t, u, v, w = t - im * t4, u - im * t5, v - im * t6, w - im * t7
        row += part
        t0, t1, t2, t3 = tiles[row], tiles[row + 1], tiles[row + 2], tiles[row + 3]
        t4, t5, t6, t7 = tiles[row + 4], tiles[row + 5], tiles[row + 6], tiles[row + 7]
        a, b, c, d = a + im * t0, b + im * t1, c + im * t2, d + im * t3
        e, f, g, h = e + im * t4, f + im * t5, g + im * t6, h + im * t7
        p, q, r, s = p - re * t0, q - re * t1, r - re * t2, s - re * t3
        t, u, v, w = t - re * t4, u - re * t5, v - re * t6, w - re * t7
    x[at], x[at + 1], x[at + 2], x[at + 3], x[at + 4], x[at + 5], x[at + 6], x[at + 7] = a, b, c, d, e, f, g, h
    x[to], x[to + 1], x[to + 2], x[to + 3], x[to + 4], x[to + 5], x[to + 6], x[to + 7] = p, q, r, s, t, u, v, w


@vectorised
def solve_complex_blocks(it: BlockFactors, b: Any, c: Any) -> None:
    """b + ic becomes x with A x = b + ic."""
    table, beside, tiles, x, part = it.table, it.beside, it.tiles, it.x, it.part
    count, half = len(table) - 1, len(x) // 3
    room = 8 * count
    for i in range(len(it.order)):
        x[it.order[i]], x[half + it.order[i]] = b[i], c[i]
    for k in range(count):
        for i in range(table[k, 2], table[k + 1, 2]):
            subtract_complex_row(x, half, beside[i, 0], 8 * k, tiles, part, beside[i, 2], table[k, 0])
    for back in range(count):
        k = count - 1 - back
        at = 8 * k
        for i in range(table[k, 2], table[k + 1, 2]):
            subtract_complex_row(x, half, at, beside[i, 0], tiles, part, beside[i, 3], beside[i, 1])
        for m in range(8):
            x[room + m], x[at + m] = x[at + m], 0.0
            x[half + room + m], x[half + at + m] = x[half + at + m], 0.0
        subtract_complex_row(x, half, at, room, tiles, part, table[k, 1], table[k, 0])
    for i in range(len(it.order)):
        b[i], c[i] = x[it.order[i]], x[half + it.order[i]]


@vectorised
def invert_complex_tile(a: Any, at: int, room: int, part: int, n: int) -> bool:
    """The same of a complex tile."""
    peak = 0.0
    for i in range(64):
        re, im = a[at + i], a[part + at + i]
        peak = max(peak, re * re + im * im)
        a[room + i], a[part + room + i] = 0.0, 0.0
    for i in range(n):
        a[room + 9 * i] = 1.0
    for k in range(n):
        best, chosen, row, one = 0.0, k, at + 8 * k, room + 8 * k
        for i in range(k, n):
            re, im = a[at + 8 * i + k], a[part + at + 8 * i + k]
            size = re * re + im * im
            chosen = i if size > best else chosen
            best = max(best, size)
        peak = max(peak, best)
        if not BLOCK_VANISHED * BLOCK_VANISHED * peak < best < 1e300:
            return False
        if chosen != k:
            other, first = at + 8 * chosen, room + 8 * chosen
            exchange(a, row, other)
            exchange(a, one, first)
            exchange(a, part + row, part + other)
            exchange(a, part + one, part + first)
        re, im = a[row + k] / best, -a[part + row + k] / best
        scale_complex_row(a, row, part, re, im)
        scale_complex_row(a, one, part, re, im)
        for i in range(n):
            if i != k:
                e, f = at + 8 * i, room + 8 * i
                re, im = a[e + k], a[part + e + k]
                subtract_multiple(a, e, row, part, re, im)
                subtract_multiple(a, f, one, part, re, im)
    for i in range(64):
        a[at + i], a[part + at + i] = -a[room + i], -a[part + room + i]
    return True


@vectorised
def scale_complex_row(a: Any, at: int, part: int, re: float, im: float) -> None:
    """Eight complex numbers times another."""
    for m in range(8):
        x, y = a[at + m], a[part + at + m]
        a[at + m], a[part + at + m] = x * re - y * im, x * im + y * re


@vectorised
def subtract_multiple(a: Any, at: int, row: int, part: int, re: float, im: float) -> None:
    """Eight complex numbers less others times one."""
    subtract_row(a, at, row, re)
    subtract_row(a, at, part + row, -im)
    subtract_row(a, part + at, part + row, re)
    subtract_row(a, part + at, row, im)
