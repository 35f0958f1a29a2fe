r"""Solid bodies of isotropic material from meshes: mass, stiffness, stresses.

$$ \sigma = \lambda\,\mathrm{tr}(\epsilon) 1 + 2\mu\epsilon,\qquad
   K = \int \nabla v : \sigma(u)\,dV,\qquad M = \int \rho\, u\cdot v\,dV. $$

Shape functions and quadratures are scikit-fem's; cells may have curved edges (their geometry uses all their nodes).
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from types import ModuleType
from typing import Any

import lazy_loader
import numpy as np

from ..contract.errors import ModelError, joined
from .finite_elements import FiniteElementModel, Matrix, StressSamples, nodal_model, with_skin_of_nodes
from .materials import elasticity

_TETRA = ((0, 0, 0), (1, 0, 0), (0, 1, 0), (0, 0, 1))
_TETRA_EDGES = ((0, 1), (1, 2), (2, 0), (0, 3), (1, 3), (2, 3))
_TETRA_FACES = ((0, 1, 2), (0, 1, 3), (1, 2, 3), (0, 2, 3))
_HEXA = ((0, 0, 0), (1, 0, 0), (1, 1, 0), (0, 1, 0), (0, 0, 1), (1, 0, 1), (1, 1, 1), (0, 1, 1))
_HEXA_EDGES = (
    (0, 1), (1, 2), (2, 3), (3, 0), (4, 5), (5, 6), (6, 7), (7, 4), (0, 4), (1, 5), (2, 6), (3, 7),
)  # fmt: skip
_HEXA_FACES = ((0, 1, 2, 3), (4, 5, 6, 7), (0, 1, 5, 4), (1, 2, 6, 5), (2, 3, 7, 6), (3, 0, 4, 7))


@dataclass(frozen=True)
class CellKind:
    """Corners in the reference cell, edges with a node in the middle, faces; and scikit-fem's element for it."""

    name: str
    corners: tuple[tuple[int, ...], ...]
    edges: tuple[tuple[int, int], ...]
    faces: tuple[tuple[int, ...], ...]
    element: str
    stiffness_order: int
    """Degree up to which the quadrature of the stiffness is exact."""
    mass_order: int
    has_middles: bool

    @property
    def reference(self) -> np.ndarray:
        """Nodes of the reference cell."""
        corners = np.array(self.corners, float)
        if not self.has_middles:
            return corners
        return np.vstack([corners, [(corners[a] + corners[b]) / 2 for a, b in self.edges]])


CELL_KINDS = {
    kind.name: kind
    for kind in (
        CellKind("tetra", _TETRA, _TETRA_EDGES, _TETRA_FACES, "ElementTetP1", 1, 2, False),
        CellKind("tetra10", _TETRA, _TETRA_EDGES, _TETRA_FACES, "ElementTetP2", 2, 4, True),
        CellKind("hexahedron", _HEXA, _HEXA_EDGES, _HEXA_FACES, "ElementHex1", 3, 3, False),
        CellKind("hexahedron20", _HEXA, _HEXA_EDGES, _HEXA_FACES, "ElementHexS2", 5, 5, True),
    )
}
HIGHER = {"tetra": "tetra10", "hexahedron": "hexahedron20"}


def with_middles(nodes: np.ndarray, blocks: dict[str, np.ndarray]) -> tuple[np.ndarray, dict[str, np.ndarray]]:
    """Linear cells with nodes added in the middles of their edges, one for all cells that share an edge."""
    linear = [name for name in blocks if name in HIGHER]
    if not linear:
        return nodes, blocks
    pairs = [np.sort(blocks[name][:, CELL_KINDS[name].edges].reshape(-1, 2), axis=1) for name in linear]
    edges, place = np.unique(np.vstack(pairs), axis=0, return_inverse=True)
    place = place.ravel() + len(nodes)
    found = {name: cells for name, cells in blocks.items() if name not in HIGHER}
    start = 0
    for name in linear:
        cells, count = blocks[name], len(CELL_KINDS[name].edges)
        middles = place[start : start + count * len(cells)].reshape(len(cells), count)
        start += count * len(cells)
        whole = np.hstack([cells, middles])
        higher = HIGHER[name]
        found[higher] = np.vstack([found[higher], whole]) if higher in found else whole
    return np.vstack([nodes, nodes[edges].mean(axis=1)]), found


def surface(nodes: np.ndarray, blocks: dict[str, np.ndarray]) -> np.ndarray:
    """Triangles between corners, of faces that belong to one cell only, seen from outside."""
    triangles = []
    for length in (3, 4):
        faces, centres = [], []
        for name, cells in blocks.items():
            for face in CELL_KINDS[name].faces:
                if len(face) == length:
                    faces.append(cells[:, face])
                    centres.append(nodes[cells[:, : len(CELL_KINDS[name].corners)]].mean(axis=1))
        if not faces:
            continue
        every, middle = np.vstack(faces), np.vstack(centres)
        _, first, count = np.unique(np.sort(every, axis=1), axis=0, return_index=True, return_counts=True)
        outer = first[count == 1]
        face = every[outer]
        a, b, c = (nodes[face[:, k]] for k in range(3))
        inward = np.einsum("na,na->n", np.cross(b - a, c - a), a - middle[outer]) < 0
        face[inward] = face[inward][:, ::-1]
        triangles.append(face[:, :3])
        if length == 4:
            triangles.append(face[:, [0, 2, 3]])
    return np.vstack(triangles)


