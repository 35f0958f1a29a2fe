r"""The plan of a factorisation: which unknowns stand in which dense front, and where every number goes.

Found once for a pattern, out of the elimination tree of its blocks (Liu 1990). A front holds its pivots and the later
unknowns that they touch; what is left of it after elimination is added to the front of its parent.

The order in which blocks of unknowns are eliminated.

Unknowns come in blocks: those of one body, those of one joint. In a saddle point the rows of a joint have no pivots of
their own; they get them, $-A M^{-1} A^T$, from the bodies that they join. So bodies go first, and what has to be
ordered well is the graph of joints: two are neighbours where they share a body. The minimum degree of SuperLU does
that; nested dissection by METIS gave a fifth less work on nets of 20,000 links, and no gain in time. Without exchange
of rows between blocks this is as stable as Cholesky's method on $A M^{-1} A^T$.

A body with very many joints would make all of them neighbours. It goes last instead; pivots then say whether that was
possible.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import Any

import lazy_loader
import numpy as np

scipy = lazy_loader.load("scipy")

HUB = 24
"""A body with more joints than this goes last."""


@dataclass(frozen=True, eq=False)
class UnknownBlocks:
    """Unknowns in blocks: the block of every unknown, and for every block whether it waits for its neighbours."""

    of: np.ndarray
    waits: np.ndarray

    @property
    def count(self) -> int:
        """How many blocks."""
        return len(self.waits)


def elimination_order(graph: Any, waits: np.ndarray) -> np.ndarray:
    """Blocks in the order of their elimination; `graph` is their symmetric adjacency (CSR, no diagonal)."""
    joints = np.flatnonzero(waits)
    degrees = np.diff(graph.indptr)
    coupled = np.asarray(graph[:, ~waits].sum(axis=1)).ravel() > 0
    simple = ~waits & ~coupled & (degrees <= HUB)
    hubs = ~waits & (degrees > HUB)
    rest = np.flatnonzero(~simple)
    across = graph[rest][:, np.flatnonzero(simple)]
    left = graph[rest][:, rest] + across @ across.T
    rank = np.empty(len(rest))
    rank[fill_reducing(left)] = np.arange(len(rest))
    places = np.full(graph.shape[0], -1.0)
    places[rest] = rank
    places[hubs] += len(rest)
    # Rows wait for the bodies among their neighbours; for hubs where they have no others.
    alone = np.asarray(graph[joints][:, ~waits & ~hubs].sum(axis=1)).ravel() == 0
    after = places.copy()
    for rows, bodies in ((joints, ~waits & ~hubs), (joints[alone], hubs)):
        met = graph[rows][:, bodies].tocoo()
        np.maximum.at(after, rows[met.row], places[np.flatnonzero(bodies)[met.col]] + 0.5)
    return np.lexsort((np.arange(len(after)), after))


def fill_reducing(graph: Any) -> np.ndarray:
    """Vertices of a symmetric graph in an order that keeps factors sparse."""
    size = graph.shape[0]
    if size < 3:
        return np.arange(size)
    pattern = graph.tocsr()
    pattern.setdiag(0)
    pattern.eliminate_zeros()
    # SuperLU gives its order away with the factors only; those of a graph with one number a block are quick.
    pattern.data[:] = 1.0
    dominant = (pattern + scipy.sparse.identity(size) * (2.0 * size)).tocsc()
    found = scipy.sparse.linalg.splu(
        dominant, permc_spec="MMD_AT_PLUS_A", diag_pivot_thresh=0.0, options={"SymmetricMode": True}
    )
    return np.argsort(found.perm_c)


SPARE = 8
"""Numbers that every row of a front has to spare, for loops that take so many at a time."""
SMALL_FRONT = 16
"""Fronts with fewer pivots than this are joined to their parents more easily."""
WORTH_A_THREAD = 1e5
"""Work, in products of the sides of fronts, that must be saved by a second thread."""
PLACE_TYPE = np.int32
"""The numbers of places: half of the memory, and enough for two thousand million of them."""
WASTE = (0.6, 0.12)
"""The part of a joined front that may be zeros: of small fronts, of others."""


@dataclass(frozen=True, eq=False)
class FrontPlan:
    """Fronts in the order of their elimination, as flat tables. Unknowns are numbered in that order, too."""

    size: int
    order: np.ndarray
    """The unknowns in the order of elimination."""
    table: np.ndarray
    """For every front (fronts × 7): start of its unknowns, pivots, unknowns, start of its factors forward, first
    triplet, first child, start of its factors backward; and one row more for the ends."""
    unknowns: np.ndarray
    source: np.ndarray
    """Triplets front by front."""
    place: np.ndarray
    """Where each stands in its front."""
    children: np.ndarray
    """Of all fronts, those of a front last in, first out."""
    into: np.ndarray
    """For every unknown of a front behind its pivots its place in the parent's front, at the place of the unknown."""
    stored: int
    """Numbers in the factors."""
    widest: int
    stack: int
    """Numbers that wait for their parents at most."""

    @property
    def fronts(self) -> int:
        """How many."""
        return len(self.table) - 1

    @cached_property
    def split(self) -> tuple[int, int] | None:
        """A subtree, fronts [first, last), for a second thread while the first one does all before it; None for none.

        What comes behind waits for both: the subtree is that with which all of it is done soonest.
        """
        count, table = self.fronts, self.table
        work = np.concatenate([[0.0], np.cumsum(table[:-1, 1].astype(float) * table[:-1, 2] ** 2)])
        starts = np.arange(count)
        for s in range(count):
            for c in self.children[table[s, 5] : table[s + 1, 5]]:
                starts[s] = min(starts[s], starts[c])
        ends = np.arange(1, count + 1)
        soonest = np.maximum(work[starts], work[ends] - work[starts]) + work[-1] - work[ends]
        best = int(np.argmin(soonest))
        return (int(starts[best]), best + 1) if work[-1] - soonest[best] > WORTH_A_THREAD else None


