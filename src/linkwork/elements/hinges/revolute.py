"""The revolute joint: a turn about an axis."""

from typing import Any

from ...contract import Hinge, Measure, axis, register
from ...spatial import Pose, Relative, axis_error, rotation
from ..measures.relative_angle import RelativeAngle


@register
class Revolute(Hinge):
    """M turns in F by `angle` about `axis` a: R = c E + (1 − c) a aᵀ + s ã, p = 0. One mode, (a; 0)."""

    coordinates = ("angle",)
    units = ("rad",)
    axis = axis(doc="axis of the turn, the same in F and M")

    def pose(self, q: Any, t: Any) -> Pose:
        """A turn about the axis."""
        return Pose(rotation(self.axis, q.angle))

    def residual(self, rel: Relative, t: Any) -> Any:
        """The origins coincide and so do the axes."""
        return [*rel.p, *axis_error(rel.R, self.axis)]

    def measure(self, coordinate: str) -> Measure | None:
        """The angle about the axis."""
        return RelativeAngle(self.axis)
