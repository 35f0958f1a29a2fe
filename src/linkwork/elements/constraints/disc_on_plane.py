"""A thin disc that touches a plane."""

from typing import Any

from ...contract import Constraint, axis, parameter, register
from ...expr import cross, dot, sqrt
from ...spatial import Relative, matrix, normalised


@register
class DiscOnPlane(Constraint):
    """A thin disc of `radius` r, centre at M, touches the plane of F's origin with `normal` n: n · p = r |n × R a|.

    a is the disc's axis in M, and r |n × R a| how high the centre of a leaning disc is. One row; singular where the
    disc lies flat. With `RollingDisc` the disc also rolls. On one side (`one_sided=True`) it may lift off, and slides
    or rolls by its `friction`.
    """

    radius = parameter(unit="m", check="positive", doc="radius of the disc")
    disc_axis = axis(default="y", doc="axis of the disc, in M")
    normal = axis(default="z", doc="normal of the plane, in F")

    def position(self, rel: Relative, t: Any) -> Any:
        """n · p − r |n × R a|."""
        n = matrix(self.normal)
        side = cross(n, rel.R @ matrix(self.disc_axis))
        return n @ rel.p - self.radius * sqrt(dot(side, side))

    def touching_point(self, rel: Relative, t: Any, s: Any = ()) -> Any:
        """The lowest point of the rim."""
        n, a = matrix(self.normal), rel.R @ matrix(self.disc_axis)
        return rel.p - self.radius * normalised(n - (n @ a) * a)
