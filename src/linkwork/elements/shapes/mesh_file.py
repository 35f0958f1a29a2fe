"""Triangle meshes from files, through trimesh."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np

from ...contract import ModelError


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