def plan_fronts(rows: np.ndarray, columns: np.ndarray, size: int, blocks: UnknownBlocks) -> FrontPlan:
    """The plan for a matrix of triplets at rows and columns."""
    one, other = blocks.of[rows], blocks.of[columns]
    apart = one != other
    ends = np.concatenate([one[apart], other[apart]]), np.concatenate([other[apart], one[apart]])
    graph = scipy.sparse.csr_matrix((np.ones(len(ends[0])), ends), shape=(blocks.count, blocks.count))
    order = elimination_order(graph, blocks.waits)
    sizes = np.bincount(blocks.of, minlength=blocks.count)
    tree = _Tree(graph, order, sizes)
    return _tables(tree, rows, columns, size, blocks)


class _Tree:
    """Fronts of blocks: pivots and what stands behind them, joined where that is worth it, in postorder."""

    def __init__(self, graph: Any, order: np.ndarray, sizes: np.ndarray) -> None:
        count = len(order)
        permuted = graph[order][:, order].tocsr()
        width = sizes[order].tolist()
        behind, parent = _structures(permuted, count)
        kids: list[list[int]] = [[] for _ in range(count)]
        for k, p in enumerate(parent):
            if p >= 0:
                kids[p].append(k)
        pivots = [[k] for k in range(count)]
        heavy = [sum(width[x] for x in s) for s in behind]
        wide = list(width)
        zeros = [0] * count
        alive = [True] * count
        for k in range(count):
            # Children come before parents: the one that leaves the most behind is tried first.
            for c in sorted(kids[k], key=lambda c: -heavy[c]):
                total = wide[c] + wide[k]
                added = wide[c] * (wide[k] + heavy[k] - heavy[c])
                waste = zeros[c] + zeros[k] + added
                limit = WASTE[0] if total <= SMALL_FRONT else WASTE[1]
                if waste <= limit * total * (total + 2 * heavy[k]) / 2 and (added == 0 or len(kids[c]) > 0):
                    pivots[k] = pivots[c] + pivots[k]
                    wide[k], zeros[k], alive[c] = total, waste, False
                    kids[k] = [x for x in kids[k] if x != c] + kids[c]
        self.order, self.sizes = order, sizes
        self.pivots: list[list[int]] = []
        self.behind: list[set[int]] = []
        self.children: list[list[int]] = []
        self._walk([k for k in range(count) if alive[k] and parent[k] < 0], kids, pivots, behind)

    def _walk(self, roots: list[int], kids: list[list[int]], pivots: list[list[int]], behind: Any) -> None:
        """Fronts in postorder."""
        number: dict[int, int] = {}
        todo = [(k, False) for k in reversed(roots)]
        while todo:
            k, is_open = todo.pop()
            if not is_open:
                todo.append((k, True))
                todo += [(c, False) for c in kids[k]]
                continue
            number[k] = len(self.pivots)
            self.pivots.append(sorted(pivots[k]))
            self.behind.append(behind[k])
            self.children.append([number[c] for c in kids[k]])


def _structures(graph: Any, count: int) -> tuple[list[set[int]], list[int]]:
    """(the later blocks that every block touches after elimination, the first of them)."""
    behind: list[set[int]] = []
    parent = [-1] * count
    waiting: list[list[int]] = [[] for _ in range(count)]
    indptr, indices = graph.indptr.tolist(), graph.indices.tolist()
    for k in range(count):
        found = {x for x in indices[indptr[k] : indptr[k + 1]] if x > k}
        for c in waiting[k]:
            found |= behind[c]
        found.discard(k)
        behind.append(found)
        if found:
            parent[k] = min(found)
            waiting[parent[k]].append(k)
    return behind, parent


