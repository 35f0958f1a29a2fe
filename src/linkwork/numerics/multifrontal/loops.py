r"""Loops over dense fronts: factors, and solutions with them.

Each front is factored with exchange of rows among its own pivots only,

$$ \begin{pmatrix} F_{11} & F_{12} \\ F_{21} & F_{22} \end{pmatrix} \to
   P F_{11} = L U,\quad L^{-1} P F_{12},\quad F_{21} U^{-1},\quad F_{22} - F_{21} F_{11}^{-1} F_{12} . $$

Unknowns differ in their units, and what is left of a joint's rows by a body as light as a needle is a thousand million
times what others leave. A pivot is therefore compared with its own *peak*, the largest number that its place on the
diagonal has held on the way: rows are exchanged where, by the roots of both peaks, another entry of the column is much
larger. Where rows repeat each other, nothing but rounding is left of the peak; such a pivot becomes a small part of the
peak (static pivoting), and refinement on the matrix itself takes out what that did.

Solutions read factors once, from the first number to the last. What goes forward stands front by front: the rows of
L, then $F_{21} U^{-1}$, eight rows side by side and those left over one by one. What goes backward stands behind it in
the order in which it is needed, from the last row of the last front on: the reciprocal of the pivot, the row of U, that
of $L^{-1} P F_{12}$.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np

from ...kernels.loops import loop
from ..tiles import LOOP_TILE_ROWS, TILE, eight_sums, less_products, subtract_from_row, subtract_from_rows, tiled_dot

FACTOR_TASK, SOLVE_TASK = 0, 1
PANEL = 8
"""Pivots that are eliminated together."""
BLOCK = 32
"""Pivots, several panels of them, whose columns are brought up to date before those right of them are."""
_BESIDE = 8
"""Tiles of columns that are brought up to date together."""
TILE_MEMORY = BLOCK * _BESIDE * TILE
"""Numbers of the tiles beside a front."""
FACTORS_MADE, PIVOT_LOST = 0, 1
VANISHED = 1e-10
"""A pivot below this part of its peak is rounding, and so much of the peak is put in its place."""
PREFERRED = 100.0
"""The diagonal is a pivot unless the square of another entry of its column, by their peaks, is so many times larger."""
WEAK_DIAGONAL = 1e-4
"""A diagonal below this part of its row says nothing of the peak that will stand there."""


class FrontTables(NamedTuple):
    """The plan of a factorisation, as `FrontPlan` describes it."""

    table: Any
    unknowns: Any
    source: Any
    place: Any
    children: Any
    into: Any
    order: Any


class FrontMemory(NamedTuple):
    """The factors of one matrix, and what making and using them needs."""

    factors: Any
    exchanged: Any
    """For every pivot, the row of its front that it was exchanged with."""
    peak: Any
    """Of every unknown, the largest number that its place on the diagonal has held."""
    row_peak: Any
    """The same of the rows of a front, which are exchanged."""
    front: Any
    stack: Any
    tile: Any
    x: Any


def run_fronts(task: int, plan: FrontTables, memory: FrontMemory, triplets: Any, b: Any) -> int:
    """Factors of the triplets, or the solution for `b`, left in it."""
    if task == FACTOR_TASK:
        return factor_fronts(plan, memory, triplets)
    order, x = plan.order, memory.x
    for i in range(len(order)):
        x[i] = b[order[i]]
    forward_substitution(plan.table, plan.unknowns, memory.factors, memory.exchanged, x, memory.tile)
    backward(plan.table, plan.unknowns, memory.factors, x, memory.front)
    for i in range(len(order)):
        b[order[i]] = x[i]
    return FACTORS_MADE


@loop
def factor_fronts(plan: FrontTables, memory: FrontMemory, triplets: Any) -> int:
    """All fronts, children before parents."""
    for i in range(len(memory.peak)):
        memory.peak[i] = 0.0
    if factor_range(plan, memory, triplets, 0, len(plan.table) - 1, 0, 0) < 0:
        return PIVOT_LOST
    return FACTORS_MADE


@loop
def factor_range(
    plan: FrontTables, memory: FrontMemory, triplets: Any, first: int, last: int, waiting: int, pivots: int
) -> int:
    """Fronts [first, last) of a plan, behind so many pivots; how much waits on the stack after them, −1 for a lost one.

    What fronts leave waits there, as do the numbers that `waiting` were left by others.
    """
    table, front, stack = plan.table, memory.front, memory.stack
    top = waiting
    done = pivots
    for s in range(first, last):
        n, m = table[s, 1], table[s, 2]
        width = m + TILE
        for i in range(m * width):
            front[i] = 0.0
        for e in range(table[s, 4], table[s + 1, 4]):
            front[plan.place[e]] += triplets[plan.source[e]]
        for k in range(table[s, 5], table[s + 1, 5]):
            c = plan.children[k]
            behind = table[c, 2] - table[c, 1]
            top -= behind * behind
            gather(front, width, stack, top, behind, plan.into, table[c, 0] + table[c, 1])
        if not find_peaks(front, n, m, memory.peak, memory.row_peak, done):
            return -1
        if not eliminate_front(front, n, m, memory, done):
            return -1
        keep_factors(front, n, m, memory.factors, table[s, 3], table[s, 6])
        for i in range(n, m):
            later = plan.unknowns[table[s, 0] + i]
            memory.peak[later] = max(memory.peak[later], abs(front[i * width + i]))
            for j in range(n, m):
                stack[top] = front[i * width + j]
                top += 1
        done += n
    return top


@loop
def gather(front: Any, width: int, stack: Any, top: int, behind: int, into: Any, first: int) -> None:
    """Adds what a child left."""
    for i in range(behind):
        row = into[first + i] * width
        at = top + i * behind
        for j in range(behind):
            front[row + into[first + j]] += stack[at + j]


@loop
def find_peaks(front: Any, n: int, m: int, peak: Any, row_peak: Any, done: int) -> bool:
    """Peaks of the pivots of a front, from its diagonal; False where an entry is not finite, or an unknown has none.

    Where the diagonal is weak, as of rows before their bodies are eliminated, it is what these will leave of the row,
    a²/peak; where these are weak too, the row itself.
    """
    width, total = m + TILE, 0.0
    for i in range(n):
        peak[done + i] = max(peak[done + i], abs(front[i * width + i]))
    for i in range(n):
        largest, left = 0.0, 0.0
        for j in range(n):
            size = abs(front[i * width + j])
            total += size
            largest = max(largest, size)
            if peak[done + j] > WEAK_DIAGONAL * size:
                left = max(left, size / peak[done + j] * abs(front[j * width + i]))
        if peak[done + i] <= WEAK_DIAGONAL * largest:
            peak[done + i] = max(peak[done + i], left if left > 0.0 else largest)
        row_peak[i] = peak[done + i]
    return total < 1e300


@loop
def eliminate_front(front: Any, n: int, m: int, memory: FrontMemory, done: int) -> bool:
    """The first n of m unknowns of a front, rows exchanged among them only; False where one has no pivot."""
    first, tile = 0, memory.tile
    # In wide fronts what is right of a block is touched once for its panels together.
    while n - first >= BLOCK:
        end = first + BLOCK
        for start in range(first, end, PANEL):
            if not eliminate_panel(front, start, start + PANEL, n, m, memory, done):
                return False
            update(front, m, start, start + PANEL, start + PANEL, end, tile)
        update(front, m, first, end, end, m, tile)
        first = end
    left = n - first
    panels = (left + PANEL - 1) // PANEL
    for panel in range(panels):
        start, last = first + left * panel // panels, first + left * (panel + 1) // panels
        if not eliminate_panel(front, start, last, n, m, memory, done):
            return False
        update(front, m, start, last, last, m, tile)
    return True


@loop
def eliminate_panel(front: Any, first: int, last: int, n: int, m: int, memory: FrontMemory, done: int) -> bool:
    """The columns of a panel; False where one has no pivot."""
    for k in range(first, last):
        if not pivot(front, k, last, n, m, memory.exchanged, memory.peak[done + k], memory.row_peak, done):
            return False
    rows_below(front, n, m, first, last, memory.tile)
    return True


@loop
def pivot(front: Any, k: int, last: int, n: int, m: int, exchanged: Any, peak: float, row_peak: Any, done: int) -> bool:
    """Eliminates one unknown from the rows of later pivots, within its panel; False where it has no pivot."""
    width, at, largest = m + TILE, k, 0.0
    if row_peak[k] > 0.0:
        largest = PREFERRED * front[k * width + k] * front[k * width + k] / row_peak[k]
    for i in range(k + 1, n):
        entry = front[i * width + k]
        if entry * entry > largest * row_peak[i] and entry != 0.0:
            at, largest = i, entry * entry / row_peak[i]
    exchanged[done + k] = at
    if at != k:
        for j in range(m):
            front[k * width + j], front[at * width + j] = front[at * width + j], front[k * width + j]
        row_peak[k], row_peak[at] = row_peak[at], row_peak[k]
    least = VANISHED * np.sqrt(peak * row_peak[k])
    if not abs(front[k * width + k]) > least:
        front[k * width + k] += least if front[k * width + k] > 0.0 else -least
        if front[k * width + k] == 0.0:
            return False
    reciprocal = 1.0 / front[k * width + k]
    for i in range(k + 1, n):
        front[i * width + k] *= reciprocal
        factor_ = front[i * width + k]
        for j in range(k + 1, last):
            front[i * width + j] -= factor_ * front[k * width + j]
    return True


@loop
def rows_below(front: Any, n: int, m: int, first: int, last: int, tile: Any) -> None:
    """The columns of a panel in rows without pivots, times U⁻¹.

    Eight columns at a time, whose part of U, with reciprocals for its diagonal, is copied beside. Where a panel has
    fewer, it is that of a unit matrix.
    """
    width, count = m + TILE, last - first
    for k in range(PANEL):
        for j in range(k + 1, PANEL):
            tile[k * TILE + j] = front[(first + k) * width + first + j] if j < count else 0.0
        tile[k * TILE + k] = 1.0 / front[(first + k) * width + first + k] if k < count else 1.0
    for i in range(n, m):
        times_inverse(front, i * width + first, tile)


@loop
def times_inverse(front: Any, at: int, t: Any) -> None:
    """Eight numbers of a row times the inverse of an upper triangle."""
    a = front[at] * t[0]
    b = (front[at + 1] - a * t[1]) * t[9]
    c = (front[at + 2] - a * t[2] - b * t[10]) * t[18]
    d = (front[at + 3] - a * t[3] - b * t[11] - c * t[19]) * t[27]
    e = (front[at + 4] - a * t[4] - b * t[12] - c * t[20] - d * t[28]) * t[36]
    f = (front[at + 5] - a * t[5] - b * t[13] - c * t[21] - d * t[29] - e * t[37]) * t[45]
    g = (front[at + 6] - a * t[6] - b * t[14] - c * t[22] - d * t[30] - e * t[38] - f * t[46]) * t[54]
    h = front[at + 7] - a * t[7] - b * t[15] - c * t[23] - d * t[31] - e * t[39] - f * t[47] - g * t[55]
    front[at], front[at + 1], front[at + 2], front[at + 3] = a, b, c, d
    front[at + 4], front[at + 5], front[at + 6], front[at + 7] = e, f, g, h * t[63]


@loop
def update(front: Any, m: int, first: int, last: int, begin: int, end: int, tile: Any) -> None:
    """Columns right of a panel or block: L⁻¹ of its own rows, copied beside, then the rows below.

    Several tiles of eight columns are taken together: of wide fronts every row lies on memory pages of its own, which
    are then asked for once for all of them, while the copies stay in the innermost cache.
    """
    width, count = m + TILE, last - first
    fours = last + (m - last) // LOOP_TILE_ROWS * LOOP_TILE_ROWS
    step = count * TILE
    for left in range(begin, end, _BESIDE * TILE):
        right = min(end, left + _BESIDE * TILE)
        at = 0
        for column in range(left, right, TILE):
            for k in range(count):
                row = (first + k) * width
                subtract_from_row(front, row + column, row + first, width, tile, at, k)
                for j in range(TILE):
                    tile[at + k * TILE + j] = front[row + column + j]
            at += step
        for i in range(last, fours, LOOP_TILE_ROWS):
            at = 0
            for column in range(left, right, TILE):
                subtract_from_rows(front, i * width + column, i * width + first, width, tile, at, count)
                at += step
        for i in range(fours, m):
            at = 0
            for column in range(left, right, TILE):
                subtract_from_row(front, i * width + column, i * width + first, width, tile, at, count)
                at += step


@loop
def keep_factors(front: Any, n: int, m: int, factors: Any, low: int, high: int) -> None:
    """Copies the factors of a front to where they stay."""
    width = m + TILE
    for i in range(1, n):
        for j in range(i):
            factors[low + j] = front[i * width + j]
        low += i
    whole = n + (m - n) // TILE * TILE
    for first in range(n, whole, TILE):
        for j in range(TILE):
            row = (first + j) * width
            for i in range(n):
                factors[low + i * TILE + j] = front[row + i]
        low += n * TILE
    for j in range(whole, m):
        for i in range(n):
            factors[low + i] = front[j * width + i]
        low += n
    for i in range(n - 1, -1, -1):
        factors[high] = 1.0 / front[i * width + i]
        high += 1
        for j in range(n - 1, i, -1):
            factors[high + n - 1 - j] = front[i * width + j]
        high += n - 1 - i
        for j in range(m - n):
            factors[high + j] = front[i * width + n + j]
        high += m - n


@loop
def forward_substitution(table: Any, unknowns: Any, factors: Any, exchanged: Any, x: Any, tile: Any) -> None:
    """L⁻¹ with all exchanges."""
    done = 0
    for s in range(len(table) - 1):
        n, behind, at = table[s, 1], table[s, 2] - table[s, 1], table[s, 3]
        for k in range(n):
            other = exchanged[done + k]
            if other != k:
                x[done + k], x[done + other] = x[done + other], x[done + k]
        for i in range(1, n):
            x[done + i] = less_products(x[done + i], factors, at, x, done, 1, i)
            at += i
        start = table[s, 0] + n
        end = start + behind
        for first in range(start, end - TILE + 1, TILE):
            eight_sums(factors, at, x, done, n, tile)
            for j in range(TILE):
                x[unknowns[first + j]] -= tile[j]
            at += n * TILE
        for j in range(end - behind % TILE, end):
            x[unknowns[j]] -= tiled_dot(factors, at, x, done, n)
            at += n
        done += n


@loop
def backward(table: Any, unknowns: Any, factors: Any, x: Any, below: Any) -> None:
    """U⁻¹."""
    done = len(x)
    for s in range(len(table) - 2, -1, -1):
        start, n, at = table[s, 0] + table[s, 1], table[s, 1], table[s, 6]
        behind = table[s, 2] - n
        done -= n
        for j in range(behind):
            below[j] = x[unknowns[start + j]]
        for i in range(n - 1, -1, -1):
            later = n - 1 - i
            total = x[done + i] - tiled_dot(factors, at + 1 + later, below, 0, behind)
            # The newest unknown comes last: the others need not wait for it.
            x[done + i] = less_products(total, factors, at + 1, x, done + n - 1, -1, later) * factors[at]
            at += 1 + later + behind
