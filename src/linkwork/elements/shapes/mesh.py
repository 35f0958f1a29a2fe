"""J of a triangle mesh, by the divergence theorem."""

from __future__ import annotations

from functools import cached_property
from pathlib import Path
from typing import Any

import numpy as np

from ...contract import ContactSurface, HullSurface, ModelError, option, parameter, register
from ...spatial import Pose
from .mesh_integrals import Moments, closed_surface, moments
from .solid import Solid


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
