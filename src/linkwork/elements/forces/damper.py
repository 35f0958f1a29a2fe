"""F = −c ε̇."""

from __future__ import annotations

from typing import Any

from ...contract import parameter, register
from ..on_measure import OnMeasure


@register
class Damper(OnMeasure):
    """F = −c ε̇: a linear damper between two points at distance ε, with `damping` c (S0 (3.4.7))."""

    damping = parameter(unit="N*s/m", check="nonnegative", doc="c")

    def law(self, e_dot: Any) -> Any:
        """F, which pushes the points apart where it is positive."""
        return -self.damping * e_dot
