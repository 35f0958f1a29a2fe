"""f = A (exp(B x) − 1)."""

from __future__ import annotations

from typing import Any

from ...contract import Response, parameter, register
from ...expr import expm1, log1p


@register
class ExponentialResponse(Response):
    """f = A (exp(B x) − 1): soft tissue, which stiffens as it is stretched (Fung 1972).

    The stiffness at rest is A B. `force` A, `rate` B.
    """

    force = parameter(unit="N", check="positive", doc="A")
    rate = parameter(unit="1/m", check="positive", doc="B")

    def value(self, x: Any) -> Any:
        """f."""
        return self.force * expm1(self.rate * x)

    def integral(self, x: Any) -> Any:
        """A ((exp(B x) − 1)/B − x)."""
        return self.force * (expm1(self.rate * x) / self.rate - x)

    def inverse(self, f: Any) -> Any:
        """log(1 + f/A)/B."""
        return log1p(f / self.force) / self.rate
