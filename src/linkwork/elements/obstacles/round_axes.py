"""Cylinders and cones in the way of a path: how far it winds round their axis."""

from __future__ import annotations

import math
from typing import Any, NamedTuple

import numpy as np

from ...contract import option, parameter, register, value_of
from ...expr import absolute, atan2, cos, minimum, norm, sin, sqrt, tan, where
from ...spatial import matrix
from .obstacle import Obstacle, PathPassage, depth_fault, quiet

NO_LENGTH = 1e-30
_TURN = 2.0 * math.pi
WINDING_WAYS = ("shortest", "positive", "negative")


def way_option() -> Any:
    """The field that says which way round the path runs."""
    return option(default="shortest", choices=WINDING_WAYS, doc="the way round z from the first end on")


class Winding(NamedTuple):
    """A path round the z axis."""

    angle: Any
    """By which it stays on the surface."""
    is_free: Any
    """Whether it does not touch."""
    lift_off: Any
    """Changes sign where it lifts off, and where it jumps."""
    leap: Any
    """Zero where the path jumps to another side, or by a turn."""


def winding(p: Any, q: Any, tangents: Any, way: str, lifts: bool) -> Winding:
    """The winding of a path from p to q; `tangents` is the angle between the ends of a path that just touches.

    The shortest way turns by |θ| ≤ π. A given way turns by θ from 0 to 2π, and is free where that is less than
    `tangents`; where it may not lift off, the angle on the surface goes from −π/2 to 3π/2. At the ends of these ranges
    the path jumps.
    """
    theta = atan2(p[0] * q[1] - p[1] * q[0], p[0] * q[0] + p[1] * q[1])
    if way == "shortest":
        return _wound(absolute(theta), tangents, quiet(sin(theta)), lifts)
    turn = -theta if way == "negative" else theta
    if lifts:
        turned = where(turn < 0.0, turn + _TURN, turn)
        found = _wound(turned, tangents, quiet(sin(turn)), lifts)
        # It has its sign on both sides of a jump, without a leap there.
        return found._replace(lift_off=sin(0.5 * turned) * found.lift_off)
    angle = turn - tangents
    return Winding(where(angle < -0.25 * _TURN, angle + _TURN, angle), False, None, cos(angle))


def _wound(turned: Any, tangents: Any, leap: Any, lifts: bool) -> Winding:
    is_free, angle = turned < tangents, turned - tangents
    # One condition for all that has branches: at the kink itself every part is on the same side.
    return Winding(where(is_free, 0.0, angle) if lifts else angle, is_free, tangents - turned, leap)


def winding_side(p: Any, q: Any, line: tuple[Any, Any], way: str) -> Any:
    """The direction, across the z axis, in which a path from p to q passes it: the shortest, where the line does."""
    (a, b), x, y = line, q[0] - p[0], q[1] - p[1]
    turn = {"positive": 1.0, "negative": -1.0}.get(way, where(a[0] * b[1] < a[1] * b[0], -1.0, 1.0))
    size = turn / sqrt(x * x + y * y + NO_LENGTH)
    return matrix([y * size, -x * size, 0.0])


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
