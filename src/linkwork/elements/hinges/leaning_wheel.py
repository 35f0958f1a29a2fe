"""A thin wheel that rolls on a plane and may lean."""

from typing import Any

from ...contract import Hinge, parameter, register
from ...expr import cos, sin
from ...spatial import Pose, matrix, rotation_x, rotation_y, rotation_z


@register
class LeaningWheel(Hinge):
    r"""A thin wheel (a coin) of `radius` r that rolls without slipping on the xy plane of F and may lean.

    M is at the centre, its y axis the axle: R = R_z(heading) R_x(lean) R_y(roll). (x, y) is the point of contact, the
    centre is r R_z R_x e_z above it. The contact moves along the heading by as much rim as rolls off, ẋ = r
    cos(heading) roll_dot, ẏ = r sin(heading) roll_dot: five coordinates, three speeds (S1.2). At lean = ±π/2 the
    wheel lies flat and the coordinates are singular.
    """

    coordinates = ("x", "y", "heading", "lean", "roll")
    speeds = ("heading_dot", "lean_dot", "roll_dot")
    units = ("m", "m", "rad", "rad", "rad")
    radius = parameter(unit="m", check="positive", doc="radius of the wheel")

    def pose(self, q: Any, t: Any) -> Pose:
        """The wheel on its point of contact."""
        frame = rotation_z(q.heading) @ rotation_x(q.lean)
        return Pose(frame @ rotation_y(q.roll), matrix([q.x, q.y, 0.0]) + self.radius * frame[:, 2])

    def q_dot(self, q: Any, u: Any, t: Any) -> Any:
        """Rolling without slipping."""
        speed = self.radius * u.roll_dot
        return [speed * cos(q.heading), speed * sin(q.heading), u.heading_dot, u.lean_dot, u.roll_dot]
