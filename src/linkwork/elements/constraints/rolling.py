"""Balls, discs and blades on a plane."""

from typing import Any

from ...contract import Constraint, axis, option, parameter, register
from ...expr import cross, dot, sqrt
from ...spatial import Relative, across, matrix, normalised


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


@register
class RollingSphere(Constraint):
    """A ball of `radius` r, centre at M, does not slip on the plane with `normal` n of F: v = r ω × n in the plane.

    Two rows, not integrable; a third, n · ω = 0, where it may not spin on the spot either (`spins` False). That the
    ball touches the plane is `PointInPlane(normal, offset=r)`, on position level: connect both.
    """

    radius = parameter(unit="m", check="positive", doc="radius of the ball")
    normal = axis(default="z", doc="normal of the plane, in F")
    spins = option(default=True, choices=(True, False), doc="whether it may turn about the normal")

    def velocity(self, rel: Relative, t: Any) -> Any:
        """The velocity of the point of contact in the plane, and the spin where it is forbidden."""
        n = matrix(self.normal)
        slip = across(n) @ (rel.v - self.radius * cross(rel.w, n))
        return slip if self.spins else [*slip, n @ rel.w]


@register
class KnifeEdge(Constraint):
    """M's origin does not move across its blade: b · v = 0 with b fixed in M. One row, not integrable."""

    across = axis(default="y", doc="direction across the blade, in M")

    def velocity(self, rel: Relative, t: Any) -> Any:
        """b · v in the axes of M."""
        return matrix(self.across) @ rel.v_M
