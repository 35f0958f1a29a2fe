r"""`MotionEquations`: what a system needs to know of its equations, however they were derived.

$$ M(q,t)\,\dot u = h(q, u, z, s, t) + P^T\lambda, \qquad \dot q = \dot q(q, u, t), \qquad P\,\dot u + P_{00} = 0 $$

`Equations` derives them by recursion over the tree of a model; those that are written by hand with SymPy give the same.
What can be said of both stands here: solving for accelerations and multipliers, slopes, traced functions.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Mapping, Sequence
from functools import cached_property
from typing import Any

import numpy as np

from ..contract import Parameter
from ..expr import Function, array, forward_derivatives, jacobian, make_function, symbols, zeros
from ..expr.graph import as_expr
from ..expr.linear import ldlt
from ..model import Model
from ..topology import Topology
from .constrained_dynamics import Constrained
from .constraints import ConstraintRows, matrices_of
from .links import Symbols


class MotionEquations(ABC):
    """Equations of motion as expressions of the symbols of a system. Every part is derived when first asked for."""

    model: Model
    """Bodies with their shapes; connections where there are some."""
    topology: Topology
    """Bodies by number, and the layout: names and places of coordinates and speeds."""

    @property
    @abstractmethod
    def symbols(self) -> Symbols:
        """The symbols q, u, t, z, s."""

    @property
    @abstractmethod
    def parameters(self) -> Sequence[Parameter]:
        """The Parameters that the equations contain."""

    @property
    @abstractmethod
    def channels(self) -> Any:
        """Everything that has a name, as expressions."""

    @property
    @abstractmethod
    def M(self) -> Any:
        """Mass matrix."""

    @property
    @abstractmethod
    def h(self) -> Any:
        """Generalised forces less what velocities ask for."""

    @property
    @abstractmethod
    def q_dot(self) -> Any:
        """q̇(q, u, t)."""

    @property
    @abstractmethod
    def rows(self) -> Sequence[ConstraintRows]:
        """Constraint rows, by the name of what asks for them."""

    @property
    @abstractmethod
    def acceleration(self) -> tuple[Any, Any]:
        """(u̇, smallest pivot)."""

    @property
    @abstractmethod
    def attitudes(self) -> tuple[Any, Any]:
        """(R, p) of the frames of all bodies in the world, the ground first: bodies × 3 × 3 and bodies × 3."""

    @property
    @abstractmethod
    def kinetic_energy(self) -> Any:
        """T."""

    @property
    @abstractmethod
    def potential_energy(self) -> Any:
        """V, as far as it is known."""

    @abstractmethod
    def power(self, u_dot: Any, lam: Any) -> Any:
        """d(T + V)/dt of a motion that satisfies the equations, from what acts and not from T + V itself."""

    @abstractmethod
    def report(self) -> str:
        """What the equations are about, in words."""

    @property
    @abstractmethod
    def s(self) -> Any:
        """Unknowns that `residual` makes known."""

    @property
    @abstractmethod
    def residual(self) -> Any:
        """What is zero at the right unknowns."""

    @property
    @abstractmethod
    def z_dot(self) -> Any:
        """Rates of states of elements."""

    @property
    @abstractmethod
    def kinks(self) -> Any:
        """Functions whose sign changes where some law changes branch."""

    @property
    def kink_owners(self) -> tuple[str, ...]:
        """The connection that each kink belongs to."""
        return ("kinks",) * len(self.kinks)

    @property
    @abstractmethod
    def invariants(self) -> Any:
        """Functions of q that the kinematical equations keep zero."""

    @property
    @abstractmethod
    def prescribed_rates(self) -> Mapping[int, Any]:
        """u̇ of prescribed speeds, by place."""

    @property
    def q(self) -> Any:
        """All coordinates, prescribed ones as functions of time."""
        return self.symbols.q

    @property
    def u(self) -> Any:
        """All speeds, prescribed ones as functions of time."""
        return self.symbols.u

    @property
    def laws(self) -> Mapping[str, Any]:
        """Force elements by name, where there are some."""
        return {}

    def inverse_dynamics(self, u_dot: Any) -> Any:
        """M u̇ − h."""
        return self.M @ u_dot - self.h

    @cached_property
    def motion(self) -> dict[Any, Any]:
        """How symbols change in time at constant speeds: coordinates at q̇, time at 1."""
        return {**dict(zip(self.symbols.q, self.q_dot, strict=True)), self.symbols.t: 1.0}

    def rate(self, values: Any) -> Any:
        """d/dt of functions of q and t."""
        return array(forward_derivatives([as_expr(x) for x in array(values).ravel()], self.motion))

    @cached_property
    def residual_s(self) -> Any:
        """Its derivative."""
        return jacobian(self.residual, self.s) if len(self.s) else np.zeros((0, 0))

    @cached_property
    def g(self) -> Any:
        """Holonomic residuals of all connections."""
        return array([x for rows in self.rows for x in rows.g])

    @cached_property
    def g_q(self) -> Any:
        """∂g/∂q; the columns of prescribed coordinates are zero."""
        return self.slopes(self.g)

    @cached_property
    def invariants_q(self) -> Any:
        """Their derivatives."""
        return self.slopes(self.invariants)

    def slopes(self, values: Any) -> Any:
        """∂values/∂q, one more axis at the end."""
        entries, q = array(values), self.symbols.q
        if not entries.size or not len(q):
            return np.zeros((*entries.shape, len(q)))
        return jacobian(entries.ravel(), q).reshape(*entries.shape, len(q))

    @cached_property
    def g_dot(self) -> Any:
        """Velocity residuals of all connections, linear in u."""
        return array([x for rows in self.rows for x in rows.g_dot])

    @cached_property
    def constraint_matrices(self) -> tuple[Any, Any, Any]:
        """(P, P_0, P_00)."""
        return matrices_of(self, self.g_dot)

    def function(self, name: str, **outputs: Any) -> Function:
        """A traced function of (q, u, z, s, t, parameters)."""
        return make_function(name, self.inputs, outputs)

    @cached_property
    def inputs(self) -> dict[str, Any]:
        """What traced functions are given."""
        names = self.symbols
        return {
            "q": names.q,
            "u": names.u,
            "z": names.z,
            "s": self.s,
            "t": names.t,
            "parameters": array(self.parameters),
        }

    @cached_property
    def known(self) -> tuple[Any, Any]:
        """Symbols of accelerations u̇ and multipliers λ, where these are inputs."""
        return symbols("u_dot", self.topology.layout.nu), symbols("lam", len(self.g_dot))

    def motion_function(self, name: str, **outputs: Any) -> Function:
        """A traced function of (q, u, z, s, t, parameters, u_dot, lam)."""
        u_dot, lam = self.known
        return make_function(name, {**self.inputs, "u_dot": u_dot, "lam": lam}, outputs)

    @cached_property
    def free(self) -> list[int]:
        """Speeds that are not prescribed."""
        return [k for k in range(self.topology.layout.nu) if k not in self.prescribed_rates]

    @cached_property
    def factors(self) -> Any:
        """The sparse LDLᵀ of the mass matrix of the free speeds."""
        return ldlt(self.M[np.ix_(self.free, self.free)])

    @cached_property
    def sides(self) -> tuple[Any, Any, Any]:
        """(u̇ of prescribed speeds, h of the free speeds, P_00), prescribed rates moved into both."""
        u_dot = zeros(self.topology.layout.nu)
        held = list(self.prescribed_rates)
        u_dot[held] = array(list(self.prescribed_rates.values()))
        right = self.h - (self.M[:, held] @ u_dot[held] if held else 0.0)
        p, _, p_00 = self.constraint_matrices
        if held and len(p):
            p_00 = p_00 + p[:, held] @ u_dot[held]
        return u_dot, right[self.free], p_00

    @cached_property
    def unconstrained(self) -> Any:
        """M⁻¹ h of the free speeds."""
        return self.factors.solve(self.sides[1]) if self.free else zeros(0)

    @property
    def may_lack_mass(self) -> bool:
        """Whether some speeds may move nothing that has mass, so that constraint rows alone decide about them."""
        return False

    @cached_property
    def position_of_row(self) -> tuple[int | None, ...]:
        """For every row of P, its place in g; None where it is a condition on velocities only."""
        places: list[int | None] = []
        start = 0
        for rows in self.rows:
            places += list(range(start, start + len(rows.g))) if len(rows.g) else [None] * len(rows.g_dot)
            start += len(rows.g)
        return tuple(places)

    @cached_property
    def by_mass_matrix(self) -> tuple[Any, Any, Any]:
        """(u̇, λ, smallest pivot): M by its sparse LDLᵀ, multipliers by that of P M⁻¹ Pᵀ."""
        return self.under(tuple(self.felt)).accelerations()

    def under(self, chosen: tuple[int, ...]) -> Constrained:
        """The equations with some of the constraint rows enforced."""
        return Constrained(self, chosen)

    @cached_property
    def felt(self) -> list[int]:
        """Rows that are not zero by structure; those out of the plane of a planar loop ask for nothing."""
        p = self.constraint_matrices[0]
        return [k for k in range(len(p)) if any(not is_structural_zero(x) for x in p[k, self.free])]


def is_structural_zero(x: Any) -> bool:
    """Whether an entry is zero by structure."""
    return bool(x.op == "const" and x.data == 0.0) if hasattr(x, "op") else float(x) == 0.0
