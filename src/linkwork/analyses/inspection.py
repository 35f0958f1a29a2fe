"""`partial_velocities`, `point_jacobian`, `generalized_forces`: terms of the equations of motion."""

from __future__ import annotations

import numpy as np

from ..formulation import of_tree
from ..formulation.inspection import force_origins
from ..model import Body, Point
from ..results import GeneralizedForces, Jacobian, PartialVelocities, State
from ..system import System

OUTPUTS = ("v", "w", "v_dot", "w_dot", "v_0", "w_0", "a_0", "alpha_0", "com", "spin")


def partial_velocities(system: System, state: State) -> PartialVelocities:
    """v_klm and ω_klm of all bodies and their rates, S2 (15)–(17)."""
    found = system.evaluate("partial_velocities", state)
    kept = [v.number for v in system.topology.bodies[1:] if not v.is_twin]
    names = tuple(system.topology.bodies[k].name for k in kept)
    arrays = {name: np.asarray(getattr(found, name))[kept] for name in OUTPUTS}
    return PartialVelocities(names, tuple(system.layout.u), **arrays)


def point_jacobian(system: System, point: Point | Body, state: State) -> Jacobian:
    """[ω; v] = J u + V_0 of a point in world axes, and its acceleration at u̇ = 0."""
    name = point.name if isinstance(point, Body) else point.body.name
    number = system.topology.body(name or "").number
    if number == 0:
        return Jacobian(np.zeros((6, system.layout.nu)), np.zeros(6), np.zeros(6))
    at = system.evaluate("attitudes", state)
    own = np.zeros(3) if isinstance(point, Body) else state.worth(point.X.p)
    return partial_velocities(system, state).jacobian(str(name), at.p[number] + at.R[number] @ own)


def generalized_forces(system: System, state: State) -> GeneralizedForces:
    """The generalised forces of every element, of gravity and of velocities, S2 (32); their sum is h."""
    found = system.evaluate("forces", state)
    names = force_origins(of_tree(system.equations, "forces by origin"))
    elements = dict(zip(names, np.asarray(found.elements), strict=True))
    return GeneralizedForces(tuple(system.layout.u), elements, np.asarray(found.gravity), np.asarray(found.inertia))
