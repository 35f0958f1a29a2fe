"""ε = the length of a path whose last point moves in its body with a joint: a kneecap."""

from __future__ import annotations

import math
from typing import Any

import numpy as np

from ...contract import Measure, ModelError, axis, option, parameter, register, relative_list
from ...expr import clip
from ...spatial import Relative, matrix
from .path import path_length
from .relative_angle import RelativeAngle


def _limits(given: Any) -> tuple[float, float]:
    low, high = (float(x) for x in given)
    if not low < high:
        raise ModelError("must be (least, greatest) angle, the least below the greatest")
    return low, high


@register
class GuidedPath(Measure):
    r"""ε: the length of a `Path` whose last point stands at $\sum_k c_k\,φ^k$ in the last end: a tendon over a kneecap.

    Its ends are the points of the path, the body against which the last one turns, and that last one; φ is its
    `RelativeAngle` about `axis`. Rows of `place` are $c_0, c_1, …$; outside of `between` the point stays where it is.
    Work is that of the whole length, so that what the kneecap is pressed by goes to both bodies.
    """

    place = parameter(shape=(None, 3), unit="m", doc="rows c₀, c₁, … of x, y, z in the last end, by powers of φ")
    axis = axis(default="y", doc="of φ, in the last end but one")
    between = option(default=(-math.pi, math.pi), convert=_limits, doc="(least, greatest) φ, in rad")
    ends = None
    units = ("m",)

    def value(self, rel: Any) -> Any:
        """ε."""
        *points, guide, last = [Relative(np.eye(3), np.zeros(3), np.zeros(3), np.zeros(3)), *relative_list(rel)]
        if not points:
            raise ModelError("a guided path needs three ends or more: points, the guiding body, the body of the last.")
        turned = Relative(guide.R.T @ last.R, guide.p, guide.w, guide.v)
        angle = clip(RelativeAngle(self.axis).value(turned), *self.between)
        place: Any = np.zeros(3)
        for row in self.place[::-1]:
            place = place * angle + row
        return path_length([*(r.p for r in points), last.p + last.R @ matrix(place)])
