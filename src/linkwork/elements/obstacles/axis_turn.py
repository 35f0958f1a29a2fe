"""How far a path winds round an axis: what cylinders and cones have in common."""

from __future__ import annotations

import math
from typing import Any, NamedTuple

from ...contract import option
from ...expr import absolute, atan2, cos, sin, sqrt, where
from ...spatial import matrix
from .obstacle import quiet

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
