"""J = 3 m r²/10 about the axis."""

from __future__ import annotations

from typing import Any

import numpy as np

from ...contract import axis as direction
from ...contract import parameter, register
from ...expr import pi
from ...spatial import frame_with_z
from .solid import Solid, axial


@register
class Cone(Solid):
    """J_a = 3 m r²/10, J_t = 3 m (r²/20 + l²/80): a cone with its base on the frame's origin and its tip along `axis`.

    `radius` r of the base, `length` l from base to tip; the centre of mass is l/4 above the base.
    """

    radius = parameter(unit="m", check="positive", doc="r")
    length = parameter(unit="m", check="positive", doc="l")
    axis = direction("z")

    def volume(self) -> Any:
        """V = π r² l/3."""
        return pi / 3.0 * self.radius**2 * self.length

    def centre(self) -> Any:
        """l/4 above the base."""
        return self.length / 4.0 * np.array(self.axis)

    def gyration(self) -> Any:
        """J for unit mass."""
        square = self.radius**2
        return axial(0.3 * square, 0.15 * square + 0.0375 * self.length**2, self.axis)

    def primitives(self) -> list[dict[str, Any]]:
        """A cone, turned to the axis."""
        return [{"kind": "cone", "radius": self.radius, "length": self.length, "rotation": frame_with_z(self.axis)}]
