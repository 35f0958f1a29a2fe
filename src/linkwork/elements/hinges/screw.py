"""The screw joint."""

from typing import Any

from ...contract import Hinge, Measure, axis, parameter, register
from ...expr import pi
from ...spatial import Pose, Relative, across, matrix, rotation, rotation_error
from ..measures.relative_angle import RelativeAngle


@register
class Screw(Hinge):
    """M turns by `angle` about `axis` a and advances `pitch` h per revolution: R = R(a, angle), p = a h angle/2π.

    One mode, (a; a h/2π). In the implicit form the advance d says which turn there must be, R(a, 2πd/h); so it holds
    for any number of revolutions.
    """

    coordinates = ("angle",)
    units = ("rad",)
    pitch = parameter(unit="m", check="nonzero", doc="advance per revolution; negative for a left-hand thread")
    axis = axis(default="z", doc="axis of the screw, the same in F and M")

    def pose(self, q: Any, t: Any) -> Pose:
        """Turn and advance."""
        return Pose(rotation(self.axis, q.angle), matrix(self.axis) * (self.pitch * q.angle / (2 * pi)))

    def residual(self, rel: Relative, t: Any) -> Any:
        """No displacement across the axis; the turn is that of the advance."""
        advance = matrix(self.axis) @ rel.p
        turn = rotation(self.axis, 2 * pi * advance / self.pitch)
        return [*(across(self.axis) @ rel.p), *rotation_error(turn.T @ rel.R)]

    def measure(self, coordinate: str) -> Measure | None:
        """The angle about the axis."""
        return RelativeAngle(self.axis)
