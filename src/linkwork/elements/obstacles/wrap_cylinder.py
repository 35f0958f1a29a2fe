"""A cylinder in the way of a path."""

from __future__ import annotations

from typing import Any

import numpy as np

from ...contract import option, parameter, register, value_of
from ...expr import atan2, norm, sqrt, where
from ...spatial import matrix
from .axis_turn import way_option, winding, winding_side
from .obstacle import Obstacle, PathPassage, depth_fault


@register
class WrapCylinder(Obstacle):
    r"""L = √((a + r w + b)² + Δz²): a path over a cylinder of `radius` r about z, without ends.

    Straight parts and helix are one straight line once cylinder and tangent planes are unrolled. a and b are the
    tangents in the plane across the axis, w = θ − acos(r/ρ₁) − acos(r/ρ₂) the angle on the cylinder, θ that between
    both points about z. `way` says which way round: "shortest", "positive" (by the right-hand rule about z) or
    "negative". The path is straight where it does not touch; with lifts=False it stays on the cylinder, and w may
    become negative.
    """

    radius = parameter(unit="m", check="positive", doc="r")
    way = way_option()
    lifts = option(default=True, choices=(True, False), doc="whether it may lift off")

    def passage(self, p: Any, q: Any, s: Any) -> PathPassage:
        """The way from p to q."""
        r = self.radius
        a, b = (sqrt(x[0] * x[0] + x[1] * x[1] - r * r) for x in (p, q))
        found = winding(p, q, atan2(a, r) + atan2(b, r), self.way, self.lifts)
        across, along = a + r * found.angle + b, q[2] - p[2]
        touching = sqrt(across * across + along * along)
        if not self.lifts:
            return PathPassage(touching, (), (found.leap,))
        return PathPassage(where(found.is_free, norm(q - p), touching), (found.lift_off,), (found.leap,))

    def core(self, x: Any) -> tuple[Any, Any]:
        """The place on the axis beside x."""
        return matrix([0.0, 0.0, x[2]]), self.radius

    def side(self, p: Any, q: Any, line: tuple[Any, Any]) -> Any:
        """As the way round says."""
        return winding_side(p, q, line, self.way)

    def look(self) -> dict[str, Any]:
        """A cylinder."""
        radius = float(value_of(self.radius))
        return {"kind": "cylinder", "radius": radius, "way": self.way, "lifts": bool(self.lifts)}

    def point_fault(self, x: np.ndarray) -> str | None:
        """Inside."""
        return depth_fault(float(value_of(self.radius)) - float(np.hypot(x[0], x[1])), "cylinder")
