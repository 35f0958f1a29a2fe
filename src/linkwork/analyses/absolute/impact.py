r"""Impacts of absolute systems: the impulse goes through the saddle point of mass matrix and rows.

$$ \begin{pmatrix} M & A^T \\ A & 0 \end{pmatrix} \begin{pmatrix} u^+ - u^- \\ -\mu \end{pmatrix} =
   \begin{pmatrix} n^T\Lambda \\ 0 \end{pmatrix}, \qquad \dot\gamma^+ = -e\,\dot\gamma^- $$

with n = ∂γ̇/∂u of the gap γ, a function of the places of bodies.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np

from ...absolute import AbsoluteSystem, Configuration
from ...absolute.motion import Saddle
from ...contract import ModelError
from ...contract.errors import unknown
from ...expr import array, forward, jacobian, symbols
from ...expr.evaluate import evaluate
from ...expr.graph import as_expr
from ...formulation.absolute.kind import world_rates
from ...results import State
from ...run.events import channel_value
from ...spatial import matrix, rotation_euler_parameters

AXES = ("x", "y", "z")
HELD = 1e-9
"""What is left, of the change of a gap's rate by an impulse, where constraints hold it."""


def absolute_impact(system: AbsoluteSystem, state: State, gap: str | Callable[[Any], Any], e: float) -> State:
    """The state after an impact that closes `gap` with the restitution e."""
    seen = _Places(system, state)
    row = seen.row(channel_value("impact", gap, seen))
    if not np.any(row):
        raise ModelError(f"impact: no speed of {system.model.name!r} changes the gap {gap!r}; give one that closes.")
    speed = float(row @ state.u) + seen.drift
    if speed >= 0.0:
        return state
    at, n = system.configuration(state), _at_centres(system, state, row)
    along = _kicked(system, at, state, n)
    reach = float(n @ along)
    if not reach > HELD * _unheld(system, state, n):
        raise ModelError("impact: the constraints leave the gap no freedom to open; no impulse can change its rate.")
    return system.state_of(at.with_u(at.u + along * (-(1.0 + e) * speed / reach)), state.parameters)


def absolute_impulse(system: AbsoluteSystem, state: State, given: np.ndarray) -> State:
    """The state after a generalised impulse: moments and forces on body frames in world axes, one entry a speed."""
    at = system.configuration(state)
    change = _kicked(system, at, state, _at_centres(system, state, given))
    return system.state_of(at.with_u(at.u + change), state.parameters)


def _kicked(system: AbsoluteSystem, at: Configuration, state: State, kick: np.ndarray) -> np.ndarray:
    """The change of velocities by an impulse, with impulses of all rows."""
    saddle = Saddle(system, at, system.tables(state.parameters))
    return saddle.solve(np.concatenate([kick, np.zeros(system.rows)]))[: system.size]


def _unheld(system: AbsoluteSystem, state: State, n: np.ndarray) -> float:
    """The size of n M⁻¹ nᵀ of bodies that nothing holds."""
    table = system.tables(state.parameters).bodies
    body = n[: 6 * table.shape[1]].reshape(-1, 6) ** 2
    sizes = body[:, 3:].sum(axis=1), body[:, :3].sum(axis=1)
    inertias = table[0], table[1] + table[3] + table[6]
    return sum(float((a[m > 0.0] / m[m > 0.0]).sum()) for a, m in zip(sizes, inertias, strict=True))


def _at_centres(system: AbsoluteSystem, state: State, given: np.ndarray) -> np.ndarray:
    """Generalised forces on the velocities of centres of mass from those on body frames: v = v_c − ω × arm."""
    found, n = np.zeros(system.size), 6 * len(system.bodies.names)
    found[: len(given)] = given
    body, arms = found[:n].reshape(-1, 6), system.arms(system.configuration(state), state.parameters)
    body[:, :3] += np.cross(body[:, 3:], arms)
    return found


class _Places:
    """Channels of the places of bodies as expressions; only those bodies that are asked for have symbols."""

    def __init__(self, system: AbsoluteSystem, state: State) -> None:
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
        (speed,) = forward([as_expr(gap)], rates)
        (self.drift,) = evaluate([as_expr(speed)], known)
        found = np.zeros(layout.nu)
        for body, u in twists.items():
            slopes = jacobian(array([speed]), u)[0]
            found[layout.u_of[body]] = evaluate([as_expr(x) for x in slopes], known)
        return found
