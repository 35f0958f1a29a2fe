"""ε = p."""

from __future__ import annotations

from typing import Any

from ...contract import Measure, register


@register
class Vector(Measure):
    """ε = p: the vector from the first point to the second, three components in the axes of the first end."""

    units = ("m", "m", "m")

    def value(self, rel: Any) -> Any:
        """ε."""
        return rel.p
