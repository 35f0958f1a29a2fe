r"""How accelerations, multipliers and rates follow a change of the state: exact, at one state.

With y = (q, u, z) accelerations and multipliers follow from

$$ M\,\dot u_y + (r_\lambda - P^T)\lambda_y = -r_y, \qquad P\,\dot u_y = -c_y, $$

solved through an orthonormal basis of the motions that the rows leave free, so that rows may repeat each other and the
mass matrix may be singular where rows hold what has no mass. r_λ is of forces that depend on multipliers; of trees it
is zero, since reactions that elements look at are unknowns of theirs.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import Any

import numpy as np
from scipy import linalg

from ...contract import ModelError
from ...mechanics.function_table import DERIVATIVES
from ...mechanics.port import dense
from ...system import System
from ..common.failing_elements import without_slope
from .free_motion import FreeMotion


@dataclass(frozen=True, eq=False)
class StateDerivatives:
    """First derivatives by y at accelerations and multipliers; every part is computed when first asked for."""

    motion: FreeMotion
    u_dot: np.ndarray
    lam: np.ndarray

    @property
    def system(self) -> System:
        """The system."""
        return self.motion.system

    @cached_property
    def M(self) -> np.ndarray:
        """Mass matrix."""
        return np.atleast_2d(dense(self.system.evaluate("mass_matrix", self.motion.state).M))

    @cached_property
    def residuals(self) -> Any:
        """∂(r, c)/∂(q, u, z, s)."""
        found = self.system.functions.at_motion("residual_derivatives", self.motion.state, self.u_dot, self.lam)
        return type(found)(*map(dense, found))

    @cached_property
    def s_y(self) -> np.ndarray:
        """How unknowns of elements follow the state."""
        f = self.motion.rates
        return solved_unknowns(f.R_s, np.hstack([f.R_q, f.R_u, f.R_z]))

    @cached_property
    def r_y(self) -> np.ndarray:
        """∂r/∂y with unknowns following."""
        f = self.residuals
        return np.hstack([f.r_q, f.r_u, f.r_z]) + f.r_s @ self.s_y

    @cached_property
    def c_y(self) -> np.ndarray:
        """∂c/∂y."""
        f = self.residuals
        return np.hstack([f.c_q, f.c_u, np.zeros((len(self.lam), self.system.layout.nz))])

    @cached_property
    def _with_reactions(self) -> np.ndarray | None:
        """1 + r_λ (1 − P⁺ᵀr_λ)⁻¹P⁺ᵀ: a force with the forces that depend on the reactions to it; None where none do."""
        if not self.system.rows.are_seen:
            return None
        r_lam, back = self.residuals.r_lam, self.motion.inverse.T
        inner = np.linalg.solve(np.eye(len(self.lam)) - back @ r_lam, back)
        return np.asarray(np.eye(len(r_lam)) + r_lam @ inner)

    def followed(self, r_x: np.ndarray, c_x: np.ndarray) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
        """(u̇_x of the free speeds, λ_x, what is left of r_x + M u̇_x for the free motion)."""
        inverse, V, onto = self.motion.inverse, self.motion.speeds, self._with_reactions
        particular = -inverse @ c_x
        needed = r_x + self.M @ particular
        if onto is None:
            rates = particular - V @ _solved_for(V.T @ self.M @ V, V.T @ needed, "sym")
            return rates, inverse.T @ (self.M @ rates + r_x), needed
        across = V.T @ onto
        rates = particular - V @ _solved_for(across @ self.M @ V, across @ needed, "gen")
        return rates, inverse.T @ (onto @ (self.M @ rates + r_x)), onto @ needed

    @cached_property
    def _by_state(self) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
        if self._is_large:
            found = self.system.functions.at(DERIVATIVES, self.motion.state)
            rates = np.hstack([found.u_dot_q, found.u_dot_u])
            return rates, np.zeros((0, rates.shape[1])), -self.M @ rates
        if not np.isfinite(self.r_y).all():
            raise ModelError(without_slope(self.system, self.motion.state))
        return self.followed(self.r_y, self.c_y)

    @property
    def _is_large(self) -> bool:
        """Whether the derivatives of accelerations of a tree come from loops over dense matrices."""
        return self.system.functions.has_loops

    @property
    def force_y(self) -> np.ndarray:
        """∂r/∂y; for large trees −M u̇_y, the same wherever the given accelerations are those of the motion."""
        return self._by_state[2] if self._is_large else self.r_y

    @property
    def u_dot_y(self) -> np.ndarray:
        """∂u̇/∂y."""
        return self._by_state[0]

    @property
    def lam_y(self) -> np.ndarray:
        """∂λ/∂y, of least norm where rows repeat each other."""
        return self._by_state[1]

    def z_dot_from(self, s: np.ndarray, lam: np.ndarray) -> np.ndarray:
        """What changes of unknowns and of multipliers add to the rates of states."""
        found = self.motion.rates.z_dot_s @ s
        return np.asarray(found + self.residuals.z_dot_lam @ lam if self.system.rows.are_seen else found)

    @cached_property
    def A(self) -> np.ndarray:
        """∂ẏ/∂y (all of y, in the order q, u, z)."""
        f, nz = self.motion.rates, self.system.layout.nz
        first = np.hstack([f.q_dot_q, f.q_dot_u, np.zeros((len(f.q_dot_q), nz))])
        u_dot_y = self.u_dot_y
        last = np.hstack([f.z_dot_q, f.z_dot_u, f.z_dot_z])
        return np.vstack([first, u_dot_y, last + self.z_dot_from(self.s_y, self.lam_y)])

    def by_force(self, forces: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
        """(u̇, λ) per unit of generalised forces, given as columns."""
        rates, lam, _ = self.followed(-forces, np.zeros((len(self.lam), forces.shape[1])))
        return rates, lam

    @cached_property
    def stiffness(self) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
        """(M, D, K) of M η̇ + D η + K ξ = … of the free motion, S4 Listing 6."""
        V, needed, T = self.motion.speeds, self._by_state[2], self.motion.T
        n, m = self.motion.displacements.shape[1], V.shape[1]
        by_x = V.T @ needed @ T
        onto = self._with_reactions
        mass = V.T @ self.M @ V if onto is None else V.T @ onto @ self.M @ V
        return mass, by_x[:, n : n + m], by_x[:, :n]


def solved_unknowns(R_s: Any, R_x: Any) -> np.ndarray:
    """How unknowns of elements follow x, R_s s_x = −R_x."""
    return -np.linalg.solve(R_s, R_x) if len(R_s) else np.zeros((0, np.shape(R_x)[1]))


def _solved_for(m: np.ndarray, right: np.ndarray, kind: str) -> np.ndarray:
    if not len(m):
        return np.zeros_like(right)
    return np.asarray(linalg.solve(m, right, assume_a=kind))
