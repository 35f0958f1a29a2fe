r"""The record of a finite-element model: nodes, mass and stiffness, and what its unknowns mean.

A reduction asks one thing of the unknowns ("dofs"): which values they have when the displacement is an affine field,
$u(x) = b + A x$. Twelve columns say so. Rigid motions, inertia loads and shape integrals follow from them, whether the
unknowns are translations, rotations or slopes.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import Any, TypeAlias

import lazy_loader
import numpy as np

from ..contract.errors import ModelError

scipy = lazy_loader.load("scipy")

Matrix: TypeAlias = Any
"""A sparse matrix of SciPy, which has no types: csr_array."""

EPSILON = np.zeros((3, 3, 3))
EPSILON[[0, 1, 2], [1, 2, 0], [2, 0, 1]] = 1.0
EPSILON[[0, 2, 1], [2, 1, 0], [1, 0, 2]] = -1.0
r"""$\varepsilon_{abc}$."""

NODE_DIRECTIONS = ("x", "y", "z", "turn_x", "turn_y", "turn_z")
"""What the six unknowns of a node are called."""


@dataclass(frozen=True, eq=False)
class MassSamples:
    r"""Material points that carry the mass: $M = F^T \mathrm{diag}(m) F$, three rows of F a point.

    Elements whose nodes turn give them: the velocity of a turning section is that of its points, so the kinetic energy
    of the deformed body is that of the points too.
    """

    points: np.ndarray
    """Positions (k × 3)."""
    masses: np.ndarray
    """One a point (k)."""
    field: Matrix
    """Displacements of the points, from the unknowns (3k × N)."""


@dataclass(frozen=True, eq=False)
class StressSamples:
    """Stresses and gradients at points of the elements, both linear in the unknowns."""

    weights: np.ndarray
    """Volume that a sample stands for (s)."""
    stress: Matrix
    """Rows xx, yy, zz, yz, xz, xy of each sample (6s × N)."""
    gradient: Matrix
    """Rows ∂u_c/∂x_a of each sample, a slow, c fast (9s × N)."""
    cells: np.ndarray | None = None
    """Nodes of the element of each sample (s × k); None where samples belong to no element of nodes."""


@dataclass(frozen=True, eq=False)
class BendingRows:
    """Points along a rod at which slopes, curvatures and the normal force are taken, for bending of third order."""

    slope: Matrix
    """Rows v', w' of every point."""
    curvature: Matrix
    """Rows v'', w'' of every point, times the root of E I and its weight."""
    tension: Matrix
    """One row for every point: the normal force times its weight."""


@dataclass(frozen=True, eq=False)
class Skin:
    """The surface of a body, for pictures."""

    points: np.ndarray
    """Positions (k × 3)."""
    field: Matrix
    """Displacements of the points, from the unknowns (3k × N)."""
    faces: np.ndarray
    """Triangles, points by index, seen from outside (m × 3)."""
    stress: Matrix | None = None
    """Rows xx, yy, zz, yz, xz, xy of each point (6k × N), where the model knows them."""


@dataclass(frozen=True, eq=False)
class FiniteElementModel:
    """Mass and stiffness of a free body, in metres, kilograms and seconds, axes as in its file."""

    name: str
    nodes: np.ndarray
    """Positions (n × 3)."""
    mass: Matrix
    stiffness: Matrix
    dof_nodes: np.ndarray
    """The node of each unknown (N), −1 for unknowns inside elements."""
    affine: np.ndarray
    """The unknowns of the fields e_b (three columns) and x_a e_b (nine, a slow), N × 12."""
    displacement: Matrix
    """Displacements of the nodes, from the unknowns (3n × N)."""
    rotation: Matrix | None = None
    """Rotations of the nodes, from the unknowns (3n × N); rows of nodes without are empty."""
    dof_names: tuple[str, ...] = ()
    """What each unknown is called, for messages."""
    labels: np.ndarray | None = None
    """Numbers of the nodes in their file; None where they are counted from zero."""
    node_sets: Mapping[str, np.ndarray] = field(default_factory=dict)
    """Indices of nodes by name."""
    mass_samples: MassSamples | None = None
    stress_samples: StressSamples | None = None
    bending_rows: BendingRows | None = None
    stress: Mapping[str, Matrix] = field(default_factory=dict)
    """Stresses at places, rows from the unknowns."""
    skin: Skin | None = None
    notes: tuple[str, ...] = ()

    @property
    def unknowns(self) -> int:
        """How many."""
        return self.mass.shape[0]

    def label(self, node: int) -> int:
        """What the file calls a node."""
        return int(node if self.labels is None else self.labels[node])

    def fields(self, p: np.ndarray, R: np.ndarray) -> np.ndarray:
        """The twelve affine fields written in another frame, at p with axes R (N × 12)."""
        constant = self.affine[:, :3] @ R
        # x'_a e'_b with x' = Rᵀ (x − p) and e'_b the columns of R.
        linear = self.affine[:, 3:].reshape(-1, 3, 3) - p[None, :, None] * self.affine[:, None, :3]
        turned = np.einsum("nde,da,eb->nab", linear, R, R)
        return np.hstack([constant, turned.reshape(-1, 9)])

    def momenta(self, p: np.ndarray, R: np.ndarray) -> np.ndarray:
        """The mass matrix times these fields, from the material points themselves where they are known (N × 12)."""
        samples = self.mass_samples
        if samples is None:
            return self.mass @ self.fields(p, R)
        x = (samples.points - p) @ R
        factors = np.hstack([np.ones((len(x), 1)), x])  # of e_b, and of x_a e_b
        at_points = np.einsum("kj,cb->kcjb", factors * samples.masses[:, None], R)
        return samples.field.T @ at_points.reshape(-1, 12)

    def rigid_motions(self, p: np.ndarray | None = None, R: np.ndarray | None = None) -> np.ndarray:
        """Unit translations along and rotations about the axes of a frame (N × 6)."""
        fields = self.fields(np.zeros(3) if p is None else p, np.eye(3) if R is None else R)
        return rigid_part(fields)


def with_skin_of_nodes(model: FiniteElementModel, faces: np.ndarray) -> FiniteElementModel:
    """The model with a surface between its own nodes; the others are not part of pictures."""
    shown = np.unique(faces)
    rows = (3 * shown[:, None] + np.arange(3)).ravel()
    return replace(model, skin=Skin(model.nodes[shown], model.displacement[rows], np.searchsorted(shown, faces)))


def rigid_part(fields: np.ndarray) -> np.ndarray:
    r"""The translations and the rotations $e_c \times x = \varepsilon_{cab} x_a e_b$ among twelve fields."""
    turns = np.einsum("cab,nab->nc", EPSILON, fields[:, 3:].reshape(-1, 3, 3))
    return np.hstack([fields[:, :3], turns])


@dataclass(frozen=True)
class RigidProperties:
    """Mass, first moment and inertia about a frame, out of a mass matrix."""

    mass: float
    moment: np.ndarray
    inertia: np.ndarray

    @property
    def centre(self) -> np.ndarray:
        """The centre of mass."""
        return self.moment / self.mass


def rigid_properties(
    model: FiniteElementModel, p: np.ndarray | None = None, R: np.ndarray | None = None
) -> RigidProperties:
    r"""What $T_r^T M T_r$ says: $m$ in its translations, $\widetilde{d}$ between, J in its rotations."""
    motions = model.rigid_motions(p, R)
    matrix = motions.T @ (model.mass @ motions)
    between = matrix[3:, :3]  # hat(d)
    moment = 0.5 * np.array(
        [between[2, 1] - between[1, 2], between[0, 2] - between[2, 0], between[1, 0] - between[0, 1]]
    )
    return RigidProperties(float(np.trace(matrix[:3, :3]) / 3), moment, 0.5 * (matrix[3:, 3:] + matrix[3:, 3:].T))


def nodal_model(
    name: str,
    nodes: np.ndarray,
    mass: Matrix,
    stiffness: Matrix,
    dofs: np.ndarray | None = None,
    **rest: Any,
) -> FiniteElementModel:
    """A model whose unknowns are translations and rotations of nodes.

    `dofs` (n × 6) says which unknown is which direction of a node, −1 where there is none; without it, unknown 3 i + a
    (or 6 i + a) is direction a of node i.
    """
    nodes = np.asarray(nodes, float)
    size = stiffness.shape[0]
    if dofs is None:
        dofs = _usual_dofs(name, len(nodes), size)
    node, direction = np.nonzero(dofs >= 0)
    unknown = dofs[node, direction]
    if len(unknown) != size or len(np.unique(unknown)) != size:
        raise ModelError(f"{name}: {size} unknowns, but {len(np.unique(unknown))} of them belong to a node.")
    order = np.argsort(unknown)
    node, direction = node[order], direction[order]
    turns = direction >= 3
    return FiniteElementModel(
        name,
        nodes,
        scipy.sparse.csr_array(mass),
        scipy.sparse.csr_array(stiffness),
        node,
        _affine(nodes, node, direction),
        _selection(node[~turns], direction[~turns], np.nonzero(~turns)[0], len(nodes), size),
        _selection(node[turns], direction[turns] - 3, np.nonzero(turns)[0], len(nodes), size) if turns.any() else None,
        tuple(NODE_DIRECTIONS[d] for d in direction),
        **rest,
    )


def _usual_dofs(name: str, count: int, size: int) -> np.ndarray:
    """Three or six unknowns a node, in order."""
    if size not in (3 * count, 6 * count):
        raise ModelError(
            f"{name}: {count} nodes need {3 * count} unknowns (three translations each) or {6 * count} (with "
            f"rotations), but the matrices have {size}. Give dofs, which says what each unknown is."
        )
    each = size // count
    dofs = np.full((count, 6), -1)
    dofs[:, :each] = np.arange(size).reshape(count, each)
    return dofs


def _affine(nodes: np.ndarray, node: np.ndarray, direction: np.ndarray) -> np.ndarray:
    """Translations take the value of a field, rotations half its curl: ½ e_a × e_b of x_a e_b."""
    columns = np.zeros((len(node), 12))
    move = np.nonzero(direction < 3)[0]
    columns[move, direction[move]] = 1.0
    for a in range(3):
        columns[move, 3 + 3 * a + direction[move]] = nodes[node[move], a]
    turn = np.nonzero(direction >= 3)[0]
    columns[turn, 3:] = 0.5 * np.moveaxis(EPSILON, 2, 0).reshape(3, 9)[direction[turn] - 3]
    return columns


def _selection(node: np.ndarray, axis: np.ndarray, unknown: np.ndarray, count: int, size: int) -> Matrix:
    ones = np.ones(len(node))
    return scipy.sparse.csr_array((ones, (3 * node + axis, unknown)), shape=(3 * count, size))
