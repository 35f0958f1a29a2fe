"""Memory of the matrices that loops of absolute systems solve with: dense where they are small, else fronts."""

from __future__ import annotations

import numpy as np

from ..numerics.block_lu import BlockFactors
from ..numerics.block_plan import no_blocks
from ..numerics.multifrontal import UnknownBlocks
from ..numerics.multifrontal.loops import FrontMemory, FrontTables
from ..numerics.sparse import Pattern
from .evaluate import ElementCalls
from .saddle_loops import SaddleFactors

DENSE_SADDLE_SIZE = 80
"""Unknowns up to which factors are dense where blocks have no pivots: below, they take less time than fronts, or little
more."""
BLOCK_SADDLE_SIZE = 2000
"""Unknowns up to which blocks are tried."""


def block_factors(pattern: Pattern, source: np.ndarray, is_complex: bool = False) -> BlockFactors:
    """Memory for factors in blocks of some of the entries of a pattern; none where fronts are quicker."""
    if pattern.size > BLOCK_SADDLE_SIZE:
        return no_blocks()
    plan = pattern.block_plan(source)
    if not plan.is_sparse:
        return no_blocks()
    return plan.factors(pattern.rows[source], pattern.columns[source], source, is_complex)


def stored_factors(
    pattern: Pattern,
    triplets: int,
    places: int = 0,
    source: np.ndarray | None = None,
    doubles: bool = False,
) -> SaddleFactors:
    """Memory of a matrix of so many triplets, behind which its diagonal stands; it is known by so many coordinates.

    `source` are the entries that are not zero, where blocks need to know of less than the pattern holds; a pattern that
    `doubles` has the parts of complex numbers side by side, and no blocks.
    """
    side = pattern.size if pattern.size <= DENSE_SADDLE_SIZE * (2 if doubles else 1) else 0
    right, found, left = np.zeros((3, pattern.size))
    seen = pattern.seen if source is None else source
    own = np.arange(triplets) if source is None else source[source < triplets]
    own = own[np.argsort(pattern.rows[own], kind="stable")]
    return SaddleFactors(
        rows=pattern.rows,
        columns=pattern.columns,
        entries=np.zeros(len(pattern.rows)),
        exact=triplets,
        first=np.searchsorted(pattern.rows[own], np.arange(pattern.size + 1)),
        by_row=own.astype(np.int64),
        blocks=no_blocks() if doubles else block_factors(pattern, seen),
        matrix=np.zeros((side, side)),
        pivots=np.zeros(side, dtype=np.int64),
        plan=_no_fronts() if side else pattern.fronts.tables,
        room=_no_room() if side else pattern.fronts.memory(),
        right=right,
        found=found,
        left=left,
        made=np.zeros(3, dtype=np.int64),
        at=np.zeros(places),
    )


def triplet_pattern(size: int, rows: np.ndarray, columns: np.ndarray, blocks: UnknownBlocks) -> Pattern:
    """Where triplets stand, in the order in which they are given."""
    return Pattern(size, rows, columns, blocks, np.arange(len(rows), dtype=np.int32))


def doubled_pattern(pattern: Pattern, triplets: int) -> Pattern:
    """The pattern of (re, −im; im, re) for every entry, both parts of an unknown side by side; the diagonal, behind the
    triplets, is real."""
    re, im = 2 * pattern.rows, 2 * pattern.columns
    rows = np.stack([re, re, re + 1, re + 1], axis=1)[:triplets].ravel()
    columns = np.stack([im, im + 1, im, im + 1], axis=1)[:triplets].ravel()
    diagonal = np.arange(2 * pattern.size, dtype=np.int32)
    blocks = UnknownBlocks(np.repeat(pattern.blocks.of, 2), pattern.blocks.waits)
    return triplet_pattern(
        2 * pattern.size, np.concatenate([rows, diagonal]), np.concatenate([columns, diagonal]), blocks
    )


def no_calls(memory: np.ndarray) -> ElementCalls:
    """An evaluation of nothing."""
    places, numbers = np.zeros(0, dtype=np.int32), np.zeros(0)
    return ElementCalls(
        memory, places, numbers, np.zeros((0, 6), dtype=np.int64), numbers, places, numbers, np.zeros(1)
    )


def _no_fronts() -> FrontTables:
    """A plan without fronts, of the kinds of arrays that plans have."""
    places = np.zeros(0, dtype=np.int32)
    return FrontTables(np.zeros((0, 7), dtype=np.int64), *[places] * 6)


def _no_room() -> FrontMemory:
    numbers = np.zeros(0)
    return FrontMemory(numbers, np.zeros(0, dtype=np.int64), *[numbers] * 6)
