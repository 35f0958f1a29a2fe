"""A circle as a curve."""

from __future__ import annotations

from typing import Any

from ...contract import Curve, axis, parameter, register
from ...expr import cos, pi, sin
from ...spatial import across, matrix


@register
class CircleCurve(Curve):
    """The circle of `radius` r about `center` in the plane across `axis`: c(s) = center + r (a cos(s/r) + b sin(s/r)).

    a, b and `axis` are a right-handed frame (x and y for the axis z); s is the arc length, counter-clockwise.
    """

    radius = parameter(unit="m", check="positive", doc="radius of the circle")
    center = parameter(unit="m", default=(0.0, 0.0, 0.0), shape=3, doc="centre of the circle")
    axis = axis(default="z", doc="normal of the plane of the circle")

    def point(self, s: Any) -> Any:
        """The point at arc length s from a."""
        a, b = across(self.axis)
        angle = s / self.radius
        return matrix(self.center + self.radius * (a * cos(angle) + b * sin(angle)))

    def arc(self, s: Any) -> Any:
        """The parameter itself."""
        return s

    @property
    def period(self) -> Any:
        """2πr."""
        return 2 * pi * self.radius
