r"""Curves of quintic Bézier pieces, as a look-up: x(u) and y(u) are polynomials, y(x) has no closed form.

Between places equally apart in u, y(x) is the polynomial of degree five that has its value, slope and curvature at both
ends: two continuous derivatives, as the Bézier curve itself has, and off by less than 1e-11 with `PIECES` of them.
"""

from __future__ import annotations

from collections.abc import Sequence
from math import comb
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from ...expr import PiecewisePolynomial

PIECES = 128
CORNERS: NDArray[np.float64] = np.array(
    [[comb(5, k) * (-1) ** (j - k) * comb(5 - k, j - k) if k <= j else 0 for k in range(6)] for j in range(6)], float
)
"""Coefficients of 1, u, …, u⁵ from the control points."""


class Knot(NamedTuple):
    """A point of a curve, and its slope there."""

    x: float
    y: float
    slope: float


def curviness(part: float) -> float:
    """How far towards the corner control points go, for a curviness from 0 to 1."""
    return 0.1 + 0.8 * part


def corner(start: Knot, end: Knot, part: float) -> NDArray[np.float64]:
    """The control points (6 × 2) of a piece from knot to knot: `part` of the way to where both tangents meet."""
    x = (end.y - start.y - end.x * end.slope + start.x * start.slope) / (start.slope - end.slope)
    meeting = np.array([x, end.y + (x - end.x) * end.slope])
    first, last = np.array(start[:2]), np.array(end[:2])
    near, far = first + part * (meeting - first), last + part * (meeting - last)
    return np.array([first, near, near, far, far, last])


def bezier_table(knots: Sequence[Knot], parts: Sequence[float], inverse: bool = False) -> PiecewisePolynomial:
    """The curve through knots as y(x), or x(y); straight beyond its ends."""
    breaks: list[NDArray[np.float64]] = []
    rows: list[NDArray[np.float64]] = []
    for start, end, part in zip(knots[:-1], knots[1:], parts, strict=True):
        points = corner(start, end, part)
        u = np.linspace(0.0, 1.0, PIECES + 1)
        powers = CORNERS @ (points[:, ::-1] if inverse else points)
        of = np.polynomial.polynomial.polyder
        (x, f), (x1, f1), (x2, f2) = (np.polynomial.polynomial.polyval(u, of(powers, k)) for k in range(3))
        slope = f1 / x1
        rows.append(_hermite(np.diff(x), f, slope, (f2 - slope * x2) / x1**2))
        breaks.append(x[:-1])
    first, last = ((k.y, k.x, 1.0 / k.slope) if inverse else k for k in (knots[0], knots[-1]))
    ends = np.zeros((2, 6))
    ends[:, -2:] = (first[2], first[1] - first[2]), (last[2], last[1])
    inner = np.concatenate(breaks)
    return PiecewisePolynomial(
        np.concatenate([[first[0] - 1.0], inner, [last[0], last[0] + 1.0]]), np.vstack([ends[:1], *rows, ends[1:]])
    )


def _hermite(
    h: NDArray[np.float64], f: NDArray[np.float64], slope: NDArray[np.float64], bend: NDArray[np.float64]
) -> NDArray[np.float64]:
    """Coefficients, highest power first, of polynomials with these values, slopes and curvatures at both ends."""
    start, b, c = f[:-1], slope[:-1] * h, 0.5 * bend[:-1] * h**2
    r = f[1:] - start - b - c
    r1 = slope[1:] * h - b - 2.0 * c
    r2 = bend[1:] * h**2 - 2.0 * c
    found = [6 * r - 3 * r1 + 0.5 * r2, -15 * r + 7 * r1 - r2, 10 * r - 4 * r1 + 0.5 * r2, c, b, start]
    return np.stack([x / h**power for x, power in zip(found, (5, 4, 3, 2, 1, 0), strict=True)], axis=1)
