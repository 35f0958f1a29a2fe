"""Collocation on nodes that leave a gap: integrals of a polynomial through rates that are not asked for everywhere."""

from __future__ import annotations

import numpy as np

GAP_HALF_WIDTH = 0.5
"""Half the width of the gap, relative to the way to its middle."""
FIRST = 0.1
"""Where nodes begin if the gap is at the start."""


def gapped_nodes(middle: float) -> np.ndarray:
    """Nodes in [0, 1] around a gap, so many on each side that polynomials through them stay tame in the gap."""
    if middle < 0.5 * FIRST:
        return _points(FIRST, 1.0, 7)
    before, behind = (2, 7) if middle < 0.25 else (3, 5)
    gap = GAP_HALF_WIDTH * middle
    return np.concatenate([_points(0.0, middle - gap, before), _points(middle + gap, 1.0, behind)])


def _points(low: float, high: float, count: int) -> np.ndarray:
    """Chebyshev's points between two numbers."""
    return np.asarray(low + (high - low) * 0.5 * (1.0 - np.cos(np.pi * (np.arange(count) + 0.5) / count)))


def integrals(nodes: np.ndarray, ends: np.ndarray) -> np.ndarray:
    """Weights (ends × nodes) of the integrals from 0 to some ends of the polynomial through values at nodes."""
    legendre = np.polynomial.legendre
    count = len(nodes)
    basis = legendre.legvander(2.0 * nodes - 1.0, count - 1)
    whole = np.array([legendre.legval(2.0 * ends - 1.0, legendre.legint(row, lbnd=-1.0)) for row in np.eye(count)])
    return np.asarray(0.5 * np.linalg.solve(basis.T, whole).T)


def gap_powers(nodes: np.ndarray) -> np.ndarray:
    """The matrix (powers × nodes) that turns values at nodes into the coefficients of θ, θ², … of their integral."""
    count = len(nodes)
    slopes = np.linalg.inv(np.vander(nodes, count, increasing=True))
    return np.asarray(slopes / np.arange(1, count + 1)[:, None])
