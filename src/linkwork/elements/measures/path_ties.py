"""Where a path leaves one obstacle for the next: a point in a plane between them, which two unknowns place."""

from __future__ import annotations

from typing import Any

from ...expr import norm, where
from ...spatial import matrix


def tie_point(one: tuple[Any, Any], other: tuple[Any, Any], s: tuple[Any, Any]) -> Any:
    """The point of the plane halfway between two obstacles, each given as (core, radius there), at s from the line."""
    (c, r), (d, rho) = one, other
    apart = norm(d - c)
    normal = (d - c) / apart
    x, y = plane_axes(normal)
    return c + normal * (0.5 * (apart + r - rho)) + x * s[0] + y * s[1]


def plane_axes(n: Any) -> tuple[Any, Any]:
    """Two unit vectors across n and each other (Duff et al. 2017, J. Comput. Graph. Tech. 6, 1)."""
    sign = where(n[2] < 0.0, -1.0, 1.0)
    a = -1.0 / (sign + n[2])
    b = n[0] * n[1] * a
    return matrix([1.0 + sign * n[0] * n[0] * a, sign * b, -sign * n[0]]), matrix([b, sign + n[1] * n[1] * a, -n[1]])
