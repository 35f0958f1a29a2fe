"""Finite-element models for tests, and the mass matrix of a modal body out of its integrals."""

from __future__ import annotations

import json
from functools import cache
from pathlib import Path
from types import SimpleNamespace

import numpy as np
from scipy import sparse

from linkwork.contract.modal_data import ModalData
from linkwork.flexible import FiniteElementModel, nodal_model, solid_model

FOLDER = Path(__file__).parents[1] / "reference"
STEEL = SimpleNamespace(E=2.1e11, nu=0.3, density=7850.0)


@cache
def case(name: str) -> dict:
    return json.loads((FOLDER / f"{name}.json").read_text())


@cache
def brick() -> FiniteElementModel:
    """The body of F3: a bar of six linear bricks."""
    model = case("F3_modal_body")["model"]
    nodes = np.array(model["nodes"])
    entries = model["stiffness_triplets"]
    K = np.zeros((3 * len(nodes), 3 * len(nodes)))
    K[entries["row"], entries["col"]] = entries["value"]
    K += np.triu(K, 1).T
    M = np.kron(model["node_mass"], np.eye(3))
    return nodal_model("brick", nodes, sparse.csr_array(M), sparse.csr_array(K))


def faces() -> dict[str, list[int]]:
    model = case("F3_modal_body")["model"]
    return {"left": model["left_nodes"], "right": model["right_nodes"]}


def bar(
    kind: str = "tetra", counts: tuple[int, int, int] = (6, 1, 1), size=(0.6, 0.06, 0.04), **options
) -> FiniteElementModel:
    """A bar along x of solid cells, from x = 0, its axis at y = z = 0."""
    nodes, cells = box_mesh(counts, size, kind)
    return solid_model("bar", nodes, {kind: cells}, options.pop("material", STEEL), **options)


def box_mesh(
    counts: tuple[int, int, int], size: tuple[float, float, float], kind: str
) -> tuple[np.ndarray, np.ndarray]:
    """Nodes and cells of a box of bricks, or of six tetrahedra in place of each."""
    x, y, z = (np.linspace(0.0, side, count + 1) for side, count in zip(size, counts, strict=True))
    y, z = y - size[1] / 2, z - size[2] / 2
    nodes = np.array([(a, b, c) for a in x for b in y for c in z])
    ny, nz = counts[1] + 1, counts[2] + 1
    i, j, k = (part.ravel() for part in np.meshgrid(*map(np.arange, counts), indexing="ij"))

    def at(a: int, b: int, c: int) -> np.ndarray:
        return ((i + a) * ny + j + b) * nz + k + c

    corners = [at(*c) for c in ((0, 0, 0), (1, 0, 0), (1, 1, 0), (0, 1, 0), (0, 0, 1), (1, 0, 1), (1, 1, 1), (0, 1, 1))]
    if kind == "hexahedron":
        return nodes, np.column_stack(corners)
    ways = ((0, 1, 2, 6), (0, 2, 3, 6), (0, 3, 7, 6), (0, 7, 4, 6), (0, 4, 5, 6), (0, 5, 1, 6))
    return nodes, np.vstack([np.column_stack([corners[v] for v in way]) for way in ways])


def ends(length: float = 0.6) -> dict:
    """Interfaces at both ends of a bar."""
    return {"root": lambda x: x[:, 0] < 1e-9, "tip": lambda x: x[:, 0] > length - 1e-9}


def mass_matrix(data: ModalData, e: np.ndarray) -> np.ndarray:
    """M of [w, v, e_dot], from the integrals."""
    d = data.d0 + data.C1 @ e
    A = data.XP + np.einsum("abgf,g->abf", data.PP, e)
    first = data.XP @ e
    B = data.XX + first + first.T + np.einsum("abfg,f,g->ab", data.PP, e, e)
    J = np.trace(B) * np.eye(3) - B
    S = np.array([A[1, 2] - A[2, 1], A[2, 0] - A[0, 2], A[0, 1] - A[1, 0]])
    return np.block(
        [[J, hat(d), S], [-hat(d), data.mass * np.eye(3), data.C1], [S.T, data.C1.T, np.einsum("aafg->fg", data.PP)]]
    )


def bias(data: ModalData, e: np.ndarray, w: np.ndarray, v: np.ndarray, u: np.ndarray) -> np.ndarray:
    """h of M a = h, elastic forces included."""
    d = data.d0 + data.C1 @ e
    A = data.XP + np.einsum("abgf,g->abf", data.PP, e)
    first = data.XP @ e
    B = data.XX + first + first.T + np.einsum("abfg,f,g->ab", data.PP, e, e)
    J = np.trace(B) * np.eye(3) - B
    rate = A @ u
    turn = np.cross(w, v)
    h_w = -(np.cross(w, J @ w) + 2 * (np.trace(rate) * w - rate.T @ w) + np.cross(d, turn))
    h_v = -(data.mass * turn + np.cross(w, np.cross(w, d)) + 2 * np.cross(w, data.C1 @ u))
    Omega = hat(w) @ hat(w)
    h_e = -(
        np.einsum("abf,ba->f", A, Omega)
        + 2 * np.einsum("abfg,ab,g->f", data.PP, hat(w), u)
        + data.C1.T @ turn
        + data.stiffness @ e
    )
    return np.concatenate([h_w, h_v, h_e])


def hat(w: np.ndarray) -> np.ndarray:
    return np.array([[0, -w[2], w[1]], [w[2], 0, -w[0]], [-w[1], w[0], 0.0]])


def relative(found, wanted) -> float:
    """The largest difference over the largest entry."""
    found, wanted = np.asarray(found, float), np.asarray(wanted, float)
    return float(np.abs(found - wanted).max() / np.abs(wanted).max())
