"""Where a path leaves one obstacle for the next: a point in a plane between them, which two unknowns place."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, NamedTuple

from ...expr import dot, norm, where
from ...spatial import matrix
from ..obstacles.obstacle import Obstacle, held


class EndFrame(NamedTuple):
    """Axes and origin of an end, in the axes of the first."""

    R: Any
    p: Any

    def inward(self, x: Any) -> Any:
        """A point, as this frame sees it."""
        return self.R.T @ (x - self.p)


class Core(NamedTuple):
    """A place inside an obstacle, how far its surface is from there, and about where the path touches it."""

    place: Any
    radius: Any
    touch: Any
    """From the place."""


def cores_of(first: Any, last: Any, members: Sequence[tuple[EndFrame, Obstacle]]) -> list[Core]:
    """The cores of obstacles between two points, each near the line from the one to the other."""
    found = []
    for k, (frame, obstacle) in enumerate(members, start=1):
        part = k / (len(members) + 1.0)
        place, radius = obstacle.core(frame.inward(first * (1.0 - part) + last * part))
        found.append((frame.p + frame.R @ place, radius))
    places = [first, *(place for place, _ in found), last]
    cores = []
    for k, ((frame, obstacle), (place, radius)) in enumerate(zip(members, found, strict=True)):
        line = frame.inward(first), frame.inward(last)
        side = frame.R @ obstacle.side(frame.inward(places[k]), frame.inward(places[k + 2]), line)
        cores.append(Core(place, radius, side * radius))
    return cores


def tie_point(one: Core, other: Core, s: tuple[Any, Any]) -> Any:
    """A point of the plane halfway between two obstacles, at s from about where the path comes through."""
    apart = norm(other.place - one.place)
    normal = (other.place - one.place) / apart
    beside = (one.touch + other.touch) * 0.5
    x, y = plane_axes(normal)
    along = 0.5 * (apart + one.radius - other.radius) - dot(normal, beside)
    return held(one.place + beside + normal * along) + held(x) * s[0] + held(y) * s[1]


def plane_axes(n: Any) -> tuple[Any, Any]:
    """Two unit vectors across n and each other (Duff et al. 2017, J. Comput. Graph. Tech. 6, 1)."""
    sign = where(n[2] < 0.0, -1.0, 1.0)
    a = -1.0 / (sign + n[2])
    b = n[0] * n[1] * a
    return matrix([1.0 + sign * n[0] * n[0] * a, sign * b, -sign * n[0]]), matrix([b, sign + n[1] * n[1] * a, -n[1]])
