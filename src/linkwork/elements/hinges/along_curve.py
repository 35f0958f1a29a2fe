"""A body guided along a space curve."""

from typing import Any

from ...contract import Hinge, axis, option, register
from ...expr import cross
from ...spatial import Pose, matrix, normalised
from ..curves.convert import as_curve


@register
class AlongCurve(Hinge):
    """M's origin moves along a curve fixed in F: p = c(s). One coordinate, the curve's parameter s.

    With `frame` "fixed", M keeps the axes of F. With "tangent", x of M points along c′(s), y is across it and `up`,
    and z completes them; so `up` must never be the direction of the curve. There is no residual, since the implicit
    form has an unknown of its own: use `PointOnCurve`.
    """

    coordinates = ("s",)
    units = ("m",)
    curve = option(convert=as_curve, doc="a curve, points to draw a spline through, or a function of s")
    frame = option(default="fixed", choices=("fixed", "tangent"), doc="orientation of M: as F, or along the tangent")
    up = axis(default="z", doc="the direction of F that z of M is closest to, for the tangent frame")

    def pose(self, q: Any, t: Any) -> Pose:
        """The point of the curve, and the frame there."""
        point = self.curve.point(q.s)
        if self.frame == "fixed":
            return Pose(p=point)
        x = normalised(self.curve.tangent(q.s))
        y = normalised(cross(self.up, x))
        return Pose(matrix([x, y, cross(x, y)]).T, point)
