"""A point that stays on a straight line."""

from typing import Any

from ...contract import Constraint, axis, register
from ...spatial import Relative, across


@register
class PointOnLine(Constraint):
    """M's origin stays on the line through F's origin along `axis`: what p has across the axis is zero. Two rows."""

    axis = axis(default="x", doc="direction of the line, in F")

    def position(self, rel: Relative, t: Any) -> Any:
        """p across the axis."""
        return across(self.axis) @ rel.p
