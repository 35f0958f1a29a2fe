"""Points and axes of two bodies that coincide, or stay in lines, planes, distances and directions."""

from typing import Any

from ...contract import Constraint, axis, parameter, register
from ...spatial import Relative, across, axis_error, matrix, rotation_error


@register
class PointCoincidence(Constraint):
    """The origins of F and M coincide: p = 0. Three rows."""

    def position(self, rel: Relative, t: Any) -> Any:
        """p."""
        return rel.p


@register
class PointInPlane(Constraint):
    """M's origin stays in the plane of F with normal n at distance d from F's origin: n · p = d. One row.

    A ball of radius d that stays on the plane through F's origin has this constraint at its centre.
    """

    normal = axis(default="z", doc="normal of the plane, in F")
    offset = parameter(unit="m", default=0.0, doc="distance of the plane from F's origin, along the normal")

    def position(self, rel: Relative, t: Any) -> Any:
        """n · p − d."""
        return matrix(self.normal) @ rel.p - self.offset


@register
class PointOnLine(Constraint):
    """M's origin stays on the line through F's origin along `axis`: what p has across the axis is zero. Two rows."""

    axis = axis(default="x", doc="direction of the line, in F")

    def position(self, rel: Relative, t: Any) -> Any:
        """p across the axis."""
        return across(self.axis) @ rel.p


@register
class FixedDistance(Constraint):
    """The origins of F and M are `length` l apart: (p · p − l²)/2l = 0. One row.

    It is |p| − l to first order, and smooth at p = 0 too; its multiplier is the force along the rod.
    """

    length = parameter(unit="m", check="positive", doc="distance of the two points")

    def position(self, rel: Relative, t: Any) -> Any:
        """(p · p − l²)/2l."""
        return (rel.p @ rel.p - self.length * self.length) / (2.0 * self.length)


@register
class ParallelAxes(Constraint):
    """Axis b of M points where axis a of F points: R b = a. Two rows, the part of R b across a, scaled to 2 sin(θ/2).

    Axes that point opposite ways are not parallel in this sense; give one of them as "-z".
    """

    first = axis(default="z", doc="axis fixed in F")
    second = axis(default=None, doc="axis fixed in M; the same components as `first` where it is left out")

    def position(self, rel: Relative, t: Any) -> Any:
        """What R b has across a."""
        return axis_error(rel.R, self.first, self.second)


@register
class PerpendicularAxes(Constraint):
    """Axis b of M is perpendicular to axis a of F: a · R b = 0. One row."""

    first = axis(default="x", doc="axis fixed in F")
    second = axis(default="y", doc="axis fixed in M")

    def position(self, rel: Relative, t: Any) -> Any:
        """a · R b."""
        return matrix(self.first) @ rel.R @ matrix(self.second)


@register
class SameOrientation(Constraint):
    """The axes of F and M stay parallel: R = E. Three rows, 2 sin(θ/2) n of the turn by θ about n."""

    def position(self, rel: Relative, t: Any) -> Any:
        """The turn of M in F."""
        return rotation_error(rel.R)


@register
class Weld(Constraint):
    """F and M coincide: p = 0, R = E. Six rows; unlike the joint `Fixed` it may close a loop of any joints."""

    def position(self, rel: Relative, t: Any) -> Any:
        """p and the turn of M in F."""
        return [*rel.p, *rotation_error(rel.R)]


@register
class Clamp(Constraint):
    """M does not move in F, wherever it is: ω = 0, v = 0. Six rows.

    It is to be switched, as a gripper or a brake is: `m.connect("grip", lw.Clamp(), hand, part, active=gripped)`. When
    it closes, an impact brings both bodies to one motion. `Weld` keeps two frames together.
    """

    def velocity(self, rel: Relative, t: Any) -> Any:
        """ω and v."""
        return [*rel.w, *rel.v]
