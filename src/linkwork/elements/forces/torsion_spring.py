"""F = −k (ε − ε₀) − c ε̇."""

from __future__ import annotations

from typing import Any

from ...contract import Force, parameter
from ..measures import RelativeAngle


class TorsionSpring(Force):
    """F = −k (ε − ε₀) − c ε̇: a linear torsion spring on the angle ε about z of the first end, with a damper beside it.

    `stiffness` k, free `angle` ε₀, `damping` c. The angle lies in (−π, π].
    """

    stiffness = parameter(unit="N*m/rad", check="nonnegative", doc="k")
    angle = parameter(unit="rad", default=0.0, doc="ε₀, the angle at which it is free")
    damping = parameter(unit="N*m*s/rad", default=0.0, check="nonnegative", doc="c")
    measure = RelativeAngle()

    def law(self, e: Any, e_dot: Any) -> Any:
        """F, a moment that turns the second end forward where it is positive."""
        return -self.stiffness * (e - self.angle) - self.damping * e_dot
