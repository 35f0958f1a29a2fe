"""ε = |p|."""

from __future__ import annotations

from typing import Any

from ...contract import Measure, register
from ...expr import norm


@register
class Distance(Measure):
    """ε = |p|: the distance between two points. It has no derivative where they coincide."""

    units = ("m",)

    def value(self, rel: Any) -> Any:
        """ε."""
        return norm(rel.p)
