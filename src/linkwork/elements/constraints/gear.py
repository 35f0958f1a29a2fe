"""A pair of gears."""

from typing import Any

from ...contract import Constraint, parameter, register


@register
class Gear(Constraint):
    """Two angles in proportion: first = ratio · second + offset. The ends are the coordinates, "A.angle" and "B.angle".

    `ratio` is the transmission ratio, speed of the first to speed of the second: −z₂/z₁ for outside teeth, +z₂/z₁ for
    inside teeth and belts.
    """

    ratio = parameter(check="nonzero", doc="speed of the first over speed of the second")
    offset = parameter(unit="rad", default=0.0, doc="first angle where the second is zero")

    def coupling(self, q: Any, t: Any) -> Any:
        """first − ratio · second − offset."""
        first, second = q
        return first - self.ratio * second - self.offset
