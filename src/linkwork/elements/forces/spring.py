"""F = −k (ε − l₀) − c ε̇."""

from __future__ import annotations

from typing import Any

from ...contract import Force, Measure, parameter
from ..measures import Distance, Vector


class Spring(Force):
    """F = −k (ε − l₀) − c ε̇: a linear spring between two points at distance ε, with a damper beside it.

    `stiffness` k, free `length` l₀, `damping` c. Points that coincide have no direction between them; a spring of no
    free length and no damping acts there as well, with F = −k p.
    """

    stiffness = parameter(unit="N/m", check="nonnegative", doc="k")
    length = parameter(unit="m", check="nonnegative", doc="l₀, the length at which it is free")
    damping = parameter(unit="N*s/m", default=0.0, check="nonnegative", doc="c")

    @property
    def measured(self) -> Measure:
        """The distance; the vector where that gives the same force without dividing by the distance."""
        plain = isinstance(self.length, float) and isinstance(self.damping, float)
        return Vector() if plain and self.length == self.damping == 0.0 else Distance()

    def law(self, e: Any, e_dot: Any) -> Any:
        """F, which pushes the points apart where it is positive."""
        return -self.stiffness * (e - self.length) - self.damping * e_dot
