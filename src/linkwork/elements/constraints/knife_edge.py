"""A skate."""

from typing import Any

from ...contract import Constraint, axis, register
from ...spatial import Relative, matrix


@register
class KnifeEdge(Constraint):
    """M's origin does not move across its blade: b · v = 0 with b fixed in M. One row, not integrable."""

    across = axis(default="y", doc="direction across the blade, in M")

    def velocity(self, rel: Relative, t: Any) -> Any:
        """b · v in the axes of M."""
        return matrix(self.across) @ rel.v_M
