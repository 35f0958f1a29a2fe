"""F = −(E A / l) (ε − l)."""

from __future__ import annotations

from typing import Any

from ...contract import parameter, register
from ..on_measure import OnMeasure


@register
class Bar(OnMeasure):
    """F = −(EA/l)(ε − l): a homogeneous elastic bar without bending, torsion or mass (S0 (3.4.13–17)).

    `axial` EA is Young's modulus times the cross-section, `length` l is free of load. Strains are referred to l and
    must stay small for the law to be that of the material; rotations may be of any size.
    """

    axial = parameter(unit="N", check="positive", doc="E A")
    length = parameter(unit="m", check="positive", doc="l, undeformed")
    damping = parameter(unit="N*s/m", default=0.0, check="nonnegative", doc="of a damper beside it")

    def law(self, e: Any, e_dot: Any) -> Any:
        """F, which pushes the points apart where it is positive."""
        return -self.axial / self.length * (e - self.length) - self.damping * e_dot

    def stored_energy(self, e: Any) -> Any:
        """½ (EA/l) (ε − l)²."""
        return 0.5 * self.axial / self.length * (e - self.length) ** 2
