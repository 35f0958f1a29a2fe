r"""Contacts as arrays that grow to a capacity: what the narrow phase writes and time steps read.

A contact is a pair of nearest points $x_1$ on the first surface, $x_2$ on the second, with $x_2 - x_1 = g\,n$: gap g
(negative where they overlap), unit normal n from the first to the second, and the point half way. `feature` says which
corner, edge or end of the pair it is, the same number as long as the same features meet.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np

from ...kernels.loops import vectorised

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


FEATURES = 1 << 16
"""Features that a pair of surfaces may have."""


class ContactList(NamedTuple):
    """Contacts in the first `count[0]` rows; `count[1]` is how many found no room."""

    count: Any
    gap: Any
    point: Any
    normal: Any
    pair: Any
    """(capacity × 2): first and second surface."""
    feature: Any


def contact_list(capacity: int) -> ContactList:
    """An empty list."""
    return ContactList(
        np.zeros(2, dtype=np.int64),
        np.zeros(capacity),
        np.zeros((capacity, 3)),
        np.zeros((capacity, 3)),
        np.zeros((capacity, 2), dtype=np.int64),
        np.zeros(capacity, dtype=np.int64),
    )


@vectorised
def add_contact(
    found: ContactList,
    gap: float,
    x: float,
    y: float,
    z: float,
    nx: float,
    ny: float,
    nz: float,
    first: int,
    second: int,
    feature: int,
) -> None:
    """Appends a contact, or counts it as left out where there is no room."""
    k = found.count[0]
    if k >= len(found.gap):
        found.count[1] += 1
        return
    found.count[0] = k + 1
    found.gap[k] = gap
    found.point[k, 0], found.point[k, 1], found.point[k, 2] = x, y, z
    found.normal[k, 0], found.normal[k, 1], found.normal[k, 2] = nx, ny, nz
    found.pair[k, 0], found.pair[k, 1] = first, second
    found.feature[k] = feature
