r"""Integrals of shapes over mass: what the kinetic energy of a body in motion is made of.

$$ C1_{af} = \sum m_{ij}\Phi_{jaf},\quad XX_{ab} = \sum m_{ij}X_{ia}X_{jb},\quad XP_{abf} = \sum
m_{ij}X_{ia}\Phi_{jbf},\quad PP_{abfg} = \sum m_{ij}\Phi_{iaf}\Phi_{jbg}. $$

All but PP are products of the mass matrix with affine fields, $XP_{abf} = \langle X_a e_b, \Phi_f\rangle$. PP needs to
know which mass moves where: node masses, or material points. Any tensors with $PP_{abfg} = PP_{bagf}$ and
$PP_{aafg} = \Phi^T M \Phi$ keep momentum, angular momentum and energy of free motion.
"""

from __future__ import annotations

from dataclasses import dataclass

import lazy_loader
import numpy as np

from .finite_elements import FiniteElementModel, Matrix, rigid_part

scipy = lazy_loader.load("scipy")


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
