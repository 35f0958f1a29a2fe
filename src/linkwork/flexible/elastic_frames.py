"""What is seen of a modal body: frames on it, stresses in it, its picture."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import lazy_loader
import numpy as np

from ..contract.errors import ModelError
from ..contract.modal_data import ElasticFrame
from .finite_elements import FiniteElementModel, Matrix
from .floating_frame import ElasticShapes
from .interfaces import InterfaceFrame, node_indices

scipy = lazy_loader.load("scipy")


def elastic_frames(
    model: FiniteElementModel, interfaces: tuple[InterfaceFrame, ...], elastic: ElasticShapes, points: Mapping[str, Any]
) -> dict[str, ElasticFrame]:
    """Interfaces and named nodes as frames of the body.

    Displacements are in body axes. Rotations are in the axes of the frame: R exp(hat(Theta e)).
    """
    frames = {}
    for place, face in enumerate(interfaces):
        Y = elastic.motions[6 * place : 6 * place + 6]
        frames[face.name] = _frame(elastic, face.p, face.R, Y)
    for name, given in points.items():
        where = f"{model.name}: point {name}"
        if name in frames:
            raise ModelError(f"{where}: there is an interface of this name.")
        node = node_indices(model, where, given)
        if len(node) != 1:
            raise ModelError(f"{where}: needs one node, has {len(node)}; make several an interface.")
        frames[name] = _frame(
            elastic, model.nodes[node[0]], elastic.R, _node_motion(model, int(node[0])) @ elastic.shapes
        )
    return frames


def _frame(elastic: ElasticShapes, p: np.ndarray, R: np.ndarray, Y: np.ndarray) -> ElasticFrame:
    """A frame at p with axes R of the file, that moves by Y in axes of the file."""
    return ElasticFrame(elastic.R.T @ (p - elastic.p), elastic.R.T @ R, elastic.R.T @ Y[:3], R.T @ Y[3:])


def _node_motion(model: FiniteElementModel, node: int) -> Matrix:
    """Translation and rotation of a node (6 × N); nodes without rotations turn with their neighbours."""
    rows = 3 * node + np.arange(3)
    move = model.displacement[rows]
    turn = None if model.rotation is None else model.rotation[rows]
    if turn is not None and np.all(np.diff(turn.indptr) > 0):
        return scipy.sparse.csr_array(scipy.sparse.vstack([move, turn]))
    own = move.indices
    beside = np.unique(model.dof_nodes[np.unique(model.stiffness[own].indices)])
    beside = beside[beside >= 0]
    around = (3 * beside[:, None] + np.arange(3)).ravel()
    T = model.displacement[around] @ model.rigid_motions(model.nodes[node])
    fit = np.linalg.lstsq(T, np.eye(len(around)), rcond=None)[0][3:]
    return scipy.sparse.csr_array(scipy.sparse.vstack([move, scipy.sparse.csr_array(fit) @ model.displacement[around]]))


def surface_shapes(
    model: FiniteElementModel, elastic: ElasticShapes
) -> tuple[np.ndarray, np.ndarray, np.ndarray | None]:
    """(points, their displacements per coordinate, triangles), body axes: the skin, or all nodes without one."""
    skin = model.skin
    points, field = (model.nodes, model.displacement) if skin is None else (skin.points, skin.field)
    moved = (field @ elastic.shapes).reshape(len(points), 3, -1)
    shapes = np.einsum("ncf,ca->naf", moved, elastic.R)
    return (points - elastic.p) @ elastic.R, shapes, None if skin is None else skin.faces
