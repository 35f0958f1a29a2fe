r"""The floating frame: which motion of a reduced body is the body's, and which is elastic.

Fixed to an interface ("root"): its six coordinates drop out. Mean axes: the shapes carry no momentum,
$\sum m\,\Phi = 0$ and $\sum m\,X\times\Phi = 0$ (Buckens); they are the vibrations of the free body.
"""

from __future__ import annotations

from dataclasses import dataclass

import lazy_loader
import numpy as np

from ..contract.errors import ModelError, unknown
from .checks import check_no_rigid_shape
from .craig_bampton import Reduction, with_sign_rule
from .finite_elements import FiniteElementModel, rigid_properties

scipy = lazy_loader.load("scipy")

MEAN = "mean axes"


@dataclass(frozen=True, eq=False)
class ElasticShapes:
    """Shapes in a floating frame that stands at p with axes R in the file."""

    p: np.ndarray
    R: np.ndarray
    names: tuple[str, ...]
    shapes: np.ndarray
    """The unknowns of the model per elastic coordinate (N × ne)."""
    motions: np.ndarray
    """y of all interfaces per elastic coordinate, file axes (6 ni × ne)."""
    mass: np.ndarray
    stiffness: np.ndarray
    root: str | None
    """The interface that the frame is fixed to; None for mean axes."""

    def combined(self, C: np.ndarray, names: tuple[str, ...]) -> ElasticShapes:
        """Other coordinates: the old ones are C times the new."""
        C = C * np.where(_signs(self.shapes @ C) < 0, -1.0, 1.0)
        M, K = C.T @ self.mass @ C, C.T @ self.stiffness @ C
        M, K = 0.5 * (M + M.T), 0.5 * (K + K.T)
        return ElasticShapes(self.p, self.R, names, self.shapes @ C, self.motions @ C, M, K, self.root)


def _signs(shapes: np.ndarray) -> np.ndarray:
    turned = with_sign_rule(shapes)
    return np.sign(np.sum(shapes * turned, axis=0))


def elastic_shapes(model: FiniteElementModel, reduction: Reduction, root: str | None) -> ElasticShapes:
    """The reduced body in its floating frame; `root` is an interface or "mean axes"."""
    if root == MEAN:
        return _mean_axes(model, reduction)
    names = [frame.name for frame in reduction.space.frames]
    if root is None:
        check_no_rigid_shape(model.name, reduction.stiffness, reduction.mass)
        root = names[0]
    if root not in names:
        raise ModelError(f"{model.name}: root: {unknown('interface', root, [*names, MEAN])}")
    place = names.index(root)
    frame = reduction.space.frames[place]
    own = reduction.motions[6 * place : 6 * place + 6]
    kept = [
        i for i in range(len(reduction.names)) if not reduction.names[i].startswith(f"{root}_") or not own[:, i].any()
    ]
    # Shapes of another's hand may move the root: the body then moves with it.
    rigid = model.rigid_motions(frame.p)
    T = reduction.shapes[:, kept] - (rigid @ own[:, kept] if own[:, kept].any() else 0.0)
    carried = np.vstack([_seen_at(frame.p, other.p) for other in reduction.space.frames])
    Y = reduction.motions[:, kept] - carried @ own[:, kept]
    M, K = reduction.mass[np.ix_(kept, kept)], reduction.stiffness[np.ix_(kept, kept)]
    if own[:, kept].any():
        M = T.T @ (model.mass @ T)
    found = ElasticShapes(frame.p, frame.R, tuple(reduction.names[i] for i in kept), T, Y, M, K, root)
    return _in_body_axes(found, reduction.static - 6 if reduction.static else 0)


def _seen_at(p: np.ndarray, other: np.ndarray) -> np.ndarray:
    """How a frame at `other` moves with a body that moves at p: (translation, rotation) both."""
    x, y, z = other - p
    cross = np.array([[0, z, -y], [-z, 0, x], [y, -x, 0]])
    return np.block([[np.eye(3), cross], [np.zeros((3, 3)), np.eye(3)]])


def _in_body_axes(found: ElasticShapes, static: int) -> ElasticShapes:
    """Coordinates of interfaces, the first ones, along the axes of the body, where those are not the file's."""
    if np.array_equal(found.R, np.eye(3)):
        return found
    C = np.eye(len(found.names))
    for start in range(0, static, 3):
        C[start : start + 3, start : start + 3] = found.R
    M, K = C.T @ found.mass @ C, C.T @ found.stiffness @ C
    return ElasticShapes(found.p, found.R, found.names, found.shapes @ C, found.motions @ C, M, K, found.root)


def _mean_axes(model: FiniteElementModel, reduction: Reduction) -> ElasticShapes:
    """Vibrations of the free body, without its six rigid motions; the frame stands at the centre of mass."""
    squares, C = scipy.linalg.eigh(reduction.stiffness, reduction.mass)
    names = tuple(f"mode_{number}" for number in range(1, len(squares) - 5))
    if len(squares) < 7 or squares[5] > 1e-6 * squares[6]:
        raise ModelError(f"{model.name}: mean axes need shapes that span the six rigid motions and more.")
    p = rigid_properties(model).centre
    whole = ElasticShapes(
        p, np.eye(3), (), reduction.shapes, reduction.motions, reduction.mass, reduction.stiffness, None
    )
    # Round-off leaves parts of rigid motions of size 1e-10 in the lowest shapes; they carry momentum.
    rigid, C = C[:, :6], C[:, 6:]
    C = C - rigid @ (rigid.T @ (reduction.mass @ C))
    return whole.combined(C, names)


def diagonal(name: str, elastic: ElasticShapes, highest: float | None = None) -> ElasticShapes:
    """Vibrations with the floating frame held as coordinates, of unit modal mass; those above `highest` left out."""
    squares, C = scipy.linalg.eigh(elastic.stiffness, elastic.mass)
    if highest is not None:
        first = float(np.sqrt(max(squares[0], 0.0)))
        if first > highest:
            raise ModelError(
                f"{name}: highest={highest:g} rad/s is below its first vibration, {first:.5g} rad/s: nothing elastic "
                "is left. Give a higher one; what does not deform is a rigid body."
            )
        C = C[:, squares <= highest**2]
    return elastic.combined(C, tuple(f"mode_{number}" for number in range(1, C.shape[1] + 1)))
