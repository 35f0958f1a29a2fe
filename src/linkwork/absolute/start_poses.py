"""Where bodies start: along the hinges of the tree, so that both formulations begin from one configuration."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any

import numpy as np

from ..contract import Hinge, HingeForm
from ..expr import array, is_symbolic
from ..expr.evaluate import evaluate
from ..expr.graph import as_expr
from ..formulation.assemblies import with_acting_assemblies
from ..model import Model
from ..spatial import Pose, euler_parameters
from ..topology import Branch, Layout, Topology, find_topology
from .element_places import POSE_NAMES, TWIST_NAMES

LABELS = (*POSE_NAMES, *TWIST_NAMES)
JointMotion = tuple[Pose, np.ndarray, np.ndarray]
"""(X_FM, [ω; v] of M relative to F in the axes of M, q̇)."""


@dataclass(frozen=True, eq=False)
class TreeStart:
    """The start of a model along its hinges: X_0k = X_0p X_pk outwards, and velocities in the same way."""

    model: Model

    @cached_property
    def has_hinges(self) -> bool:
        """Whether there is a hinge at all; where there is none, no tree is looked for."""
        return any(isinstance(c.element, Hinge) for c in self._acting.connections.values())

    @cached_property
    def _acting(self) -> Model:
        return with_acting_assemblies(self.model)

    @cached_property
    def topology(self) -> Topology:
        """The tree that the hinges make."""
        return find_topology(self._acting)

    @property
    def layout(self) -> Layout:
        """Names and places in the tree."""
        return self.topology.layout

    @cached_property
    def free(self) -> list[int]:
        """Coordinates of the tree that are not prescribed."""
        held = {entry.q for entry in (*self.layout.driven, *self.layout.locked)}
        return [k for k in range(self.layout.nq) if k not in held]

    def values(self, parameters: Mapping[str, float], t: float, shift: np.ndarray | None = None) -> dict[str, float]:
        """Coordinates and speeds of an absolute system by name: of bodies, and of hinges in the tree.

        `shift` is added to the coordinates that are not prescribed.
        """
        layout = self.layout
        q, u = self._start(parameters, t)
        q[self.free] += 0.0 if shift is None else shift
        found = {name: float(x) for name, x in zip(layout.q, q, strict=True)}
        joints = _joints(self.topology.branches, q, u, t, parameters)
        frames, spins, speeds = [Pose()], [np.zeros(3)], [np.zeros(3)]
        for branch in self.topology.branches:
            X_FM, V, q_dot = joints[branch.number]
            found |= {f"{name}_dot": float(x) for name, x in zip(layout.q[branch.q], q_dot, strict=True)}
            base, spin = frames[branch.parent], spins[branch.parent]
            inboard = base @ _numbers_of(branch.inboard.X, parameters)
            outboard = inboard @ branch.across(X_FM)
            M, way = (inboard, -1.0) if branch.reversed else (outboard, 1.0)
            frame = outboard @ _numbers_of(branch.outboard.X, parameters).inverse
            turning = spin + way * (M.R @ V[:3])
            at_M = speeds[branch.parent] + np.cross(spin, M.p - base.p) + way * (M.R @ V[3:])
            frames.append(frame)
            spins.append(turning)
            speeds.append(at_M + np.cross(turning, frame.p - M.p))
        for name in self.model.bodies:
            k = self.topology.body(name).number
            numbers = [*euler_parameters(frames[k].R), *frames[k].p, *spins[k], *speeds[k]]
            found |= {f"{name}.{label}": float(x) for label, x in zip(LABELS, numbers, strict=True)}
        return found

    def _start(self, parameters: Mapping[str, float], t: float) -> tuple[np.ndarray, np.ndarray]:
        """(q, u) of the tree: what connections give, what is prescribed, and the plain configuration of hinges."""
        layout = self.topology.layout
        q, u = np.zeros(layout.nq), np.zeros(layout.nu)
        places = ({name: k for k, name in enumerate(layout.q)}, q), ({name: k for k, name in enumerate(layout.u)}, u)
        for branch in self.topology.branches:
            q[branch.q] = branch.hinge.rest_values
        for connection in self._acting.connections.values():
            for name, value in connection.initial.items() if isinstance(connection.element, Hinge) else ():
                for place, into in places:
                    if f"{connection.name}.{name}" in place:
                        into[place[f"{connection.name}.{name}"]] = evaluate([as_expr(value)], parameters)[0]
        for entry in layout.driven:
            q[entry.q], u[entry.u] = (entry.value.derivative(t, k, parameters) for k in (0, 1))
        for entry in layout.locked:
            q[entry.q], u[entry.u] = evaluate([as_expr(entry.value)], parameters)[0], 0.0
        return q, u


def _joints(
    branches: Sequence[Branch], q: np.ndarray, u: np.ndarray, t: float, parameters: Mapping[str, float]
) -> dict[int, JointMotion]:
    """What the hinges of all branches give; equal hinges are evaluated together, since large models have thousands."""
    alike: dict[Hinge, list[Branch]] = {}
    for branch in branches:
        alike.setdefault(branch.hinge, []).append(branch)
    found: dict[int, JointMotion] = {}
    for hinge, group in alike.items():
        form, count = HingeForm(hinge), len(group)
        known: dict[Any, Any] = {**parameters, as_expr(form.t): t}
        known |= {as_expr(s): np.array([q[b.q][k] for b in group]) for k, s in enumerate(form.q)}
        known |= {as_expr(s): np.array([u[b.u][k] for b in group]) for k, s in enumerate(form.u)}
        parts = [*array(form.pose.R).ravel(), *form.pose.p, *form.V, *form.q_dot]
        values = evaluate([as_expr(x) for x in parts], known)
        table = np.array([np.broadcast_to(x, count) for x in values], dtype=float).reshape(len(parts), count).T
        for branch, row in zip(group, table, strict=True):
            found[branch.number] = Pose(row[:9].reshape(3, 3), row[9:12]), row[12:18], row[18:]
    return found


def _numbers_of(X: Pose, parameters: Mapping[str, float]) -> Pose:
    """A constant pose in numbers."""
    if not (is_symbolic(X.R) or is_symbolic(X.p)):
        return X
    values = evaluate([as_expr(x) for x in (*array(X.R).ravel(), *array(X.p))], parameters)
    return Pose(np.array(values[:9], dtype=float).reshape(3, 3), np.array(values[9:], dtype=float))
