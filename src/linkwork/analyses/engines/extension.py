"""Polynomials through the last steps of a run, which go on for some time where the equations cannot be asked."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import partial
from typing import Any

import lazy_loader
import numpy as np

scipy = lazy_loader.load("scipy")

MANY_NODES, FEW_NODES = 5, 3
"""Points that a polynomial goes through, with the rates there: few where steps are of a low order."""
POLYNOMIAL_TOLERANCES, ROUGH_TOLERANCES, SMALL_MISS = 1e2, 1e5, 1e-6
"""By how many tolerances a polynomial may miss the steps it does not go through; by more where that is small."""

Extension = tuple[float, Callable[[float], np.ndarray]]
"""(where it begins, the states by time)."""


def extensions(
    track: np.ndarray, t: float, y: np.ndarray, f: np.ndarray, tolerance: np.ndarray, points: int = MANY_NODES
) -> Iterator[Extension]:
    """Polynomials through the starts of the last steps and the present state, and their rates, from shorter to longer.

    The first goes through the last steps one by one, those after it through every second, every fourth and so on, as
    long as they meet the others to `tolerance`: where steps are short, they reach farther.
    """
    n = len(y)
    rows = track[np.isfinite(track[:, 0])]
    rows = np.vstack([rows[np.argsort(rows[:, 0])], np.concatenate([[t], y, f])])[::-1]
    allowed = np.maximum(
        POLYNOMIAL_TOLERANCES * tolerance, np.minimum(ROUGH_TOLERANCES * tolerance, SMALL_MISS * (1.0 + np.abs(y)))
    )[:-1]
    stride = 1
    while stride < len(rows):
        used = rows[: (points - 1) * stride + 1 : stride]
        times = np.repeat(used[:, 0], 2) - t
        values = np.stack([used[:, 1 : n + 1], used[:, n + 1 :]], axis=1).reshape(-1, n)
        through = scipy.interpolate.KroghInterpolator(times, values)
        passed = rows[: (len(used) - 1) * stride]
        miss = np.abs(through(passed[:, 0] - t) - passed[:, 1 : n + 1])[:, :-1]
        if (miss > allowed).any():
            return
        yield float(used[-1, 0]), partial(_value, through, t)
        stride *= 2


def _value(through: Any, t: float, time: float) -> np.ndarray:
    return np.asarray(through(time - t), dtype=float)
