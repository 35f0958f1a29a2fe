"""Memory that the narrow phase works in; every thread of work has its own."""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np

POLYGON = 64
"""Corners that a polygon of contact may have while it is cut."""


class CollisionScratch(NamedTuple):
    """Numbers of one pair."""

    relative: Any
    """(24): axes of the second box in those of the first row by row, its centre, absolute values of the axes."""
    polygon: Any
    """(2 × POLYGON × 3): coordinates in the plane of contact and gap of corners, before and after a cut."""
    label: Any
    """(2 × POLYGON): what each corner is."""
    simplex: Any
    """Vertices of Minkowski differences with the points of both surfaces."""
    faces: Any
    """Corners of triangles of a growing polytope, and which of them are left."""
    normals: Any
    """Their normals and distances."""
    weight: Any
    """(4): weights of the vertices of a simplex."""
    frame: Any
    """(9): two tangents and the normal of a contact."""
    points: Any
    """(6): nearest points of both cores."""
    radii: Any
    """(2): radii around both cores."""
    side: Any
    """(POLYGON × 3): corners of a side that cuts."""


VERTICES, FACES = 256, 1024


def collision_scratch() -> CollisionScratch:
    """Memory for one narrow phase."""
    return CollisionScratch(
        np.zeros(24),
        np.zeros((2, POLYGON, 3)),
        np.zeros((2, POLYGON), dtype=np.int64),
        np.zeros((VERTICES, 9)),
        np.zeros((FACES, 4), dtype=np.int64),
        np.zeros((FACES, 4)),
        np.zeros(4),
        np.zeros(9),
        np.zeros(6),
        np.zeros(2),
        np.zeros((POLYGON, 3)),
    )
