r"""Loops over dense fronts: factors, and solutions with them.

Each front is factored without exchange of rows beyond its own pivots,

$$ \begin{pmatrix} F_{11} & F_{12} \\ F_{21} & F_{22} \end{pmatrix} \to
   P F_{11} = L U,\quad L^{-1} P F_{12},\quad F_{21} U^{-1},\quad F_{22} - F_{21} F_{11}^{-1} F_{12} . $$

Its factors lie one after the other: L\U by rows, $L^{-1} P F_{12}$ by rows, $F_{21} U^{-1}$ by columns, so that all
long loops run along memory.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from ..compiled import loop

FACTOR, SOLVE = 0, 1
PANEL = 8
"""Pivots that are eliminated together."""
TILE = 8
"""Columns that are updated together: rows of a front have so many numbers to spare."""
DONE, SINGULAR = 0, 1
VANISHED = 1e-14
"""A pivot below this part of the largest entry of its front's pivots is none."""


def run(
    task: int,
    table: Any,
    unknowns: Any,
    source: Any,
    place: Any,
    children: Any,
    into: Any,
    order: Any,
    triplets: Any,
    factors: Any,
    exchanged: Any,
    front: Any,
    stack: Any,
    tile: Any,
    x: Any,
    b: Any,
) -> int:
    """Factors of the triplets, or the solution for `b`, left in it; `x` is memory."""
    if task == FACTOR:
        return factor(table, unknowns, source, place, children, into, triplets, factors, exchanged, front, stack, tile)
    for i in range(len(order)):
        x[i] = b[order[i]]
    forward(table, unknowns, factors, exchanged, x, front)
    backward(table, unknowns, factors, x, front)
    for i in range(len(order)):
        b[order[i]] = x[i]
    return DONE


@loop
def factor(
    table: Any,
    unknowns: Any,
    source: Any,
    place: Any,
    children: Any,
    into: Any,
    triplets: Any,
    factors: Any,
    exchanged: Any,
    front: Any,
    stack: Any,
    tile: Any,
) -> int:
    """All fronts, children before parents; what they leave waits on a stack."""
    top = 0
    done = 0
    for s in range(len(table) - 1):
        n, m = table[s, 1], table[s, 2]
        width = m + TILE
        for i in range(m * width):
            front[i] = 0.0
        for e in range(table[s, 4], table[s + 1, 4]):
            front[place[e]] += triplets[source[e]]
        for k in range(table[s, 5], table[s + 1, 5]):
            c = children[k]
            behind = table[c, 2] - table[c, 1]
            top -= behind * behind
            gather(front, width, stack, top, behind, into, table[c, 0] + table[c, 1])
        if not eliminate(front, n, m, exchanged, done, tile):
            return SINGULAR
        keep(front, n, m, factors, table[s, 3])
        for i in range(n, m):
            for j in range(n, m):
                stack[top] = front[i * width + j]
                top += 1
        done += n
    return DONE


@loop
def gather(front: Any, width: int, stack: Any, top: int, behind: int, into: Any, first: int) -> None:
    """Adds what a child left."""
    for i in range(behind):
        row = into[first + i] * width
        at = top + i * behind
        for j in range(behind):
            front[row + into[first + j]] += stack[at + j]


@loop
def eliminate(front: Any, n: int, m: int, exchanged: Any, done: int, tile: Any) -> bool:
    """The first n of m unknowns of a front, rows exchanged among them only; False where a pivot vanishes."""
    width = m + TILE
    largest = 0.0
    for i in range(n):
        for j in range(n):
            largest = max(largest, abs(front[i * width + j]))
    if not largest < 1e300:
        return False
    for first in range(0, n, PANEL):
        last = min(first + PANEL, n)
        for k in range(first, last):
            at = k
            for i in range(k + 1, n):
                if abs(front[i * width + k]) > abs(front[at * width + k]):
                    at = i
            exchanged[done + k] = at
            if not abs(front[at * width + k]) > VANISHED * largest:
                return False
            if at != k:
                for j in range(m):
                    front[k * width + j], front[at * width + j] = front[at * width + j], front[k * width + j]
            reciprocal = 1.0 / front[k * width + k]
            for i in range(k + 1, m):
                front[i * width + k] *= reciprocal
                factor_ = front[i * width + k]
                for j in range(k + 1, last):
                    front[i * width + j] -= factor_ * front[k * width + j]
        rows_of_panel(front, m, width, first, last)
        update(front, m, width, first, last, tile)
    return True


@loop
def rows_of_panel(front: Any, m: int, width: int, first: int, last: int) -> None:
    """The rows of a panel right of it."""
    for k in range(first, last):
        for i in range(k + 1, last):
            factor_ = front[i * width + k]
            for j in range(last, m):
                front[i * width + j] -= factor_ * front[k * width + j]


