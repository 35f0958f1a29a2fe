"""A ball joint as a constraint."""

from typing import Any

from ...contract import Constraint, register
from ...spatial import Relative


@register
class PointCoincidence(Constraint):
    """The origins of F and M coincide: p = 0. Three rows."""

    def position(self, rel: Relative, t: Any) -> Any:
        """p."""
        return rel.p
