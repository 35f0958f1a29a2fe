"""Models as NumPy archives: arrays by name.

`nodes` (n × 3); `stiffness`, and `mass` or `node_mass` (n × n, the same in x, y and z); each a full array, or sparse as
`stiffness_row`, `stiffness_col`, `stiffness_value`. Optional: `dofs` (n × 6, the unknown of each direction of a node,
−1 for none), `labels` (numbers of the nodes), `set_NAME` (numbers of the nodes of a set).
"""

from __future__ import annotations

from pathlib import Path
from typing import Any
from zipfile import BadZipFile

import lazy_loader
import numpy as np

from ..._files import archive_arrays
from ...contract.arguments import check_file_format
from ...contract.errors import ModelError, joined
from ..finite_elements import NODE_DIRECTIONS, FiniteElementModel, Matrix
from ..interfaces import node_indices
from .matrices import existing, made

scipy = lazy_loader.load("scipy")


def read_npz(path: str | Path, name: str) -> FiniteElementModel:
    """The model of an archive."""
    try:
        arrays = archive_arrays(existing(path))
    except (ValueError, OSError, EOFError, MemoryError, BadZipFile) as error:
        raise ModelError(f"{path}: cannot be read as an archive of arrays ({error}).") from None
    if "nodes" not in arrays:
        raise ModelError(f"{path}: has no nodes; it has {joined(sorted(arrays)) or 'nothing'}.")
    nodes = np.asarray(arrays["nodes"], float)
    if nodes.ndim != 2 or nodes.shape[1] != 3:
        raise ModelError(f"{path}: nodes must be n × 3, is {' × '.join(map(str, nodes.shape))}.")
    stiffness = _matrix(path, arrays, "stiffness")
    if "node_mass" in arrays or "node_mass_row" in arrays:
        mass = scipy.sparse.kron(_matrix(path, arrays, "node_mass", len(nodes)), scipy.sparse.eye_array(3))
    else:
        mass = _matrix(path, arrays, "mass", stiffness.shape[0])
    labels = arrays.get("labels")
    model = made(name, nodes, mass, stiffness, arrays.get("dofs"), labels=labels)
    sets = {
        key[4:]: node_indices(model, f"{path}: {key}", value) for key, value in arrays.items() if key.startswith("set_")
    }
    return FiniteElementModel(**{**vars(model), "node_sets": sets})


def _matrix(path: Any, arrays: dict[str, np.ndarray], key: str, size: int | None = None) -> Matrix:
    if key in arrays:
        return scipy.sparse.csr_array(np.asarray(arrays[key], float))
    parts = [arrays.get(f"{key}_{part}") for part in ("row", "col", "value")]
    row, col, value = parts
    if row is None or col is None or value is None:
        raise ModelError(f"{path}: has no {key}: give it as an array, or as {key}_row, {key}_col and {key}_value.")
    count = int(max(row.max(), col.max())) + 1 if size is None else size
    return scipy.sparse.csr_array((value.astype(float), (row.astype(int), col.astype(int))), shape=(count, count))


def write_finite_elements(path: str | Path, model: FiniteElementModel) -> None:
    """Writes an archive that `read_npz` reads; stresses of the elements are not part of it."""
    check_file_format("write_finite_elements", path, ".npz")
    arrays: dict[str, Any] = {"nodes": model.nodes, "dofs": _dofs(model)}
    for key, matrix in (("mass", model.mass), ("stiffness", model.stiffness)):
        triplets = scipy.sparse.coo_array(scipy.sparse.triu(matrix))
        arrays |= {f"{key}_row": triplets.row, f"{key}_col": triplets.col, f"{key}_value": triplets.data}
    if model.labels is not None:
        arrays["labels"] = model.labels
    for key, nodes in model.node_sets.items():
        arrays[f"set_{key}"] = nodes if model.labels is None else model.labels[nodes]
    np.savez_compressed(path, **arrays)


def _dofs(model: FiniteElementModel) -> np.ndarray:
    if np.any(model.dof_nodes < 0) or not set(model.dof_names) <= set(NODE_DIRECTIONS) or not model.dof_names:
        raise ModelError(
            f"{model.name}: has unknowns that are not translations or rotations of nodes; it cannot be written."
        )
    dofs = np.full((len(model.nodes), 6), -1)
    directions = [NODE_DIRECTIONS.index(name) for name in model.dof_names]
    dofs[model.dof_nodes, directions] = np.arange(model.unknowns)
    return dofs
