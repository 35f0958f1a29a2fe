"""An upright wheel that rolls on a plane."""

from typing import Any

from ...contract import Hinge, parameter, register
from ...expr import cos, sin
from ...spatial import Pose, rotation_y, rotation_z


@register
class RollingWheel(Hinge):
    r"""A wheel of `radius` r that stands upright on the xy plane of F and rolls without slipping.

    M is at the centre, its y axis the axle: R = R_z(heading) R_y(roll), p = (x, y, r). Rolling ties the place to the
    turns, ẋ = r cos(heading) roll_dot, ẏ = r sin(heading) roll_dot: four coordinates, two speeds (S1.2). The conditions
    cannot be integrated, so there is no residual on position level.
    """

    coordinates = ("x", "y", "heading", "roll")
    speeds = ("heading_dot", "roll_dot")
    units = ("m", "m", "rad", "rad")
    radius = parameter(unit="m", check="positive", doc="radius of the wheel")

    def pose(self, q: Any, t: Any) -> Pose:
        """The wheel above the point of contact (x, y)."""
        return Pose(rotation_z(q.heading) @ rotation_y(q.roll), (q.x, q.y, self.radius))

    def q_dot(self, q: Any, u: Any, t: Any) -> Any:
        """Rolling without slipping."""
        speed = self.radius * u.roll_dot
        return [speed * cos(q.heading), speed * sin(q.heading), u.heading_dot, u.roll_dot]
