"""Matrices and lists of unknowns as text and arrays: what several formats share."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import lazy_loader
import numpy as np

from ...contract.errors import ModelError, joined
from ..finite_elements import NODE_DIRECTIONS, FiniteElementModel, Matrix, nodal_model

scipy = lazy_loader.load("scipy")

DIRECTION_NAMES = {
    **{str(number): number - 1 for number in range(1, 7)},
    **{name: place for place, name in enumerate(("UX", "UY", "UZ", "ROTX", "ROTY", "ROTZ"))},
}
"""What files call the six directions of a node."""


def existing(path: str | Path) -> Path:
    """A path that is a file."""
    found = Path(path)
    if not found.is_file():
        raise ModelError(f"{found}: there is no such file.")
    return found


def whole(matrix: Any) -> tuple[Matrix, bool]:
    """(the matrix, with the other triangle where the file has one only; whether it was so)."""
    found = scipy.sparse.csr_array(matrix)
    found.sum_duplicates()
    rows, columns = found.nonzero()
    if np.all(rows == columns) or not (np.all(rows <= columns) or np.all(rows >= columns)):
        return found, False
    return scipy.sparse.csr_array(found + found.T - scipy.sparse.diags_array(found.diagonal())), True


def made(
    name: str,
    nodes: np.ndarray,
    mass: Any,
    stiffness: Any,
    dofs: np.ndarray | None = None,
    **rest: Any,
) -> FiniteElementModel:
    """A model out of what a file has: triangles completed, unknowns without mass and stiffness left out."""
    K, half_K = whole(stiffness)
    M, half_M = whole(mass)
    if M.shape != K.shape or K.shape[0] != K.shape[1]:
        raise ModelError(
            f"{name}: mass is {M.shape[0]} × {M.shape[1]}, stiffness {K.shape[0]} × {K.shape[1]}: both must be N × N."
        )
    halves = joined([what for what, is_half in (("stiffness", half_K), ("mass", half_M)) if is_half])
    notes = (f"The file has one triangle of {halves}; the other was filled in.",) if halves else ()
    model = nodal_model(name, nodes, M, K, dofs, notes=notes, **rest)
    used = (abs(K).sum(axis=0) > 0) | (abs(M).sum(axis=0) > 0)
    if np.all(used):
        return model
    left_out = int(np.sum(~used))
    notes = (*notes, f"{left_out} unknowns without mass and stiffness were left out.")
    place = np.full((len(nodes), 6), -1)
    directions = np.array([NODE_DIRECTIONS.index(direction) for direction in model.dof_names])
    place[model.dof_nodes[used], directions[used]] = np.arange(int(used.sum()))
    return nodal_model(name, nodes, M[used][:, used], K[used][:, used], place, notes=notes, **rest)


def dof_map(name: str, pairs: list[tuple[int, int]], labels: np.ndarray) -> np.ndarray:
    """dofs (n × 6) from the node number and direction of each unknown."""
    place = {int(label): index for index, label in enumerate(labels)}
    dofs = np.full((len(labels), 6), -1)
    for unknown, (node, direction) in enumerate(pairs):
        if node not in place:
            raise ModelError(f"{name}: unknown {unknown} belongs to node {node}, which is not among the nodes.")
        if dofs[place[node], direction] >= 0:
            raise ModelError(f"{name}: direction {direction + 1} of node {node} comes twice.")
        dofs[place[node], direction] = unknown
    return dofs


def read_dofs(path: str | Path) -> list[tuple[int, int]]:
    """Node and direction of each unknown, a line each: "12.3", "12 3", "12, UZ", or "7 12 UZ" with the number first."""
    found: list[tuple[int, int]] = []
    for number, line in enumerate(existing(path).read_text(encoding="utf-8").splitlines(), 1):
        words = re.split(r"[\s,.]+", line.strip())
        if words == [""] or words[0].startswith(("#", "%", "!", "*")):
            continue
        if len(words) < 2 or words[-1].upper() not in DIRECTION_NAMES or not words[-2].isdigit():
            if found:
                raise ModelError(f"{path}: line {number}: {line.strip()!r} names no node and direction.")
            continue  # a heading
        found.append((int(words[-2]), DIRECTION_NAMES[words[-1].upper()]))
    return found


def table_of_numbers(name: str | Path) -> np.ndarray:
    """The lines of numbers of a text file; a heading and lines that begin with *, %, # or ! are left out."""
    lines = existing(name).read_text(encoding="utf-8").replace(",", " ").splitlines()
    first = next((place for place, line in enumerate(lines) if _is_numbers(line)), len(lines))
    if first == len(lines):
        return np.zeros((0, 0))
    try:
        return np.loadtxt(lines[first:], comments=("*", "%", "#", "!"), ndmin=2)
    except ValueError as error:
        raise ModelError(f"{name}: its lines are not all the same count of numbers ({error}).") from None


def _is_numbers(line: str) -> bool:
    try:
        return bool([float(word) for word in line.split()])
    except ValueError:
        return False


def read_matrix(path: str | Path) -> Matrix:
    """A sparse matrix of a Matrix Market file, an .npz of SciPy, or of lines "row column value" counted from one."""
    file = existing(path)
    with file.open("rb") as opened:
        head = opened.read(14)
    if head.startswith(b"%%MatrixMarket"):
        return scipy.sparse.csr_array(scipy.io.mmread(file))
    if head.startswith(b"PK"):
        return scipy.sparse.csr_array(scipy.sparse.load_npz(file))
    values = table_of_numbers(path)
    if not values.size or values.shape[1] != 3:
        raise ModelError(f"{path}: is not a Matrix Market file, and its lines are not row, column and value.")
    rows, columns = values[:, 0].astype(int) - 1, values[:, 1].astype(int) - 1
    size = int(max(rows.max(), columns.max())) + 1
    return scipy.sparse.csr_array((values[:, 2], (rows, columns)), shape=(size, size))
