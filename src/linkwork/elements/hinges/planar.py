"""The planar joint."""

from typing import Any

from ...contract import Hinge, Measure, axis, register
from ...spatial import Pose, Relative, across, axis_error, matrix, rotation
from ..measures.displacement import Displacement
from ..measures.relative_angle import RelativeAngle


@register
class Planar(Hinge):
    """M moves in the plane across `axis` n: p = x a + y b, R = R(n, angle), with a, b, n a right-handed frame.

    a and b are the next axes round: x and y for n = z, z and x for n = y, y and z for n = x.
    """

    coordinates = ("x", "y", "angle")
    units = ("m", "m", "rad")
    axis = axis(default="z", doc="normal of the plane, the same in F and M")

    def pose(self, q: Any, t: Any) -> Pose:
        """Displacement in the plane and turn about its normal."""
        a, b = across(self.axis)
        return Pose(rotation(self.axis, q.angle), a * q.x + b * q.y)

    def residual(self, rel: Relative, t: Any) -> Any:
        """No displacement along the normal; the normals are aligned."""
        return [matrix(self.axis) @ rel.p, *axis_error(rel.R, self.axis)]

    def measure(self, coordinate: str) -> Measure | None:
        """The angle about the normal, displacements in the plane."""
        if coordinate == "angle":
            return RelativeAngle(self.axis)
        return Displacement(across(self.axis)["xy".index(coordinate)])
