"""Rates of gaps between bodies in absolute coordinates: functions of the places of bodies and of time."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np

from ..contract import ModelError
from ..contract.errors import unknown
from ..expr import array, forward_derivatives, jacobian, symbols
from ..expr.evaluate import evaluate
from ..expr.graph import as_expr
from ..formulation.absolute.element_motion import world_rates
from ..results import State
from ..spatial import AXES, matrix, rotation_euler_parameters


def gap_rate(system: Any, value: Callable[[Any], Any], state: State) -> tuple[float, np.ndarray]:
    """(γ̇, ∂γ̇/∂u) of a gap, a function of channels of places."""
    seen = _Places(system, state)
    row = seen.row(value(seen))
    return float(row @ state.u) + seen.drift, row


class _Places:
    """Channels of the places of bodies as expressions; only those bodies that are asked for have symbols."""

    def __init__(self, system: Any, state: State) -> None:
        self.system, self.state = system, state
        self.t = symbols("t")
        self.poses: dict[str, Any] = {}
        self.drift = 0.0
        """The part of the gap's rate that is not of velocities."""

    def _pose(self, body: str) -> Any:
        if body not in self.poses:
            self.poses[body] = symbols(f"{body} q", 7)
        return self.poses[body]

    def __getitem__(self, name: str) -> Any:
        if name == "t":
            return self.t
        if name in self.state.parameters:
            return self.state.parameters[name]
        layout, bodies = self.system.layout, self.system.model.bodies
        owner, _, last = name.rpartition(".")
        if name in layout.q and owner in bodies:
            return self._pose(owner)[layout.q_index(name) - layout.q_of[owner].start]
        if last in AXES:
            return self[owner][AXES.index(last)]
        body, _, point = owner.partition(".")
        known = [f"{b}.{what}" for b in bodies for what in ("position", "rotation")]
        if body not in bodies or last not in ("position", "rotation") or (point and point not in bodies[body].points):
            raise ModelError(unknown("channel of places", name, known))
        q = self._pose(body)
        R = rotation_euler_parameters(q[:4])
        if not point:
            return R if last == "rotation" else matrix(q[4:])
        X = bodies[body].points[point].X
        place, turn = (self.system.worth(x, self.state.parameters) for x in (X.p, X.R))
        return R @ turn if last == "rotation" else matrix(q[4:]) + R @ place

    def row(self, gap: Any) -> np.ndarray:
        """∂γ̇/∂u by the velocities of body frames."""
        layout, rates, known = self.system.layout, {self.t: 1.0}, {self.t: self.state.t}
        twists = {body: symbols(f"{body} u", 6) for body in self.poses}
        for body, q in self.poses.items():
            u = twists[body]
            rates |= dict(zip(q, [*world_rates(q[:4], u[:3]), *u[3:]], strict=True))
            known |= dict(zip(q, self.state.q[layout.q_of[body]], strict=True))
            known |= dict.fromkeys(u, 0.0)
        (speed,) = forward_derivatives([as_expr(gap)], rates)
        (self.drift,) = evaluate([as_expr(speed)], known)
        found = np.zeros(layout.nu)
        for body, u in twists.items():
            slopes = jacobian(array([speed]), u)[0]
            found[layout.u_of[body]] = evaluate([as_expr(x) for x in slopes], known)
        return found
