r"""Dynamic equations of a tree, by recursion: d'Alembert's principle with multipliers (S0 (6.3.4)).

Driven and locked coordinates are functions of time, and their $\dot u$ is known (S0 (6.3.8)).
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any

import numpy as np

from ..expr import array, jacobian, operation_count, zeros
from .applied_loads import AppliedLoads
from .articulated import joint_accelerations
from .equations.dynamics import DynamicEquations
from .equations.forward_dynamics import ForwardDynamics
from .equations.rows import ConstraintEquations, ConstraintRows
from .interactions import WrenchPair, on_ends
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
from .tree import zero_wrench
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

    @cached_property
    def reaching_rows(self) -> Any:
        """B̂ (rows × speeds), with the columns of prescribed speeds as well.

        In the rows that are solved those columns are zero, since prescribed speeds are functions of time there; the
        power of a multiplier at a prescribed speed is that of its wrenches.
        """
        p, held = self.rows.reactions, list(self.kinematics.prescribed_rates)
        if not held or not len(p):
            return p
        tree, lam = self.kinematics.tree, self.known[1]
        given = [zero_wrench() for _ in tree.topology.bodies]
        for rows, part in self.rows.parts(lam):
            add_reactions(given, rows, part)
        given_speeds = generalised(tree.links, joint_loads(tree.links, given), len(tree.symbols.u))
        whole = array(p).copy()
        whole[:, held] = jacobian(given_speeds[held], lam).T
        for rows, places in self.rows.parts(range(len(p))):
            if rows.on_speeds is not None:
                whole[np.ix_(places, held)] = rows.on_speeds[:, held]
        return whole

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


def add_reactions(sums: list[WrenchPair], rows: ConstraintRows, lam: Any, factor: float = 1.0) -> None:
    """Adds what the multipliers of one constraint do to the bodies at its ends."""
    for ends, directions in rows.pairs or (() if rows.ends is None else ((rows.ends, rows.directions),)):
        if ends[0][0] != ends[0][1]:  # on one body, action and reaction cancel
            wrench = directions.T @ lam if len(lam) else array(np.zeros(6))
            _add(sums, on_ends(*ends, wrench[:3], wrench[3:]), factor)


def _add(sums: list[WrenchPair], given: Mapping[int, WrenchPair], factor: float = 1.0) -> None:
    for number, (moment, force) in given.items():
        n, f = sums[number]
        sums[number] = (n + factor * moment, f + factor * force)
