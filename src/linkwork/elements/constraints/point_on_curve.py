"""A point guided by a curve."""

from typing import Any

from ...contract import Constraint, option, register
from ...spatial import Relative
from ..curves.convert import as_curve


@register
class PointOnCurve(Constraint):
    """M's origin is on a curve fixed in F: p = c(s), where s is an unknown of the constraint. Three rows, two net."""

    auxiliary = ("s",)
    curve = option(convert=as_curve, doc="a curve, points to draw a spline through, or a function of s")

    def position(self, rel: Relative, t: Any, s: Any) -> Any:
        """p − c(s)."""
        return rel.p - self.curve.point(s.s)
