"""The plan of `block_lu`: unknowns in blocks of at most eight, which of these touch each other, and what is done when.

Found once for a pattern. A tile is the part of the matrix where one block of unknowns meets another, eight by eight
numbers whatever the sizes of both.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property

import lazy_loader
import numpy as np

from .block_lu import BlockFactors
from .multifrontal.plan import UnknownBlocks, elimination_order
from .tiles import TILE

scipy = lazy_loader.load("scipy")

TILE_NUMBERS = TILE * TILE
"""Numbers in a tile."""
MOST_TILE_UPDATES = 10.0
"""Updates of tiles for every block from which on dense fronts, which read their numbers less often, are quicker.

Rings and chains have 2 to 6; a net of 40 links has 18, and takes 71 µs in tiles, 59 in fronts.
"""


def no_blocks() -> BlockFactors:
    """No plan, and no memory."""
    nothing, numbers = np.zeros(0, dtype=np.int64), np.zeros(0)
    rows = np.zeros((0, 4), dtype=np.int64)
    return BlockFactors(rows, rows, nothing, nothing, nothing, nothing, numbers, 0, numbers)


@dataclass(frozen=True, eq=False)
class BlockPlan:
    """Blocks in the order of their elimination, and all tiles that are not zero."""

    block: np.ndarray
    """Of every unknown, by the order of elimination."""
    lane: np.ndarray
    """Its place in the block."""
    tiles: dict[tuple[int, int], int]
    """(row of blocks, column of blocks) → number of the tile."""
    below: tuple[tuple[int, ...], ...]
    """For every block the later ones that it touches."""

    @classmethod
    def of(cls, rows: np.ndarray, columns: np.ndarray, blocks: UnknownBlocks) -> BlockPlan:
        """Of a matrix with entries at these places."""
        one, other = blocks.of[rows], blocks.of[columns]
        apart, count = one != other, blocks.count
        ends = np.concatenate([one[apart], other[apart]]), np.concatenate([other[apart], one[apart]])
        graph = scipy.sparse.csr_matrix((np.ones(len(ends[0])), ends), shape=(count, count))
        graph.data[:] = 1.0
        rank = np.empty(count, dtype=np.int64)
        rank[elimination_order(graph, blocks.waits)] = np.arange(count)
        place = np.lexsort((np.arange(len(blocks.of)), rank[blocks.of]))
        block, lane = np.empty((2, len(blocks.of)), dtype=np.int64)
        last, number, filled = -1, -1, 0
        for unknown in place.tolist():
            if rank[blocks.of[unknown]] != last or filled == TILE:
                last, filled, number = rank[blocks.of[unknown]], 0, number + 1
            block[unknown], lane[unknown] = number, filled
            filled += 1
        return cls(block, lane, *_filled(block[rows], block[columns], number + 1))

    @property
    def count(self) -> int:
        """Blocks."""
        return len(self.below)

    @cached_property
    def work(self) -> float:
        """Updates of tiles for every block."""
        return sum(len(x) ** 2 for x in self.below) / max(self.count, 1)

    @property
    def is_sparse(self) -> bool:
        """Whether tiles are quicker than fronts."""
        return self.work <= MOST_TILE_UPDATES

    def factors(
        self, rows: np.ndarray, columns: np.ndarray, source: np.ndarray, is_complex: bool = False
    ) -> BlockFactors:
        """Memory for the factors of matrices with entries at these places, which are some of a longer list."""
        sizes = np.bincount(self.block, minlength=self.count)
        table: list[list[int]] = []
        beside: list[list[int]] = []
        updates: list[int] = []
        for k, later in enumerate(self.below):
            table.append([sizes[k], self._at(k, k), len(beside), len(updates)])
            for i in later:
                beside.append([TILE * i, sizes[i], self._at(i, k), self._at(k, i)])
                updates += [self._at(i, j) for j in later]
        table.append([0, 0, len(beside), len(updates)])
        i, j = self.block[rows], self.block[columns]
        # Tiles are stored by columns: lanes are rows of the matrix.
        pairs = (i * self.count + j).astype(np.int64)
        known = np.array([k * self.count + m for k, m in self.tiles], dtype=np.int64)
        order = np.argsort(known)
        numbers = np.array(list(self.tiles.values()), dtype=np.int64)[order][np.searchsorted(known[order], pairs)]
        numbers_in = TILE_NUMBERS * (len(self.tiles) + 1)
        return BlockFactors(
            table=np.array(table, dtype=np.int64),
            beside=np.array(beside, dtype=np.int64).reshape(-1, 4),
            updates=np.array(updates, dtype=np.int64),
            source=np.array(source, dtype=np.int64),
            place=(TILE_NUMBERS * numbers + TILE * self.lane[columns] + self.lane[rows]).astype(np.int64),
            order=(TILE * self.block + self.lane).astype(np.int64),
            tiles=np.zeros(numbers_in * (3 if is_complex else 1)),
            part=numbers_in if is_complex else 0,
            x=np.zeros(TILE * (self.count + 2) * (3 if is_complex else 1)),
        )

    def _at(self, i: int, j: int) -> int:
        """Where the tile begins in memory."""
        return TILE_NUMBERS * self.tiles[i, j]


def _filled(
    rows: np.ndarray, columns: np.ndarray, count: int
) -> tuple[dict[tuple[int, int], int], tuple[tuple[int, ...], ...]]:
    """(tiles, the later blocks that every block touches), with what elimination adds."""
    later: list[set[int]] = [set() for _ in range(count)]
    for i, j in set(zip(rows.tolist(), columns.tolist(), strict=True)):
        if i != j:
            later[min(i, j)].add(max(i, j))
    for own in later:
        if own:
            # What is left of a block is joined to the first that it touches.
            first = min(own)
            later[first] |= own - {first}
    below = tuple(tuple(sorted(own)) for own in later)
    tiles: dict[tuple[int, int], int] = {}
    for k, touched in enumerate(below):
        for at in ((k, k), *((i, k) for i in touched), *((k, i) for i in touched)):
            tiles[at] = len(tiles)
    return tiles, below
