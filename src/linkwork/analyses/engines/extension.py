"""Polynomials through the last steps of a run, which go on for some time where the equations cannot be asked."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np

from ...kernels.loops import compiled_loop
from ...numerics.integrators.branch import MotionBranch, extends, make_branch

MANY_NODES, FEW_NODES = 5, 3
"""Points that a polynomial goes through, with the rates there: few where steps are of a low order."""
POLYNOMIAL_TOLERANCES, ROUGH_TOLERANCES, SMALL_MISS = 1e2, 1e5, 1e-6
"""By how many tolerances a polynomial may miss the steps it does not go through; by more where that is small."""

Extension = tuple[float, MotionBranch]
"""(where it begins, the polynomial)."""


def extensions(
    track: np.ndarray, t: float, y: np.ndarray, f: np.ndarray, tolerance: np.ndarray, points: int = MANY_NODES
) -> Iterator[Extension]:
    """Polynomials through the starts of the last steps and the present state, and their rates, from shorter to longer.

    The first goes through the last steps one by one, those after it through every second, every fourth and so on, as
    long as they meet the others to `tolerance`: where steps are short, they reach farther.
    """
    rows = track[np.isfinite(track[:, 0])]
    rows = np.vstack([rows[np.argsort(rows[:, 0])], np.concatenate([[t], y, f])])[::-1]
    allowed = np.maximum(
        POLYNOMIAL_TOLERANCES * tolerance, np.minimum(ROUGH_TOLERANCES * tolerance, SMALL_MISS * (1.0 + np.abs(y)))
    )[:-1]
    stride, rows = 1, np.ascontiguousarray(rows)
    while stride < len(rows):
        used = min(points, (len(rows) - 1) // stride + 1)
        branch = make_branch(used, len(y))
        if not compiled_loop(extends)(branch, rows, stride, allowed):
            return
        yield float(rows[(used - 1) * stride, 0]), branch
        stride *= 2
