"""The rigid connection of two bodies; between nodes of an assembly, a rigid bar."""

from typing import Any

from ...contract import Hinge, axis, parameter, register
from ...spatial import Pose, Relative, matrix, rotation, rotation_error


@register
class Fixed(Hinge):
    """M stays where it is in F: p = `position`, R = R(`axis`, `angle`). No coordinates.

    Between bodies the ends say where the frames are, and nothing needs to be given; between nodes of an assembly it is
    a rigid bar from one to the other.
    """

    position = parameter(unit="m", default=(0.0, 0.0, 0.0), shape=(3,), doc="where M's origin is in F")
    axis = axis(default="z", doc="the axis about which M is turned")
    angle = parameter(unit="rad", default=0.0, doc="by how much M is turned")

    def pose(self, q: Any, t: Any) -> Pose:
        """X_FM, which does not change."""
        return Pose(rotation(self.axis, self.angle), self.position)

    def residual(self, rel: Relative, t: Any) -> Any:
        """How far M is from its place, in F, and the turn that is left."""
        return [*(rel.p - matrix(self.position)), *rotation_error(rotation(self.axis, self.angle).T @ rel.R)]
