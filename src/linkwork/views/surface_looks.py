"""What surfaces of contacts look like where no shape shows them: obstacles on the ground, bodies without a shape."""

from __future__ import annotations

import math
from collections.abc import Iterable
from dataclasses import dataclass
from itertools import product
from typing import Any

import numpy as np

from ..contract import Curve, OutlineSurface, PlaneSurface, SmoothSurface, value_of
from ..contract.shape import placed_primitive
from ..model import Point
from ..spatial import Pose

THINNEST = 0.15
"""Edges of a room that is flat, in its longest."""
AIR = 1.1
"""How far a plane is shown beyond the room."""
BAND = 0.08
"""Depth of a plane outline, in reaches of the room."""
_PIECES = 64
"""Straight pieces of an outline."""
NET = 28
"""Pieces of a smooth surface along each of its two parameters."""
FAR = 6.0
"""Reaches of the room within which a curve that does not close is looked for."""


@dataclass(frozen=True, eq=False)
class Room:
    """Where a motion takes place: the middle of a box, and half its edges. What has no end is shown there."""

    middle: np.ndarray
    half: np.ndarray

    @property
    def reach(self) -> float:
        """Half of its longest edge."""
        return float(self.half.max())


def room_of(positions: np.ndarray, reach: float) -> Room:
    """The room of bodies that are at these places (… × 3) and reach so far around them."""
    places = positions.reshape(-1, 3) if positions.size else np.zeros((1, 3))
    low, high = places.min(axis=0) - reach, places.max(axis=0) + reach
    half = 0.5 * (high - low)
    return Room(0.5 * (low + high), np.maximum(half, THINNEST * half.max() or 1.0))


def surface_looks(ends: Iterable[Point], room: Room) -> list[dict[str, Any]]:
    """Primitives of the surfaces that ends carry, in the body frame, each once."""
    found: dict[str, dict[str, Any]] = {}
    for end in ends:
        if end.surface is not None:
            X = Pose(*(np.asarray(value_of(x), dtype=float) for x in (end.X.R, end.X.p)))
            for primitive in _primitives(end.surface, X, room):
                look = placed_primitive(primitive, X)
                found.setdefault(repr(look), look)
    return list(found.values())


def _primitives(surface: Any, X: Pose, room: Room) -> list[dict[str, Any]]:
    middle = X.R.T @ (room.middle - X.p)
    if isinstance(surface, PlaneSurface):
        size = 2.0 * AIR * (np.abs(X.R.T) @ room.half)[:2]
        return [{"kind": "sheet", "size": size, "position": np.array([middle[0], middle[1], 0.0])}]
    if isinstance(surface, OutlineSurface):
        return [_band(surface.curve, bool(surface.hollow), Room(middle, np.abs(X.R.T) @ room.half))]
    known: list[dict[str, Any]] = surface.primitives()
    if known or not isinstance(surface, SmoothSurface):
        return known
    return [_patch(surface, Room(middle, np.abs(X.R.T) @ room.half))]


def _patch(surface: SmoothSurface, room: Room) -> dict[str, Any]:
    """A smooth surface as a net of triangles, seen from both sides; where it has no end, as far as the room reaches.

    Unknowns without an end are taken for places along x and y, as those of heights are.
    """
    axes = []
    for k, (low, high) in enumerate(surface.extent):
        near, far = room.middle[k] - room.reach, room.middle[k] + room.reach
        low = low if math.isfinite(low) else min(near, high - 2.0 * room.reach)
        axes.append(np.linspace(low, high if math.isfinite(high) else max(far, low + 2.0 * room.reach), NET + 1))
    numbers = [surface.chart(u, v) for u in axes[0] for v in axes[1]]
    points = np.array([np.asarray(value_of(surface.point(*s)), dtype=float) for s in numbers])
    faces = []
    for i, j in product(range(NET), repeat=2):
        a, b = i * (NET + 1) + j, (i + 1) * (NET + 1) + j
        faces += [(a, b, b + 1), (a, b + 1, a + 1)]
    return {"kind": "mesh", "vertices": points, "faces": np.array(faces + [face[::-1] for face in faces], dtype=int)}


def _band(curve: Curve, is_hollow: bool, room: Room) -> dict[str, Any]:
    """A plane curve as a band across its plane, closed by flat faces where it encloses a solid."""
    points = _sampled(curve, room)
    n, depth = len(points), 0.5 * BAND * room.reach
    sides = [points + np.array([0.0, 0.0, z]) for z in (-depth, depth)]
    faces = [face for k in range(n - 1) for face in ((k, k + 1, n + k), (k + 1, n + k + 1, n + k))]
    if curve.period is None or is_hollow:
        faces += [(a, c, b) for a, b, c in faces]  # seen from both sides
    else:
        sides += [side.mean(axis=0, keepdims=True) for side in sides]
        for side, centre in enumerate((2 * n, 2 * n + 1)):
            ring = [(side * n + k, side * n + k + 1) for k in range(n - 1)]
            faces += [(centre, b, a) if side == 0 else (centre, a, b) for a, b in ring]
    return {"kind": "mesh", "vertices": np.concatenate(sides), "faces": np.array(faces, dtype=int)}


def _sampled(curve: Curve, room: Room) -> np.ndarray:
    """Points of a curve: all around, or of one without an end those that are in the room as it runs there."""
    if curve.period is not None:
        return _points(curve, np.linspace(0.0, float(value_of(curve.period)), _PIECES + 1))
    reach = room.reach
    wide = np.linspace(-FAR * reach, FAR * reach, 8 * _PIECES + 1)
    places = _points(curve, wide)[:, :2]
    k = int(np.argmin(np.linalg.norm(places - room.middle[:2], axis=1)))
    along = np.abs(places[min(k + 1, len(wide) - 1)] - places[max(k - 1, 0)])
    far = min(reach, AIR * float(along @ room.half[:2]) / float(np.linalg.norm(along)))
    return _points(curve, np.linspace(wide[k] - far, wide[k] + far, _PIECES + 1))


def _points(curve: Curve, values: np.ndarray) -> np.ndarray:
    return np.array([np.asarray(value_of(curve.point(s)), dtype=float) for s in values])
