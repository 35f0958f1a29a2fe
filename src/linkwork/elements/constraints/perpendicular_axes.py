"""Two axes that stay perpendicular."""

from typing import Any

from ...contract import Constraint, axis, register
from ...spatial import Relative, matrix


@register
class PerpendicularAxes(Constraint):
    """Axis b of M is perpendicular to axis a of F: a · R b = 0. One row."""

    first = axis(default="x", doc="axis fixed in F")
    second = axis(default="y", doc="axis fixed in M")

    def position(self, rel: Relative, t: Any) -> Any:
        """a · R b."""
        return matrix(self.first) @ rel.R @ matrix(self.second)
