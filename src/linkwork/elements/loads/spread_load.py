r"""Loads that are spread over surfaces and volumes: sums over Gauss points that are fixed in the body.

$F = \int p\,dA$, $M = \int b\times p\,dA$ (S0 (2.3.7)), b being places in the axes of the end.
"""

from __future__ import annotations

from itertools import product
from typing import Any

import numpy as np

from ...contract import Load, ModelError, Signal, option
from ...expr import array, cross
from ...spatial import matrix

MOST_GAUSS = 40


def as_points(value: Any) -> int:
    """How many Gauss points there are in each direction."""
    count = int(value)
    if count != float(value) or not 1 <= count <= MOST_GAUSS:
        raise ModelError(f"is not a number of points; give a whole number from 1 to {MOST_GAUSS}")
    return count


def gauss_product(ranges: Any, count: int) -> list[tuple[tuple[float, ...], float]]:
    """(place, weight) of the product rule over ranges, exact for polynomials of degree 2n − 1 in each direction."""
    nodes, weights = np.polynomial.legendre.leggauss(count)
    axes = [
        [(0.5 * (a + b) + 0.5 * (b - a) * x, 0.5 * (b - a) * w) for x, w in zip(nodes, weights, strict=True)]
        for a, b in ranges
    ]
    return [(tuple(x for x, _ in found), float(np.prod([w for _, w in found]))) for found in product(*axes)]


class SpreadLoad(Load):
    """What is spread over a body, point by point: a number, a signal or a function of place and time.

    The function gets the place (three numbers) and the time. With `fixed_in="body"` the place is in the axes of the end
    and what is spread moves with the body; with "world" it belongs to the surroundings: water, wind.
    """

    fixed_in = option(default="body", choices=("body", "world"), doc="of which axes the places are")
    points = option(default=6, convert=as_points, doc="Gauss points in each direction")

    axes = "body"

    def __init_subclass__(cls, **kwargs: Any) -> None:
        super().__init_subclass__(**kwargs)
        cls._put_last(SpreadLoad.fields)

    def at(self, given: Any, b: Any, rel: Any, t: Any) -> Any:
        """What is spread, at a place b in the axes of the end."""
        if isinstance(given, Signal):
            return given.value(t)
        if not callable(given):
            return given
        return given(b if self.fixed_in == "body" else matrix(rel.p + rel.R @ b), t)

    def forces(self, rel: Any, t: Any) -> list[tuple[Any, Any]]:
        """(place, force) at every point, in the axes of the end."""
        raise ModelError(f"{self.kind}: must have forces(self, rel, t).")

    def wrench(self, rel: Any, t: Any) -> Any:
        """(moment, force) about the origin of the end."""
        found = self.forces(rel, t)
        moment = sum((array(cross(b, f)) for b, f in found), np.zeros(3))
        return matrix(moment), matrix(sum((array(f) for _, f in found), np.zeros(3)))


def as_spread(value: Any) -> Any:
    """A number, a signal or a function of place and time."""
    if isinstance(value, type):
        raise ModelError("is a class; did you forget the brackets?")
    if callable(value) or isinstance(value, Signal):
        return value
    return float(value)
