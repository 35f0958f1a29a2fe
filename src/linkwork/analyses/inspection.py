"""`partial_velocities`, `point_jacobian`, `generalized_forces`: terms of the equations of motion."""

from __future__ import annotations

from typing import Any

import numpy as np

from ..contract import ModelError
from ..contract.arguments import ArgumentKind, takes
from ..formulation.inspection import force_origins
from ..mechanics.tree_functions import named_velocities
from ..model import Body, Point
from ..results import GeneralizedForces, Jacobian, PartialVelocities, State
from ..system import System
from .common.state_arguments import SYSTEM, given_state
from .linear.jacobian_at import jacobian_at

POINT = ArgumentKind(
    lambda value: isinstance(value, (Point, Body)), "a body, or a point of one, such as body.at(1, 0, 0)"
)


@takes(system=SYSTEM)
def partial_velocities(system: System, state: State) -> PartialVelocities:
    """v_klm and ω_klm of all bodies and their rates, S2 (15)–(17)."""
    state = given_state(system, state, "partial_velocities")
    modal = [name for name, body in system.model.bodies.items() if body.elastic is not None]
    if modal:
        raise ModelError(
            f"partial_velocities: body {modal[0]!r} is elastic, and has no centre of mass that is fixed in it; take "
            "the channels of its points."
        )
    return named_velocities(system, system.evaluate("partial_velocities", state))


@takes(system=SYSTEM, point=POINT)
def point_jacobian(system: System, point: Point | Body, state: State) -> Jacobian:
    """[ω; v] = J u + V_0 of a point in world axes, and its acceleration at u̇ = 0."""
    return jacobian_at(system, point, given_state(system, state, "point_jacobian"))


@takes(system=SYSTEM)
def generalized_forces(system: System, state: State) -> GeneralizedForces:
    """The generalised forces of every element, of gravity and of velocities, S2 (32); their sum is h."""
    state = given_state(system, state, "generalized_forces")
    found = system.evaluate("forces", state)
    tree: Any = system.tree
    names = force_origins(tree.equations.origin.of_tree("forces by origin"))
    elements = dict(zip(names, np.asarray(found.elements), strict=True))
    return GeneralizedForces(tuple(system.layout.u), elements, np.asarray(found.gravity), np.asarray(found.inertia))
