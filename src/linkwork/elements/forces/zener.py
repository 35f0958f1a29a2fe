"""The standard linear solid."""

from __future__ import annotations

from typing import Any

from ...contract import parameter, register
from ..on_measure import OnMeasure


@register
class Zener(OnMeasure):
    """F = −k₀ (ε − l₀) − S, Ṡ = k₁ ε̇ − (k₁/c) S: a spring with a Maxwell element beside it, the standard linear solid.

    `stiffness` k₀ resists slow motion, k₀ + k₁ fast motion; `arm` k₁ and `damping` c are in series. The state `tension`
    S is the force in the arm, `loss` the power that the damper takes.
    """

    stiffness = parameter(unit="N/m", check="nonnegative", doc="k₀")
    arm = parameter(unit="N/m", check="positive", doc="k₁")
    damping = parameter(unit="N*s/m", check="positive", doc="c")
    length = parameter(unit="m", default=0.0, doc="l₀, the length at which it is free")
    states = ("tension",)
    outputs = ("loss",)

    def law(self, e: Any, z: Any) -> Any:
        """F."""
        return -self.stiffness * (e - self.length) - z.tension

    def stored_energy(self, e: Any, z: Any) -> Any:
        """½ k₀ (ε − l₀)² + S²/(2 k₁), in its springs."""
        return 0.5 * self.stiffness * (e - self.length) ** 2 + 0.5 * z.tension**2 / self.arm

    def output(self, z: Any) -> Any:
        """S²/c, what its damper loses."""
        return [z.tension**2 / self.damping]

    def state_dot(self, z: Any, e_dot: Any) -> Any:
        """Ṡ."""
        return self.arm * e_dot - self.arm / self.damping * z.tension
