"""J = m (R² + r²)/2 about the axis."""

from __future__ import annotations

from typing import Any

from ...contract import ContactSurface, CylinderSurface, ModelError, parameter, register, value_of
from ...contract import axis as direction
from ...expr import pi
from ...spatial import Pose, frame_with_z
from .solid import Solid, axial


@register
class Cylinder(Solid):
    """J_a = m (R² + r²)/2, J_t = m (R² + r²)/4 + m l²/12: a cylinder about `axis`, centred on its frame.

    `radius` R, `length` l; with `inner_radius` r it is a tube.
    """

    radius = parameter(unit="m", check="positive", doc="R")
    length = parameter(unit="m", check="positive", doc="l")
    axis = direction("z")
    inner_radius = parameter(unit="m", default=0.0, check="nonnegative", doc="r, for a tube")

    def validate(self) -> None:
        """The wall of a tube has a thickness."""
        super().validate()
        if value_of(self.inner_radius) >= value_of(self.radius):
            raise ModelError(f"{self.kind}: inner_radius must be less than radius = {value_of(self.radius):g} m.")

    def volume(self) -> Any:
        """V = π (R² − r²) l."""
        return pi * (self.radius**2 - self.inner_radius**2) * self.length

    def gyration(self) -> Any:
        """J for unit mass."""
        square = self.radius**2 + self.inner_radius**2
        return axial(square / 2.0, square / 4.0 + self.length**2 / 12.0, self.axis)

    def outside(self) -> tuple[ContactSurface, Pose]:
        """A cylinder, the outside of a tube too."""
        return CylinderSurface(self.radius, self.length), Pose(frame_with_z(self.axis))

    def primitives(self) -> list[dict[str, Any]]:
        """A cylinder, turned to the axis."""
        shown = {"radius": self.radius, "length": self.length, "inner_radius": self.inner_radius}
        return [{"kind": "cylinder", **shown, "rotation": frame_with_z(self.axis)}]
