"""A pinion on a rack."""

from typing import Any

from ...contract import Constraint, parameter, register


@register
class RackAndPinion(Constraint):
    """A displacement in proportion to an angle: displacement = radius · angle + offset.

    The ends are the pinion's angle, then the rack's displacement. A negative radius turns the direction round.
    """

    radius = parameter(unit="m", check="nonzero", doc="pitch radius of the pinion")
    offset = parameter(unit="m", default=0.0, doc="displacement where the angle is zero")

    def coupling(self, q: Any, t: Any) -> Any:
        """displacement − radius · angle − offset."""
        angle, displacement = q
        return displacement - self.radius * angle - self.offset
