r"""Pairs of surfaces whose boxes overlap, found in a time nearly proportional to the number of surfaces.

Surfaces go into cubic cells of a grid by the centres of their boxes; the cells of level k have edges $2^k$, the least
power that is not below the longest edge of the box. So boxes overlap only in neighbouring cells of one level, and a
surface is compared with its own level and with coarser ones. Cells are found by hashing, their surfaces are chained.
Planes are everywhere and stand apart: each is compared with all surfaces.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np

from ...kernels.loops import vectorised
from .surfaces import PLANE, SurfaceTable
from .vectors import dot3

GRID_LEVELS = 64
"""Levels −32 … 31: edges of 2⁻³² to 2³¹ m."""
LOWEST = -32


class Grid(NamedTuple):
    """Memory of a broad phase, and the pairs that it found."""

    bounds: Any
    """(surfaces × 6): least and largest coordinates."""
    cell: Any
    """(surfaces × 4): level and cell of each surface."""
    edge: Any
    """(GRID_LEVELS): edge of the cells of each level."""
    used: Any
    """(GRID_LEVELS): how many surfaces each level has."""
    head: Any
    """The first surface of each bucket, −1 for none."""
    following: Any
    """The surface behind each one in its bucket."""
    pairs: Any
    """(capacity × 2): kinds in order, so that planes come first."""
    count: Any
    """How many pairs there are, and how many found no room."""


def broad_phase_grid(surfaces: int, capacity: int) -> Grid:
    """Memory for so many surfaces and pairs."""
    return Grid(
        np.zeros((surfaces, 6)),
        np.zeros((surfaces, 4), dtype=np.int64),
        2.0 ** np.arange(LOWEST, LOWEST + GRID_LEVELS),
        np.zeros(GRID_LEVELS, dtype=np.int64),
        np.zeros(2 * surfaces + 1, dtype=np.int64),
        np.zeros(surfaces, dtype=np.int64),
        np.zeros((capacity, 2), dtype=np.int64),
        np.zeros(2, dtype=np.int64),
    )


@vectorised
def find_pairs(table: SurfaceTable, place: Any, grid: Grid) -> None:
    """All pairs of surfaces of one group, on different bodies, whose bounds overlap."""
    grid.count[0], grid.count[1] = 0, 0
    fill_grid(table, grid)
    for s in range(len(table.kind)):
        if table.kind[s] == PLANE:
            pair_plane(table, place, grid, s)
        else:
            pair_with_neighbours(table, grid, s)


@vectorised
def fill_grid(table: SurfaceTable, grid: Grid) -> None:
    """Puts surfaces into their cells."""
    for k in range(GRID_LEVELS):
        grid.used[k] = 0
    for k in range(len(grid.head)):
        grid.head[k] = -1
    level = GRID_LEVELS // 2
    for s in range(len(table.kind)):
        if table.kind[s] == PLANE:
            continue
        low, cell = grid.bounds[s], grid.cell[s]
        longest = max(low[3] - low[0], max(low[4] - low[1], low[5] - low[2]))
        # Neighbours in the list are often alike: the search begins at the level before.
        while level > 0 and grid.edge[level - 1] >= longest:
            level -= 1
        while level < GRID_LEVELS - 1 and grid.edge[level] < longest:
            level += 1
        edge = grid.edge[level]
        cell[0] = level
        for axis in range(3):
            cell[1 + axis] = int(np.floor(0.5 * (low[axis] + low[3 + axis]) / edge))
        grid.used[level] += 1
        bucket = hashed(level, cell[1], cell[2], cell[3], len(grid.head))
        grid.following[s] = grid.head[bucket]
        grid.head[bucket] = s


@vectorised
def hashed(level: int, x: int, y: int, z: int, size: int) -> int:
    """The bucket of a cell."""
    return (level * 83492791 + x * 73856093 + y * 19349663 + z * 49979687) % size


@vectorised
def may_touch(table: SurfaceTable, s: int, t: int) -> bool:
    """Whether surfaces are of one group and on different bodies."""
    return table.group[s] == table.group[t] and table.body[s] != table.body[t]


@vectorised
def put_pair(table: SurfaceTable, grid: Grid, s: int, t: int) -> None:
    """Appends a pair: the lower kind first, among equals the lower number."""
    k = grid.count[0]
    if k >= len(grid.pairs):
        grid.count[1] += 1
        return
    is_ordered = table.kind[s] < table.kind[t] or (table.kind[s] == table.kind[t] and s < t)
    grid.pairs[k, 0], grid.pairs[k, 1] = (s if is_ordered else t), (t if is_ordered else s)
    grid.count[0] = k + 1


@vectorised
def pair_plane(table: SurfaceTable, place: Any, grid: Grid, plane: int) -> None:
    """Pairs of a plane with all surfaces whose box reaches below it."""
    nx, ny, nz = place[plane, 2], place[plane, 5], place[plane, 8]
    height = dot3(nx, ny, nz, place[plane, 9], place[plane, 10], place[plane, 11])
    for s in range(len(table.kind)):
        if table.kind[s] == PLANE or not may_touch(table, plane, s):
            continue
        low = grid.bounds[s]
        lowest = (
            nx * (low[0] if nx > 0.0 else low[3])
            + ny * (low[1] if ny > 0.0 else low[4])
            + nz * (low[2] if nz > 0.0 else low[5])
        )
        if lowest < height:
            put_pair(table, grid, plane, s)


@vectorised
def pair_with_neighbours(table: SurfaceTable, grid: Grid, s: int) -> None:
    """Pairs of a surface with those around it, of its own level and of coarser ones."""
    low = grid.bounds[s]
    own = grid.cell[s, 0]
    for level in range(own, GRID_LEVELS):
        if grid.used[level] == 0:
            continue
        edge = grid.edge[level]
        # A box of this level that overlaps has its centre within half an edge of the box of s.
        x_0, x_1 = int(np.floor((low[0] - 0.5 * edge) / edge)), int(np.floor((low[3] + 0.5 * edge) / edge))
        y_0, y_1 = int(np.floor((low[1] - 0.5 * edge) / edge)), int(np.floor((low[4] + 0.5 * edge) / edge))
        z_0, z_1 = int(np.floor((low[2] - 0.5 * edge) / edge)), int(np.floor((low[5] + 0.5 * edge) / edge))
        for x in range(x_0, x_1 + 1):
            for y in range(y_0, y_1 + 1):
                for z in range(z_0, z_1 + 1):
                    pair_with_cell(table, grid, s, level, x, y, z)


@vectorised
def pair_with_cell(table: SurfaceTable, grid: Grid, s: int, level: int, x: int, y: int, z: int) -> None:
    """Pairs of a surface with those of one cell."""
    low = grid.bounds[s]
    own = grid.cell[s, 0]
    t = grid.head[hashed(level, x, y, z, len(grid.head))]
    while t >= 0:
        cell = grid.cell[t]
        # Within a level every pair would be found twice.
        if cell[0] == level and cell[1] == x and cell[2] == y and cell[3] == z and (level > own or t > s):
            high = grid.bounds[t]
            if (
                low[0] < high[3]
                and high[0] < low[3]
                and low[1] < high[4]
                and high[1] < low[4]
                and low[2] < high[5]
                and high[2] < low[5]
                and may_touch(table, s, t)
            ):
                put_pair(table, grid, s, t)
        t = grid.following[t]
