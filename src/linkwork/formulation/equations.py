r"""`Equations`: everything that the equations of motion of a model consist of, as expressions of its symbols.

$$ M(q,t)\,\dot u = h(q, u, t) + P^T\lambda, \qquad \dot q = Y_1 u + Y_2, \qquad P\,\dot u + P_{00} = 0 $$

by d'Alembert's principle with multipliers (S0 (6.2.20)); driven and locked coordinates are functions of time in all of
them, and `u_dot` of theirs is known (S0 (6.3.8)).
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import Any

import numpy as np

from ..contract import ModelError, Parameter
from ..expr import Function, array, make_function, operation_count, zeros
from ..expr.linear import ldlt
from ..model import Model
from ..spatial import matrix
from ..topology import Topology, find_topology
from .articulated import accelerations
from .constraints import Rows, matrices_of, rows_of
from .energy import gravity_energy, kinetic_energy
from .interactions import Action, actions, total
from .links import Symbols
from .recursion import (
    bias_accelerations,
    generalised,
    inertia_loads,
    joint_loads,
    mass_matrix,
    motions,
    velocity_loads,
)
from .tree import Tree, prescribed_rates


@dataclass(frozen=True, eq=False)
class Equations:
    """The equations of one model in the coordinates of its tree. Every part is derived when first asked for."""

    model: Model
    topology: Topology
    tree: Tree

    @cached_property
    def base(self) -> Any:
        """The acceleration of the ground that stands for a uniform gravity."""
        if callable(self.model.gravity):
            raise ModelError(f"model {self.model.name!r}: gravity fields are not part of the tree formulation yet.")
        return -matrix(self.model.gravity)

    @cached_property
    def actions(self) -> list[Action]:
        """What forces and loads do."""
        return actions(self.tree)

    @cached_property
    def M(self) -> Any:
        """Mass matrix."""
        return mass_matrix(self.tree.links, self.topology.layout.nu)

    @cached_property
    def h(self) -> Any:
        """Generalised forces of all elements, less what velocities and gravity ask for."""
        tree = self.tree
        motion = motions(tree.links, tree.u, None, self.base)
        given = total(tree, self.actions)
        needed = [given[0]]
        for link in tree.links:
            k = link.number
            moment, force = inertia_loads(link, motion.w[k], motion.alpha[k], motion.a[k])
            needed.append((moment - given[k][0], force - given[k][1]))
        return -generalised(tree.links, joint_loads(tree.links, needed), self.topology.layout.nu)

    @cached_property
    def rows(self) -> list[Rows]:
        """Constraint rows by connection."""
        return rows_of(self.tree)

    @cached_property
    def g(self) -> Any:
        """Holonomic residuals of all connections."""
        return array([x for rows in self.rows for x in rows.g])

    @cached_property
    def g_dot(self) -> Any:
        """Velocity residuals of all connections, linear in u."""
        return array([x for rows in self.rows for x in rows.g_dot])

    @cached_property
    def constraint_matrices(self) -> tuple[Any, Any, Any]:
        """(P, P_0, P_00)."""
        return matrices_of(self.tree, self.g_dot)

    @cached_property
    def kinetic_energy(self) -> Any:
        """T."""
        return kinetic_energy(self.tree)

    @cached_property
    def potential_energy(self) -> Any:
        """V of gravity."""
        return gravity_energy(self.tree, self.model.gravity)

    @cached_property
    def parameters(self) -> list[Parameter]:
        """The Parameters of the model."""
        return list(self.model.parameters.values())

    def function(self, name: str, **outputs: Any) -> Function:
        """A traced function of (q, u, t, parameters)."""
        names = self.tree.symbols
        inputs = {"q": names.q, "u": names.u, "t": names.t, "parameters": array(self.parameters)}
        return make_function(name, inputs, outputs)

    @cached_property
    def free(self) -> list[int]:
        """Speeds that are not prescribed."""
        return [k for k in range(self.topology.layout.nu) if k not in self.prescribed_rates]

    @cached_property
    def prescribed_rates(self) -> dict[int, Any]:
        """u̇ of driven and locked coordinates."""
        return dict(prescribed_rates(self.topology, self.tree.symbols))

    @cached_property
    def by_mass_matrix(self) -> tuple[Any, Any, Any]:
        """(u̇, λ, smallest pivot): M by its sparse LDLᵀ, multipliers by that of P M⁻¹ Pᵀ."""
        nu, free = self.topology.layout.nu, self.free
        u_dot = zeros(nu)
        for k, rate in self.prescribed_rates.items():
            u_dot[k] = rate
        held = list(self.prescribed_rates)
        right = self.h - (self.M[:, held] @ u_dot[held] if held else 0.0)
        p, _, p_00 = self.constraint_matrices
        if held and len(p):
            p_00 = p_00 + p[:, held] @ u_dot[held]
        if not free:
            return u_dot, zeros(len(p)), 1.0
        factors = ldlt(self.M[np.ix_(free, free)])
        plain = factors.solve(right[free])
        if not len(p):
            u_dot[free] = plain
            return u_dot, zeros(0), factors.smallest_pivot
        p_free = p[:, free]
        across = factors.solve(p_free.T)
        inner = ldlt(p_free @ across)
        multipliers = inner.solve(-(p_00 + p_free @ plain))
        u_dot[free] = plain + across @ multipliers
        return u_dot, multipliers, inner.smallest_pivot

    @cached_property
    def by_articulated_bodies(self) -> tuple[Any, Any]:
        """(u̇, smallest pivot) of a tree without constraints and prescribed motion."""
        tree = self.tree
        motion = bias_accelerations(tree.links, tree.u)
        given = total(tree, self.actions)
        loads = [given[0]]
        for link in tree.links:
            moment, force = velocity_loads(link, motion.w[link.number])
            loads.append((moment - given[link.number][0], force - given[link.number][1]))
        return accelerations(tree.links, motion, loads, zeros(self.topology.layout.nu), self.base)

    @cached_property
    def acceleration(self) -> tuple[Any, Any]:
        """(u̇, smallest pivot) by the way that takes fewer operations."""
        by_matrix = self.by_mass_matrix
        if self.rows or self.prescribed_rates:
            return by_matrix[0], by_matrix[2]
        by_bodies = self.by_articulated_bodies
        counts = [operation_count([*array(way[0]).ravel()]) for way in (by_matrix, by_bodies)]
        return (by_matrix[0], by_matrix[2]) if counts[0] <= counts[1] else by_bodies


def derive(model: Model, topology: Topology | None = None) -> Equations:
    """The equations of motion of a model."""
    found = topology or find_topology(model)
    if found.assemblies:
        raise ModelError(
            f"connection {found.assemblies[0].name!r}: assemblies are not part of the tree formulation yet."
        )
    return Equations(model, found, Tree(found, Symbols.of(found)))
