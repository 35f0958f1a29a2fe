r"""Support points: where a surface reaches farthest along a direction.

Spheres and capsules are cores (a point, a segment) with a radius around them, which distances take off at the end.
"""

from __future__ import annotations

from math import sqrt
from typing import Any

from ...kernels.loops import vectorised
from .surfaces import (
    ELLIPSOID,
    HULL,
    SPHERE,
    SURFACES_BOX,
    SURFACES_CAPSULE,
    SURFACES_CYLINDER,
    SURFACES_DISC,
    SurfaceTable,
)
from .vectors import to_world, turned_to_local


@vectorised
def core_radius(table: SurfaceTable, s: int) -> float:
    """The radius around the core of a surface."""
    return table.size[s, 0] if table.kind[s] == SPHERE or table.kind[s] == SURFACES_CAPSULE else 0.0


@vectorised
def support_point(
    table: SurfaceTable, place: Any, s: int, dx: float, dy: float, dz: float
) -> tuple[float, float, float]:
    """The point of the core of a surface that is farthest along a direction, in world axes."""
    x, y, z = turned_to_local(place[s], dx, dy, dz)
    kind, size = table.kind[s], table.size[s]
    if kind == SURFACES_BOX:
        a = size[0] if x >= 0.0 else -size[0]
        b = size[1] if y >= 0.0 else -size[1]
        x, y, z = a, b, (size[2] if z >= 0.0 else -size[2])
    elif kind == SURFACES_CAPSULE:
        x, y, z = 0.0, 0.0, (size[1] if z >= 0.0 else -size[1])
    elif kind in (SURFACES_CYLINDER, SURFACES_DISC):
        across = sqrt(x * x + y * y)
        scale = size[0] / across if across > 1e-300 else 0.0
        half = size[1] if kind == SURFACES_CYLINDER else 0.0
        x, y, z = scale * x, scale * y, (half if z >= 0.0 else -half)
    elif kind == ELLIPSOID:
        x, y, z = size[0] * x, size[1] * y, size[2] * z
        scale = 1.0 / sqrt(max(x * x + y * y + z * z, 1e-300))
        x, y, z = size[0] * scale * x, size[1] * scale * y, size[2] * scale * z
    elif kind == HULL:
        best, far = table.first[s], -1e300
        for k in range(table.first[s], table.first[s + 1]):
            reach = table.vertices[k, 0] * x + table.vertices[k, 1] * y + table.vertices[k, 2] * z
            if reach > far:
                best, far = k, reach
        x, y, z = table.vertices[best, 0], table.vertices[best, 1], table.vertices[best, 2]
    else:
        x, y, z = 0.0, 0.0, 0.0
    return to_world(place[s], x, y, z)


@vectorised
def put_difference(
    table: SurfaceTable, place: Any, one: int, two: int, dx: float, dy: float, dz: float, into: Any
) -> float:
    """The support point of surface one less surface two, and both points, into nine numbers; its reach along d."""
    into[3], into[4], into[5] = support_point(table, place, one, dx, dy, dz)
    into[6], into[7], into[8] = support_point(table, place, two, -dx, -dy, -dz)
    for c in range(3):
        into[c] = into[3 + c] - into[6 + c]
    return into[0] * dx + into[1] * dy + into[2] * dz
