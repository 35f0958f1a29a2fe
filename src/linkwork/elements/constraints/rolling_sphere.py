"""A ball that rolls on a plane."""

from typing import Any

from ...contract import Constraint, axis, option, parameter, register
from ...expr import cross
from ...spatial import Relative, across, matrix


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
