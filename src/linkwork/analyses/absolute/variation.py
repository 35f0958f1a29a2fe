r"""How the motion of an absolute system changes, to first order, when its state does: exact, at one state.

Changes are spatial rotations and displacements δ of centres of mass and changes of velocities δu, with

$$ \dot\delta_\theta = \delta\omega + \omega\times\delta_\theta, \qquad
   M\,\delta\dot u - A^T\delta\lambda = -(r_q\delta + r_u\delta u), \qquad
   A\,\delta\dot u = -(c_q\delta + c_u\delta u). $$

Those that meet all rows are δ = D ξ, δu = V η − A⁺ψ_q D ξ, with D and V bases of what the rows leave open; so rows may
repeat each other. States of elements are velocities whose integrals are no places.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import Any

import numpy as np
from scipy import linalg

from ...absolute import Configuration
from ...absolute.motion import accelerate
from ...absolute.slopes import Slopes, slopes_of
from ...absolute.weak import tilde
from ...contract import ModelError
from ...mechanics.absolute import AbsoluteSystem
from ...numerics.rank import Ranked, rank_of
from ...results import State
from ..variation import UNIT, in_order

LARGEST = 3000
"""Velocities of a system up to which a basis of its free motion is computed."""


@dataclass(frozen=True, eq=False)
class AbsoluteVariation:
    """First variations of an absolute system. Made by `absolute_variation`."""

    system: AbsoluteSystem
    state: State
    u_dot: np.ndarray
    """Accelerations, of centres of mass."""
    lam: np.ndarray
    basis: str = "orthonormal"

    @cached_property
    def at(self) -> Configuration:
        """The state as arrays."""
        return self.system.configuration(self.state)

    @cached_property
    def slopes(self) -> Slopes:
        """Derivatives of the equations."""
        tables = self.system.tables(self.state.parameters)
        return slopes_of(self.system, self.at, tables, self.u_dot, self.lam)

    @cached_property
    def sizes(self) -> np.ndarray:
        """Typical changes: one radian, and the distance of bodies for displacements."""
        places = self.at.pose[4:]
        length = float(np.ptp(places, axis=1).max(initial=0.0)) or 1.0
        found = np.ones(self.system.size)
        found[: 6 * self.at.bodies].reshape(-1, 6)[:, 3:] = length
        return found

    def ranked(self, rows: np.ndarray) -> Ranked:
        """Some of the rows with their rank; states of elements are in none."""
        nu = self.system.layout.nu
        A, sizes = self.slopes.A.toarray()[rows][:, :nu], self.sizes[:nu]
        scale = np.abs(A * sizes).max(axis=1, initial=0.0)
        return rank_of(A, 1.0 / np.where(scale > 0.0, scale, 1.0), sizes)

    @cached_property
    def _all(self) -> Ranked:
        return self.ranked(np.arange(self.system.rows))

    @cached_property
    def inverse(self) -> np.ndarray:
        """A⁺ (velocities × rows)."""
        k, found = self._all.rank, self._all
        inner = (found.Vt[:k].T / found.singular_values[:k]) @ found.U[:, :k].T
        return self._padded(found.column_scale[:, None] * inner * found.row_scale)

    def _padded(self, of_motion: np.ndarray) -> np.ndarray:
        """With zeros for the states of elements."""
        return np.vstack([of_motion, np.zeros((self.system.layout.nz, of_motion.shape[1]))])

    def _open(self, rows: np.ndarray) -> np.ndarray:
        if not len(rows):
            return self._padded(np.eye(self.system.layout.nu))
        space = (self._all if len(rows) == self.system.rows else self.ranked(rows)).null_space
        return self._padded(in_order(np.linalg.qr(space)[0] if space.shape[1] else space, self.basis))

    @cached_property
    def motions(self) -> np.ndarray:
        """Velocities of bodies, and of own unknowns, that all rows leave open."""
        return self._open(np.arange(self.system.rows))

    @cached_property
    def speeds(self) -> np.ndarray:
        """V: these, and the states of elements."""
        return np.hstack([self.motions, np.eye(self.system.size)[:, self.system.layout.nu :]])

    @cached_property
    def displacements(self) -> np.ndarray:
        """D: changes of place that the rows of positions leave open."""
        holonomic = self.system.assembly.is_holonomic
        return self.motions if holonomic.all() else self._open(np.flatnonzero(holonomic))

    @cached_property
    def M(self) -> np.ndarray:
        """Mass matrix."""
        return np.asarray(self.slopes.M.toarray())

    @cached_property
    def _by_state(self) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
        """(u̇, λ, what is left of r_y + M u̇ for the free motion) per change of (δ, δu)."""
        s = self.slopes
        return self.followed(
            np.hstack([s.r_q.toarray(), s.r_u.toarray()]), np.hstack([s.c_q.toarray(), s.c_u.toarray()])
        )

    def followed(self, r_y: np.ndarray, c_y: np.ndarray) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
        """(u̇, λ, what is left for the free motion) that changes of r and c ask for."""
        V, onto = self.speeds, self._onto
        particular = -self.inverse @ c_y
        needed = r_y + self.M @ particular
        rates = particular
        if V.shape[1]:
            across = V.T @ onto
            kind = "gen" if self.system.sees_reactions else "pos"
            rates = particular - V @ linalg.solve(across @ self.M @ V, across @ needed, assume_a=kind)
        return rates, self.inverse.T @ (onto @ (self.M @ rates + r_y)), needed

    @cached_property
    def _onto(self) -> np.ndarray:
        """1 + r_λ (1 − A⁺ᵀr_λ)⁻¹A⁺ᵀ: a force with the forces that depend on the reactions to it."""
        unit, back = np.eye(self.system.size), self.inverse.T
        if not self.system.sees_reactions:
            return unit
        r_lam = self.slopes.r_lam.toarray()
        return np.asarray(unit + r_lam @ np.linalg.solve(np.eye(self.system.rows) - back @ r_lam, back))

    @cached_property
    def A(self) -> np.ndarray:
        """d(δ, δu)/dt by (δ, δu)."""
        n = self.system.size
        turning = np.zeros((n, n))
        for k, block in enumerate(tilde(self.at.u[: 6 * self.at.bodies].reshape(-1, 6)[:, :3])):
            turning[6 * k : 6 * k + 3, 6 * k : 6 * k + 3] = block
        return np.vstack([np.hstack([turning, np.eye(n)]), self._by_state[0]])

    @property
    def rates_of_y(self) -> np.ndarray:
        """d(δ, δu)/dt at the state itself, with the accelerations given."""
        return np.concatenate([self.at.u, self.u_dot])

    @property
    def reach(self) -> np.ndarray:
        """Changes of place per unit of each free displacement, in radians and distances of bodies."""
        return np.asarray(self.displacements / self.sizes[:, None])

    @cached_property
    def T(self) -> np.ndarray:
        """(δ, δu) = T x."""
        D, V = self.displacements, self.speeds
        du = -self.inverse @ (self.slopes.psi_q @ D) if self.system.rows else np.zeros_like(D)
        du = du - V @ (np.linalg.pinv(V) @ du)
        return np.vstack([np.hstack([D, np.zeros((len(D), V.shape[1]))]), np.hstack([du, V])])

    @cached_property
    def L(self) -> np.ndarray:
        """x = L (δ, δu)."""
        return np.asarray(linalg.block_diag(np.linalg.pinv(self.displacements), np.linalg.pinv(self.speeds)))

    @cached_property
    def stiffness(self) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
        """(M, D, K) of M η̇ + D η + K ξ = 0, S4 Listing 6."""
        V, n = self.motions, self.displacements.shape[1]
        by_x = V.T @ self._onto @ self._by_state[2] @ self.T
        return V.T @ self._onto @ self.M @ V, by_x[:, n : n + V.shape[1]], by_x[:, :n]

    @cached_property
    def state_names(self) -> tuple[str, ...]:
        """Names of x: those of velocities where they are coordinates, numbers otherwise."""
        names, states = self.system.layout.u, self.system.layout.z
        places = tuple(_place(name) for name in names)
        return (*_named(self.displacements, places, "displacement"), *_named(self.motions, names, "speed"), *states)

    def body_motion(self) -> tuple[tuple[str, ...], np.ndarray]:
        """[turn; displacement] of all bodies' frames per unit of each free displacement."""
        n = self.at.bodies
        own = self.displacements[: 6 * n].reshape(n, 6, -1)
        arms = self.system.arms(self.at, self.state.parameters)
        shift = own[:, 3:] + np.einsum("nij,njx->nix", tilde(arms), own[:, :3])
        return tuple(self.system.bodies.names), np.concatenate([own[:, :3], shift], axis=1)


