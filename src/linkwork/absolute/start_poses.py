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
        return with_acting_assemblies(self.model, "absolute")

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
        branches = self.topology.branches
        joints = _joints(branches, q, u, t, parameters)
        for branch in branches:
            q_dot = joints[branch.number][18:]
            found |= {f"{name}_dot": float(x) for name, x in zip(layout.q[branch.q], q_dot, strict=True)}
        R, rest = _outward(branches, joints, parameters)
        for name in self.model.bodies:
            k = self.topology.body(name).number
            numbers = [*euler_parameters(R[k]).tolist(), *rest[k].ravel().tolist()]
            found |= {f"{name}.{label}": x for label, x in zip(LABELS, numbers, strict=True)}
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
) -> dict[int, np.ndarray]:
    """(X_FM: rotation and position, [ω; v] of M relative to F in the axes of M, q̇) of the hinges of all branches.

    Equal hinges are evaluated together, since large models have thousands.
    """
    alike: dict[Hinge, list[Branch]] = {}
    for branch in branches:
        alike.setdefault(branch.hinge, []).append(branch)
    found: dict[int, np.ndarray] = {}
    for hinge, group in alike.items():
        form, count = HingeForm(hinge), len(group)
        known: dict[Any, Any] = {**parameters, as_expr(form.t): t}
        known |= {as_expr(s): np.array([q[b.q][k] for b in group]) for k, s in enumerate(form.q)}
        known |= {as_expr(s): np.array([u[b.u][k] for b in group]) for k, s in enumerate(form.u)}
        parts = [*array(form.pose.R).ravel(), *form.pose.p, *form.V, *form.q_dot]
        values = evaluate([as_expr(x) for x in parts], known)
        table = np.array([np.broadcast_to(x, count) for x in values], dtype=float).reshape(len(parts), count).T
        found |= {branch.number: row for branch, row in zip(group, table, strict=True)}
    return found


def _outward(
    branches: Sequence[Branch], joints: Mapping[int, np.ndarray], parameters: Mapping[str, float]
) -> tuple[np.ndarray, np.ndarray]:
    """(R; p, ω and v) of the frames of all bodies, the ground first: branches equally far from it together."""
    count = len(branches)
    rows = np.array([joints[branch.number][:18] for branch in branches]).reshape(count, 18)
    inward = _stacked([_numbers_of(branch.inboard.X, parameters) for branch in branches])
    outward = _inverse(*_stacked([_numbers_of(branch.outboard.X, parameters) for branch in branches]))
    parent, is_back = (np.array([getattr(b, name) for b in branches], dtype=int) for name in ("parent", "reversed"))
    across, V = (rows[:, :9].reshape(-1, 3, 3), rows[:, 9:12]), rows[:, 12:].reshape(-1, 2, 3)
    back, way, other = is_back[:, None] > 0, 1.0 - 2.0 * is_back[:, None], _inverse(*across)
    across = np.where(back[:, :, None], other[0], across[0]), np.where(back, other[1], across[1])
    depth = [0]
    for k in parent.tolist():
        depth.append(depth[k] + 1)
    R, rest = np.zeros((count + 1, 3, 3)), np.zeros((count + 1, 3, 3))
    R[0] = np.eye(3)
    order = np.argsort(depth[1:], kind="stable")
    for k in np.split(order, np.flatnonzero(np.diff(np.array(depth[1:])[order])) + 1) if count else ():
        base, (p, spin, speed) = R[parent[k]], rest[parent[k]].transpose(1, 0, 2)
        R_in, p_in = base @ inward[0][k], p + _turned(base, inward[1][k])
        R_out, p_out = R_in @ across[0][k], p_in + _turned(R_in, across[1][k])
        R_M, p_M = np.where(back[k, :, None], R_in, R_out), np.where(back[k], p_in, p_out)
        R[k + 1], here = R_out @ outward[0][k], p_out + _turned(R_out, outward[1][k])
        turning = spin + way[k] * _turned(R_M, V[k, 0])
        at_M = speed + np.cross(spin, p_M - p) + way[k] * _turned(R_M, V[k, 1])
        rest[k + 1] = np.stack([here, turning, at_M + np.cross(turning, here - p_M)], axis=1)
    return R, rest


def _stacked(poses: Sequence[Pose]) -> tuple[np.ndarray, np.ndarray]:
    """Rotations and positions of poses."""
    count = len(poses)
    return np.array([X.R for X in poses]).reshape(count, 3, 3), np.array([X.p for X in poses]).reshape(count, 3)


def _inverse(R: np.ndarray, p: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """The same the other way round."""
    back = R.transpose(0, 2, 1)
    return back, -_turned(back, p)


def _turned(R: np.ndarray, vectors: np.ndarray) -> np.ndarray:
    """R v of many."""
    return np.asarray((R @ vectors[:, :, None])[:, :, 0])


def _numbers_of(X: Pose, parameters: Mapping[str, float]) -> Pose:
    """A constant pose in numbers."""
    if not (is_symbolic(X.R) or is_symbolic(X.p)):
        return X
    values = evaluate([as_expr(x) for x in (*array(X.R).ravel(), *array(X.p))], parameters)
    return Pose(np.array(values[:9], dtype=float).reshape(3, 3), np.array(values[9:], dtype=float))
