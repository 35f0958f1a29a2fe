"""Abaqus and CalculiX: nodes and sets of an input file, matrices that the programs write as text.

Abaqus: `*MATRIX GENERATE, STIFFNESS, MASS` and `*MATRIX OUTPUT, FORMAT=MATRIX INPUT` write `job_STIF1.mtx`
and `job_MASS1.mtx`, lines of node, direction, node, direction, value. CalculiX: `*FREQUENCY, SOLVER=MATRIXSTORAGE`
writes `job.sti`, `job.mas` (row, column, value) and `job.dof` (node.direction of each row).
"""

from __future__ import annotations

from pathlib import Path

import lazy_loader
import numpy as np

from ...contract.errors import ModelError
from ..finite_elements import FiniteElementModel
from .matrices import dof_map, existing, made, read_dofs, read_matrix, table_of_numbers

scipy = lazy_loader.load("scipy")


def read_inp(path: str | Path) -> tuple[np.ndarray, np.ndarray, dict[str, list[int]]]:
    """(positions, numbers, sets by name) of the nodes of an input file."""
    positions: dict[int, list[float]] = {}
    sets: dict[str, list[int]] = {}
    for heading, options, lines in _sections(path):
        if heading == "*node":
            for line in lines:
                words = line.split(",")
                positions[int(words[0])] = [float(x) for x in (*words[1:4], "0", "0")[:3]]
                if "nset" in options:
                    sets.setdefault(options["nset"], []).append(int(words[0]))
        elif heading == "*nset" and "nset" in options:
            numbers = [int(x) for line in lines for x in line.split(",") if x.strip().lstrip("-").isdigit()]
            if "generate" in options:
                first, last, step = (*numbers, 1)[:3]
                numbers = list(range(first, last + 1, step))
            sets.setdefault(options["nset"], []).extend(numbers)
    if not positions:
        raise ModelError(f"{path}: has no *NODE section.")
    return np.array(list(positions.values())), np.array(list(positions)), sets


def _sections(path: str | Path) -> list[tuple[str, dict[str, str], list[str]]]:
    """(keyword, options, lines) of an input file; comments are left out."""
    found: list[tuple[str, dict[str, str], list[str]]] = []
    for raw in existing(path).read_text(encoding="utf-8", errors="replace").splitlines():
        line = raw.strip()
        if not line or line.startswith("**"):
            continue
        if line.startswith("*"):
            keyword, *rest = (word.strip() for word in line.split(","))
            pairs = [word.partition("=") for word in rest]
            found.append((keyword.lower(), {key.strip().lower(): value.strip() for key, _, value in pairs}, []))
        elif found:
            found[-1][2].append(line)
    return found


def read_labelled_matrix(path: str | Path) -> tuple[np.ndarray, np.ndarray]:
    """(node, direction, node, direction of each entry from zero; values) of an Abaqus matrix in text."""
    values = table_of_numbers(path)
    if not values.size or values.shape[1] != 5:
        raise ModelError(f"{path}: needs lines of node, direction, node, direction, value (FORMAT=MATRIX INPUT).")
    entries = values[:, :4].astype(int)
    entries[:, [1, 3]] -= 1
    if entries[:, [1, 3]].min() < 0 or entries[:, [1, 3]].max() > 5:
        raise ModelError(f"{path}: has directions other than 1 to 6.")
    return entries, values[:, 4]


def read_abaqus(stiffness: str | Path, mass: str | Path, inp: str | Path, name: str) -> FiniteElementModel:
    """A model of `job_STIF1.mtx`, `job_MASS1.mtx` and the input file that has its nodes."""
    nodes, labels, sets = read_inp(inp)
    K, M = read_labelled_matrix(stiffness), read_labelled_matrix(mass)
    places = [6 * entries[:, [0, 2]] + entries[:, [1, 3]] for entries, _ in (K, M)]
    unknowns = np.unique(np.concatenate([place.ravel() for place in places]))
    used = np.isin(labels, unknowns // 6)
    dofs = dof_map(name, [(int(place // 6), int(place % 6)) for place in unknowns], labels[used])
    matrices = []
    for place, (_, values) in zip(places, (K, M), strict=True):
        rows, columns = np.searchsorted(unknowns, place).T
        matrices.append(scipy.sparse.csr_array((values, (rows, columns)), shape=(len(unknowns), len(unknowns))))
    kept = labels[used]
    return made(name, nodes[used], matrices[1], matrices[0], dofs, labels=kept, node_sets=indices_of(sets, kept))


def indices_of(sets: dict[str, list[int]], labels: np.ndarray) -> dict[str, np.ndarray]:
    """Sets of numbers as sets of indices; numbers of nodes that are not there are left out."""
    return {name: np.nonzero(np.isin(labels, numbers))[0] for name, numbers in sets.items()}


def read_calculix(
    stiffness: str | Path, mass: str | Path, dofs: str | Path, inp: str | Path, name: str
) -> FiniteElementModel:
    """A model of `job.sti`, `job.mas`, `job.dof` and the input file that has its nodes."""
    nodes, labels, sets = read_inp(inp)
    pairs = read_dofs(dofs)
    used = np.isin(labels, [node for node, _ in pairs])
    kept = labels[used]
    place = dof_map(name, pairs, kept)
    return made(
        name,
        nodes[used],
        read_matrix(mass),
        read_matrix(stiffness),
        place,
        labels=kept,
        node_sets=indices_of(sets, kept),
    )
