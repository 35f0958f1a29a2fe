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
from .absolute_channel_slopes import ChannelVariations


def gap_rate(system: Any, value: Callable[[Any], Any], state: State) -> tuple[float, np.ndarray]:
    """(γ̇, ∂γ̇/∂u) of a gap, a function of channels of places."""
    seen = _Places(system, state)
    found = np.array(evaluate(seen.rates(value(seen)), seen.known), dtype=float)
    return float(found[0]), found[1:]


def gap_slopes(system: Any, value: Callable[[Any], Any], state: State) -> ChannelVariations:
    """(γ̇, ∂γ̇/∂u) with their derivatives by the state and by (t, Parameters)."""
    seen, layout = _Places(system, state), system.layout
    entries = seen.rates(value(seen))
    names, count = list(state.parameters), len(entries)
    sizes = layout.nq, layout.nu, layout.nz, 0, 1 + len(names), layout.nu, system.rows
    values = np.array(evaluate(entries, seen.known), dtype=float)
    found = ChannelVariations(values, *(np.zeros((count, size)) for size in sizes))
    varied: list[tuple[np.ndarray, Any, Any]] = [(found.by_p, [0], [seen.t])]
    varied += [(found.by_q, layout.q_of[body], q) for body, q in seen.poses.items()]
    varied += [(found.by_u, layout.u_of[body], u) for body, u in seen.twists.items()]
    known = system.model.parameters
    varied.append((found.by_p, [1 + names.index(name) for name in known], list(known.values())))
    for into, places, by in varied:
        slopes = jacobian(array(entries), array([as_expr(x) for x in by])) if len(by) else ()
        if len(by):
            numbers = evaluate([as_expr(x) for x in np.ravel(slopes)], seen.known)
            into[:, places] = np.reshape(np.array(numbers, dtype=float), (count, len(by)))
    return found


class _Places:
    """Channels of the places of bodies as expressions; only those bodies that are asked for have symbols."""

    def __init__(self, system: Any, state: State) -> None:
        self.system, self.state = system, state
        self.t = symbols("t")
        self.poses: dict[str, Any] = {}
        self.twists: dict[str, Any] = {}
        self.known: dict[Any, Any] = {**state.parameters, as_expr(self.t): state.t}
        """Values of symbols."""

    def _pose(self, body: str) -> Any:
        if body not in self.poses:
            q, u = self.poses[body], self.twists[body] = symbols(f"{body} q", 7), symbols(f"{body} u", 6)
            layout = self.system.layout
            self.known |= dict(zip(q, self.state.q[layout.q_of[body]], strict=True))
            self.known |= dict(zip(u, self.state.u[layout.u_of[body]], strict=True))
        return self.poses[body]

    def __getitem__(self, name: str) -> Any:
        if name == "t":
            return self.t
        if name in self.state.parameters:
            return self.system.model.parameters[name]
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
        if bodies[body].points[point].frame is not None:
            raise ModelError(
                f"{name!r}: is a place on an elastic body, whose gaps are not part of the absolute formulation; "
                "compile the model in tree coordinates."
            )
        X = bodies[body].points[point].X
        return R @ array(X.R) if last == "rotation" else matrix(q[4:]) + R @ array(X.p)

    def rates(self, gap: Any) -> list[Any]:
        """γ̇ and ∂γ̇/∂u by the velocities of body frames, as expressions."""
        layout, rates = self.system.layout, {self.t: 1.0}
        for body, q in self.poses.items():
            u = self.twists[body]
            rates |= dict(zip(q, [*world_rates(q[:4], u[:3]), *u[3:]], strict=True))
        (speed,) = forward_derivatives([as_expr(gap)], rates)
        row = [as_expr(0.0)] * layout.nu
        for body, u in self.twists.items():
            row[layout.u_of[body]] = [as_expr(x) for x in jacobian(array([speed]), u)[0]]
        return [as_expr(speed), *row]
