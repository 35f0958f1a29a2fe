"""A cone in the way of a path."""

from __future__ import annotations

import math
from typing import Any

import numpy as np

from ...contract import option, parameter, register, value_of
from ...expr import atan2, cos, minimum, norm, sin, sqrt, tan, where
from ...spatial import matrix
from .axis_turn import way_option, winding, winding_side
from .obstacle import Obstacle, PathPassage, depth_fault


def _acute(angle: float) -> bool | str:
    return 0.0 < angle < 0.5 * math.pi or "must be between 0 and π/2"


@register
class WrapCone(Obstacle):
    r"""L² = P² + Q² − 2 P Q cos Θ: a path over a cone of half angle `angle` α, apex at the origin, open along +z.

    The plane through a point and the apex that touches the cone does so along a whole generator: unrolled, the path
    is straight. P and Q are the distances of both points from the apex, Θ = β₁ + w sin α + β₂ the angle between
    them there, β those between points and generators, w the angle about z on the cone. Where Θ reaches π the path
    slips over the apex. `way` and `lifts` are as for a cylinder.
    """

    angle = parameter(unit="rad", check=_acute, doc="α, between axis and surface")
    way = way_option()
    lifts = option(default=True, choices=(True, False), doc="whether it may lift off")

    def passage(self, p: Any, q: Any, s: Any) -> PathPassage:
        """The way from p to q."""
        slope = tan(self.angle)
        beside = [sqrt(x[0] * x[0] + x[1] * x[1] - (slope * x[2]) ** 2) for x in (p, q)]
        tangents = sum(atan2(h, slope * x[2]) for h, x in zip(beside, (p, q), strict=True))
        found = winding(p, q, tangents, self.way, self.lifts)
        apart = sum(atan2(h, x[2] / cos(self.angle)) for h, x in zip(beside, (p, q), strict=True))
        theta = apart + found.angle * sin(self.angle)
        before, behind, half = norm(p), norm(q), sin(0.5 * minimum(theta, math.pi))
        touching = sqrt((before - behind) ** 2 + 4.0 * before * behind * half * half)
        slips = (where(found.is_free, 1.0, math.pi - theta) if self.lifts else math.pi - theta, SLIPS)
        if not self.lifts:
            return PathPassage(touching, (), (found.leap,), (slips,))
        length = where(found.is_free, norm(q - p), touching)
        return PathPassage(length, (found.lift_off,), (found.leap,), (slips,))

    def core(self, x: Any) -> tuple[Any, Any]:
        """The place on the axis that is as far from the apex as x is along a generator."""
        height = norm(x) * cos(self.angle)
        return matrix([0.0, 0.0, height]), height * sin(self.angle)

    def side(self, p: Any, q: Any, line: tuple[Any, Any]) -> Any:
        """As the way round says."""
        return winding_side(p, q, line, self.way)

    def point_fault(self, x: np.ndarray) -> str | None:
        """Inside, or below the apex, from where no plane touches the cone."""
        angle, z = float(value_of(self.angle)), float(x[2])
        depth = math.sin(angle) * abs(z) - math.cos(angle) * float(np.hypot(x[0], x[1]))
        if depth > 0.0 > z:
            return "stands below the apex, from where every path slips off the cone; move it aside"
        return depth_fault(depth, "cone")


SLIPS = "the path slips over the apex of the cone; from there on its length is that over the apex"
