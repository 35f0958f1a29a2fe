"""What shapes are made of: for every kind of primitive how far it reaches, and its surface as flat pieces."""

from __future__ import annotations

from collections.abc import Callable
from itertools import pairwise
from typing import Any, NamedTuple

import numpy as np

FACETS_AROUND, FACETS_ALONG = 18, 8
"""Pieces around an axis, and from pole to pole."""
Look = dict[str, Any]
"""A primitive with its dimensions and its pose in the body frame, as `Shape.looks` gives it."""


class Primitive(NamedTuple):
    """A kind of primitive: its reach from its own origin, and its polygons (each n × 3) in its own frame."""

    reach: Callable[[Look], float]
    polygons: Callable[[Look, float], list[np.ndarray]]
    """Given the primitive, and the radius with which points are drawn."""


def reach_of(look: Look) -> float:
    """How far from the body's origin a primitive reaches, at most."""
    return float(np.linalg.norm(look.get("position", (0.0, 0.0, 0.0)))) + float(_kind(look).reach(look))


def facets_of(look: Look, point_size: float) -> list[np.ndarray]:
    """The polygons (each n × 3, in the body frame) of a primitive; a point is a ball of radius `point_size`."""
    pieces = _kind(look).polygons(look, point_size)
    R, p = np.asarray(look.get("rotation", np.eye(3))), np.asarray(look.get("position", np.zeros(3)))
    return [piece @ R.T + p for piece in pieces]


def look_points(look: Look) -> np.ndarray:
    """Corners (n × 3, in the body frame) of the flat pieces of a primitive; what has no end has none."""
    if look["kind"] == "sheet":
        return np.zeros((0, 3))
    if look["kind"] == "wire":
        return np.reshape(look["points"], (-1, 3)).astype(float)
    return np.vstack([np.zeros((0, 3)), *facets_of(look, 0.0)])


def _kind(look: Look) -> Primitive:
    return PRIMITIVES.get(look["kind"], NO_PRIMITIVE)


def _box(half: np.ndarray) -> list[np.ndarray]:
    pieces = []
    for k in range(3):
        a, b = (k + 1) % 3, (k + 2) % 3
        for side in (-1.0, 1.0):
            corners = np.zeros((4, 3))
            corners[:, k] = side * half[k]
            corners[:, a] = np.array([-1, 1, 1, -1]) * half[a]
            corners[:, b] = np.array([-1, -1, 1, 1]) * half[b]
            pieces.append(corners)
    return pieces


def _ball(radii: np.ndarray) -> list[np.ndarray]:
    angles = np.linspace(-np.pi / 2, np.pi / 2, FACETS_ALONG + 1)
    return [piece * radii for piece in _turned(list(zip(np.cos(angles), np.sin(angles), strict=True)))]


def _turned(outline: list[tuple[float, float]]) -> list[np.ndarray]:
    """A surface of revolution about z, from an outline of (radius, height); flat ends are one piece."""
    angles = np.linspace(0.0, 2 * np.pi, FACETS_AROUND + 1)
    circle = np.stack([np.cos(angles), np.sin(angles)], axis=1)
    pieces = []
    for (r, low), (s, high) in pairwise(outline):
        lower, upper = (np.column_stack([x * circle, np.full(len(circle), z)]) for x, z in ((r, low), (s, high)))
        if low == high and min(r, s) == 0.0:
            pieces.append((lower if r > s else upper)[:-1])
        else:
            pieces += [np.array([lower[k], lower[k + 1], upper[k + 1], upper[k]]) for k in range(FACETS_AROUND)]
    return pieces


def _cylinder(look: Look) -> list[np.ndarray]:
    half, outer, inner = look["length"] / 2.0, look["radius"], look.get("inner_radius", 0.0)
    if inner > 0.0:
        return _turned([(inner, -half), (outer, -half), (outer, half), (inner, half), (inner, -half)])
    return _turned([(0.0, -half), (outer, -half), (outer, half), (0.0, half)])


def _farthest(points: Any) -> float:
    return float(np.linalg.norm(points, axis=1).max(initial=0.0))


NO_PRIMITIVE = Primitive(lambda _: 0.0, lambda *_: [])
PRIMITIVES = {
    "box": Primitive(lambda x: _farthest([x["size"]]) / 2.0, lambda x, _: _box(np.asarray(x["size"]) / 2.0)),
    "sphere": Primitive(lambda x: x["radius"], lambda x, _: _ball(np.full(3, float(x["radius"])))),
    "ellipsoid": Primitive(lambda x: max(x["radii"]), lambda x, _: _ball(np.asarray(x["radii"], dtype=float))),
    "cylinder": Primitive(lambda x: np.hypot(x["radius"], x["length"] / 2.0), lambda x, _: _cylinder(x)),
    "cone": Primitive(
        lambda x: np.hypot(x["radius"], x["length"]),
        lambda x, _: _turned([(0.0, 0.0), (x["radius"], 0.0), (0.0, x["length"])]),
    ),
    "mesh": Primitive(
        lambda x: _farthest(x["vertices"]),
        lambda x, _: list(np.asarray(x["vertices"], dtype=float)[np.asarray(x["faces"])]),
    ),
    # Without an end: what is shown of it reaches no farther than the motion.
    "sheet": Primitive(lambda _: 0.0, lambda x, _: [_box(np.array([*x["size"], 0.0]) / 2.0)[-1]]),
    "point": Primitive(lambda _: 0.0, lambda _, size: _ball(np.full(3, size))),
    "wire": Primitive(lambda x: _farthest(x["points"]), lambda *_: []),
}
