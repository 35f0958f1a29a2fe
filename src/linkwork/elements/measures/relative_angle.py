"""ε = atan2(a·r, tr R − a·R a)."""

from __future__ import annotations

from typing import Any

import numpy as np

from ...contract import Measure, axis, register
from ...expr import atan2, dot
from ...spatial import matrix


@register
class RelativeAngle(Measure):
    """ε = atan2(a·r, tr R − a·R a), r = (R₃₂ − R₂₃, R₁₃ − R₃₁, R₂₁ − R₁₂): the angle of the second end about `axis` a.

    The axis is one of the first end's. Where the ends turn about other axes too, it is the turn about a that is left
    when the rotation is split into a swing and a turn about a. It lies in (−π, π]: count full turns by a joint's
    coordinate. It is not defined where the swing is π.
    """

    axis = axis(default="z", doc="a, in the first end")
    units = ("rad",)

    def value(self, rel: Any) -> Any:
        """ε."""
        R, a = rel.R, matrix(self.axis)
        turned = [R[2, 1] - R[1, 2], R[0, 2] - R[2, 0], R[1, 0] - R[0, 1]]
        # tr R − a·R a entry by entry, so that what an axis x, y or z does not need folds away.
        across = sum(x * r for x, r in zip((np.eye(3) - np.outer(a, a)).ravel(), R.ravel(), strict=True))
        return atan2(dot(a, matrix(turned)), across)
