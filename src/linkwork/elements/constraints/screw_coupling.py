"""A thread as a coupling of an angle and a displacement."""

from typing import Any

from ...contract import Constraint, parameter, register
from ...expr import pi


@register
class ScrewCoupling(Constraint):
    """A displacement of `pitch` h per revolution: displacement = h angle/2π + offset.

    The ends are the angle, then the displacement: those of a `Cylindrical` joint make it a screw.
    """

    pitch = parameter(unit="m", check="nonzero", doc="advance per revolution; negative for a left-hand thread")
    offset = parameter(unit="m", default=0.0, doc="displacement where the angle is zero")

    def coupling(self, q: Any, t: Any) -> Any:
        """displacement − h angle/2π − offset."""
        angle, displacement = q
        return displacement - self.pitch * angle / (2 * pi) - self.offset
