"""Kinematical equations of a tree: those of its hinges, of free rotors and of auxiliary unknowns."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import Any

import numpy as np

from ..expr import array
from ..spatial import Pose
from .equations.kinematics import KinematicEquations
from .tree import LinkTree, time_derivative


@dataclass(frozen=True, eq=False)
class TreeKinematics(KinematicEquations):
    """How a tree moves at given speeds."""

    tree: LinkTree

    @property
    def q(self) -> Any:
        """All coordinates, prescribed ones as functions of time."""
        return self.tree.q

    @property
    def u(self) -> Any:
        """All speeds, prescribed ones as functions of time."""
        return self.tree.u

    @cached_property
    def q_dot(self) -> Any:
        """q̇(q, u, t)."""
        layout = self.topology.layout
        result = array(np.full(layout.nq, 0.0))
        for branch in self.topology.branches:
            hinge = branch.hinge
            if hinge.coordinates:
                q, u = hinge.q(self.q[branch.q]), hinge.u(self.u[branch.u])
                result[branch.q] = array(list(hinge.q_dot(q, u, self.symbols.t)))
        for name in (*layout.rotors, *layout.auxiliary, *layout.elastic):
            result[layout.q_of[name]] = self.u[layout.u_of[name]]
        return result

    @cached_property
    def prescribed_rates(self) -> dict[int, Any]:
        """u̇ of driven and locked coordinates."""
        layout, t = self.topology.layout, self.symbols.t
        rates = {entry.u: time_derivative(time_derivative(entry.value.value(t), t), t) for entry in layout.driven}
        return {**rates, **{entry.u: 0.0 for entry in layout.locked}}

    @cached_property
    def plain_motion(self) -> dict[Any, Any]:
        """`motion` where prescribed coordinates are symbols like the others, at rates that are symbols too."""
        layout, names = self.topology.layout, self.symbols
        held = {names.q[entry.q]: names.u[entry.u] for entry in (*layout.driven, *layout.locked)}
        return {**self.motion, **held}

    @cached_property
    def invariants(self) -> Any:
        """Functions of q that hinges keep zero, such as the norm of Euler parameters."""
        branches = [b for b in self.topology.branches if b.hinge.coordinates]
        return array([x for b in branches for x in b.hinge.invariants(b.hinge.q(self.q[b.q]))])

    @cached_property
    def body_poses(self) -> tuple[Any, Any]:
        """(R, p) of the frames of all bodies in the world, the ground first: bodies × 3 × 3 and bodies × 3."""
        internal, frames = [Pose()], [Pose()]
        for link in self.tree.links:
            internal.append(internal[link.parent] @ link.X)
            frames.append(internal[-1] @ link.X_BI.inverse)
        return array([pose.R for pose in frames]), array([pose.p for pose in frames])
