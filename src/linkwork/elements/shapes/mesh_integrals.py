r"""Volume, centre and inertia of the solid inside a closed triangle mesh.

By the divergence theorem a volume integral is a sum over the tetrahedra (0, a, b, c) on the triangles, with the sign of
d = a·(b × c): V = Σ d/6, ∫x dV = Σ d s/24, ∫x xᵀ dV = Σ d (a aᵀ + b bᵀ + c cᵀ + s sᵀ)/120, with s = a + b + c.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from ...contract import ModelError


@dataclass(frozen=True)
class Moments:
    """Volume, centre of mass, and the inertia tensor of unit mass about it."""

    volume: float
    centre: np.ndarray
    gyration: np.ndarray


def moments(triangles: np.ndarray) -> Moments:
    """The integrals over the inside of a closed surface, given as corner points (n × 3 × 3)."""
    # Seen from its middle, so that a mesh far from its origin loses no digits.
    middle = triangles.reshape(-1, 3).mean(axis=0)
    a, b, c = np.moveaxis(triangles - middle, 1, 0)
    d = np.einsum("ni,ni->n", a, np.cross(b, c))
    volume = d.sum() / 6.0
    size = np.abs(triangles - middle).max()
    if abs(volume) <= 1e-12 * size**3:
        raise ModelError("the mesh encloses no volume.")
    s = a + b + c
    centre = d @ s / 24.0 / volume
    second = sum(np.einsum("n,ni,nj->ij", d, x, x) for x in (a, b, c, s)) / 120.0 / volume
    second = second - np.outer(centre, centre)
    return Moments(abs(float(volume)), middle + centre, np.trace(second) * np.eye(3) - second)


def closed_surface(vertices: np.ndarray, faces: np.ndarray) -> np.ndarray:
    """The triangles' corner points (n × 3 × 3), after a check that every edge is run through as often both ways."""
    if len(faces) < 4:
        raise ModelError(f"a closed mesh has at least 4 triangles; this has {len(faces)}.")
    if faces.min() < 0 or faces.max() >= len(vertices):
        bad = int(np.flatnonzero((faces < 0).any(axis=1) | (faces >= len(vertices)).any(axis=1))[0])
        raise ModelError(f"triangle {bad} is {faces[bad].tolist()}, but vertices go from 0 to {len(vertices) - 1}.")
    # Corners at the same place are one, as in STL files, which list them for each triangle.
    _, same = np.unique(vertices, axis=0, return_inverse=True)
    corners = same.reshape(-1)[faces]
    corners = corners[(corners != np.roll(corners, 1, axis=1)).all(axis=1)]
    edges = np.concatenate([corners[:, [0, 1]], corners[:, [1, 2]], corners[:, [2, 0]]])
    low, high = edges.min(axis=1), edges.max(axis=1)
    _, which = np.unique(low * len(vertices) + high, return_inverse=True)
    sides = np.bincount(which)
    open_edges = int((sides % 2 == 1).sum())
    if open_edges:
        raise ModelError(f"the mesh is not closed: {open_edges} edges have a triangle on one side only.")
    surplus = np.bincount(which, weights=np.where(edges[:, 0] == low, 1.0, -1.0))
    if surplus.any():
        raise ModelError(
            f"some triangles are inside out: {np.count_nonzero(surplus)} edges are run through one way twice."
        )
    return vertices[faces]
