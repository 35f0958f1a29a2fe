"""Kinds of cells of a solid mesh, in the node order of VTK, Gmsh files through meshio, and most others."""

from __future__ import annotations

from dataclasses import dataclass
from types import ModuleType

import numpy as np

from ..contract.errors import ModelError

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
