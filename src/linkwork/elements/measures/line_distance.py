"""ε = ½ d²: how far a point is from the centre line of a beam or a cable."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from typing import Any

import numpy as np

from ...contract import Measure, ModelError, parameter, register, relative_list, value_of
from ...expr import PiecewisePolynomial, dot, spline

FEWEST_FOR_CUBIC = 4
"""Points from which on the line is a cubic spline; through fewer it is the polynomial through all."""


@lru_cache(maxsize=64)
def line_weights(places: tuple[float, ...]) -> tuple[PiecewisePolynomial, ...]:
    """wₖ over s / L: cardinal functions of the cubic spline through points at these lengths, straight beyond them."""
    at = np.array(places) / places[-1]
    found = []
    for unit in np.eye(len(at)):
        if len(at) >= FEWEST_FOR_CUBIC:
            found.append(spline(at, unit, "not-a-knot", "linear"))
        else:
            powers = np.linalg.solve(np.vander(at), unit)
            found.append(PiecewisePolynomial(at[[0, -1]], powers[None, :]))
    return tuple(found)


def line_places(kind: str, places: Sequence[Any]) -> tuple[float, ...]:
    """The lengths as numbers; raises where they are not in order."""
    found = tuple(float(value_of(x)) for x in places)
    if len(found) < 2 or not (np.diff(found) > 0.0).all():
        raise ModelError(f"{kind}: places are two or more lengths along a line, and increase.")
    return found


def nearest_place(points: np.ndarray, places: Sequence[float]) -> float:
    """The place on the line through points that is nearest to the origin, from chord to chord."""
    best, found = np.inf, 0.0
    for a, b, low, high in zip(points, points[1:], places, places[1:], strict=False):
        along = b - a
        part = float(np.clip(-(a @ along) / (along @ along), 0.0, 1.0))
        distance = float(np.linalg.norm(a + part * along))
        if distance < best:
            best, found = distance, float(low + part * (high - low))
    return found


@register
class LineDistance(Measure):
    r"""ε = ½ |r(s)|²: r(s) = Σ wₖ(s) pₖ is the line through the other ends, as it is seen from the first.

    s is where ε is least: $r\cdot r' = 0$. wₖ are those of `SlidingJoint`, `places` the lengths of the ends along the
    line. The unknown `past` is s less `guess`.
    """

    ends = None
    units = ("m**2",)
    unknowns = ("past",)
    places = parameter(unit="m", shape=(None,), doc="s of the points of the line")
    guess = parameter(unit="m", default=0.0, doc="about where the nearest place is at the start")

    def validate(self) -> None:
        """It has an end for every point."""
        object.__setattr__(self, "ends", len(line_places(self.kind, self.places)) + 1)

    def value(self, rel: Any, s: Any = (0.0,)) -> Any:
        """½ |r|²."""
        at = (self.guess + s[0]) / self.places[-1]
        weights = line_weights(line_places(self.kind, self.places))
        r = sum(w(at) * node.p for w, node in zip(weights, relative_list(rel), strict=True))
        return 0.5 * dot(r, r)
