r"""The order in which blocks of unknowns are eliminated.

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
