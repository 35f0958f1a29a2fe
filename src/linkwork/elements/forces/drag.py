"""f = −½ ρ c A |v| v."""

from __future__ import annotations

from typing import Any

import numpy as np

from ...contract import Force, parameter, register
from ...expr import dot, sqrt, where


@register
class Drag(Force):
    """f = −½ ρ c A |v| v: the drag of a fluid on a point of a body that moves through it at v.

    The first end is the fluid (the ground, where it is at rest), the second the centre of pressure. `coefficient` c,
    `area` A, `density` ρ; `wind` is the velocity of the fluid in the axes of the first end.
    """

    coefficient = parameter(check="nonnegative", doc="c")
    area = parameter(unit="m**2", check="nonnegative", doc="A")
    density = parameter(unit="kg/m**3", default=1.225, check="nonnegative", doc="ρ; air at sea level")
    wind = parameter(unit="m/s", default=(0.0, 0.0, 0.0), shape=3, doc="velocity of the fluid")

    def wrench(self, rel: Any) -> Any:
        """(moment, force) on the body."""
        v = rel.v - self.wind
        square = dot(v, v)
        moves = square > 0.0
        # The root has no slope at zero; the branch that is not taken stays finite.
        speed = where(moves, sqrt(where(moves, square, 1.0)), 0.0)
        return np.zeros(3), -0.5 * self.density * self.coefficient * self.area * speed * v
