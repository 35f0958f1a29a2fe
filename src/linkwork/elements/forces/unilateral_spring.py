"""A spring that pulls only, or pushes only."""

from __future__ import annotations

from typing import Any

from ...contract import option, parameter, register
from ...expr import maximum, where
from ..on_measure import OnMeasure


@register
class UnilateralSpring(OnMeasure):
    """F = −max(0, k x + c ẋ) where x = ε − l₀ > 0, else 0: a rope, which pulls and never pushes.

    With `side` "compression" it is a stop instead: x = l₀ − ε, and F = max(0, k x + c ẋ) pushes. Damping never turns
    the force round. On `Path()` it is a cable over via points. Its branches are its kinks: x, and k x + c ẋ.
    """

    stiffness = parameter(unit="N/m", check="nonnegative", doc="k")
    length = parameter(unit="m", doc="l₀, the length at which it begins to act")
    damping = parameter(unit="N*s/m", default=0.0, check="nonnegative", doc="c")
    side = option(default="tension", choices=("tension", "compression"), doc="on which side of l₀ it acts")

    def _stretch(self, e: Any, e_dot: Any) -> tuple[Any, Any, float]:
        sign = 1.0 if self.side == "tension" else -1.0
        x = sign * (e - self.length)
        return x, self.stiffness * x + self.damping * (sign * e_dot), sign

    def law(self, e: Any, e_dot: Any) -> Any:
        """F, which pushes the points apart where it is positive."""
        x, load, sign = self._stretch(e, e_dot)
        return -sign * where(x > 0.0, maximum(load, 0.0), 0.0)

    def stored_energy(self, e: Any) -> Any:
        """½ k x² where it acts."""
        x, _, _ = self._stretch(e, 0.0)
        return 0.5 * self.stiffness * maximum(x, 0.0) ** 2

    def kinks(self, e: Any, e_dot: Any) -> Any:
        """Where it begins to act, and where damping would turn its force round."""
        x, load, _ = self._stretch(e, e_dot)
        return [x, load]
