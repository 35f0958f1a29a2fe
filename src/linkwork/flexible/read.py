"""`read_finite_elements` and `read_modal_data`: from files to finite-element models and the data of modal bodies."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path
from typing import Any

import lazy_loader
import numpy as np

from ..contract.errors import ModelError, unknown
from ..contract.modal_data import ModalData
from .finite_elements import FiniteElementModel
from .readers.abaqus import read_abaqus, read_calculix
from .readers.matrices import dof_map, existing, made, read_dofs, read_matrix
from .readers.mesh import read_nodes, read_solid
from .readers.nastran import read_nastran
from .readers.npz import read_npz
from .reduce import reduce_model
from .solid import solid_model

scipy = lazy_loader.load("scipy")

UNITS = {
    "SI": (1.0, 1.0, 1.0),
    "mm-t-s": (1e-3, 1e3, 1.0),
    "mm-kg-s": (1e-3, 1.0, 1.0),
    "mm-kg-ms": (1e-3, 1.0, 1e-3),
    "mm-g-ms": (1e-3, 1e-3, 1e-3),
    "in-lbf-s": (0.0254, 175.126835, 1.0),
}
"""Units of length, mass and time of files, in metres, kilograms and seconds."""


def read_finite_elements(
    file: str | Path,
    *,
    mass: str | Path | None = None,
    nodes: Any = None,
    dofs: str | Path | None = None,
    material: Any = None,
    order: int = 2,
    units: str | None = None,
) -> FiniteElementModel:
    """The finite-element model of a file, by its ending.

    `.npz`: everything. `.op4`, `.op2`, `.pch`: Nastran's matrices, with the bulk data as `nodes`. `.sti`: CalculiX,
    with `.mas` and `.dof` beside it and the input file as `nodes`. `.mtx`, `.mmf`: stiffness as Matrix Market, or as
    Abaqus writes it, with `mass`, `nodes`, and `dofs` where unknowns are not three or six a node in order. Anything
    else with a `material`: a mesh of solid cells. `units` are those of the file.
    """
    path = existing(file)
    length, mass_unit, time = _units(path.name, units)
    if material is not None:
        return read_solid(path, material, path.name, order=order, length=length)
    suffix = path.suffix.lower()
    if suffix == ".npz":
        model = read_npz(path, path.name)
    elif suffix in (".op4", ".op2", ".pch"):
        model = read_nastran(path, _needed(path, "nodes", nodes, "the bulk data file with its grids"), path.name)
    elif suffix == ".sti":
        inp = nodes if nodes is not None else path.with_suffix(".inp")
        beside = mass or path.with_suffix(".mas"), dofs or path.with_suffix(".dof")
        model = read_calculix(path, *beside, inp, path.name)
    elif suffix in (".mtx", ".mmf", ".mm"):
        model = _read_matrix_files(path, mass, nodes, dofs)
    else:
        raise ModelError(
            f"{path.name}: matrices are read from .npz, .mtx, .mmf, .sti, .op4, .op2 and .pch; a mesh needs a "
            "material=…"
        )
    return in_si(model, length, mass_unit, time)


def _units(name: str, units: str | None) -> tuple[float, float, float]:
    if units is not None and units not in UNITS:
        raise ModelError(f"{name}: units: {unknown('system', units, UNITS)}")
    return UNITS[units or "SI"]


def _needed(path: Path, what: str, given: Any, meaning: str) -> Any:
    if given is None:
        raise ModelError(f"{path.name}: say {what}=…, {meaning}.")
    return given


def _read_matrix_files(path: Path, mass: Any, nodes: Any, dofs: Any) -> FiniteElementModel:
    """Stiffness and mass in a file each."""
    second = _needed(path, "mass", mass, "the file of the mass matrix")
    where = _needed(path, "nodes", nodes, "positions: an array, a text file of x y z, or an input file")
    with path.open("rb") as opened:
        first = opened.read(200)
    if not first.startswith(b"%%MatrixMarket") and first.count(b",") >= 4:
        return read_abaqus(path, second, where, path.name)
    positions, labels = read_nodes(where)
    place = None
    if dofs is not None:
        numbers = np.arange(len(positions)) if labels is None else labels
        place = dof_map(path.name, read_dofs(dofs), numbers)
    return made(path.name, positions, read_matrix(second), read_matrix(path), place, labels=labels)


def in_si(model: FiniteElementModel, length: float, mass: float, time: float) -> FiniteElementModel:
    """A model of nodes in metres, kilograms and seconds, from one in other units.

    Translations are scaled, rotations are not: K becomes (m L²/t²) S K S with S = 1/L for translations.
    """
    if (length, mass, time) == (1.0, 1.0, 1.0):
        return model
    turns = np.array([name.startswith("turn") for name in model.dof_names])
    S = scipy.sparse.diags_array(np.where(turns, 1.0, 1.0 / length))
    affine = model.affine.copy()
    affine[~turns, 3:] *= length
    return replace(
        model,
        nodes=model.nodes * length,
        mass=scipy.sparse.csr_array(S @ model.mass @ S) * (mass * length**2),
        stiffness=scipy.sparse.csr_array(S @ model.stiffness @ S) * (mass * length**2 / time**2),
        affine=affine,
    )


def read_modal_data(
    file: str | Path,
    *,
    interfaces: Mapping[str, Any],
    mass: str | Path | None = None,
    nodes: Any = None,
    dofs: str | Path | None = None,
    material: Any = None,
    order: int = 2,
    units: str | None = None,
    **options: Any,
) -> ModalData:
    """The data of a modal body from files: `read_finite_elements`, then `reduce_model`, whose options these are."""
    model = read_finite_elements(file, mass=mass, nodes=nodes, dofs=dofs, material=material, order=order, units=units)
    return reduce_model(model, interfaces, units_are_given=units is not None, **options)


def mesh_data(
    mesh: Any,
    material: Any,
    *,
    interfaces: Mapping[str, Any],
    name: str = "mesh",
    order: int = 2,
    units: str | None = None,
    **options: Any,
) -> ModalData:
    """The data of a modal body from a mesh: a file, a mesh of meshio, or (nodes, cells by kind)."""
    length = _units(name, units)[0]
    if isinstance(mesh, tuple):
        nodes, cells = mesh
        model = solid_model(name, np.asarray(nodes, float) * length, cells, material, order=order)
    else:
        model = read_solid(
            mesh, material, Path(mesh).name if isinstance(mesh, str | Path) else name, order=order, length=length
        )
    return reduce_model(model, interfaces, units_are_given=units is not None, **options)
