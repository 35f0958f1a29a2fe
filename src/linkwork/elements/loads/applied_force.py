"""(0, f)."""

from __future__ import annotations

from typing import Any

import numpy as np

from ...contract import register
from .components import Components, component_field


@register
class AppliedForce(Components):
    """(moment, force) = (0, f): a `force` f on a point of a body.

    Three numbers or signals; one number or signal `along` a direction; or a function f(rel, t) of the point's motion
    in the world. `axes` "world" keeps its direction, "body" turns with the body.
    """

    force = component_field("N", None, "f")

    def wrench(self, rel: Any, t: Any) -> Any:
        """(moment, force)."""
        return np.zeros(3), self.vector(self.force, rel, t)
