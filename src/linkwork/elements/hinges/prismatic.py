"""The prismatic joint: a displacement along an axis."""

from typing import Any

from ...contract import Hinge, Measure, axis, register
from ...spatial import Pose, Relative, across, matrix, rotation_error
from ..measures.displacement import Displacement


@register
class Prismatic(Hinge):
    """M slides in F by `displacement` d along `axis` a: R = E, p = d a. One mode, (0; a)."""

    coordinates = ("displacement",)
    units = ("m",)
    axis = axis(doc="direction of sliding, the same in F and M")

    def pose(self, q: Any, t: Any) -> Pose:
        """A displacement along the axis."""
        return Pose(p=matrix(self.axis) * q.displacement)

    def residual(self, rel: Relative, t: Any) -> Any:
        """No displacement across the axis, no turn."""
        return [*(across(self.axis) @ rel.p), *rotation_error(rel.R)]

    def measure(self, coordinate: str) -> Measure | None:
        """The displacement along the axis."""
        return Displacement(self.axis)
