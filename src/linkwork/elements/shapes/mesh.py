r"""The solid inside a closed triangle mesh: its volume, centre and inertia.

By the divergence theorem a volume integral is a sum over the tetrahedra (0, a, b, c) on the triangles, with the sign of
d = a·(b × c): V = Σ d/6, ∫x dV = Σ d s/24, ∫x xᵀ dV = Σ d (a aᵀ + b bᵀ + c cᵀ + s sᵀ)/120, with s = a + b + c.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import Any

import numpy as np

from ...contract import ContactSurface, HullSurface, ModelError, option, parameter, register
from ...spatial import Pose
from .solids import Solid


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


def as_vertices(given: Any) -> np.ndarray:
    """Corner points, one a row."""
    points = np.array(given, dtype=float)
    if points.ndim != 2 or points.shape[1] != 3:
        raise ModelError(f"needs rows of three numbers, has shape {points.shape}")
    bad = np.flatnonzero(~np.isfinite(points).all(axis=1))
    if len(bad):
        raise ModelError(f"vertex {bad[0]} is {points[bad[0]].tolist()}; all must be finite")
    points.flags.writeable = False
    return points


def as_faces(given: Any) -> np.ndarray:
    """Triangles, each a row of three vertex numbers."""
    raw = np.asarray(given)
    if raw.ndim != 2 or raw.shape[1] != 3 or raw.dtype.kind not in "iu":
        raise ModelError(f"needs rows of three whole numbers, has shape {raw.shape} of {raw.dtype}")
    faces = raw.astype(np.int64)
    faces.flags.writeable = False
    return faces


@register
class Mesh(Solid):
    """J = ∫ (x·x E − x xᵀ) ρ dV, by the divergence theorem a sum over triangles: a solid with a closed surface.

    `vertices` (n × 3) and `faces` (three vertex numbers a row, counterclockwise seen from outside), or a `file` that
    trimesh can read (STL, OBJ, PLY, …; install linkwork[mesh]), which is read once. `scale` makes metres: 0.001 for
    millimetres.
    """

    vertices = option(default=None, convert=as_vertices, doc="corner points")
    faces = option(default=None, convert=as_faces, doc="triangles")
    scale = parameter(default=1.0, check="positive", doc="metres a unit")
    file = option(default=None, path=True, doc="a file instead of vertices and faces")

    def _bind(self, args: tuple[Any, ...], kwargs: dict[str, Any]) -> dict[str, Any]:
        given = super()._bind(args, kwargs)
        path = given.pop("file", None)
        if path is not None:
            if given.get("vertices") is not None or given.get("faces") is not None:
                raise ModelError(f"{self.kind}: give vertices and faces, or a file, not both.")
            given["vertices"], given["faces"] = read_mesh(path)
        return given

    def validate(self) -> None:
        """The surface is closed and encloses a volume."""
        super().validate()
        if self.vertices is None or self.faces is None:
            raise ModelError(f"{self.kind}: give vertices and faces, or a file.")
        try:
            _ = self.moments
        except ModelError as error:
            raise ModelError(f"{self.kind}: {error}") from None

    @cached_property
    def moments(self) -> Moments:
        """Volume, centre and gyration, in the units of the vertices."""
        return moments(closed_surface(self.vertices, self.faces))

    def volume(self) -> Any:
        """V, from all tetrahedra on the origin."""
        return self.moments.volume * self.scale**3

    def centre(self) -> Any:
        """The centre of mass."""
        return self.moments.centre * self.scale

    def gyration(self) -> Any:
        """J for unit mass."""
        return self.moments.gyration * self.scale**2

    def outside(self) -> tuple[ContactSurface, Pose]:
        """The convex hull of its corners."""
        return HullSurface(self.vertices * self.scale), Pose()

    def primitives(self) -> list[dict[str, Any]]:
        """The triangles."""
        return [{"kind": "mesh", "vertices": self.vertices * self.scale, "faces": self.faces}]


def read_mesh(path: Any) -> tuple[np.ndarray, np.ndarray]:
    """Vertices and faces of a file that trimesh can read."""
    if not isinstance(path, (str, Path)) or not Path(path).is_file():
        raise ModelError(f"Mesh: {path}: there is no such file.")
    try:
        import trimesh  # an extra, and slow to import
    except ImportError:
        raise ModelError("Mesh: reading files needs trimesh; install it with `pip install linkwork[mesh]`.") from None
    try:
        mesh = trimesh.load_mesh(str(path))
        vertices, faces = np.array(mesh.vertices, dtype=float), np.array(mesh.faces, dtype=np.int64)
    except Exception as error:  # each format has errors of its own
        raise ModelError(f"Mesh: {path}: cannot be read as a triangle mesh: {error}") from None
    if len(faces) == 0:
        raise ModelError(f"Mesh: {path}: cannot be read as a triangle mesh: it has no triangles.")
    return vertices, faces
