"""(m, 0)."""

from __future__ import annotations

from typing import Any

import numpy as np

from ...contract import register
from .components import Components, component_field


@register
class AppliedMoment(Components):
    """(moment, force) = (m, 0): a `moment` m on a body.

    Three numbers or signals; one number or signal `along` a direction; or a function m(rel, t) of the end's motion in
    the world. `axes` "world" keeps its direction, "body" turns with the body.
    """

    moment = component_field("N*m", None, "m")

    def wrench(self, rel: Any, t: Any) -> Any:
        """(moment, force)."""
        return self.vector(self.moment, rel, t), np.zeros(3)
