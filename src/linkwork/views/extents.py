"""How large everything is over a motion, which the picture is made for: a box, and how far connections stretch."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

import numpy as np
from scipy.spatial.transform import Rotation

from .primitives import look_points
from .scene import ConnectionPart, EndPart, ExtentsPart, TravelPart

FRAMES_LOOKED_AT = 240
"""Poses of a motion that are looked at."""
HEIGHTS = np.linspace(-1.0, 1.0, 98)[:, None]
SPIRAL = np.pi * (1.0 + np.sqrt(5.0)) * np.arange(98)[:, None]
ALL_AROUND = np.hstack([np.sqrt(1.0 - HEIGHTS**2) * turn(SPIRAL) for turn in (np.cos, np.sin)] + [HEIGHTS])
"""Spread evenly over a sphere, along a spiral."""
ALONG_Z = np.array([0.0, 0.0, 1.0])


class SampledMotion:
    """Some poses of all bodies, the ground first: positions (n × bodies × 3) and rotations (n × bodies × 3 × 3)."""

    def __init__(self, positions: np.ndarray, quaternions: np.ndarray) -> None:
        rows = np.unique(np.linspace(0, len(positions) - 1, min(len(positions), FRAMES_LOOKED_AT)).round().astype(int))
        turns = quaternions[rows]
        self.p = positions[rows]
        self.R = Rotation.from_quat(turns.reshape(-1, 4), scalar_first=True).as_matrix().reshape(*turns.shape[:2], 3, 3)

    def points(self, body: int, places: np.ndarray) -> np.ndarray:
        """Places (k × 3) of a body in the world (n × k × 3)."""
        return np.asarray(self.p[:, body, None] + np.einsum("nij,kj->nki", self.R[:, body], places))


def box_around(
    looks: Sequence[Iterable[dict[str, Any]]], connections: Sequence[ConnectionPart], motions: Sequence[SampledMotion]
) -> ExtentsPart:
    """The box around all bodies, the first of which is the ground, and around what is connected to that."""
    found = [end["position"] for c in connections for end in c["ends"] if end["body"] == 0]
    for body, own in enumerate(looks):
        corners = outermost(np.vstack([np.zeros((1 if body else 0, 3)), *(look_points(look) for look in own)]))
        for motion in motions:
            reached = motion.points(body, corners).reshape(-1, 3)
            found += [reached.min(axis=0), reached.max(axis=0)] if len(reached) else []
    points = np.array(found or [[-0.5] * 3, [0.5] * 3], dtype=float)
    return {"min": points.min(axis=0).tolist(), "max": points.max(axis=0).tolist()}


def outermost(points: np.ndarray) -> np.ndarray:
    """Those of many points (n × 3) that reach farthest in some direction: a wheel that rolls on a floor stays above it,
    where the corners of a box around it would not."""
    if len(points) <= len(ALL_AROUND):
        return points
    return points[np.unique(np.argmax(points @ ALL_AROUND.T, axis=0))]


def travel_of(ends: Sequence[EndPart], axes: Sequence[np.ndarray], motion: SampledMotion) -> TravelPart:
    """How far two ends are apart, at least and at most, and how far the second slides along the first axis."""
    if len(ends) < 2:
        return {"shortest": 0.0, "longest": 0.0, "stroke": [0.0, 0.0]}
    first, second = ends[:2]
    places = [motion.points(end["body"], np.array([end["position"]]))[:, 0] for end in (first, second)]
    apart = places[1] - places[0]
    lengths = np.linalg.norm(apart, axis=1)
    inner = Rotation.from_quat(first["quaternion"], scalar_first=True).as_matrix() @ (axes[0] if axes else ALONG_Z)
    along = np.einsum("ni,ni->n", apart, motion.R[:, first["body"]] @ inner)
    stroke = [float(min(along.min(), 0.0)), float(max(along.max(), 0.0))]
    return {"shortest": float(lengths.min()), "longest": float(lengths.max()), "stroke": stroke}
