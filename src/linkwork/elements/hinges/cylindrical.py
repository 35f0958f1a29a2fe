"""The cylindrical joint: turn about and displacement along one axis."""

from typing import Any

from ...contract import Hinge, Measure, axis, register
from ...spatial import Pose, Relative, across, axis_error, matrix, rotation
from ..measures.displacement import Displacement
from ..measures.relative_angle import RelativeAngle


@register
class Cylindrical(Hinge):
    """M turns by `angle` about `axis` a and slides by `displacement` d along it: R = R(a, angle), p = d a.

    Two modes that are independent of each other, (a; 0) and (0; a).
    """

    coordinates = ("angle", "displacement")
    units = ("rad", "m")
    axis = axis(doc="axis of turning and sliding, the same in F and M")

    def pose(self, q: Any, t: Any) -> Pose:
        """Turn and displacement."""
        return Pose(rotation(self.axis, q.angle), matrix(self.axis) * q.displacement)

    def residual(self, rel: Relative, t: Any) -> Any:
        """No displacement across the axis; the axes are aligned."""
        return [*(across(self.axis) @ rel.p), *axis_error(rel.R, self.axis)]

    def measure(self, coordinate: str) -> Measure | None:
        """The angle about the axis, the displacement along it."""
        return RelativeAngle(self.axis) if coordinate == "angle" else Displacement(self.axis)
