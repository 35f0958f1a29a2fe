"""Collocation on nodes that leave a gap: integrals of a polynomial through rates that are not asked for everywhere."""

from __future__ import annotations

from functools import cache

import numpy as np

NODES = 7
"""Nodes behind the gap."""
CLEAR = 0.5
"""Half the width of the gap, relative to the way to its middle."""
FIRST = 0.15
"""Where nodes begin if the gap is at the start."""


@cache
def gapped_nodes(middle: float) -> np.ndarray:
    """Nodes in [0, 1] around a gap; two before it, where there is room."""
    points = 0.5 * (np.polynomial.legendre.leggauss(NODES)[0] + 1.0)
    first = (1.0 + CLEAR) * middle if middle > 0.0 else FIRST
    before = [0.0, (1.0 - CLEAR) * middle] if middle > 0.0 else []
    return np.array([*before, *(first + (1.0 - first) * points)])


def integrals(nodes: np.ndarray, ends: np.ndarray) -> np.ndarray:
    """Weights (ends × nodes) of the integrals from 0 to some ends of the polynomial through values at nodes."""
    legendre = np.polynomial.legendre
    count = len(nodes)
    basis = legendre.legvander(2.0 * nodes - 1.0, count - 1)
    whole = np.array([legendre.legval(2.0 * ends - 1.0, legendre.legint(row, lbnd=-1.0)) for row in np.eye(count)])
    return np.asarray(0.5 * np.linalg.solve(basis.T, whole).T)


def powers(nodes: np.ndarray) -> np.ndarray:
    """The matrix (powers × nodes) that turns values at nodes into the coefficients of θ, θ², … of their integral."""
    count = len(nodes)
    slopes = np.linalg.inv(np.vander(nodes, count, increasing=True))
    return np.asarray(slopes / np.arange(1, count + 1)[:, None])
