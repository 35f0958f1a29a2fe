"""Two points at a fixed distance: a massless rod with ball joints."""

from typing import Any

from ...contract import Constraint, parameter, register
from ...spatial import Relative


@register
class FixedDistance(Constraint):
    """The origins of F and M are `length` l apart: (p · p − l²)/2l = 0. One row.

    It is |p| − l to first order, and smooth at p = 0 too; its multiplier is the force along the rod.
    """

    length = parameter(unit="m", check="positive", doc="distance of the two points")

    def position(self, rel: Relative, t: Any) -> Any:
        """(p · p − l²)/2l."""
        return (rel.p @ rel.p - self.length * self.length) / (2.0 * self.length)
