"""A thin disc that rolls on a plane."""

from typing import Any

from ...contract import Constraint, axis, parameter, register
from ...expr import cross
from ...spatial import Relative, across, matrix, normalised


@register
class RollingDisc(Constraint):
    """A thin disc of `radius` r, centre at M, does not slip on the plane with `normal` n of F. Two rows.

    The rim point of contact is −r d from the centre, where d = (n − (n·a) a)/|…| points up the disc and a is its axis
    in F; its velocity v − ω × r d has no part in the plane. That the disc touches the plane is `DiscOnPlane`, on
    position level: connect both.
    """

    radius = parameter(unit="m", check="positive", doc="radius of the disc")
    disc_axis = axis(default="y", doc="axis of the disc, in M")
    normal = axis(default="z", doc="normal of the plane, in F")

    def velocity(self, rel: Relative, t: Any) -> Any:
        """The velocity of the point of contact, in the plane."""
        n, a = matrix(self.normal), rel.R @ matrix(self.disc_axis)
        up = normalised(n - (n @ a) * a)
        return across(n) @ (rel.v - cross(rel.w, self.radius * up))
