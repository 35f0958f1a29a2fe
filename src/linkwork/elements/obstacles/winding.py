"""How far a path winds round an axis: what cylinders and cones have in common."""

from __future__ import annotations

import math
from typing import Any, NamedTuple

from ...contract import option
from ...expr import absolute, atan2, maximum, sin, where

WAYS = ("shortest", "positive", "negative")


def way_option() -> Any:
    """The field that says which way round the path runs."""
    return option(
        default="shortest", choices=WAYS, doc="the way round z, seen from the first end on: by the right-hand rule or against"
    )


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

    A free path has |θ| < tangents. A path of a given way is followed up to nearly a full turn; where its free
    part would touch on the other side it jumps.
    """
    theta = atan2(p[0] * q[1] - p[1] * q[0], p[0] * q[0] + p[1] * q[1])
    turn = -theta if way == "negative" else theta
    size = absolute(turn)
    turned = size if way == "shortest" else where(turn < 0.0, turn + 2.0 * math.pi, turn)
    leap = sin(turn + tangents) if lifts and way != "shortest" else sin(turn)
    angle = turned - tangents
    return Winding(maximum(angle, 0.0) if lifts else angle, size < tangents, tangents - size, leap)
