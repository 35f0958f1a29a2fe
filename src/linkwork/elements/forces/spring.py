"""F = −k (ε − l₀) − c ε̇."""

from __future__ import annotations

from typing import Any

from ...contract import Measure, parameter, register
from ...expr import array, dot
from ..measures.distance import Distance
from ..measures.vector import Vector
from ..on_measure import OnMeasure


@register
class Spring(OnMeasure):
    """F = −k (ε − l₀) − c ε̇: a linear spring between two points at distance ε, with a damper beside it (S0 (3.4.7)).

    `stiffness` k, free `length` l₀, `damping` c. Points that coincide have no direction between them; a spring of no
    free length and no damping acts there as well, with F = −k p.
    """

    stiffness = parameter(unit="N/m", check="nonnegative", doc="k")
    length = parameter(unit="m", check="nonnegative", doc="l₀, the length at which it is free")
    damping = parameter(unit="N*s/m", default=0.0, check="nonnegative", doc="c")

    @property
    def measured(self) -> Measure:
        """What it was put on; the vector instead of the distance where that gives the same force without dividing."""
        plain = all(isinstance(x, float) and x == 0.0 for x in (self.length, self.damping))
        return Vector() if plain and type(self.on) is Distance else super().measured

    def law(self, e: Any, e_dot: Any) -> Any:
        """F, which pushes the points apart where it is positive."""
        return -self.stiffness * (e - self.length) - self.damping * e_dot

    def stored_energy(self, e: Any) -> Any:
        """½ k (ε − l₀)²."""
        x = array(e - self.length).ravel()
        return 0.5 * self.stiffness * dot(x, x)