def cell_functions(kind: CellKind, order: int) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """(values k × q, slopes k × 3 × q, weights q) at quadrature points of the reference cell, nodes in our order."""
    skfem = _skfem()
    from skfem.quadrature import get_quadrature

    element = getattr(skfem, kind.element)()
    points, weights = get_quadrature(element.refdom, order)
    functions = [element.lbasis(points, i) for i in range(len(kind.reference))]
    # scikit-fem numbers nodes its own way.
    place = [int(np.argmin(np.linalg.norm(element.doflocs - node, axis=1))) for node in kind.reference]
    values = np.array([np.broadcast_to(functions[i][0], weights.shape) for i in place])
    slopes = np.array([np.broadcast_to(functions[i][1], points.shape) for i in place])
    return values, slopes, weights


def _skfem() -> ModuleType:
    try:
        import skfem  # an extra
    except ImportError:
        raise ModelError(
            "bodies from meshes need scikit-fem; install it with `pip install linkwork[flexible]`."
        ) from None
    return skfem


scipy = lazy_loader.load("scipy")

# The gradient ∂u_c/∂x_a that belongs to each of xx, yy, zz, yz, xz, xy, both ways: (a, c) and (c, a).
VOIGT_AXES = ((0, 0), (1, 1), (2, 2), (1, 2), (0, 2), (0, 1))


def solid_model(
    name: str,
    nodes: Any,
    cells: Mapping[str, Any],
    material: Any,
    *,
    order: int = 2,
    node_sets: Mapping[str, Any] | None = None,
    labels: np.ndarray | None = None,
) -> FiniteElementModel:
    """A solid body: `cells` by kind ("tetra", "tetra10", "hexahedron", "hexahedron20"), nodes by index.

    With `order=2`, linear cells get nodes in the middles of their edges: linear ones are far too stiff in bending.
    """
    nodes, blocks, sets, labels = _used(name, np.asarray(nodes, float), cells, node_sets or {}, labels)
    if order not in (1, 2):
        raise ModelError(f"{name}: order={order!r} must be 1 or 2.")
    linear = joined([kind for kind in blocks if not CELL_KINDS[kind].has_middles])
    notes = (f"Its {linear} cells are linear: too stiff in bending. Use order=2.",) if linear and order == 1 else ()
    if order == 2:
        count = len(nodes)
        nodes, blocks = with_middles(nodes, blocks)
        sets = {key: _with_middles_between(blocks, values, count) for key, values in sets.items()}
        labels = None if labels is None else _further_labels(labels, len(nodes))
    lame = elasticity(name, material)
    samples = _stack([_samples(name, CELL_KINDS[kind], nodes, block, lame) for kind, block in blocks.items()])
    K = stiffness_of(samples)
    node_mass = sum(_node_mass(CELL_KINDS[kind], nodes, block) for kind, block in blocks.items()) * float(
        material.density
    )
    M = scipy.sparse.csr_array(scipy.sparse.kron(node_mass, scipy.sparse.eye_array(3)))
    model = nodal_model(name, nodes, M, K, node_sets=sets, labels=labels, stress_samples=samples, notes=notes)
    return with_skin_of_nodes(model, surface(nodes, blocks))


def _used(
    name: str, nodes: np.ndarray, cells: Mapping[str, Any], sets: Mapping[str, Any], labels: np.ndarray | None
) -> tuple[np.ndarray, dict[str, np.ndarray], dict[str, np.ndarray], np.ndarray | None]:
    """Solid cells only, and the nodes that they use."""
    blocks = {kind: np.asarray(block, int) for kind, block in cells.items() if kind in CELL_KINDS and len(block)}
    if not blocks:
        raise ModelError(
            f"{name}: no solid cells ({joined(list(CELL_KINDS))}); it has {joined(list(cells)) or 'none'}."
        )
    used = np.unique(np.concatenate([block.ravel() for block in blocks.values()]))
    if used[0] < 0 or used[-1] >= len(nodes):
        raise ModelError(f"{name}: cells name node {used[-1]}, but there are {len(nodes)} nodes, counted from zero.")
    place = np.full(len(nodes), -1)
    place[used] = np.arange(len(used))
    kept = {key: place[np.asarray(values, int)] for key, values in sets.items()}
    if labels is None and len(used) < len(nodes):
        labels = np.arange(len(nodes))
    return (
        nodes[used],
        {kind: place[block] for kind, block in blocks.items()},
        {key: values[values >= 0] for key, values in kept.items()},
        None if labels is None else np.asarray(labels)[used],
    )


def _further_labels(labels: np.ndarray, count: int) -> np.ndarray:
    """Numbers for nodes that were added: above all of the file."""
    return np.concatenate([labels, labels.max() + 1 + np.arange(count - len(labels))])