def absolute_variation(
    system: AbsoluteSystem,
    state: State,
    u_dot: np.ndarray | None = None,
    lam: np.ndarray | None = None,
    basis: str = "orthonormal",
) -> AbsoluteVariation:
    """The variations at a state; accelerations and multipliers are those of the motion unless given."""
    if system.size > LARGEST:
        raise ModelError(
            f"model {system.model.name!r} has {system.size} velocities; a basis of its free motion is computed for up "
            f"to {LARGEST}. Linearize a smaller model of it, or simulate."
        )
    if u_dot is None or lam is None:
        found = accelerate(system, system.configuration(state), system.tables(state.parameters))
        u_dot, lam = found.u_dot, found.lam
    return AbsoluteVariation(system, state, u_dot, lam, basis)


def _place(speed: str) -> str:
    """What a velocity is the rate of."""
    body, _, last = speed.rpartition(".")
    turned = {"w_x": "turn_x", "w_y": "turn_y", "w_z": "turn_z", "v_x": "x", "v_y": "y", "v_z": "z"}
    return f"{body}.{turned.get(last, last.removesuffix('_dot'))}"


def _named(basis: np.ndarray, names: tuple[str, ...], what: str) -> tuple[str, ...]:
    found: list[str] = []
    for unit in np.eye(basis.shape[1]):
        match: Any = next((k for k in range(len(names)) if np.abs(basis[k] - unit).max() < UNIT), None)
        found.append("" if match is None else names[match])
    return tuple(found) if all(found) else tuple(f"{what} {k + 1}" for k in range(basis.shape[1]))