def _tables(tree: _Tree, rows: np.ndarray, columns: np.ndarray, size: int, blocks: UnknownBlocks) -> FrontPlan:
    count = len(tree.pivots)
    # Blocks in postorder, then unknowns.
    sequence = np.array([k for p in tree.pivots for k in p], dtype=np.int64)
    position = np.empty(len(sequence), dtype=np.int64)
    position[sequence] = np.arange(len(sequence))
    block_rank = np.empty(len(sequence), dtype=np.int64)
    block_rank[tree.order[sequence]] = np.arange(len(sequence))
    order = np.argsort(block_rank[blocks.of], kind="stable")
    rank = np.empty(size, dtype=PLACE_TYPE)
    rank[order] = np.arange(size)
    widths = tree.sizes[tree.order[sequence]]
    first = np.concatenate([[0], np.cumsum(widths)])
    # Unknowns of every front.
    lists = [
        np.concatenate([position[p], np.sort(position[list(b)])]) if b else position[p]
        for p, b in zip(tree.pivots, tree.behind, strict=True)
    ]
    held = np.concatenate(lists)
    starts = np.repeat(first[held], widths[held])
    inner = np.arange(len(starts)) - np.repeat(np.cumsum(widths[held]) - widths[held], widths[held])
    unknowns = starts + inner
    ends = np.cumsum([widths[x].sum() for x in lists])
    begin = np.concatenate([[0], ends])
    pivots = np.array([int(tree.sizes[tree.order[p]].sum()) for p in tree.pivots], dtype=np.int64)
    totals = np.diff(begin)
    return _filled(tree, order, rank, (begin, pivots, totals, unknowns), (rows, columns), size, count)


def _filled(tree: _Tree, order: np.ndarray, rank: np.ndarray, fronts: Any, at: Any, size: int, count: int) -> FrontPlan:
    begin, pivots, totals, unknowns = fronts
    keys = np.repeat(np.arange(count), totals) * size + unknowns
    owner = np.repeat(np.arange(count, dtype=PLACE_TYPE), pivots)
    one, other = rank[at[0]], rank[at[1]]
    front = owner[np.minimum(one, other)]
    source = np.argsort(front, kind="stable").astype(PLACE_TYPE)
    # Looked for in the order of fronts, triplets find their places where the last ones were.
    front, one, other = front[source], one[source], other[source]
    i, j = (np.searchsorted(keys, front * np.int64(size) + x) - begin[front] for x in (one, other))
    children = np.array([c for kids in tree.children for c in kids], dtype=np.int64)
    first_child = np.concatenate([[0], np.cumsum([len(kids) for kids in tree.children])])
    parent = np.full(count, -1)
    parent[children] = np.repeat(np.arange(count), np.diff(first_child))
    of = np.repeat(parent, totals)
    into = np.searchsorted(keys, of * size + unknowns) - begin[np.maximum(of, 0)]
    behind = totals - pivots
    triangle = pivots * (pivots - 1) // 2
    low = np.concatenate([[0], np.cumsum(triangle + pivots * behind)])
    # What goes backward begins with the last front.
    upper = np.cumsum((triangle + pivots + pivots * behind)[::-1])
    high = low[-1] + np.append(np.concatenate([[0], upper])[-2::-1], upper[-1:])
    entry = np.concatenate([[0], np.cumsum(np.bincount(front, minlength=count))])
    table = np.zeros((count + 1, 7), dtype=np.int64)
    for k, column in enumerate((begin, np.append(pivots, 0), np.append(totals, 0), low, entry, first_child, high)):
        table[:, k] = column
    return FrontPlan(
        size,
        order.astype(PLACE_TYPE),
        table,
        unknowns.astype(PLACE_TYPE),
        source,
        (i * (totals[front] + SPARE) + j).astype(PLACE_TYPE),
        children.astype(PLACE_TYPE),
        into.astype(PLACE_TYPE),
        int(high[-1]),
        int(totals.max(initial=1)),
        _deepest(behind.tolist(), tree.children),
    )


def _deepest(behind: list[int], children: list[list[int]]) -> int:
    """How many numbers wait at most, while fronts are taken in order."""
    now = most = 0
    for size, kids in zip(behind, children, strict=True):
        now += size * size - sum(behind[c] ** 2 for c in kids)
        most = max(most, now)
    return max(most, 1)
