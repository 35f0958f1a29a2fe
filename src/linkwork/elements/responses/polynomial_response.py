"""f = c₁ x + c₂ x² + …"""

from __future__ import annotations

from typing import Any

from ...contract import Response, parameter, register


@register
class PolynomialResponse(Response):
    """f = c₁ x + c₂ x² + c₃ x³ + …: `coefficients` from the linear term on, in N/m, N/m², N/m³ …

    There is no constant term: a spring is free at x = 0. A progressive spring has c₂ = 0 and c₃ > 0.
    """

    coefficients = parameter(shape=(None,), doc="c₁, c₂, … in N/m, N/m² and so on")

    def value(self, x: Any) -> Any:
        """f."""
        total: Any = 0.0
        for c in reversed(self.coefficients):
            total = (total + c) * x
        return total
