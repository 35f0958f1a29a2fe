"""y = c₀ + c₁ τ + c₂ τ² + …, τ = t − t₀."""

from __future__ import annotations

from typing import Any

from ...contract import ModelError, Signal, parameter, register


@register
class Polynomial(Signal):
    """y(t) = c₀ + c₁ τ + c₂ τ² + …, τ = t − t₀: `coefficients`, lowest power first, about `start` t₀."""

    start_field = "coefficients"
    coefficients = parameter(shape=(None,), doc="c₀, c₁, c₂, …")
    start = parameter(unit="s", default=0.0, doc="t₀")

    def validate(self) -> None:
        """There is at least one coefficient."""
        if len(self.coefficients) == 0:
            raise ModelError(f"{self.kind}: coefficients is empty; give c₀, c₁, … with the constant first.")

    def value(self, t: Any) -> Any:
        """The value at time t, by Horner's scheme."""
        tau = t - self.start
        result: Any = 0.0
        for c in reversed(self.coefficients):
            result = result * tau + c
        return result
