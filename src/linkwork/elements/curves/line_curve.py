"""A straight line as a curve."""

from __future__ import annotations

from typing import Any

from ...contract import Curve, axis, parameter, register
from ...spatial import matrix


@register
class LineCurve(Curve):
    """The straight line c(s) = start + s · direction; s is the arc length."""

    direction = axis(default="x", doc="direction in which s grows")
    start = parameter(unit="m", default=(0.0, 0.0, 0.0), shape=3, doc="the point s = 0")

    def point(self, s: Any) -> Any:
        """The point at distance s from the start."""
        return matrix(self.start + matrix(self.direction) * s)

    def arc(self, s: Any) -> Any:
        """The parameter itself."""
        return s
