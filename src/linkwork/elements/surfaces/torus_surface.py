"""A torus."""

from __future__ import annotations

import math
from typing import Any

from ...contract import ModelError, SmoothSurface, option, parameter, register, value_of
from ...expr import cos, sin
from ...spatial import matrix


@register
class TorusSurface(SmoothSurface):
    """A tube of radius r round a ring of radius R in the xy plane: the tread of a tyre, the groove of a bearing.

    P = ((R + r cos v) cos u, (R + r cos v) sin u, r sin v).
    """

    ring = parameter(unit="m", check="positive", doc="R, from the centre to the middle of the tube")
    tube = parameter(unit="m", check="positive", doc="r, of the tube")
    hollow = option(default=False, choices=(False, True), doc="whether others move inside the tube")

    def validate(self) -> None:
        """The tube does not meet itself."""
        if not value_of(self.tube) < value_of(self.ring):
            raise ModelError(
                f"{self.kind}: tube = {value_of(self.tube):g} is not below ring = {value_of(self.ring):g}, so that the "
                "tube meets itself; exchange them, or take a lw.SphereSurface."
            )

    def point(self, *s: Any) -> Any:
        """At u along the ring and v round the tube."""
        u, v = s
        reach = self.ring + self.tube * cos(v)
        return matrix([reach * cos(u), reach * sin(u), self.tube * sin(v)])

    @property
    def extent(self) -> tuple[tuple[float, float], tuple[float, float]]:
        """All round, twice."""
        return (-math.pi, math.pi), (-math.pi, math.pi)

    @property
    def comes_back(self) -> tuple[bool, bool]:
        """Both."""
        return True, True
