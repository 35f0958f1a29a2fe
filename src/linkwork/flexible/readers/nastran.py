"""Nastran: grids of a bulk data file, matrices of OUTPUT4, OUTPUT2 or DMIG punch files, through pyYeti.

Matrices of the g-set (KGG, MGG) have six unknowns a grid in the order of grid numbers. DMIG entries (KAAX, MAAX of
`PARAM,EXTOUT,DMIGPCH` or EXTSEOUT) say what each of theirs is.
"""

from __future__ import annotations

from pathlib import Path
from types import ModuleType
from typing import Any

import lazy_loader
import numpy as np

from ...contract.errors import ModelError, joined
from ..finite_elements import FiniteElementModel
from .matrices import dof_map, existing, made

scipy = lazy_loader.load("scipy")

STIFFNESS_NAMES = ("KGG", "KAA", "KAAX", "KXX", "K")
MASS_NAMES = ("MGG", "MAA", "MAAX", "MXX", "M")


def _nastran() -> ModuleType:
    try:
        with np.printoptions():  # pyYeti sets NumPy's for the whole session when it is imported
            from pyyeti import nastran  # an extra, and slow to import
    except ImportError:
        raise ModelError(
            "reading files of Nastran needs pyYeti; install it with `pip install linkwork[nastran]`."
        ) from None
    return nastran


def read_nastran(matrices: str | Path, bulk: str | Path, name: str) -> FiniteElementModel:
    """A model of a matrix file (.op4, .op2, .pch) and the bulk data file that has its grids."""
    nodes, labels = read_grids(bulk)
    file = existing(matrices)
    if file.suffix.lower() in (".pch", ".dat", ".bdf", ".nas"):
        K, M, pairs = _read_dmig(file)
    else:
        K, M = _read_matrices(file)
        if K.shape[0] != 6 * len(labels):
            raise ModelError(
                f"{file}: stiffness has {K.shape[0]} rows, but {len(labels)} grids have {6 * len(labels)} "
                "directions. Write KGG and MGG, or DMIG entries to a punch file, which name the unknowns."
            )
        pairs = [(int(label), direction) for label in labels for direction in range(6)]
    used = np.isin(labels, [node for node, _ in pairs])
    kept = labels[used]
    return made(name, nodes[used], M, K, dof_map(name, pairs, kept), labels=kept)


def read_grids(bulk: str | Path) -> tuple[np.ndarray, np.ndarray]:
    """(positions in the basic system, numbers) of the grids, in the order of their numbers."""
    table = _nastran().rdgrids(str(existing(bulk)))
    if table is None or not len(table):
        raise ModelError(f"{bulk}: has no GRID entries.")
    table = np.asarray(table, float)
    table = table[np.argsort(table[:, 0])]
    numbers = table[:, 0].astype(int)
    systems = table[:, 5]
    if np.any(systems != 0):
        raise ModelError(
            f"{bulk}: grid {numbers[systems != 0][0]} has a displacement system of its own (CD); matrices must be in "
            "basic axes."
        )
    if not np.any(table[:, 1] != 0):
        return table[:, 2:5], numbers
    uset = _nastran().bulk2uset(str(bulk))[0]
    ids = uset.index.get_level_values(0).to_numpy()
    directions = uset.index.get_level_values(1).to_numpy()
    first = uset[directions == 1]
    order = np.argsort(ids[directions == 1])
    return first[["x", "y", "z"]].to_numpy(float)[order], numbers


def _read_matrices(file: Path) -> tuple[Any, Any]:
    nastran = _nastran()
    if file.suffix.lower() == ".op4":
        found = nastran.op4.read(str(file), sparse=True)
    else:
        with nastran.op2.OP2(str(file)) as opened:
            found = opened.rdop2mats()
    found = {key.upper(): value for key, value in found.items()}
    return _named(file, found, STIFFNESS_NAMES), _named(file, found, MASS_NAMES)


def _named(file: Path, found: dict[str, Any], names: tuple[str, ...]) -> Any:
    for key in names:
        if key in found:
            return scipy.sparse.csr_array(found[key])
    raise ModelError(f"{file}: has none of {joined(names)}; it has {joined(sorted(found)) or 'no matrices'}.")


def _read_dmig(file: Path) -> tuple[Any, Any, list[tuple[int, int]]]:
    found = _nastran().rddmig(str(file))
    tables = {key.upper(): value for key, value in (found or {}).items()}
    K, M = (next((tables[key] for key in names if key in tables), None) for names in (STIFFNESS_NAMES, MASS_NAMES))
    if K is None or M is None:
        raise ModelError(
            f"{file}: needs DMIG entries of stiffness ({joined(STIFFNESS_NAMES)}) and mass ({joined(MASS_NAMES)})."
        )
    places = sorted({*K.index, *K.columns, *M.index, *M.columns})
    if any(direction not in range(1, 7) for _, direction in places):
        raise ModelError(f"{file}: has scalar points (component modes); give matrices of grids only.")
    whole = [table.reindex(index=places, columns=places, fill_value=0.0).to_numpy(float) for table in (K, M)]
    return whole[0], whole[1], [(int(node), int(direction) - 1) for node, direction in places]