@loop
def update(front: Any, m: int, width: int, first: int, last: int, tile: Any) -> None:
    """What is right of a panel and below it, eight columns at a time: their part of the panel is copied beside."""
    count = last - first
    for column in range(last, m, TILE):
        for k in range(count):
            for j in range(TILE):
                tile[k * TILE + j] = front[(first + k) * width + column + j]
        for i in range(last, m):
            one_row(front, i * width + column, i * width + first, count, tile)


@loop
def one_row(front: Any, at: int, left: int, count: int, tile: Any) -> None:
    """Eight numbers of a row, which stay in registers."""
    a, b, c, d = front[at], front[at + 1], front[at + 2], front[at + 3]
    e, f, g, h = front[at + 4], front[at + 5], front[at + 6], front[at + 7]
    for k in range(count):
        x, q = front[left + k], k * TILE
        a -= x * tile[q]
        b -= x * tile[q + 1]
        c -= x * tile[q + 2]
        d -= x * tile[q + 3]
        e -= x * tile[q + 4]
        f -= x * tile[q + 5]
        g -= x * tile[q + 6]
        h -= x * tile[q + 7]
    front[at], front[at + 1], front[at + 2], front[at + 3] = a, b, c, d
    front[at + 4], front[at + 5], front[at + 6], front[at + 7] = e, f, g, h


@loop
def keep(front: Any, n: int, m: int, factors: Any, at: int) -> None:
    """Copies the factors of a front to where they stay."""
    width = m + TILE
    for i in range(n):
        for j in range(n):
            factors[at + i * n + j] = front[i * width + j]
    at += n * n
    behind = m - n
    for i in range(n):
        for j in range(behind):
            factors[at + i * behind + j] = front[i * width + n + j]
    at += n * behind
    for j in range(behind):
        for i in range(n):
            factors[at + i * behind + j] = front[(n + j) * width + i]


@loop
def forward(table: Any, unknowns: Any, factors: Any, exchanged: Any, x: Any, below: Any) -> None:
    """L⁻¹ with all exchanges."""
    done = 0
    for s in range(len(table) - 1):
        start, n, at = table[s, 0] + table[s, 1], table[s, 1], table[s, 3]
        behind = table[s, 2] - n
        for k in range(n):
            other = exchanged[done + k]
            if other != k:
                x[done + k], x[done + other] = x[done + other], x[done + k]
        for i in range(n):
            total = x[done + i]
            for j in range(i):
                total -= factors[at + i * n + j] * x[done + j]
            x[done + i] = total
        at += n * n + n * behind
        for j in range(behind):
            below[j] = 0.0
        for i in range(n):
            value = x[done + i]
            for j in range(behind):
                below[j] += value * factors[at + i * behind + j]
        for j in range(behind):
            x[unknowns[start + j]] -= below[j]
        done += n


@loop
def backward(table: Any, unknowns: Any, factors: Any, x: Any, below: Any) -> None:
    """U⁻¹."""
    done = len(x)
    for s in range(len(table) - 2, -1, -1):
        start, n, at = table[s, 0] + table[s, 1], table[s, 1], table[s, 3]
        behind = table[s, 2] - n
        done -= n
        for j in range(behind):
            below[j] = x[unknowns[start + j]]
        for i in range(n):
            x[done + i] -= along(factors, at + n * n + i * behind, below, behind)
        for i in range(n - 1, -1, -1):
            total = x[done + i]
            for j in range(i + 1, n):
                total -= factors[at + i * n + j] * x[done + j]
            x[done + i] = total / factors[at + i * n + i]


@loop
def along(a: Any, at: int, b: Any, n: int) -> float:
    """A scalar product in eight sums, which need not wait for each other."""
    p = q = r = s = t = u = v = w = 0.0
    j = 0
    while j + 8 <= n:
        p += a[at + j] * b[j]
        q += a[at + j + 1] * b[j + 1]
        r += a[at + j + 2] * b[j + 2]
        s += a[at + j + 3] * b[j + 3]
        t += a[at + j + 4] * b[j + 4]
        u += a[at + j + 5] * b[j + 5]
        v += a[at + j + 6] * b[j + 6]
        w += a[at + j + 7] * b[j + 7]
        j += 8
    while j < n:
        p += a[at + j] * b[j]
        j += 1
    return ((p + q) + (r + s)) + ((t + u) + (v + w))


def examples() -> dict[str, tuple[Any, ...]]:
    """Arguments by which another process compiles the loop: one front of one unknown."""
    table = np.array([[0, 1, 1, 0, 0, 0], [1, 0, 0, 1, 1, 0]])
    none, zero = np.zeros(0, dtype=np.int64), np.zeros(1, dtype=np.int64)
    memory = (np.zeros(1), zero.copy(), np.zeros(1 + TILE), np.zeros(1), np.zeros(PANEL * TILE), np.zeros(1))
    return {"run": (FACTOR, table, zero, zero, zero, none, zero, zero, np.ones(1), *memory, np.zeros(1))}
