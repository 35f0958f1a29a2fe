r"""Energies of a tree, and the power of everything but uniform gravity and inertia, which they must follow (S2.7).

$$ \frac{d}{dt}(T + V) = \sum_k P_k + \tau\cdot u - \lambda\cdot P_0 + \sum_j F_j\cdot V_{0,j} + \sum_w M_w s_w: $$

elements, what enforces prescribed coordinates, constraints and hinges that move by themselves, motors of wheels.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import Any

from ..expr import array, cross, dot
from ..expr.node import is_structural_zero
from ..spatial import matrix
from .elastic_inertia import strain_energy
from .equations.laws import Energies
from .force_law import stored_energy
from .loads import needed_loads
from .recursion import joint_loads, motions
from .rotors import rotor_energy
from .tree import LinkTree
from .tree_dynamics import TreeDynamics


@dataclass(frozen=True, eq=False)
class TreeEnergies(Energies):
    """Energies of a tree and of its force elements."""

    dynamics: TreeDynamics

    @cached_property
    def kinetic(self) -> Any:
        """T."""
        tree = self.dynamics.kinematics.tree
        return kinetic_energy(tree) + rotor_energy(self.dynamics.loads.wheels, tree.velocities[0])

    @cached_property
    def potential(self) -> Any:
        """V of a uniform gravity; a field counts as an action."""
        gravity = self.dynamics.loads.gravity
        return 0.0 if callable(gravity) else gravity_energy(self.dynamics.kinematics.tree, gravity)

    @cached_property
    def stored(self) -> Any:
        """What force elements hold and can give back, as far as it is known; no part of `potential`."""
        laws = self.dynamics.loads.laws.by_name.values()
        found = [stored_energy(law) for law in laws if law.element.may_store]
        strain = [strain_energy(k.elastic) for k in self.dynamics.kinematics.tree.links if k.elastic is not None]
        return sum((x for x in (*found, *strain) if x is not None), 0.0)

    def power(self, u_dot: Any, lam: Any) -> Any:
        """The power of all elements, prescribed motions and wheels, at a motion that satisfies the equations."""
        d = self.dynamics
        total: Any = sum((action.power for action in d.loads.actions), 0.0)
        held = list(d.kinematics.prescribed_rates)
        if held:
            # What multipliers put on prescribed speeds is left to λ·P_0, which has the motion of these in it.
            loads = d.M @ u_dot - d.h
            total = total + dot(loads[held], array(d.kinematics.u)[held])
        _, p_0, _ = d.rows.matrices
        if any(not is_structural_zero(x) for x in p_0):
            total = total - dot(lam, p_0)
        return total + d.rows.friction_power(lam) + _of_moving_hinges(d, u_dot, lam) + _of_wheels(d, u_dot)


def _of_moving_hinges(d: TreeDynamics, u_dot: Any, lam: Any) -> Any:
    """Hinges whose pose depends on time do work on what they carry."""
    links = d.kinematics.tree.links
    moving = [link for link in links if any(not is_structural_zero(x) for x in array(link.V_0).ravel())]
    if not moving:
        return 0.0
    joints = joint_loads(links, needed_loads(d, u_dot, lam))
    return sum(dot(array([*joints[link.number][0], *joints[link.number][1]]), link.V_0) for link in moving)


def _of_wheels(d: TreeDynamics, u_dot: Any) -> Any:
    """Torque times spin of each wheel; where the spin is given, the torque J (ṡ + a·α) that keeps it."""
    if not d.loads.wheels:
        return 0.0
    tree = d.kinematics.tree
    motion = motions(tree.links, tree.u, u_dot, d.loads.base)
    total: Any = 0.0
    for wheel in d.loads.wheels:
        torque = wheel.torque
        if wheel.place is None:
            torque = wheel.inertia * (wheel.spin_rate + dot(wheel.axis, motion.alpha[wheel.number]))
        total = total + torque * wheel.spin
    return total


def kinetic_energy(tree: LinkTree) -> Any:
    """T = Σ ½ ω·I ω + ½ m v·v + v·(ω × h), with all quantities at the internal origins, masses moved inwards."""
    w, v = tree.velocities
    total: Any = 0.0
    for link in tree.regrouped:
        k = link.number
        turning = 0.5 * dot(w[k], link.inertia @ w[k])
        moving = 0.5 * link.mass * dot(v[k], v[k]) + dot(v[k], cross(w[k], link.moment))
        total = total + turning + moving
        if link.elastic is not None:
            total = total + link.elastic.kinetic_energy(w[k], v[k])
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
