r"""Geometric stiffness: what the stress of unit loads adds to the stiffness of shapes.

$$ K_G = \sum_k s_k K_k,\qquad (K_k)_{fg} = \int \nabla\Phi_f^T\,\sigma_k\,\nabla\Phi_g\,dV. $$

Loads are those of inertia in the floating frame – an acceleration a of its origin gives $-a$ for every unit of mass, an
angular acceleration $-\alpha\times X$, a spin $-\omega\times(\omega\times X)$ – and wrenches on the interfaces. The
stresses are those of the whole model with the root held: with all loads together, its reaction is the real one.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from ..contract.modal_data import BendingSamples, GeometricStiffness
from .boundary import HeldBody
from .finite_elements import FiniteElementModel, StressSamples, rigid_part

PRODUCTS = ((0, 0), (1, 1), (2, 2), (0, 1), (0, 2), (1, 2))
"""Axes a, b of the products w_a w_b, in order."""
SAMPLES_AT_A_TIME = 20_000
"""Samples at a time: memory is nine numbers for each and each shape."""

# Where a symmetric tensor's entry stands among xx, yy, zz, yz, xz, xy.
VOIGT = np.array([[0, 5, 4], [5, 1, 3], [4, 3, 2]])


def geometric_stiffness(
    model: FiniteElementModel, held: HeldBody, shapes: np.ndarray, p: np.ndarray, R: np.ndarray
) -> GeometricStiffness | None:
    """One matrix for every unit load, body axes; None where the stresses of the elements are not known."""
    samples = model.stress_samples
    if samples is None:
        return None
    loaded, solved = _unit_loads(model, held, p, R)
    return _by_load(_stress_stiffness(samples, solved, shapes), loaded)


def bending_samples(
    model: FiniteElementModel, held: HeldBody, shapes: np.ndarray, p: np.ndarray, R: np.ndarray
) -> BendingSamples | None:
    """What bending of third order needs of a rod; None of other bodies."""
    rows = model.bending_rows
    if rows is None or not np.array_equal(R, np.eye(3)):
        return None
    loaded, solved = _unit_loads(model, held, p, R)
    slope, curvature = (np.asarray(x @ shapes).reshape(-1, 2, shapes.shape[1]) for x in (rows.slope, rows.curvature))
    return BendingSamples(slope, curvature, _by_load(np.asarray(rows.tension @ solved).T, loaded))


def _unit_loads(model: FiniteElementModel, held: HeldBody, p: np.ndarray, R: np.ndarray) -> tuple[list[str], Any]:
    """(names of loaded interfaces, displacements under unit loads: inertia, then six of each interface)."""
    space = held.space
    inside = -space.expansion.T @ inertia_fields(model.momenta(p, R))
    axes = np.kron(np.eye(2), R)[:, [3, 4, 5, 0, 1, 2]]  # (moment, force) of the body from (force, moment) of the file
    loaded = [frame for frame in space.frames if frame.name not in held.held]
    wrenches = [space.load(frame) @ axes for frame in loaded]
    solved = space.expansion @ held.solve(np.hstack([inside, *wrenches]))
    return [frame.name for frame in loaded], solved


def _by_load(K: np.ndarray, loaded: list[str]) -> GeometricStiffness:
    by_name = {name: K[12 + 6 * i : 18 + 6 * i] for i, name in enumerate(loaded)}
    return GeometricStiffness(K[0:3], K[3:6], K[6:12], by_name)


def inertia_fields(fields: np.ndarray) -> np.ndarray:
    """Twelve affine fields, or their momenta, combined to accelerations: a (3), angular (3), products of spin (6)."""
    linear = fields[:, 3:].reshape(-1, 3, 3)
    spins = []
    for a, b in PRODUCTS:
        Q = np.zeros((3, 3))
        # w × (w × X) = (w wᵀ − w² 1) X
        Q[a, b] = Q[b, a] = 1.0
        if a == b:
            Q -= np.eye(3)
        spins.append(np.einsum("nab,ab->n", linear, Q))
    return np.column_stack([rigid_part(fields), *spins])


def _stress_stiffness(samples: StressSamples, displacements: np.ndarray, shapes: np.ndarray) -> np.ndarray:
    """(k, ne, ne) for the stresses of k displacements."""
    count, ne = displacements.shape[1], shapes.shape[1]
    K = np.zeros((count, ne, ne))
    for start in range(0, len(samples.weights), SAMPLES_AT_A_TIME):
        piece = slice(start, min(start + SAMPLES_AT_A_TIME, len(samples.weights)))
        weights = samples.weights[piece]
        stress = (samples.stress[6 * piece.start : 6 * piece.stop] @ displacements).reshape(-1, 6, count)
        gradients = (samples.gradient[9 * piece.start : 9 * piece.stop] @ shapes).reshape(-1, 3, 3 * ne)
        for k in range(count):
            tensor = weights[:, None, None] * stress[:, VOIGT, k]
            loaded = (tensor @ gradients).reshape(-1, ne)
            K[k] += gradients.reshape(-1, ne).T @ loaded
    return 0.5 * (K + K.transpose(0, 2, 1))
