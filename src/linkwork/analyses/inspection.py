"""`partial_velocities`, `point_jacobian`, `generalized_forces`: terms of the equations of motion."""

from __future__ import annotations

import numpy as np

from ..contract import ModelError
from ..contract.arguments import ArgumentKind, takes
from ..contract.errors import unknown
from ..formulation import of_tree
from ..formulation.inspection import force_origins
from ..model import Body, Point
from ..results import GeneralizedForces, Jacobian, PartialVelocities, State
from ..system import System
from .common.state_arguments import SYSTEM, given_state

OUTPUTS = ("v", "w", "v_dot", "w_dot", "v_0", "w_0", "a_0", "alpha_0", "com", "spin")
POINT = ArgumentKind(
    lambda value: isinstance(value, (Point, Body)), "a body, or a point of one, such as body.at(1, 0, 0)"
)


@takes(system=SYSTEM)
def partial_velocities(system: System, state: State) -> PartialVelocities:
    """v_klm and ω_klm of all bodies and their rates, S2 (15)–(17)."""
    state = given_state(system, state, "partial_velocities")
    found = system.evaluate("partial_velocities", state)
    kept = [v.number for v in system.topology.bodies[1:] if not v.is_twin]
    names = tuple(system.topology.bodies[k].name for k in kept)
    arrays = {name: np.asarray(getattr(found, name))[kept] for name in OUTPUTS}
    return PartialVelocities(names, tuple(system.layout.u), **arrays)


@takes(system=SYSTEM, point=POINT)
def point_jacobian(system: System, point: Point | Body, state: State) -> Jacobian:
    """[ω; v] = J u + V_0 of a point in world axes, and its acceleration at u̇ = 0."""
    state = given_state(system, state, "point_jacobian")
    body = point if isinstance(point, Body) else point.body
    name = str(body.name)
    if name not in system.model.bodies and not body.is_ground:
        raise ModelError(f"point_jacobian: {unknown('body', name, list(system.model.bodies))}")
    if body.is_ground:
        return Jacobian(np.zeros((6, system.layout.nu)), np.zeros(6), np.zeros(6))
    at, number = system.evaluate("body_poses", state), system.chart.body_number(name)
    own = np.zeros(3) if isinstance(point, Body) else state.worth(point.X.p)
    arm = at.R[number] @ own
    if system.chart.are_poses:
        return _of_pose(system, name, state, arm)
    return partial_velocities(system, state).jacobian(name, at.p[number] + arm)


def _of_pose(system: System, name: str, state: State, arm: np.ndarray) -> Jacobian:
    """The same where ω and v of the body's frame are speeds: v_P = v + ω × arm."""
    J, bias, place = np.zeros((6, system.layout.nu)), np.zeros(6), system.layout.u_of[name]
    w = state.u[place][:3]
    J[:, place] = np.eye(6)
    J[3:, place.start : place.start + 3] = -np.array([[0, -arm[2], arm[1]], [arm[2], 0, -arm[0]], [-arm[1], arm[0], 0]])
    bias[3:] = np.cross(w, np.cross(w, arm))
    return Jacobian(J, np.zeros(6), bias)


@takes(system=SYSTEM)
def generalized_forces(system: System, state: State) -> GeneralizedForces:
    """The generalised forces of every element, of gravity and of velocities, S2 (32); their sum is h."""
    state = given_state(system, state, "generalized_forces")
    found = system.evaluate("forces", state)
    names = force_origins(of_tree(system.equations, "forces by origin"))
    elements = dict(zip(names, np.asarray(found.elements), strict=True))
    return GeneralizedForces(tuple(system.layout.u), elements, np.asarray(found.gravity), np.asarray(found.inertia))
