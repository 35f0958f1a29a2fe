"""A journal in a bearing with clearance."""

from __future__ import annotations

from typing import Any

from ...contract import Contact, axis, parameter, register, value_of
from ...expr import array, cross, dot, sqrt
from ...spatial import Relative, matrix

CENTRED = 1e-12
"""Eccentricities below this part of the clearance have no direction."""


@register
class ClearanceRevolute(Contact):
    """A journal of `radius` r, fixed in M, in a bearing of radius r + c in F: |e| ≤ c, with impacts and friction.

    c is the radial `clearance` and e what of p is across the `axis`. Where the journal touches, at e + r e/|e|, it
    slides around and along. It holds nothing else: in the plane other joints keep the bodies there. With a `width` the
    journal may touch at both of its ends, so far apart on its axis, and tilt between them.
    """

    clearance = parameter(unit="m", check="positive", doc="c, radius of the bearing less that of the journal")
    radius = parameter(unit="m", check="positive", doc="r, radius of the journal")
    axis = axis(default="z", doc="axis of the bearing in F, and of the journal in M")
    width = parameter(unit="m", default=0.0, check="nonnegative", doc="length of the journal; 0 for one point")

    @property
    def point_names(self) -> tuple[str, ...]:
        """The ends of a wide journal."""
        return ("back", "front") if value_of(self.width) else ()

    @property
    def is_distance(self) -> bool:
        """It is."""
        return True

    def _centres(self, rel: Relative) -> list[Any]:
        """Centres of the circles that touch the bearing."""
        if not value_of(self.width):
            return [rel.p]
        arm = rel.R @ matrix(self.axis) * (0.5 * self.width)
        return [rel.p - arm, rel.p + arm]

    def _directions(self, rel: Relative) -> list[tuple[Any, Any]]:
        """(eccentricity, its direction) of each."""
        a, small, found = matrix(self.axis), (CENTRED * self.clearance) ** 2, []
        for centre in self._centres(rel):
            off = centre - a * dot(a, centre)
            size = sqrt(dot(off, off) + small)
            found.append((size, off / size))
        return found

    def gap(self, rel: Relative, t: Any) -> Any:
        """c − |e|."""
        return [self.clearance - size for size, _ in self._directions(rel)]

    def point(self, rel: Relative, t: Any) -> Any:
        """On the journal, where it is nearest to the bearing."""
        directions = [direction for _, direction in self._directions(rel)]
        return array([c + self.radius * n for c, n in zip(self._centres(rel), directions, strict=True)])

    def tangents(self, rel: Relative, t: Any) -> Any:
        """Around and along the axis."""
        a = matrix(self.axis)
        return array([[cross(a, direction), a] for _, direction in self._directions(rel)])
