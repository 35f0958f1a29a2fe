r"""Impacts: speeds before and after a sudden impulse, through the mass matrix and all constraints.

With the gap γ(q, t), n = ∂γ̇/∂u and constraint rows P, the impulses Λ and μ make

$$ M(u^+ - u^-) = n^T\Lambda + P^T\mu, \qquad \dot\gamma^+ = -e\,\dot\gamma^-, \qquad P u^+ + P_0 = 0, $$

with Newton's coefficient of restitution e.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from functools import lru_cache
from typing import Any

import numpy as np

from ..contract import ModelError
from ..expr import Function, array, jacobian
from ..numerics.rank import rank_of
from ..results import State
from ..system import System
from .events import channel_value

Gap = str | Callable[[Any], Any]


def impact(system: System, state: State, gap: Gap, restitution: float = 0.0) -> State:
    """The state after an impact that closes `gap`: the name of a channel, or a function of channels of q and t.

    For the action of an event: `action=lambda system, state: lw.impact(system, state, "ball.position.z", 0.8)`. Where
    the gap is opening already, nothing happens.
    """
    if not 0.0 <= restitution <= 1.0:
        raise ModelError(f"impact: restitution = {restitution!r}; it lies between 0 and 1.")
    rate = _approach(system, gap)(*system.arguments(state))
    if rate.speed >= 0.0:
        return state
    wanted = -(1.0 + restitution) * rate.speed
    return replace(state, u=state.u + _change(system, state, rate.row, wanted))


def impulse(system: System, state: State, generalized: Any) -> State:
    """The state after a generalised impulse (one entry a speed), with constraint impulses that keep all rows."""
    given = np.asarray(generalized, dtype=float)
    if given.shape != (system.layout.nu,):
        raise ModelError(f"impulse: needs {system.layout.nu} numbers, one for each speed; got shape {given.shape}.")
    free = system.equations.free
    M, P = _matrices(system, state)
    kick = np.linalg.solve(M, given[free])
    du = np.zeros(system.layout.nu)
    du[free] = kick - _reaction(M, P, P @ kick)
    return replace(state, u=state.u + du)


def _change(system: System, state: State, row: np.ndarray, wanted: float) -> np.ndarray:
    """The change of speeds that changes the rate of the gap by `wanted` and keeps all constraints."""
    free = system.equations.free
    M, P = _matrices(system, state)
    n = row[free]
    direction = np.linalg.solve(M, n)
    direction = direction - _reaction(M, P, P @ direction)
    reach = float(n @ direction)
    if not reach > 1e-12 * float(n @ np.linalg.solve(M, n)):
        raise ModelError("impact: the constraints leave the gap no freedom to open; no impulse can change its rate.")
    du = np.zeros(system.layout.nu)
    du[free] = direction * (wanted / reach)
    return du


def _reaction(M: np.ndarray, P: np.ndarray, violation: np.ndarray) -> np.ndarray:
    """The change of speeds by constraint impulses that takes a violation of velocity rows away."""
    if not len(P):
        return np.zeros(len(M))
    across = np.linalg.solve(M, P.T)
    return across @ rank_of(P @ across).solve(violation)


def _matrices(system: System, state: State) -> tuple[np.ndarray, np.ndarray]:
    free = system.equations.free
    P = system.constraint_rows(state)[0] if len(system.equations.g_dot) else np.zeros((0, system.layout.nu))
    return system.mass_matrix(state)[np.ix_(free, free)], P[:, free]


@lru_cache(maxsize=64)
def _approach(system: System, gap: Gap) -> Function:
    """γ̇ and its derivatives by the speeds."""
    e = system.equations
    value = channel_value("impact", gap, e.channels)
    speed = e.rate(array([value]))[0]
    return e.function("approach", speed=speed, row=jacobian(array([speed]), e.symbols.u)[0])
