"""A cone in which an axis stays."""

from __future__ import annotations

from typing import Any

import numpy as np

from ...contract import Force, axis, parameter, register
from ...expr import cos, dot, exp, sin
from ...spatial import matrix


@register
class ConeLimit(Force):
    r"""V = M s e^{(cos γ − a·Ra)/(s sin γ)}: keeps `axis` a of the second end in a cone about that of the first.

    At the half `angle` γ it turns back with `moment` M, and e times as much with every further `width` s (near γ). It
    is a function of a cosine, smooth in every direction: the limit of a shoulder, whose arm goes round by more than
    angles about fixed axes can follow.
    """

    angle = parameter(
        unit="rad", check=lambda x: bool(0.0 < x < np.pi) or "must lie between 0 and π", doc="γ, from the axis"
    )
    moment = parameter(unit="N*m", check="nonnegative", doc="M at the limit")
    width = parameter(unit="rad", default=0.06, check="positive", doc="s in which the moment grows by e")
    axis = axis(default="z", doc="a, in both ends")

    def energy(self, rel: Any) -> Any:
        """V."""
        a = matrix(self.axis)
        beyond = (cos(self.angle) - dot(a, rel.R @ a)) / (self.width * sin(self.angle))
        return self.moment * self.width * exp(beyond)
