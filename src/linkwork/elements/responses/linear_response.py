"""f = k x."""

from __future__ import annotations

from typing import Any

from ...contract import Response, parameter, register


@register
class LinearResponse(Response):
    """f = k x: a `stiffness` k that is the same everywhere."""

    stiffness = parameter(unit="N/m", doc="k")

    def value(self, x: Any) -> Any:
        """f."""
        return self.stiffness * x

    def inverse(self, f: Any) -> Any:
        """f/k."""
        return f / self.stiffness
