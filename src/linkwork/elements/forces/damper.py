"""F = −c ε̇."""

from __future__ import annotations

from typing import Any

from ...contract import Force, parameter
from ..measures import Distance


class Damper(Force):
    """F = −c ε̇: a linear damper between two points at distance ε, with `damping` c."""

    damping = parameter(unit="N*s/m", check="nonnegative", doc="c")
    measure = Distance()

    def law(self, e_dot: Any) -> Any:
        """F, which pushes the points apart where it is positive."""
        return -self.damping * e_dot
