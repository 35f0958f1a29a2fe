"""Solids as flat pieces: what a picture on paper is made of."""

from __future__ import annotations

from itertools import pairwise
from typing import Any

import numpy as np

AROUND, ALONG = 18, 8
"""Pieces around an axis, and from pole to pole."""


def facets_of(look: dict[str, Any], point_size: float) -> list[np.ndarray]:
    """The polygons (each n × 3, in the body frame) of a primitive; a point is a ball of radius `point_size`."""
    pieces = _own(look, point_size)
    R, p = np.asarray(look.get("rotation", np.eye(3))), np.asarray(look.get("position", np.zeros(3)))
    return [piece @ R.T + p for piece in pieces]


def _own(look: dict[str, Any], point_size: float) -> list[np.ndarray]:
    match look["kind"]:
        case "box":
            return _box(np.asarray(look["size"]) / 2.0)
        case "sphere":
            return _ball(np.full(3, float(look["radius"])))
        case "ellipsoid":
            return _ball(np.asarray(look["radii"], dtype=float))
        case "cylinder":
            half, outer, inner = look["length"] / 2.0, look["radius"], look.get("inner_radius", 0.0)
            if inner > 0.0:
                return _turned([(inner, -half), (outer, -half), (outer, half), (inner, half), (inner, -half)])
            return _turned([(0.0, -half), (outer, -half), (outer, half), (0.0, half)])
        case "cone":
            return _turned([(0.0, 0.0), (look["radius"], 0.0), (0.0, look["length"])])
        case "mesh":
            return list(np.asarray(look["vertices"], dtype=float)[np.asarray(look["faces"])])
        case "point":
            return _ball(np.full(3, point_size))
    return []


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
    angles = np.linspace(-np.pi / 2, np.pi / 2, ALONG + 1)
    return [piece * radii for piece in _turned(list(zip(np.cos(angles), np.sin(angles), strict=True)))]


def _turned(outline: list[tuple[float, float]]) -> list[np.ndarray]:
    """A surface of revolution about z, from an outline of (radius, height); flat ends are one piece."""
    angles = np.linspace(0.0, 2 * np.pi, AROUND + 1)
    circle = np.stack([np.cos(angles), np.sin(angles)], axis=1)
    pieces = []
    for (r, low), (s, high) in pairwise(outline):
        lower, upper = (np.column_stack([x * circle, np.full(len(circle), z)]) for x, z in ((r, low), (s, high)))
        if low == high and min(r, s) == 0.0:
            pieces.append((lower if r > s else upper)[:-1])
        else:
            pieces += [np.array([lower[k], lower[k + 1], upper[k + 1], upper[k]]) for k in range(AROUND)]
    return pieces
