r"""Integrals of the shapes of a modal body, those of second order among them, in some frame.

Existing stress does work along displacements of second order, $r = X + \Phi e + \tfrac12 e^T G e$, and that is the
geometric stiffness. An acceleration a of the body does the work $-a\cdot\tfrac12 e^T K_a e$, so the matrices of unit
loads of inertia are moments of G:

$$ \sum m\,G_a = K_a, \qquad \varepsilon_{cab}\sum m X_a G_b = K_c, \qquad \Omega_{ba}\sum m X_a G_b = K_\Omega. $$

They do not tell G itself. The smallest field (in the sense of kinetic energy) that has these moments is linear in X:
$G = H_0 + H X$. With it the body has shapes $\Phi$, 1 and X with amplitudes $e$, $\tfrac12 e^T H_0 e$ and
$\tfrac12 e^T H e$: kinetic energy is a sum of squares, so M stays positive, and momentum and energy are conserved.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from ..contract import GeometricStiffness, ModalData
from ..contract.derived.rod_curvature import wide_stiffness
from ..spatial import Pose

NEGLIGIBLE_SHAPE = 1e-12
"""Fields of second order below this part of the largest are none."""
LEVI_CIVITA = np.zeros((3, 3, 3))
for _i, _j, _k in ((0, 1, 2), (1, 2, 0), (2, 0, 1)):
    LEVI_CIVITA[_i, _j, _k], LEVI_CIVITA[_i, _k, _j] = 1.0, -1.0


@dataclass(frozen=True, eq=False)
class ShapeIntegrals:
    """Sums over nodes, numbers alone; shapes of second order stand behind those of the elastic coordinates."""

    mass: float
    d0: np.ndarray
    C1: np.ndarray
    XX: np.ndarray
    XP: np.ndarray
    PP: np.ndarray
    second: np.ndarray
    """Matrices H of the amplitudes ½ e·H e of shapes of second order (shapes × ne × ne); of rods ½ ξ·H ξ, with
    ξ = (e, q) of `rod_curvature`."""

    @classmethod
    def of(cls, data: ModalData) -> ShapeIntegrals:
        """Those in the body frame."""
        plain = cls(data.mass, data.d0, data.C1, data.XX, data.XP, data.PP, np.zeros((0, data.count, data.count)))
        loads = wide_stiffness(data)
        width = data.count + (0 if data.bending is None else len(data.bending.slope))
        return plain if loads is None else plain._extended(*_moments(loads, width))

    def _extended(self, G1: np.ndarray, XG: np.ndarray) -> ShapeIntegrals:
        """With the shapes 1 and X_b in the directions a in which they are used."""
        gram = np.block([[np.array([[self.mass]]), self.d0[None]], [self.d0[:, None], self.XX]])
        # (one, X_c) · (H_a0 + H_ab X_b) are the moments; directions without mass have none.
        wanted = np.concatenate([G1[None], XG])
        H = np.einsum("kl,lafg->kafg", np.linalg.pinv(gram, rcond=1e-12, hermitian=True), wanted)
        lengths = np.sqrt(np.concatenate([[self.mass], np.diag(self.XX)]) / self.mass)
        size = np.abs(H).max(axis=(2, 3)) * lengths[:, None]
        used = [(k, a) for k in range(4) for a in range(3) if size[k, a] > NEGLIGIBLE_SHAPE * size.max()]
        # Shape (k, a) is the k-th of (1, x, y, z) in direction a.
        C1, XP = np.zeros((3, len(used))), np.zeros((3, 3, len(used)))
        cross, own = np.zeros((3, 3, self.C1.shape[1], len(used))), np.zeros((3, 3, len(used), len(used)))
        on_shapes = np.concatenate([self.C1[None], self.XP])
        for i, (k, a) in enumerate(used):
            C1[a, i], XP[:, a, i] = gram[0, k], gram[1:, k]
            cross[:, a, :, i] = on_shapes[k]
            for j, (n, b) in enumerate(used):
                own[a, b, i, j] = gram[k, n]
        swapped = np.transpose(cross, (1, 0, 3, 2))
        PP = np.block([[self.PP, cross], [swapped, own]])
        found = np.array([H[k, a] for k, a in used]).reshape(len(used), *G1.shape[1:])
        C1, XP = np.concatenate([self.C1, C1], axis=1), np.concatenate([self.XP, XP], axis=2)
        return ShapeIntegrals(self.mass, self.d0, C1, self.XX, XP, PP, found)

    def moved(self, pose: Pose) -> ShapeIntegrals:
        """Seen from a frame in which their own stands at `pose`: X' = R X + p, Φ' = R Φ."""
        R, p = (np.asarray(x, dtype=float) for x in (pose.R, pose.p))
        d, C1 = R @ self.d0, R @ self.C1
        XX = R @ self.XX @ R.T + np.outer(d, p) + np.outer(p, d) + self.mass * np.outer(p, p)
        XP = np.einsum("ac,bd,cdf->abf", R, R, self.XP) + p[:, None, None] * C1[None]
        PP = np.einsum("ac,bd,cdfg->abfg", R, R, self.PP)
        return ShapeIntegrals(self.mass, d + self.mass * p, C1, XX, XP, PP, self.second)


def _moments(given: GeometricStiffness, count: int) -> tuple[np.ndarray, np.ndarray]:
    """(Σ m G_a, Σ m X_a G_b) from matrices of unit loads of inertia."""
    nothing = np.zeros((count, count))
    G1 = np.zeros((3, count, count)) if given.acceleration is None else _symmetric(given.acceleration)
    turning = np.zeros((3, count, count)) if given.angular_acceleration is None else given.angular_acceleration
    XG = 0.5 * np.einsum("cab,cfg->abfg", LEVI_CIVITA, _symmetric(turning))
    xx, yy, zz, xy, xz, yz = [nothing] * 6 if given.spin is None else _symmetric(given.spin)
    # With Ω = ω ωᵀ − ω²: K_xx = −(XG_yy + XG_zz) and so on, K_xy = XG_xy + XG_yx.
    for a, value in enumerate((0.5 * (xx - yy - zz), 0.5 * (yy - xx - zz), 0.5 * (zz - xx - yy))):
        XG[a, a] += value
    for (a, b), value in (((0, 1), xy), ((0, 2), xz), ((1, 2), yz)):
        XG[a, b] += 0.5 * value
        XG[b, a] += 0.5 * value
    return G1, XG


def _symmetric(matrices: np.ndarray) -> np.ndarray:
    found: np.ndarray = 0.5 * (matrices + np.swapaxes(matrices, -1, -2))
    return found
