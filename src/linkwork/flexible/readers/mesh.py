"""Meshes of solid cells, through meshio: Gmsh, VTK, Abaqus, Nastran, Med, and others."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np

from ..._files import check_array_header
from ...contract.errors import ModelError
from ..finite_elements import FiniteElementModel
from ..solid import solid_model
from .abaqus import read_inp
from .matrices import existing, table_of_numbers


def read_nodes(source: Any) -> tuple[np.ndarray, np.ndarray | None]:
    """(positions, numbers): an array, or a text file of lines "x y z" or "number x y z", or an .npy file."""
    if not isinstance(source, str | Path):
        values = np.asarray(source, float)
    elif str(source).endswith(".npy"):
        values = _array(existing(source))
    elif str(source).lower().endswith(".inp"):
        return read_inp(source)[:2]
    else:
        values = table_of_numbers(source)
    if values.ndim != 2 or values.shape[1] not in (3, 4):
        raise ModelError(
            f"{_shown(source)}: nodes need three numbers each, or their own number and three; it has {values.shape}."
        )
    if values.shape[1] == 4:
        return values[:, 1:], values[:, 0].astype(int)
    return values, None


def _array(path: Path) -> np.ndarray:
    """The one array of a file."""
    try:
        with path.open("rb") as stream:
            check_array_header(stream, path.stat().st_size, path.name)
        return np.asarray(np.load(path, allow_pickle=False), float)
    except (ValueError, OSError, EOFError, MemoryError) as error:
        raise ModelError(f"{path}: cannot be read as an array ({error}).") from None


def _shown(source: Any) -> str:
    return str(source) if isinstance(source, str | Path) else "nodes"


def read_solid(path: Any, material: Any, name: str, *, order: int = 2, length: float = 1.0) -> FiniteElementModel:
    """A solid body from a mesh file, or from a mesh of meshio; `length` is the unit of its lengths in metres."""
    try:
        import meshio  # an extra
    except ImportError:
        raise ModelError("reading meshes needs meshio; install it with `pip install linkwork[flexible]`.") from None
    labels = None
    if isinstance(path, str | Path):
        file = existing(path)
        try:
            mesh = meshio.read(file)
        except (meshio.ReadError, SystemExit) as error:
            raise ModelError(f"{file}: meshio cannot read it ({error}).") from None
        labels = _labels(file, len(mesh.points))
    else:
        mesh = path
    cells: dict[str, list[np.ndarray]] = {}
    for block in mesh.cells:
        cells.setdefault(block.type, []).append(np.asarray(block.data))
    return solid_model(
        name,
        np.asarray(mesh.points, float) * length,
        {kind: np.vstack(blocks) for kind, blocks in cells.items()},
        material,
        order=order,
        node_sets=_sets(mesh),
        labels=labels,
    )


def _labels(file: Path, count: int) -> np.ndarray | None:
    """Numbers of nodes where the format has its own; meshio keeps their order only."""
    suffix = file.suffix.lower()
    if suffix == ".inp":
        found = read_inp(file)[1]
    elif suffix in (".bdf", ".nas", ".fem"):
        lines = file.read_text(encoding="utf-8", errors="replace").upper().splitlines()
        grids = [line for line in lines if line.startswith("GRID")]
        found = np.array([int(line.split(",")[1] if "," in line else line[8:16]) for line in grids])
    else:
        return None
    return found if len(found) == count else None


def _sets(mesh: Any) -> dict[str, np.ndarray]:
    """Nodes of point sets, of cell sets, and of the physical groups of Gmsh."""
    sets = {name: np.asarray(nodes, int) for name, nodes in mesh.point_sets.items()}
    for name, by_block in mesh.cell_sets.items():
        members = [
            block.data[np.asarray(chosen, int)].ravel()
            for block, chosen in zip(mesh.cells, by_block, strict=False)
            if chosen is not None and len(chosen)
        ]
        if members and not name.startswith("gmsh:"):
            sets[name] = np.unique(np.concatenate(members))
    physical = mesh.cell_data.get("gmsh:physical")
    for name, (tag, dimension) in (mesh.field_data or {}).items() if physical is not None else ():
        members = [
            block.data[tags == tag].ravel()
            for block, tags in zip(mesh.cells, physical, strict=True)
            if block.dim == dimension
        ]
        if members:
            sets[name] = np.unique(np.concatenate(members))
    return sets
