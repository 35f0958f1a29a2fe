"""J = m l²/12 at the middle of a rod along x."""

from __future__ import annotations

from typing import Any

from ...contract import ContactSurface, CylinderSurface, ModelError, parameter, register, value_of
from ...expr import pi
from ...spatial import Pose, frame_with_z, matrix
from .solid import Solid, axial

DRAWN_RADIUS = 0.02
"""A thin rod is drawn with this part of its length as radius."""


@register
class Rod(Solid):
    """J_y = J_z = m (l²/12 + r²/4), J_x = m r²/2: a round rod along x, from 0 to `length` l.

    Without `radius` r it is thin: J_x = 0 and only a mass can be given.
    """

    length_field = "length"
    length = parameter(unit="m", check="positive", doc="l")
    radius = parameter(unit="m", default=0.0, check="nonnegative", doc="r; 0 is thin")

    def validate(self) -> None:
        """A thin rod has a mass."""
        super().validate()
        if self.density is not None and value_of(self.radius) == 0.0:
            raise ModelError(f"{self.kind}: a thin rod has no volume; give its mass, or a radius.")

    def volume(self) -> Any:
        """V = π r² l."""
        return pi * self.radius**2 * self.length

    def centre(self) -> Any:
        """The middle."""
        return [self.length / 2.0, 0.0, 0.0]

    def gyration(self) -> Any:
        """J for unit mass."""
        square = self.radius**2
        return axial(square / 2.0, self.length**2 / 12.0 + square / 4.0, (1.0, 0.0, 0.0))

    def outside(self) -> tuple[ContactSurface, Pose] | None:
        """A cylinder along x; a thin rod has none."""
        if not value_of(self.radius):
            return None
        return CylinderSurface(self.radius, self.length), Pose(frame_with_z("x"), matrix(self.centre()))

    def primitives(self) -> list[dict[str, Any]]:
        """A cylinder along x."""
        radius = value_of(self.radius) or DRAWN_RADIUS * value_of(self.length)
        base = {"kind": "cylinder", "radius": radius, "length": self.length}
        return [{**base, "position": self.centre(), "rotation": frame_with_z("x")}]
