"""F = −k (ε − ε₀) − c ε̇."""

from __future__ import annotations

from typing import Any

from ...contract import Force, Measure, ModelError, axis, parameter, register
from ..measures.relative_angle import RelativeAngle


@register
class TorsionSpring(Force):
    """F = −k (ε − ε₀) − c ε̇: a linear torsion spring on the angle ε about `axis`, with a damper beside it.

    `stiffness` k, free `angle` ε₀, `damping` c; the axis is the first end's. The angle is that of `RelativeAngle`, in
    (−π, π]: past half a turn the moment jumps to the other side. For a spring that is wound up by more than that, write
    an `Active` whose input is the coordinate of a joint, such as "A.angle", which counts full turns.
    """

    stiffness = parameter(unit="N*m/rad", check="nonnegative", doc="k")
    angle = parameter(unit="rad", default=0.0, doc="ε₀, the angle at which it is free")
    damping = parameter(unit="N*m*s/rad", default=0.0, check="nonnegative", doc="c")
    axis = axis(default="z", doc="about which it turns, in the first end")

    def along(self, measure: Measure) -> Force:
        """Raises: it measures an angle of its own, and `Spring` acts along the coordinate of a joint."""
        raise ModelError(
            "TorsionSpring: measures its own angle between points. For the coordinate of a joint give lw.Spring("
            f"stiffness={self.stiffness}, length={self.angle}, damping={self.damping}), whose length is an angle "
            "there; or give points."
        )

    @property
    def measured(self) -> Measure:
        """The angle about the axis."""
        return RelativeAngle(self.axis)

    def law(self, e: Any, e_dot: Any) -> Any:
        """F, a moment that turns the second end forward where it is positive."""
        return -self.stiffness * (e - self.angle) - self.damping * e_dot

    def stored_energy(self, e: Any) -> Any:
        """½ k (ε − ε₀)²."""
        return 0.5 * self.stiffness * (e - self.angle) ** 2
