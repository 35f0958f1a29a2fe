"""ε = a·p."""

from __future__ import annotations

from typing import Any

from ...contract import Measure, axis, register
from ...expr import dot
from ...spatial import matrix


@register
class Displacement(Measure):
    """ε = a·p: how far the second point lies along `axis` a of the first end; negative behind it."""

    axis = axis(default="x", doc="a, in the first end")
    units = ("m",)

    def value(self, rel: Any) -> Any:
        """ε."""
        return dot(matrix(self.axis), rel.p)
