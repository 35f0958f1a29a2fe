"""A sphere in the way of a path."""

from __future__ import annotations

from typing import Any

import numpy as np

from ...contract import option, parameter, register, value_of
from ...expr import atan2, cross, dot, maximum, norm, sqrt, where
from .obstacle import Obstacle, PathPassage, depth_fault, quiet

ASKEW = np.array((0.5298, 0.6180, 0.5809))
"""A direction that lies in no plane anybody would choose."""
NO_SINE = 1e-24
"""sin² of angles that are none."""


@register
class WrapSphere(Obstacle):
    r"""L = a + r (θ − acos(r/p) − acos(r/q)) + b: a path over a sphere of `radius` r, along a great circle.

    p and q are the distances of both points from the centre, θ the angle between them there, a and b the tangents. The
    path lies in the plane of both points and the centre, and takes the shorter way: where both are opposite it jumps.
    It is straight where it does not touch; with lifts=False it stays on the sphere, and the arc may become negative.
    """

    radius = parameter(unit="m", check="positive", doc="r")
    lifts = option(default=True, choices=(True, False), doc="whether it may lift off")

    def passage(self, p: Any, q: Any, s: Any) -> PathPassage:
        """The way from p to q."""
        r, pp, qq = self.radius, dot(p, p), dot(q, q)
        a, b = sqrt(pp - r * r), sqrt(qq - r * r)
        normal = cross(p, q)
        # Without the bound the root had no slope where both points are on one ray, which is no place to wrap.
        sine = sqrt(maximum(dot(normal, normal), NO_SINE * pp * qq))
        angle = atan2(sine, dot(p, q)) - atan2(a, r) - atan2(b, r)
        touching, leap = a + r * angle + b, quiet(dot(normal, ASKEW) / sqrt(pp * qq))
        if not self.lifts:
            return PathPassage(touching, (), (leap,))
        return PathPassage(where(angle < 0.0, norm(q - p), touching), (angle,), (leap,))

    def core(self, x: Any) -> tuple[Any, Any]:
        """Its centre."""
        return np.zeros(3), self.radius

    def side(self, p: Any, q: Any, line: tuple[Any, Any]) -> Any:
        """Towards the straight line."""
        a, d = line[0], line[1] - line[0]
        foot = a - d * (dot(a, d) / dot(d, d))
        return foot / sqrt(dot(foot, foot) + NO_SINE * dot(a, a))

    def look(self) -> dict[str, Any]:
        """A sphere; paths take the shorter way."""
        radius = float(value_of(self.radius))
        return {"kind": "sphere", "radius": radius, "way": "shortest", "lifts": bool(self.lifts)}

    def point_fault(self, x: np.ndarray) -> str | None:
        """Inside."""
        return depth_fault(float(value_of(self.radius)) - float(np.linalg.norm(x)), "sphere")
