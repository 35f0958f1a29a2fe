"""The linear system of an absolute system, with forces on bodies as inputs and their motion as outputs."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np

from ...absolute.weak import tilde
from ...contract import ModelError
from ...contract.errors import unknown
from ...results import Linearization
from .variation import AbsoluteVariation

AXES = ("x", "y", "z")
MOTIONS = ("position", "velocity", "angular_velocity")


def absolute_linearization(
    v: AbsoluteVariation, inputs: Sequence[Any] = (), outputs: Sequence[str] = ()
) -> Linearization:
    """The linear system from the variations at a state."""
    columns = [_force(v, name) for name in inputs]
    B = np.zeros((len(v.L), 0))
    if columns:
        forces = np.array(columns).T
        rates, _, _ = v.followed(-forces, np.zeros((v.system.rows, forces.shape[1])))
        B = v.L @ np.vstack([np.zeros_like(rates), rates])
    C = np.array([_motion(v, name) for name in outputs]).reshape(len(outputs), -1) @ v.T if outputs else None
    mass, damping, stiffness = v.stiffness
    T = _of_state(v)
    return Linearization(
        v.state,
        v.state_names,
        tuple(map(str, inputs)),
        tuple(outputs),
        v.L @ v.A @ v.T,
        B,
        np.zeros((0, len(v.L))) if C is None else C,
        np.zeros((len(outputs), len(inputs))),
        mass,
        damping,
        stiffness,
        T,
        np.linalg.pinv(T),
        v.body_motion,
    )


def _force(v: AbsoluteVariation, name: Any) -> np.ndarray:
    """The generalised force of a unit of "body.force.x", "body.moment.z" or of a force on a named point."""
    parts = str(name).split(".")
    known = "inputs of absolute systems are forces and moments on bodies, 'bar.force.x', 'bar.tip.moment.z'"
    if len(parts) not in (3, 4) or parts[-2] not in ("force", "moment") or parts[-1] not in AXES:
        raise ModelError(f"linearize: {name!r}: {known}; take the tree formulation for others.")
    body = _body(v, parts[0])
    arm = -v.system.arms(v.at, v.state.parameters)[body]
    if len(parts) == 4:
        points = v.system.model.bodies[parts[0]].points
        if parts[1] not in points:
            raise ModelError(f"linearize: {unknown(f'point of {parts[0]!r}', parts[1], points)}")
        place = v.system.worth(points[parts[1]].X.p, v.state.parameters)
        arm = arm + v.at.rotations()[body] @ place
    unit, found = np.eye(3)[AXES.index(parts[-1])], np.zeros(v.system.size)
    if parts[-2] == "moment":
        found[6 * body : 6 * body + 3] = unit
    else:
        found[6 * body : 6 * body + 6] = [*np.cross(arm, unit), *unit]
    return found


def _motion(v: AbsoluteVariation, name: str) -> np.ndarray:
    """∂(a channel)/∂(δ, δu): "bar.position.x", "bar.velocity.z", "bar.angular_velocity.y", of body frames.

    States of elements, angles and spins of rotors, and coordinates that hinges keep are channels, too.
    """
    own = _own(v).get(name)
    if own is not None:
        return np.eye(2 * v.system.size)[own]
    parts = name.split(".")
    if len(parts) != 3 or parts[1] not in MOTIONS or parts[2] not in AXES:
        known = [*(f"{parts[0]}.{what}.x" for what in MOTIONS), *_own(v)]
        raise ModelError(f"linearize: {unknown('output of an absolute system', name, known)}")
    body, axis, n = _body(v, parts[0]), AXES.index(parts[2]), v.system.size
    first = 6 * body
    found, arm = np.zeros((3, 2 * n)), tilde(v.system.arms(v.at, v.state.parameters)[body][None])[0]
    if parts[1] == "position":
        found[:, first + 3 : first + 6], found[:, first : first + 3] = np.eye(3), arm
    elif parts[1] == "angular_velocity":
        found[:, n + first : n + first + 3] = np.eye(3)
    else:
        w = tilde(v.at.u[first : first + 3][None])[0]
        found[:, n + first + 3 : n + first + 6], found[:, n + first : n + first + 3] = np.eye(3), arm
        found[:, first : first + 3] = w @ arm
    return np.asarray(found[axis])


def _own(v: AbsoluteVariation) -> dict[str, int]:
    """Places in (δ, δu) of what is not of bodies, by name."""
    layout, n, size = v.system.layout, v.at.bodies, v.system.size
    found = {name: 6 * n + k for k, name in enumerate(layout.q[7 * n :])}
    return found | {name: size + 6 * n + k for k, name in enumerate((*layout.u[6 * n :], *layout.z))}


def _body(v: AbsoluteVariation, name: str) -> int:
    names = v.system.bodies.names
    if name not in names:
        raise ModelError(f"linearize: {unknown('body', name, names)}")
    return names.index(name)


def _of_state(v: AbsoluteVariation) -> np.ndarray:
    """Changes of (q, u, z) of a state per unit of x."""
    n, size = v.at.bodies, v.system.size
    by_q, by_u = np.zeros((v.system.layout.nq, 2 * size)), np.zeros((size, 2 * size))
    arms = tilde(v.system.arms(v.at, v.state.parameters))
    spins = tilde(v.at.u[: 6 * n].reshape(-1, 6)[:, :3])
    for k in range(n):
        a, *rest = v.at.pose[:4, k]
        e = np.array(rest)
        q, u = 7 * k, 6 * k
        by_q[q, u : u + 3] = -0.5 * e
        by_q[q + 1 : q + 4, u : u + 3] = 0.5 * (a * np.eye(3) - tilde(e[None])[0])
        by_q[q + 4 : q + 7, u : u + 6] = np.hstack([arms[k], np.eye(3)])
        by_u[u + 3 : u + 6, u : u + 3] = spins[k] @ arms[k]
        by_u[u + 3 : u + 6, size + u : size + u + 3] = arms[k]
    own = np.arange(6 * n, v.system.layout.nu)
    by_q[7 * n + own - 6 * n, own] = 1.0
    by_u[:, size:] += np.eye(size)
    return np.asarray(np.vstack([by_q, by_u]) @ v.T)
