r"""Dynamic equations, $M(q,t)\,\dot u = h(q, u, z, s, t) + P^T\lambda$, and what solves them without rows."""

from __future__ import annotations

from abc import ABC, abstractmethod
from dataclasses import dataclass
from functools import cached_property
from typing import Any

import numpy as np

from ...expr import array, symbols, zeros
from ...expr.linear import ldlt
from .kinematics import KinematicEquations
from .rows import ConstraintEquations


@dataclass(frozen=True, eq=False)
class DynamicEquations(ABC):
    """Masses and forces of a motion under constraint rows."""

    kinematics: KinematicEquations
    rows: ConstraintEquations

    @property
    @abstractmethod
    def mass_and_forces(self) -> tuple[Any, Any]:
        """(M, h)."""

    @property
    def M(self) -> Any:
        """Mass matrix."""
        return self.mass_and_forces[0]

    @property
    def h(self) -> Any:
        """Generalised forces of all elements, less what velocities and gravity ask for."""
        return self.mass_and_forces[1]

    @property
    def may_lack_mass(self) -> bool:
        """Whether some speeds may move nothing that has mass, so that constraint rows alone decide about them."""
        return False

    @cached_property
    def known(self) -> tuple[Any, Any]:
        """Symbols of accelerations u̇ and multipliers λ, where these are inputs."""
        return symbols("u_dot", len(self.kinematics.symbols.u)), symbols("lam", self.rows.count)

    @property
    def reaching_rows(self) -> Any:
        """B̂ (rows × speeds): B̂ᵀ λ is what multipliers put on every speed, prescribed ones too."""
        return self.rows.matrices[0]

    def inverse_dynamics(self, u_dot: Any) -> Any:
        """M u̇ − h."""
        return self.M @ u_dot - self.h

    @cached_property
    def factors(self) -> Any:
        """The sparse LDLᵀ of the mass matrix of the free speeds."""
        free = self.kinematics.free
        return ldlt(self.M[np.ix_(free, free)])

    @property
    def row_bias(self) -> Any:
        """P_00 of all rows."""
        return self.rows.matrices[2]

    @cached_property
    def sides(self) -> tuple[Any, Any, Any]:
        """(u̇ of prescribed speeds, h of the free speeds, P_00), prescribed rates moved into both."""
        rates, u_dot = self.kinematics.prescribed_rates, zeros(len(self.kinematics.symbols.u))
        held = list(rates)
        u_dot[held] = array(list(rates.values()))
        right = self.h - (self.M[:, held] @ u_dot[held] if held else 0.0)
        p, p_00 = self.rows.matrices[0], self.row_bias
        if held and len(p):
            p_00 = p_00 + p[:, held] @ u_dot[held]
        return u_dot, right[self.kinematics.free], p_00

    @cached_property
    def unconstrained(self) -> Any:
        """M⁻¹ h of the free speeds."""
        return self.factors.solve(self.sides[1]) if self.kinematics.free else zeros(0)
