"""The length of a curve as a smooth function of its parameter, from numbers."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np

from ...contract import Curve
from ...expr import make_function, periodic_spline, spline, symbols

ARC_POINTS, ARC_WEIGHTS = np.polynomial.legendre.leggauss(16)


def speed_of(curve: Curve) -> Callable[[np.ndarray], np.ndarray]:
    """|c′(s)| at numbers s."""
    s = symbols("s")
    tangent = make_function("tangent", {"s": s}, {"tangent": curve.tangent(s)})
    return lambda values: np.linalg.norm(np.broadcast_to(tangent(values).tangent, (*np.shape(values), 3)), axis=-1)


def lengths(speed: Callable[[np.ndarray], np.ndarray], breaks: np.ndarray) -> np.ndarray:
    """The length from the first break to each break, by Gauss quadrature between neighbours."""
    middle, half = (breaks[1:] + breaks[:-1]) / 2, np.diff(breaks) / 2
    values = speed(middle[:, None] + half[:, None] * ARC_POINTS)
    return np.concatenate([[0.0], np.cumsum(half * (values @ ARC_WEIGHTS))])


def arc_function(speed: Callable[[np.ndarray], np.ndarray], breaks: np.ndarray, closed: bool) -> Callable[[Any], Any]:
    """σ(s), zero at s = 0: the mean speed times s, plus a spline of what deviates from it."""
    found = lengths(speed, breaks)
    mean = found[-1] / (breaks[-1] - breaks[0])
    deviation = found - mean * (breaks - breaks[0])
    deviation[-1] = deviation[0]
    table = periodic_spline(breaks, deviation) if closed else spline(breaks, deviation, "not-a-knot", "linear")
    start = float(table(0.0))
    return lambda s: mean * s + (table(s) - start)
