"""Sparse matrices to factor."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from linkwork.numerics.multifrontal import UnknownBlocks
from linkwork.numerics.multifrontal.plan import HUB
from linkwork.numerics.sparse import Pattern

EPSILON = 1e-10


def saddle(
    bodies: int, joints: Sequence[tuple[int, ...]], springs: Sequence[tuple[int, int]] = ()
) -> tuple[Pattern, np.ndarray]:
    """A saddle point: blocks of six for bodies, three rows a joint, springs between bodies; its triplets."""
    rng = np.random.default_rng(0)
    size = 6 * bodies + 3 * len(joints)
    whole = np.zeros((size, size))

    def at(body: int) -> slice:
        return slice(6 * body, 6 * body + 6)

    for b in range(bodies):
        whole[at(b), at(b)] += np.diag(rng.uniform(1.0, 2.0, 6)) + 0.1 * rng.normal(size=(6, 6))
    for a, b in springs:
        whole[at(a), at(b)] += 0.05 * rng.normal(size=(6, 6))
        whole[at(b), at(a)] += 0.05 * rng.normal(size=(6, 6))
    for k, joint in enumerate(joints):
        rows = slice(6 * bodies + 3 * k, 6 * bodies + 3 * k + 3)
        for b in joint:
            A = rng.normal(size=(3, 6))
            whole[rows, at(b)] = A
            whole[at(b), rows] = A.T
        whole[rows, rows] -= EPSILON * np.eye(3)
    i, j = np.nonzero(whole)
    of = np.concatenate([np.repeat(np.arange(bodies), 6), bodies + np.repeat(np.arange(len(joints)), 3)])
    blocks = UnknownBlocks(of, np.arange(bodies + len(joints)) >= bodies)
    # Every entry in two parts: triplets on one place are added.
    values = whole[i, j]
    both = np.tile(i, 2), np.tile(j, 2)
    return Pattern(size, *both, blocks, np.arange(2 * len(i))), np.concatenate([0.25 * values, 0.75 * values])


RING = [(k, (k + 1) % 9) for k in range(9)] + [(0,)]


GRID = [(3 * i + j, 3 * i + j + 1) for i in range(3) for j in range(2)]


STAR = [(0, k) for k in range(1, HUB + 4)] + [(0,)]


# Two clusters of nine bodies, each with springs among all of them: fronts of several blocks of pivots.
CLUSTERS = [(k + a, k + b) for k in (0, 9) for a in range(9) for b in range(a)]


CASES = {
    "ring": (9, RING, []),
    "grid": (9, GRID, []),
    "springs": (9, GRID[:5], GRID[5:]),
    "springs alone": (9, [], GRID),
    "hub": (HUB + 4, STAR, []),
    "clusters": (18, [(0, 9), (3, 12)], CLUSTERS),
    "apart": (4, [(0, 1)], [(2, 3)]),
}
