"""The model of a living page: Parameters where its controls are, and a spring to the pointer on every body."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from ..contract import Parameter
from ..elements.loads.applied_force import AppliedForce
from ..model import Model
from ..model.number_places import WithParameters
from ..model.rewrite import rewritten
from ..results import State
from ..spatial import matrix
from ..system import System

MOST_DRAGGED = 40
"""Bodies that can be dragged: each costs a force in every evaluation of the equations."""
POINTER_PLACE, GRIP_PLACE, PULL_STIFFNESS, PULL_RELAXATION = "pointer_{}", "grip_{}", "pull_{}", "pull_damping"
"""Names of Parameters: the pointer in the world, the point of the body that it holds, and the spring between them."""


class LivingModel:
    """A compiled model whose numbers and forces a page can change; at first it moves as the model it was made of."""

    def __init__(self, system: System, rewrite: WithParameters) -> None:
        self.given = system
        self.model = rewritten(system.model, rewrite)
        self.dragged = [body.name for body in self.model.bodies.values() if _is_held(body)][:MOST_DRAGGED]
        _add_pulls(self.model, self.dragged)
        self.system = system.recompiled(self.model)

    def state(self, start: State) -> State:
        """A state of the given model as one of this."""
        parameters = {**self.system.rest.parameters, **start.parameters}
        return replace(start, layout=self.system.layout, parameters=parameters)


def _is_held(body: Any) -> bool:
    """Whether the pointer can hold a body: points of elastic ones are frames, and have no other places."""
    return body.elastic is None and body.frame_of is None


def _add_pulls(model: Model, bodies: list[str]) -> None:
    """f = k_b (c − p) − d k_b v at the gripped point p of body b, towards the pointer c; nothing where k_b = 0."""
    pointer = [Parameter(POINTER_PLACE.format(axis), 0.0) for axis in "xyz"]
    grip = [Parameter(GRIP_PLACE.format(axis), 0.0) for axis in "xyz"]
    damping = Parameter(PULL_RELAXATION, 0.0)
    for number, name in enumerate(bodies):
        pull = Parameter(PULL_STIFFNESS.format(number), 0.0)

        def force(rel: Any, t: Any, pull: Parameter = pull) -> Any:
            return matrix([pull * (c - p - damping * v) for c, p, v in zip(pointer, rel.p, rel.v, strict=True)])

        model.connect(f"pull on {name}", AppliedForce(force), model.bodies[name].at(*grip))
