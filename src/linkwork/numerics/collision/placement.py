r"""Surfaces where their bodies are, and the boxes along world axes that hold them.

A surface in the pose $X_{WS} = X_{WB} X_{BS}$ reaches along an axis e as far as its support function
$h(e) = \max_{x \in S} e\cdot x$ says: $r$ for a sphere, $r + l|e\cdot z|$ for a capsule, $\sum a_i|e\cdot S_i|$ for a
box, $r\sqrt{1-(e\cdot z)^2} + l|e\cdot z|$ for a cylinder, $|A S^T e|$ for an ellipsoid.
"""

from __future__ import annotations

from math import sqrt
from typing import Any

from ...kernels.loops import vectorised
from .surfaces import (
    ELLIPSOID,
    HULL,
    PLANE,
    SPHERE,
    SURFACES_BOX,
    SURFACES_CAPSULE,
    SURFACES_CYLINDER,
    SURFACES_DISC,
    SurfaceTable,
)
from .vectors import to_world

EVERYWHERE = 1e300


@vectorised
def rotation_matrix(e: Any, at: Any) -> None:
    """R of Euler parameters, row by row, into the first nine numbers of `at`."""
    a, b, c, d = e[0], e[1], e[2], e[3]
    at[0], at[1], at[2] = a * a + b * b - c * c - d * d, 2.0 * (b * c - a * d), 2.0 * (b * d + a * c)
    at[3], at[4], at[5] = 2.0 * (b * c + a * d), a * a - b * b + c * c - d * d, 2.0 * (c * d - a * b)
    at[6], at[7], at[8] = 2.0 * (b * d - a * c), 2.0 * (c * d + a * b), a * a - b * b - c * c + d * d


@vectorised
def place_surfaces(table: SurfaceTable, turn: Any, q: Any, place: Any) -> None:
    """X_WS of all surfaces into `place` (surfaces × 12), with R of bodies in `turn` and their positions in q[:, 4:]."""
    for s in range(len(table.kind)):
        body, pose, at = table.body[s], table.pose[s], place[s]
        if body < 0:
            for k in range(12):
                at[k] = pose[k]
        else:
            rot = turn[body]
            for i in range(3):
                for j in range(3):
                    at[3 * i + j] = rot[3 * i] * pose[j] + rot[3 * i + 1] * pose[3 + j] + rot[3 * i + 2] * pose[6 + j]
                at[9 + i] = (
                    q[body, 4 + i] + rot[3 * i] * pose[9] + rot[3 * i + 1] * pose[10] + rot[3 * i + 2] * pose[11]
                )


@vectorised
def reach_along(table: SurfaceTable, place: Any, s: int, axis: int) -> float:
    """How far a surface reaches from the origin of its frame along a world axis; not for hulls."""
    kind, size, row = table.kind[s], table.size[s], place[s, 3 * axis : 3 * axis + 3]
    if kind == SPHERE:
        return size[0]
    if kind == SURFACES_CAPSULE:
        return size[0] + size[1] * abs(row[2])
    if kind == SURFACES_BOX:
        return size[0] * abs(row[0]) + size[1] * abs(row[1]) + size[2] * abs(row[2])
    if kind in (SURFACES_CYLINDER, SURFACES_DISC):
        return size[0] * sqrt(max(0.0, 1.0 - row[2] * row[2])) + (
            size[1] * abs(row[2]) if kind == SURFACES_CYLINDER else 0.0
        )
    if kind == ELLIPSOID:
        return sqrt((size[0] * row[0]) ** 2 + (size[1] * row[1]) ** 2 + (size[2] * row[2]) ** 2)
    return EVERYWHERE


@vectorised
def bound_surfaces(table: SurfaceTable, place: Any, room: Any, bounds: Any) -> None:
    """Least and largest coordinates of all surfaces, each widened by its own room, into `bounds` (surfaces × 6)."""
    for s in range(len(table.kind)):
        low = bounds[s]
        if table.kind[s] == HULL:
            bound_hull(table, place[s], s, room[s], low)
        elif table.kind[s] != PLANE:
            for axis in range(3):
                reach = reach_along(table, place, s, axis) + room[s]
                low[axis], low[3 + axis] = place[s, 9 + axis] - reach, place[s, 9 + axis] + reach


@vectorised
def bound_hull(table: SurfaceTable, at: Any, s: int, room: float, low: Any) -> None:
    """The same for a hull: over its vertices."""
    for axis in range(3):
        low[axis], low[3 + axis] = EVERYWHERE, -EVERYWHERE
    for k in range(table.first[s], table.first[s + 1]):
        x, y, z = to_world(at, table.vertices[k, 0], table.vertices[k, 1], table.vertices[k, 2])
        low[0], low[1], low[2] = min(low[0], x), min(low[1], y), min(low[2], z)
        low[3], low[4], low[5] = max(low[3], x), max(low[4], y), max(low[5], z)
    for axis in range(3):
        low[axis], low[3 + axis] = low[axis] - room, low[3 + axis] + room
