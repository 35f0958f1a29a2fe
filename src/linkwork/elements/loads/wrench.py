"""(m, f)."""

from __future__ import annotations

from typing import Any

from ...contract import register
from .components import Components, component_field


@register
class Wrench(Components):
    """(moment, force) = (m, f): a `moment` m and a `force` f on a point of a body, each as in AppliedForce."""

    moment = component_field("N*m", (0.0, 0.0, 0.0), "m")
    force = component_field("N", (0.0, 0.0, 0.0), "f")

    def wrench(self, rel: Any, t: Any) -> Any:
        """(moment, force)."""
        return self.vector(self.moment, rel, t), self.vector(self.force, rel, t)