def _with_middles_between(blocks: dict[str, np.ndarray], members: np.ndarray, count: int) -> np.ndarray:
    """A set of nodes with the added middles both of whose ends belong to it."""
    inside = np.zeros(max(int(block.max()) for block in blocks.values()) + 1, bool)
    inside[members] = True
    for name, block in blocks.items():
        kind = CELL_KINDS[name]
        ends = inside[block[:, kind.edges]].all(axis=2)
        middles = block[:, len(kind.corners) :]
        inside[middles[ends & (middles >= count)]] = True
    return np.nonzero(inside)[0]


def _samples(
    name: str, kind: CellKind, nodes: np.ndarray, block: np.ndarray, lame: tuple[float, float]
) -> StressSamples:
    """Stresses and gradients at the quadrature points of one kind of cells."""
    _, slopes, weights = cell_functions(kind, kind.stiffness_order)
    jacobian = np.einsum("cia,ibq->cqab", nodes[block], slopes)  # ∂x_a/∂xi_b
    determinant = np.linalg.det(jacobian)
    # Left-handed cells are as good as right-handed ones; a sign that changes inside a cell is not.
    bad = np.nonzero((determinant * np.sign(determinant[:, :1]) <= 0).any(axis=1))[0]
    if len(bad):
        raise ModelError(
            f"{name}: {kind.name} cell {bad[0]} is folded or flat ({len(bad)} of {len(block)} are). Check the order "
            "of its nodes."
        )
    determinant = np.abs(determinant)
    gradients = np.einsum("ibq,cqba->cqia", slopes, np.linalg.inv(jacobian))
    volume = (determinant * weights).ravel()
    cells = np.repeat(block, len(weights), axis=0)
    gradient = _gradient_rows(gradients.reshape(-1, len(slopes), 3), cells, len(nodes))
    return StressSamples(volume, _stress_from_gradient(len(volume), lame) @ gradient, gradient, cells)


def _gradient_rows(gradients: np.ndarray, cells: np.ndarray, count: int) -> Matrix:
    """Rows ∂u_c/∂x_a of each sample: a slow, c fast."""
    samples, per_cell = cells.shape
    s, _, a, c = np.ix_(np.arange(samples), np.arange(per_cell), np.arange(3), np.arange(3))
    shape = (samples, per_cell, 3, 3)
    rows = np.broadcast_to(9 * s + 3 * a + c, shape)
    columns = np.broadcast_to(3 * cells[:, :, None, None] + c, shape)
    values = np.broadcast_to(gradients[:, :, :, None], shape)
    return scipy.sparse.csr_array((values.ravel(), (rows.ravel(), columns.ravel())), shape=(9 * samples, 3 * count))


def _stress_from_gradient(samples: int, lame: tuple[float, float]) -> Matrix:
    """Hooke's law for every sample: six stresses from nine slopes."""
    first, second = lame
    law = np.zeros((6, 3, 3))
    for row, (a, c) in enumerate(VOIGT_AXES):
        law[row, a, c] += second
        law[row, c, a] += second
        if a == c:
            law[row] += first * np.eye(3)
    return scipy.sparse.csr_array(scipy.sparse.kron(scipy.sparse.eye_array(samples), law.reshape(6, 9)))


def stiffness_of(samples: StressSamples) -> Matrix:
    """∫ ∇v : σ(u) dV, from the samples."""
    spread = np.zeros((9, 6))
    for column, (a, c) in enumerate(VOIGT_AXES):
        spread[3 * a + c, column] = spread[3 * c + a, column] = 1.0
    weighted = scipy.sparse.kron(scipy.sparse.diags_array(samples.weights), spread, format="csr")
    K = scipy.sparse.csr_array(samples.gradient.T @ (weighted @ samples.stress))
    return (K + K.T) * 0.5


def _node_mass(kind: CellKind, nodes: np.ndarray, block: np.ndarray) -> Matrix:
    """Node masses for unit density."""
    values, slopes, weights = cell_functions(kind, kind.mass_order)
    determinant = np.abs(np.linalg.det(np.einsum("cia,ibq->cqab", nodes[block], slopes)))
    each = np.einsum("iq,jq,cq->cij", values, values, determinant * weights)
    per_cell = block.shape[1]
    rows = np.repeat(block, per_cell, axis=1).ravel()
    columns = np.tile(block, (1, per_cell)).ravel()
    return scipy.sparse.csr_array((each.ravel(), (rows, columns)), shape=(len(nodes), len(nodes)))


def _stack(parts: list[StressSamples]) -> StressSamples:
    """Samples of several kinds of cells as one; shorter cells name their first node again."""
    blocks = [part.cells for part in parts if part.cells is not None]
    width = max(block.shape[1] for block in blocks)
    cells = [np.hstack([block, np.repeat(block[:, :1], width - block.shape[1], axis=1)]) for block in blocks]
    return StressSamples(
        np.concatenate([part.weights for part in parts]),
        scipy.sparse.csr_array(scipy.sparse.vstack([part.stress for part in parts])),
        scipy.sparse.csr_array(scipy.sparse.vstack([part.gradient for part in parts])),
        np.vstack(cells),
    )
