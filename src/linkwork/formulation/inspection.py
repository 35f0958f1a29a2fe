r"""The building blocks of Kane's equations, to look at: partial velocities and their rates, and forces by origin.

The velocity of the mass centre $G_k$ and the angular velocity of body k are linear in the speeds,

$$ v_k = v_{k\ell m}\,u_\ell\,n_{0m} + v_k^0, \qquad \omega_k = \omega_{k\ell m}\,u_\ell\,n_{0m} + \omega_k^0 $$

in world axes (S2 (15), (16)); what is marked 0 is given by time alone. The accelerations have the coefficients' rates
(S2 (17)). Prescribed speeds have their columns like the others.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np

from ..expr import array, cross, dot, zeros
from ..spatial import Pose, matrix, tangents
from .interactions import ElementAction, WrenchPair
from .recursion import elastic_balance, generalised, inertia_loads, joint_loads, motions
from .rotors import needed_moment
from .tree import zero_wrench
from .tree_equations import TreeEquations


def traced_partial_velocities(equations: TreeEquations) -> dict[str, Any]:
    """v_klm and ω_klm (bodies × speeds × 3), their rates, and velocities and accelerations at u = 0 and u̇ = 0.

    Bodies are in the order of the topology, the ground and twins among them; `com` are their mass centres, `spin` their
    angular velocities.
    """
    tree = equations.tree
    frames, (R, p) = internal_frames(equations), equations.kinematics.body_poses
    com = array([p[k] + R[k] @ matrix(v.body.com) for k, v in enumerate(equations.topology.bodies)])
    v, w = velocity_columns(equations, frames, com)
    v_now, w_now = _velocities(equations, frames, com)
    v_0, w_0 = (_less(now, part @ tree.u) for now, part in ((v_now, v.swapaxes(1, 2)), (w_now, w.swapaxes(1, 2))))
    v_dot, w_dot, a_0, alpha_0 = tangents([v, w, v_now, w_now], equations.kinematics.motion)
    # Along time prescribed speeds change; u̇ = 0 is meant for them as well.
    for place, rate in equations.kinematics.prescribed_rates.items():
        a_0, alpha_0 = _less(a_0, v[:, place] * rate), _less(alpha_0, w[:, place] * rate)
    found = {"v": v, "w": w, "v_dot": v_dot, "w_dot": w_dot, "v_0": v_0, "w_0": w_0}
    return {**found, "a_0": a_0, "alpha_0": alpha_0, "com": com, "spin": w_now}


def internal_frames(equations: TreeEquations) -> list[Pose]:
    """Poses of the internal frames of all bodies in the world, the ground first."""
    frames = [Pose()]
    for link in equations.tree.links:
        frames.append(frames[link.parent] @ link.X)
    return frames


def velocity_columns(equations: TreeEquations, frames: Sequence[Pose], com: Any) -> tuple[Any, Any]:
    """(v, ω): each speed moves what its joint carries, as a rigid body about the joint's own frame."""
    shape = (len(frames), len(equations.kinematics.symbols.u), 3)
    v, w = zeros(shape), zeros(shape)
    for link in equations.tree.links:
        frame = frames[link.number]
        for column, place in enumerate(range(link.branch.u.start, link.branch.u.stop)):
            turning, moving = frame.R @ link.phi[:3, column], frame.R @ link.phi[3:, column]
            for k in range(link.number, equations.topology.bodies[link.number].stop):
                w[k, place] = w[k, place] + turning
                v[k, place] = v[k, place] + moving + cross(turning, com[k] - frame.p)
    return v, w


def _velocities(equations: TreeEquations, frames: Sequence[Pose], com: Any) -> tuple[Any, Any]:
    """(v of the mass centres, ω) by the recursion, in world axes."""
    w, v = equations.tree.velocities
    spins = [frame.R @ w[k] for k, frame in enumerate(frames)]
    centres = [frame.R @ v[k] + cross(spins[k], com[k] - frame.p) for k, frame in enumerate(frames)]
    return array(centres), array(spins)


def _less(whole: Any, part: Any) -> Any:
    return array(np.asarray(whole) - np.asarray(part))


def force_origins(equations: TreeEquations) -> list[str]:
    """Where generalised forces come from, in the order of the rows of `forces_by_origin`: elements, then rotors."""
    return [a.name for a in _elements(equations)] + [wheel.name for wheel in equations.dynamics.loads.wheels]


def forces_by_origin(equations: TreeEquations) -> dict[str, Any]:
    """Generalised forces (S2 (32)) by element, of gravity, and of velocities; their sum is h of the equations."""
    nu = len(equations.kinematics.symbols.u)
    rows = [_of_action(equations, action) for action in _elements(equations)]
    rows += [_rotor(equations, wheel) for wheel in equations.dynamics.loads.wheels]
    table = array(rows) if rows else np.zeros((0, nu))
    return {"elements": table, "gravity": _gravity(equations), "inertia": _inertia(equations)}


def _elements(equations: TreeEquations) -> list[Any]:
    """The actions without a gravity field, which is the last of them where there is one."""
    actions = equations.dynamics.loads.actions
    return actions[:-1] if callable(equations.model.gravity) else actions


def _gravity(equations: TreeEquations) -> Any:
    if callable(equations.model.gravity):
        return _of_action(equations, equations.dynamics.loads.actions[-1])
    g, frames = matrix(equations.model.gravity), internal_frames(equations)
    wrenches: dict[int, WrenchPair] = {}
    speeds: dict[int, Any] = {}
    for link in equations.tree.links:
        own = frames[link.number].R.T @ g
        wrenches[link.number] = (cross(link.moment, own), link.mass * own)
        if link.elastic is not None:
            speeds |= dict(enumerate(link.elastic.gravity_forces(own), start=link.elastic.place.start))
    return _of_action(equations, ElementAction("gravity", wrenches, 0.0, speeds))


def _of_action(equations: TreeEquations, action: ElementAction) -> Any:
    """Generalised forces of wrenches on bodies, and of what acts along elastic coordinates."""
    found = _generalised(equations, action.wrenches)
    for place, value in action.speeds.items():
        found[place] = found[place] + value
    return found


def _inertia(equations: TreeEquations) -> Any:
    """What the motion takes at u̇ = 0, as a force: centrifugal, Coriolis and gyroscopic terms."""
    tree = equations.tree
    motion = motions(tree.links, tree.u, None, np.zeros(3))
    alpha = motion.alpha
    needed = {link.number: inertia_loads(link, motion) for link in tree.links}
    result = -elastic_balance(tree.links, motion, None, _generalised(equations, needed))
    for wheel in equations.dynamics.loads.wheels:
        if wheel.place is not None:
            result[wheel.place] = -wheel.inertia * dot(wheel.axis, alpha[wheel.number])
    return result


def _rotor(equations: TreeEquations, wheel: Any) -> Any:
    """What a rotor asks of its body, as a force, and the torque of its own motor on a free spin."""
    moment = needed_moment(wheel, equations.tree.velocities[0][wheel.number])
    result = -_generalised(equations, {wheel.number: (moment, np.zeros(3))})
    if wheel.place is not None:
        result[wheel.place] = wheel.torque
    return result


def _generalised(equations: TreeEquations, wrenches: dict[int, WrenchPair]) -> Any:
    """Generalised forces of wrenches on bodies."""
    tree = equations.tree
    loads = [wrenches.get(k, zero_wrench()) for k in range(len(tree.topology.bodies))]
    return array(generalised(tree.links, joint_loads(tree.links, loads), len(tree.symbols.u)))
