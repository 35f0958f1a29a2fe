r"""The floating frame: which motion of a reduced body is the body's, and which is elastic.

Fixed to an interface ("root"): its six coordinates drop out. Mean axes: the shapes carry no momentum,
$\sum m\,\Phi = 0$ and $\sum m\,X\times\Phi = 0$ (Buckens); they are the vibrations of the free body.

Integrals of shapes over mass: what the kinetic energy of a body in motion is made of.

$$ C1_{af} = \sum m_{ij}\Phi_{jaf},\quad XX_{ab} = \sum m_{ij}X_{ia}X_{jb},\quad XP_{abf} = \sum
m_{ij}X_{ia}\Phi_{jbf},\quad PP_{abfg} = \sum m_{ij}\Phi_{iaf}\Phi_{jbg}. $$

All but PP are products of the mass matrix with affine fields, $XP_{abf} = \langle X_a e_b, \Phi_f\rangle$. PP needs to
know which mass moves where: node masses, or material points. Any tensors with $PP_{abfg} = PP_{bagf}$ and
$PP_{aafg} = \Phi^T M \Phi$ keep momentum, angular momentum and energy of free motion.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

import lazy_loader
import numpy as np

from ..contract.errors import ModelError, unknown
from ..contract.modal_data import ElasticFrame
from .boundary import HeldBody, free_frequencies
from .checks import check_no_rigid_shape
from .craig_bampton import Reduction, with_sign_rule
from .finite_elements import FiniteElementModel, Matrix, rigid_part, rigid_properties
from .interfaces import InterfaceFrame, node_indices

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


@dataclass(frozen=True, eq=False)
class MassIntegrals:
    """The integrals, in the axes and about the origin of the body frame."""

    mass: float
    d0: np.ndarray
    C1: np.ndarray
    XX: np.ndarray
    XP: np.ndarray
    PP: np.ndarray
    notes: tuple[str, ...]


def shape_integrals(model: FiniteElementModel, shapes: np.ndarray, p: np.ndarray, R: np.ndarray) -> MassIntegrals:
    """Integrals of shapes (N × ne) for a body frame at p with axes R."""
    fields = model.fields(p, R)
    moved = model.momenta(p, R)
    first = moved.T @ shapes
    rigid = rigid_part(fields).T @ rigid_part(moved)
    between, J = rigid[3:, :3], 0.5 * (rigid[3:, 3:] + rigid[3:, 3:].T)
    d0 = 0.5 * np.array([between[2, 1] - between[1, 2], between[0, 2] - between[2, 0], between[1, 0] - between[0, 1]])
    XX = 0.5 * np.trace(J) * np.eye(3) - J
    PP, notes = _products(model, shapes, R)
    mass = float(np.trace(rigid[:3, :3]) / 3)
    return MassIntegrals(mass, d0, first[:3], XX, first[3:].reshape(3, 3, -1), PP, notes)


def _products(model: FiniteElementModel, shapes: np.ndarray, R: np.ndarray) -> tuple[np.ndarray, tuple[str, ...]]:
    """PP, from material points, from node masses, or with the node masses of a model whose nodes turn."""
    samples = model.mass_samples
    if samples is not None:
        return _weighted(scipy.sparse.diags_array(samples.masses), samples.field @ shapes, R), ()
    node_mass, is_whole = node_masses(model)
    PP = _weighted(node_mass, model.displacement @ shapes, R)
    if is_whole:
        return PP, ()
    rest = shapes.T @ (model.mass @ shapes) - np.einsum("aafg->fg", PP)
    PP += np.eye(3)[:, :, None, None] * (0.5 * (rest + rest.T) / 3)
    return PP, (
        "The mass matrix has rotations or differs by direction: terms of second order in the elastic coordinates use "
        "the mean mass of nodes.",
    )


def _weighted(masses: Matrix, displacements: np.ndarray, R: np.ndarray) -> np.ndarray:
    """The products of displacements of points (3k × ne, file axes), in body axes."""
    count = displacements.shape[1]
    by_axis = np.einsum("kcf,ca->akf", displacements.reshape(-1, 3, count), R)
    loaded = [masses @ part for part in by_axis]
    PP = np.empty((3, 3, count, count))
    for a in range(3):
        for b in range(a, 3):
            PP[a, b] = by_axis[a].T @ loaded[b]
            PP[b, a] = PP[a, b].T
        PP[a, a] = 0.5 * (PP[a, a] + PP[a, a].T)
    return PP


def node_masses(model: FiniteElementModel) -> tuple[Matrix, bool]:
    """(node masses n × n, whether the mass matrix is just these, the same in x, y and z)."""
    U = model.displacement
    parts = [scipy.sparse.csr_array(U[axis::3] @ model.mass @ U[axis::3].T) for axis in range(3)]
    mean = (parts[0] + parts[1] + parts[2]) / 3
    spread = sum(U[axis::3].T @ mean @ U[axis::3] for axis in range(3))
    difference = abs(scipy.sparse.csr_array(spread) - model.mass).max()
    return mean, bool(difference <= 1e-9 * abs(model.mass).max())


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


TOLERANCE = 0.01
COMPARED_FREQUENCIES = 40
"""How many frequencies are compared; the limit is rarely beyond."""


@dataclass(frozen=True, eq=False)
class FrequencyComparison:
    """Frequencies of the whole model and of the reduced one, rad/s, in the same order.

    Those of a reduction lie above: the kinetic and strain energies are the same functions on fewer shapes.
    """

    boundary: str
    whole: np.ndarray
    reduced: np.ndarray

    @property
    def excess(self) -> np.ndarray:
        """By how much each is too high, relative."""
        return self.reduced / self.whole - 1

    @property
    def right_to(self) -> float:
        """The highest frequency up to which all are within one per cent; zero where not even the first is."""
        wrong = np.nonzero(self.excess > TOLERANCE)[0]
        count = wrong[0] if len(wrong) else len(self.whole)
        return float(self.whole[count - 1]) if count else 0.0


def comparisons(model: FiniteElementModel, held: HeldBody, elastic: ElasticShapes) -> tuple[FrequencyComparison, ...]:
    """The body free, and held at the interface that its frame is fixed to."""
    found = []
    reduced = np.sqrt(scipy.linalg.eigh(elastic.stiffness, elastic.mass, eigvals_only=True))
    scale = float(reduced[0])
    if elastic.root is not None:
        whole, _ = held.modes(min(len(reduced), COMPARED_FREQUENCIES))
        found.append(FrequencyComparison(f"clamped frequency at {elastic.root}", whole, reduced[: len(whole)]))
    T = np.hstack([model.rigid_motions(elastic.p, elastic.R), elastic.shapes])
    K = np.zeros((T.shape[1], T.shape[1]))
    K[6:, 6:] = elastic.stiffness
    squares = scipy.linalg.eigh(K, T.T @ (model.mass @ T), eigvals_only=True)[6:]
    whole = free_frequencies(held.space, min(len(squares), COMPARED_FREQUENCIES), scale)
    found.append(FrequencyComparison("free", whole, np.sqrt(squares[: len(whole)])))
    return tuple(found)
