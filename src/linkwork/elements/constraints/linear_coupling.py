"""A linear relation between any number of coordinates."""

from __future__ import annotations

from typing import Any

from ...contract import Constraint, ModelError, parameter, register
from ...expr import is_symbolic


def _coefficients(value: Any) -> tuple[Any, ...]:
    entries = tuple(x if is_symbolic(x) else float(x) for x in value)
    if not entries:
        raise ModelError("needs one coefficient for each coordinate")
    return entries


@register
class LinearCoupling(Constraint):
    """Σ aₖ qₖ = constant, over coordinates of the model: one coefficient for each end.

    A planetary gear is one: z_s sun + z_r ring − (z_s + z_r) carrier = 0.
    """

    ends = None
    coefficients = parameter(shape=(None,), convert=_coefficients, doc="aₖ, in the order of the ends")
    constant = parameter(default=0.0, doc="the right-hand side")

    def validate(self) -> None:
        """The coefficients say how many coordinates are coupled."""
        object.__setattr__(self, "ends", len(self.coefficients))

    def coupling(self, q: Any, t: Any) -> Any:
        """Σ aₖ qₖ − constant."""
        return sum(a * x for a, x in zip(self.coefficients, q, strict=True)) - self.constant
