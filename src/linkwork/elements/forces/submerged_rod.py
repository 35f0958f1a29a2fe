"""Buoyancy and drag of a slender rod in a fluid."""

from __future__ import annotations

from typing import Any

import numpy as np

from ...contract import Force, axis, parameter, register, value_of
from ...expr import dot, pi, sqrt, where
from ...spatial import matrix


@register
class SubmergedRod(Force):
    r"""f = −ρ A l g − ½ ρ d l (c_n |v_n| v_n + π c_t |v_t| v_t): a slender rod in water, after Morison.

    The first end is the fluid (the ground, where it is at rest), the second the middle of the rod, whose `axis` is in
    that end. v is its velocity through the fluid, along (t) and across (n) the axis; A = π d²/4. `current` is the
    velocity of the fluid and `gravity` g, in the axes of the first end. All of it acts at the middle: the rod is
    short beside what it bends over, wholly submerged, and the fluid that moves with it (added mass) is not counted.
    """

    length = parameter(unit="m", check="positive", doc="l")
    diameter = parameter(unit="m", check="positive", doc="d")
    density = parameter(unit="kg/m**3", default=1025.0, check="nonnegative", doc="ρ; sea water")
    normal = parameter(default=1.2, check="nonnegative", doc="c_n, across; a smooth cylinder")
    tangential = parameter(default=0.01, check="nonnegative", doc="c_t, along, on the circumference")
    current = parameter(unit="m/s", default=(0.0, 0.0, 0.0), shape=3, doc="velocity of the fluid")
    gravity = parameter(unit="m/s**2", default=(0.0, 0.0, -9.81), shape=3, doc="g; zero without buoyancy")
    axis = axis(default="x", doc="along the rod, in the second end")

    def _displaced(self) -> Any:
        return 0.25 * pi * self.diameter**2 * self.length * self.density

    def wrench(self, rel: Any) -> Any:
        """(moment, force) on the rod."""
        along = rel.R @ matrix(self.axis)
        v = rel.v - self.current
        parallel = along * dot(along, v)
        across = v - parallel
        drag = self.normal * _speed(across) * across + pi * self.tangential * _speed(parallel) * parallel
        lift = -self._displaced() * self.gravity
        return np.zeros(3), lift - 0.5 * self.density * self.diameter * self.length * drag

    def stored_energy(self, rel: Any) -> Any:
        """ρ A l g·p, of buoyancy; None in a current, which does work of its own."""
        if np.any(value_of(self.current)):
            return None
        return self._displaced() * dot(self.gravity, rel.p)


def _speed(v: Any) -> Any:
    """|v|; the root has no slope at zero, so the branch that is not taken stays finite."""
    square = dot(v, v)
    moves = square > 0.0
    return where(moves, sqrt(where(moves, square, 1.0)), 0.0)
