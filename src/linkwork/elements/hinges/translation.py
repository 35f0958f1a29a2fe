"""Translation in space."""

from typing import Any

from ...contract import Hinge, Measure, register
from ...spatial import Pose, Relative, rotation_error
from ..measures.displacement import Displacement


@register
class Translation(Hinge):
    """M is displaced in F and does not turn: R = E, p = (x, y, z). Three constant modes."""

    coordinates = ("x", "y", "z")
    units = ("m", "m", "m")

    def pose(self, q: Any, t: Any) -> Pose:
        """A displacement."""
        return Pose(p=(q.x, q.y, q.z))

    def residual(self, rel: Relative, t: Any) -> Any:
        """No turn."""
        return rotation_error(rel.R)

    def measure(self, coordinate: str) -> Measure | None:
        """The displacement along an axis."""
        return Displacement(coordinate)
