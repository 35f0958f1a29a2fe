r"""`Equations`: everything that the equations of motion of a model consist of, as expressions of its symbols.

$$ M(q,t)\,\dot u = h(q, u, z, s, t) + P^T\lambda, \qquad \dot q = Y_1 u + Y_2, \qquad P\,\dot u + P_{00} = 0 $$

by d'Alembert's principle with multipliers (S0 (6.3.4)); driven and locked coordinates are functions of time in all of
them, and `u_dot` of theirs is known (S0 (6.3.8)). Elements may have states, ż = f(q, u, z, s, t), and unknowns s that
their residuals r(q, u, z, s, t) = 0 make known.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any

import numpy as np

from ..contract import ModelError, Parameter
from ..expr import array, cross, dot, operation_count, zeros
from ..expr.graph import as_expr, topological
from ..model import Model
from ..spatial import Pose, matrix
from ..topology import Topology
from .articulated import joint_accelerations
from .constraints import ConstraintRows, constraint_rows_of
from .interactions import ElementAction, WrenchPair, gravity_field, load_actions, total
from .laws import ForceLaw
from .links import Link, Symbols
from .mass_check import is_thin
from .motion_equations import MotionEquations, is_structural_zero
from .recursion import (
    bias_accelerations,
    generalised,
    inertia_loads,
    joint_loads,
    mass_matrix,
    motions,
    velocity_loads,
)
from .regroup import regrouped
from .rotors import Spinning, add_free_spins, needed_moment, rotor_energy, spinning
from .stored_energy import stored_energy
from .tree import LinkTree, prescribed_rates

MASS_MATRIX_SPEEDS = 60
"""Speeds from which on the mass matrix of a tree is not even tried: its operations grow with their square and cube."""


@dataclass(frozen=True, eq=False)
class Equations(MotionEquations):
    """The equations of one model in the coordinates of its tree. Every part is derived when first asked for."""

    model: Model
    topology: Topology
    tree: LinkTree
    reader: Callable[[Equations], Any]
    """Makes `channels`."""
    power_of: Callable[[Equations, Any, Any], Any]
    """Gives `power`."""

    @property
    def symbols(self) -> Symbols:
        """The symbols of the tree."""
        return self.tree.symbols

    @property
    def q_dot(self) -> Any:
        """Kinematical equations of the hinges."""
        return self.tree.q_dot

    @property
    def q(self) -> Any:
        """All coordinates, prescribed ones as functions of time."""
        return self.tree.q

    @property
    def u(self) -> Any:
        """All speeds, prescribed ones as functions of time."""
        return self.tree.u

    def inverse_dynamics(self, u_dot: Any) -> Any:
        """M u̇ − h; by one recursion where no wheel has a speed of its own."""
        if self.topology.layout.rotors:
            return super().inverse_dynamics(u_dot)
        links = self.tree.links
        motion = motions(links, self.tree.u, u_dot, self.base)
        needed = [inertia_loads(k, motion.w[k.number], motion.alpha[k.number], motion.a[k.number]) for k in links]
        return generalised(links, joint_loads(links, self.with_actions(needed)), self.topology.layout.nu)

    def power(self, u_dot: Any, lam: Any) -> Any:
        """The power of everything but uniform gravity and inertia."""
        return self.power_of(self, u_dot, lam)

    def report(self) -> str:
        """The model in words: bodies, tree, loops, coordinates."""
        return self.topology.report()

    @cached_property
    def channels(self) -> Any:
        """Everything that has a name, as expressions: coordinates, states, positions, forces, loads."""
        return self.reader(self)

    @cached_property
    def laws(self) -> dict[str, ForceLaw]:
        """The force elements by name."""
        return {c.name: ForceLaw(self.tree, c, self.channels.given) for c in self.topology.forces}

    @cached_property
    def opaque(self) -> list[tuple[str, Any]]:
        """Functions in laws that are called and not traced, with the connection that calls each."""
        found: list[tuple[str, Any]] = []
        for name, law in self.laws.items():
            wrenches = [x for wrench in law.wrenches for part in wrench for x in array(part).ravel()]
            entries = [as_expr(x) for x in (*wrenches, *law.state_dot, *law.residual, *law.outputs.values())]
            called = dict.fromkeys(node.data for node in topological(entries) if node.op == "call")
            found += [(name, source) for source in called]
        return found

    @cached_property
    def s(self) -> Any:
        """All unknowns: those of elements, then forces and accelerations that inputs of elements ask for."""
        for law in self.laws.values():
            _ = law.known
        return array([*self.tree.symbols.s, *self.channels.wanted.values()])

    @cached_property
    def residual(self) -> Any:
        """What is zero at the right unknowns, as many entries as there are unknowns."""
        own = [x for law in self.laws.values() for x in law.residual]
        if not len(self.s):
            return array(own)
        u_dot, lam, _ = self.by_mass_matrix
        moving = self.channels.at_motion(u_dot, lam)
        return array(own + [symbol - moving[name] for name, symbol in self.channels.wanted.items()])

    @cached_property
    def z_dot(self) -> Any:
        """Rates of the states of elements."""
        return array([x for law in self.laws.values() for x in law.state_dot])

    @cached_property
    def kinks(self) -> Any:
        """Functions whose sign changes where some element changes branch."""
        return array([x for law in self.laws.values() for x in law.kinks])

    @cached_property
    def kink_owners(self) -> tuple[str, ...]:
        """The connection that each kink belongs to."""
        return tuple(name for name, law in self.laws.items() for _ in law.kinks)

    @cached_property
    def base(self) -> Any:
        """The acceleration of the ground that stands for a uniform gravity."""
        return np.zeros(3) if callable(self.model.gravity) else -matrix(self.model.gravity)

    @cached_property
    def actions(self) -> list[ElementAction]:
        """What forces, loads and gravity fields do."""
        field = [gravity_field(self.tree, self.model.gravity)] if callable(self.model.gravity) else []
        return [law.action for law in self.laws.values()] + load_actions(self.tree) + field

    @cached_property
    def wheels(self) -> list[Spinning]:
        """The rotors inside bodies."""
        return spinning(self.tree)

    @property
    def M(self) -> Any:
        """Mass matrix."""
        return self._mass_and_bias[0]

    @property
    def h(self) -> Any:
        """Generalised forces of all elements, less what velocities and gravity ask for."""
        return self._mass_and_bias[1]

    @cached_property
    def regrouped(self) -> Sequence[Link]:
        """The links with masses moved inwards: the same motion by fewer operations, but not the same reactions."""
        return regrouped(self.tree.links)

    @cached_property
    def _mass_and_bias(self) -> tuple[Any, Any]:
        tree, links, nu = self.tree, self.regrouped, self.topology.layout.nu
        motion = motions(links, tree.u, None, self.base)
        needed = [inertia_loads(k, motion.w[k.number], motion.alpha[k.number], motion.a[k.number]) for k in links]
        bias = -generalised(links, joint_loads(links, self.with_actions(needed)), nu)
        mass = mass_matrix(links, nu)
        add_free_spins(tree, self.wheels, mass, bias, motion.alpha)
        return mass, bias

    def with_actions(self, needed: Sequence[WrenchPair]) -> list[WrenchPair]:
        """What each body needs from its joints: `needed` for its motion (one a link), less what elements give it."""
        given = total(self.tree, self.actions)
        loads = [given[0]]
        for link, (moment, force) in zip(self.tree.links, needed, strict=True):
            loads.append((moment - given[link.number][0], force - given[link.number][1]))
        for wheel in self.wheels:
            moment, force = loads[wheel.number]
            loads[wheel.number] = (moment + needed_moment(wheel, self.tree.velocities[0][wheel.number]), force)
        return loads

    @cached_property
    def rows(self) -> list[ConstraintRows]:
        """Constraint rows by connection."""
        return constraint_rows_of(self.tree)

    @cached_property
    def invariants(self) -> Any:
        """Functions of q that hinges keep zero, such as the norm of Euler parameters."""
        tree = self.tree
        parts = [b.hinge.invariants(b.hinge.q(tree.q[b.q])) for b in self.topology.branches if b.hinge.coordinates]
        return array([x for part in parts for x in part])

    @cached_property
    def attitudes(self) -> tuple[Any, Any]:
        """(R, p) of the frames of all bodies in the world, the ground first: bodies × 3 × 3 and bodies × 3."""
        internal, frames = [Pose()], [Pose()]
        for link in self.tree.links:
            internal.append(internal[link.parent] @ link.X)
            frames.append(internal[-1] @ link.X_BI.inverse)
        return array([pose.R for pose in frames]), array([pose.p for pose in frames])

    @cached_property
    def kinetic_energy(self) -> Any:
        """T."""
        return kinetic_energy(self.tree) + rotor_energy(self.wheels, self.tree.velocities[0])

    @cached_property
    def potential_energy(self) -> Any:
        """V of a uniform gravity; a field counts as an action."""
        return 0.0 if callable(self.model.gravity) else gravity_energy(self.tree, self.model.gravity)

    @cached_property
    def stored_energy(self) -> Any:
        """What force elements hold and can give back, as far as it is known; no part of `potential_energy`."""
        found = [stored_energy(law) for law in self.laws.values() if law.element.may_store]
        return sum((x for x in found if x is not None), 0.0)

    @cached_property
    def parameters(self) -> list[Parameter]:
        """The Parameters of the model."""
        return list(self.model.parameters.values())

    @cached_property
    def prescribed_rates(self) -> dict[int, Any]:
        """u̇ of driven and locked coordinates."""
        return dict(prescribed_rates(self.topology, self.tree.symbols))

    @cached_property
    def by_articulated_bodies(self) -> tuple[Any, Any]:
        """(u̇, smallest pivot) of a tree without constraints and prescribed motion."""
        tree = self.tree
        links = self.regrouped
        motion = bias_accelerations(links, tree.u)
        loads = self.with_actions([velocity_loads(link, motion.w[link.number]) for link in links])
        return joint_accelerations(links, motion, loads, zeros(self.topology.layout.nu), self.base)

    @cached_property
    def may_lack_mass(self) -> bool:
        """Whether there are auxiliary unknowns, thin bodies, or hinges whose modes may depend on each other."""
        topology = self.topology
        if topology.layout.auxiliary or any(b.hinge.modes_may_depend for b in topology.branches):
            return True
        return any(is_thin(vertex.body) for vertex in topology.bodies[1:])

    @cached_property
    def is_coupled(self) -> bool:
        """Whether more than the joints of the tree decides about u̇: constraints, prescribed motion, free rotors."""
        return bool(self.rows or self.prescribed_rates or any(wheel.place is not None for wheel in self.wheels))

    @cached_property
    def acceleration(self) -> tuple[Any, Any]:
        """(u̇, smallest pivot) by the way that takes fewer operations."""
        coupled = self.is_coupled
        if not coupled and self.topology.layout.nu > MASS_MATRIX_SPEEDS:
            return self.by_articulated_bodies
        by_matrix = self.by_mass_matrix
        if coupled:
            return by_matrix[0], by_matrix[2]
        by_bodies = self.by_articulated_bodies
        counts = [operation_count([*array(way[0]).ravel()]) for way in (by_matrix, by_bodies)]
        return (by_matrix[0], by_matrix[2]) if counts[0] <= counts[1] else by_bodies


def of_tree(equations: MotionEquations, what: str) -> Equations:
    """The same equations, known to be those of a tree; `what` says for what that is needed."""
    if not isinstance(equations, Equations):
        raise ModelError(
            f"{equations.model.name!r}: {what} need bodies joined by hinges, and these equations were derived by hand. "
            "Multipliers of constraints are in accelerations(…).lam; for the rest, build a model."
        )
    return equations


def kinetic_energy(tree: LinkTree) -> Any:
    """T = Σ ½ ω·I ω + ½ m v·v + v·(ω × h), with all quantities at the internal origins."""
    w, v = tree.velocities
    total: Any = 0.0
    for link in tree.links:
        k = link.number
        turning = 0.5 * dot(w[k], link.inertia @ w[k])
        moving = 0.5 * link.mass * dot(v[k], v[k]) + dot(v[k], cross(w[k], link.moment))
        total = total + turning + moving
    return total


def gravity_energy(tree: LinkTree, gravity: Any) -> Any:
    """V = −Σ g·(m r + R h) for a uniform field."""
    g = matrix(gravity)
    if all(is_structural_zero(x) for x in g):
        return 0.0
    total: Any = 0.0
    for link in tree.links:
        pose = tree.world(link.number)
        total = total - dot(g, link.mass * pose.p + pose.R @ link.moment)
    return total
