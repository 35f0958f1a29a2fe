"""From a mesh of tetrahedra to the data of a modal body: reading, reduction and report of a link.

The report names the frequency up to which reduced frequencies are right within one per cent; another case says how far
they are off below it, against the whole model.
"""

from __future__ import annotations

import re
import tempfile
import time
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from types import SimpleNamespace

import numpy as np
from scipy import sparse
from scipy.sparse.linalg import eigsh

from benchmarks.case import Bar, Case
from linkwork.contract.modal_data import ModalData
from linkwork.flexible import read_finite_elements, read_modal_data

STEEL = SimpleNamespace(E=2.1e11, nu=0.3, density=7850.0)
SIZE, COUNTS, MODES = (0.6, 0.06, 0.04), (30, 4, 3), 10


def _root(x: np.ndarray) -> np.ndarray:
    return x[:, 0] < 1e-9


def _tip(x: np.ndarray) -> np.ndarray:
    return x[:, 0] > SIZE[0] - 1e-9


ENDS = {"root": _root, "tip": _tip}


def link_mesh(counts: tuple[int, int, int]) -> tuple[np.ndarray, np.ndarray]:
    """Nodes and tetrahedra of a link with a waist, along x."""
    x, y, z = (np.linspace(0.0, side, count + 1) for side, count in zip(SIZE, counts, strict=True))
    X, Y, Z = np.meshgrid(x, y - SIZE[1] / 2, z - SIZE[2] / 2, indexing="ij")
    waist = 1 - 0.4 * np.sin(np.pi * X / SIZE[0]) ** 2
    nodes = np.column_stack([X.ravel(), (Y * waist).ravel(), Z.ravel()])
    i, j, k = (part.ravel() for part in np.meshgrid(*map(np.arange, counts), indexing="ij"))
    corners = [
        ((i + a) * (counts[1] + 1) + j + b) * (counts[2] + 1) + k + c
        for a, b, c in ((0, 0, 0), (1, 0, 0), (1, 1, 0), (0, 1, 0), (0, 0, 1), (1, 0, 1), (1, 1, 1), (0, 1, 1))
    ]
    ways = ((0, 1, 2, 6), (0, 2, 3, 6), (0, 3, 7, 6), (0, 7, 4, 6), (0, 4, 5, 6), (0, 5, 1, 6))
    return nodes, np.vstack([np.column_stack([corners[v] for v in way]) for way in ways])


@cache
def link_file() -> Path:
    """The mesh as a file."""
    import meshio

    nodes, cells = link_mesh(COUNTS)
    path = Path(tempfile.mkdtemp()) / "link.vtu"
    meshio.write(path, meshio.Mesh(nodes, [("tetra", cells)]))
    return path


def reduced_link() -> ModalData:
    """Reading, reduction, report."""
    return read_modal_data(link_file(), material=STEEL, interfaces=ENDS, modes=MODES)


def seconds() -> float:
    """Processor time of all of it."""
    link_file()
    start = time.process_time()
    reduced_link()
    return time.process_time() - start


def largest_excess() -> float:
    """How far reduced frequencies are off below the frequency that the report names, root held, in per cent."""
    data, model = reduced_link(), read_finite_elements(link_file(), material=STEEL)
    limit = float(next(m[1] for m in map(NAMED.search, data.notes) if m))
    # Rigid faces by their own equations: unknowns of the root left out, those of the tip six.
    root, tip = (np.nonzero(chosen(model.nodes))[0] for chosen in ENDS.values())
    held, moved = ((3 * nodes[:, None] + np.arange(3)).ravel() for nodes in (root, tip))
    inside = np.setdiff1d(np.arange(model.unknowns), np.concatenate([held, moved]))
    motions = np.zeros((model.unknowns, 6))
    motions[moved] = model.rigid_motions(model.nodes[tip].mean(axis=0))[moved]
    Z = sparse.hstack(
        [sparse.eye_array(model.unknowns, format="csc")[:, inside], sparse.csc_array(motions)], format="csc"
    )
    whole = np.sort(eigsh(Z.T @ model.stiffness @ Z, 16, M=Z.T @ model.mass @ Z, sigma=0.0, return_eigenvectors=False))
    whole = np.sqrt(whole[whole <= (limit * (1 + 1e-4)) ** 2])
    return float(100 * np.max(data.frequencies[: len(whole)] / whole - 1))


NAMED = re.compile(r"right within 1 % up to ([\d.e+]+) rad/s")


def cases() -> Iterator[Case]:
    """A link of more than ten thousand unknowns."""
    data = reduced_link()
    note = " ".join(data.notes)
    yield Case(
        "link of tetrahedra", "s: read, reduce, report", seconds, bar=Bar("ours", "<=", 20.0), rounds=1, note=note
    )
    yield Case(
        "link of tetrahedra", "% off below the named frequency", largest_excess, bar=Bar("ours", "<=", 1.0), rounds=1
    )
