r"""Dynamic equations of a tree, by recursion: d'Alembert's principle with multipliers (S0 (6.3.4)).

Driven and locked coordinates are functions of time, and their $\dot u$ is known (S0 (6.3.8)).
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from ..expr import array, operation_count, zeros
from .applied_loads import AppliedLoads
from .articulated import joint_accelerations
from .equations.dynamics import DynamicEquations
from .equations.forward_dynamics import ForwardDynamics
from .equations.rows import ConstraintEquations
from .links import Link
from .mass_check import is_thin
from .recursion import (
    BodyMotions,
    bias_accelerations,
    elastic_balance,
    generalised,
    inertia_loads,
    joint_loads,
    mass_matrix,
    motions,
    velocity_loads,
)
from .rotors import add_free_spins
from .tree_kinematics import TreeKinematics

MASS_MATRIX_SPEEDS = 60
"""Speeds from which on the mass matrix of a tree is not even tried: its operations grow with their square and cube."""


@dataclass(frozen=True, eq=False)
class TreeDynamics(DynamicEquations):
    """M and h of a tree."""

    kinematics: TreeKinematics
    rows: ConstraintEquations
    loads: AppliedLoads

    @cached_property
    def mass_and_forces(self) -> tuple[Any, Any]:
        """(M, h)."""
        tree = self.kinematics.tree
        motion, balance = self._at_rest
        mass, bias = mass_matrix(tree.regrouped, tree.topology.layout.nu), -balance
        add_free_spins(tree, self.loads.wheels, mass, bias, motion.alpha)
        return mass, bias

    @cached_property
    def _at_rest(self) -> tuple[BodyMotions, Any]:
        """The motion at u̇ = 0, and what it needs."""
        return self._balance(None)

    @cached_property
    def row_bias(self) -> Any:
        """P_00 of all rows, from the accelerations that h has computed already, gravity included.

        Where motions are prescribed these leave out what P_00 has of them.
        """
        plain = super().row_bias
        if self.kinematics.prescribed_rates:
            return plain
        motion = self._at_rest[0]
        found = [rows.bias(motion) if rows.bias else own for rows, own in self.rows.parts(plain)]
        return array([x for part in found for x in part])

    def inverse_dynamics(self, u_dot: Any) -> Any:
        """M u̇ − h; by one recursion where no wheel has a speed of its own."""
        if self.kinematics.topology.layout.rotors:
            return super().inverse_dynamics(u_dot)
        return self._balance(u_dot)[1]

    def _balance(self, u_dot: Any) -> tuple[BodyMotions, Any]:
        """The motion at accelerations (None: zero), and the generalised forces that it needs beyond what acts."""
        tree = self.kinematics.tree
        links = tree.regrouped
        motion = motions(links, tree.u, u_dot, self.loads.base)
        needed = self.generalised(links, [inertia_loads(link, motion, u_dot) for link in links])
        return motion, elastic_balance(links, motion, u_dot, needed)

    def generalised(self, links: Sequence[Link], needed: Sequence[Any]) -> Any:
        """Generalised forces of what links need for a motion, less what elements give them."""
        size = self.kinematics.topology.layout.nu
        return generalised(links, joint_loads(links, self.loads.on_joints(needed)), size) - self.loads.on_speeds(size)

    @cached_property
    def may_lack_mass(self) -> bool:
        """Whether there are auxiliary unknowns, thin bodies, or hinges whose modes may depend on each other."""
        topology = self.kinematics.topology
        if topology.layout.auxiliary or any(b.hinge.modes_may_depend for b in topology.branches):
            return True
        return any(is_thin(vertex.body) for vertex in topology.bodies[1:] if not vertex.is_frame or vertex.is_twin)


@dataclass(frozen=True, eq=False)
class TreeForwardDynamics(ForwardDynamics):
    """Accelerations of a tree by its mass matrix or by articulated bodies."""

    dynamics: TreeDynamics

    @cached_property
    def by_articulated_bodies(self) -> tuple[Any, Any]:
        """(u̇, smallest pivot) of a tree without constraints and prescribed motion."""
        tree, loads = self.dynamics.kinematics.tree, self.dynamics.loads
        motion = bias_accelerations(tree.regrouped, tree.u)
        needed = loads.on_joints([velocity_loads(link, motion.w[link.number]) for link in tree.regrouped])
        return joint_accelerations(tree.regrouped, motion, needed, zeros(tree.topology.layout.nu), loads.base)

    @cached_property
    def is_coupled(self) -> bool:
        """Whether more than the joints of the tree decides about u̇: constraints, prescribed motion, free rotors, and
        elastic coordinates, which all frames of a body share."""
        d = self.dynamics
        is_spinning = any(wheel.place is not None for wheel in d.loads.wheels)
        is_elastic = bool(d.kinematics.topology.layout.elastic)
        return bool(d.rows.by_connection or d.kinematics.prescribed_rates or is_spinning or is_elastic)

    @cached_property
    def acceleration(self) -> tuple[Any, Any]:
        """(u̇, smallest pivot) by the way that takes fewer operations."""
        if not self.is_coupled and self.dynamics.kinematics.topology.layout.nu > MASS_MATRIX_SPEEDS:
            return self.by_articulated_bodies
        u_dot, _, pivot = self.by_mass_matrix
        if self.is_coupled:
            return u_dot, pivot
        by_bodies = self.by_articulated_bodies
        counts = [operation_count([*array(x).ravel()]) for x in (u_dot, by_bodies[0])]
        return (u_dot, pivot) if counts[0] <= counts[1] else by_bodies
