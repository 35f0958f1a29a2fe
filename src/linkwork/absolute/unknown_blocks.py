"""Unknowns of the sparse system in blocks: what is eliminated together."""

from __future__ import annotations

from typing import Any

import lazy_loader
import numpy as np

from ..numerics.multifrontal import UnknownBlocks

scipy = lazy_loader.load("scipy")


def blocks_of(system: Any) -> UnknownBlocks:
    """A block for every body, and one for every element with rows or unknowns of its own: these wait for bodies.

    Rows on unknowns of others have no pivot before these have: every such row stands in the block of an unknown that no
    other such row was given.
    """
    bodies = len(system.bodies.names)
    count = bodies
    of = np.empty(system.size + system.rows, dtype=np.int64)
    of[: 6 * bodies] = np.repeat(np.arange(bodies), 6)
    for group in system.groups:
        if len(group.rows) + len(group.mine):
            numbers = count + np.arange(group.count)
            of[system.size + group.rows] = numbers
            of[6 * bodies + group.mine] = numbers
            count += group.count
    rows, unknowns = _given(system)
    of[system.size + rows] = of[unknowns]
    used, of = np.unique(of, return_inverse=True)
    return UnknownBlocks(of, used >= bodies)


def _given(system: Any) -> tuple[np.ndarray, np.ndarray]:
    """(rows on unknowns of others, the unknown that each is given): as many as can be."""
    ends: list[tuple[np.ndarray, np.ndarray]] = []
    for group in system.groups:
        if group.shares:
            at = group.entries("tangent")["reactions"]
            ends.append((group.rows[at.rows].ravel(), group.dofs[at.columns].ravel()))
    if not ends:
        return np.zeros(0, dtype=np.int64), np.zeros(0, dtype=np.int64)
    rows, unknowns = (np.concatenate(side) for side in zip(*ends, strict=True))
    graph = scipy.sparse.csr_matrix((np.ones(len(rows)), (rows, unknowns)), shape=(system.rows, system.size))
    match = scipy.sparse.csgraph.maximum_bipartite_matching(graph, perm_type="column")
    found = np.flatnonzero(match >= 0)
    return found, match[found].astype(np.int64)
