"""A surface of revolution."""

from __future__ import annotations

import math
from typing import Any

from ...contract import option, register
from ...expr import cos, sin
from ...spatial import matrix
from ..curves.convert import as_curve
from .patch import UNBOUNDED, Patch


@register
class RevolvedSurface(Patch):
    """A curve in the xz plane turned about z: a barrel, a cone, the rail of a wheel.

    u is that of the curve, v the angle: P = (c_x(u) cos v, c_x(u) sin v, c_z(u)). Its solid is about the axis where z
    grows with u, and outside where it falls. Where the curve meets the axis there is a pole, at which v means nothing:
    keep contacts away from it.
    """

    curve = option(convert=as_curve, doc="x and z of the curve; a curve, points, or a function of u")

    def point(self, *s: Any) -> Any:
        """The point of the curve at u, turned by v."""
        u, v = s
        x, _, z = self.curve.point(u)
        return matrix([x * cos(v), x * sin(v), z])

    @property
    def side(self) -> float:
        """P_u × P_v points to the axis where z grows with u."""
        return 1.0 if self.hollow else -1.0

    @property
    def extent(self) -> tuple[tuple[float, float], tuple[float, float]]:
        """Of the curve, and all round."""
        return self.over or (UNBOUNDED, (-math.pi, math.pi))

    @property
    def comes_back(self) -> tuple[bool, bool]:
        """All round, unless `over` says otherwise."""
        low, high = self.extent[1]
        return False, high - low >= 2.0 * math.pi
