"""A system with parts of its model changed: driven coordinates held at one time, and states carried over."""

from __future__ import annotations

from dataclasses import replace

import numpy as np

from ...mechanics.asked_once import asked_once
from ...model import Model
from ...model.connect_arguments import FrozenDict
from ...results import State
from ...system import System
from ..constraints.row_wrenches import loop_closures

DRIVE_AT_REST = 1e-9
"""Rates of drives that are none: rad/s, m/s."""


@asked_once
def _held_systems(system: System) -> dict[float, System]:
    """What was held last, and when: to compile it takes much longer than to find its rest."""
    return {}


def held_system(system: System, t: float) -> System:
    """The same system with driven coordinates locked at their values for time t, Parameters in them kept."""
    if not any(connection.drive for connection in system.model.connections.values()):
        return system
    known = _held_systems(system)
    found = known.get(t)
    if found is None:
        found = system.recompiled(_held(system.model, t))
        known.clear()
        known[t] = found
    return found


def _held(given: Model, t: float) -> Model:
    model = given.copy()
    for name, connection in model.connections.items():
        if connection.drive:
            locks = {coordinate: signal.value(float(t)) for coordinate, signal in connection.drive.items()}
            model.connections[name] = replace(
                connection, drive=FrozenDict(), lock=FrozenDict({**connection.lock, **locks})
            )
    return model


def held_rates(system: System, state: State) -> dict[str, float]:
    """Driven coordinates that are held though their drives move them at this time, with the rates of these."""
    found = {
        f"{name}.{coordinate}": float(signal.derivative(state.t, 1, state.parameters))
        for name, connection in system.model.connections.items()
        for coordinate, signal in connection.drive.items()
    }
    return {name: rate for name, rate in found.items() if abs(rate) > DRIVE_AT_REST}


def moved_state(system: System, state: State) -> State:
    """A state of an equal system, for this one."""
    own, other = system.layout, state.layout
    if other is own:
        return state
    parts = {}
    for name, values in (("q", state.q), ("u", state.u), ("z", state.z)):
        # Elements of another kind stand in another order.
        there = {key: k for k, key in enumerate(getattr(other, name))}
        parts[name] = values[[there[key] for key in getattr(own, name)]] if len(values) else values
    return system.prescribed(State(own, parts["q"], parts["u"], state.t, state.parameters, parts["z"]))


def moved_multipliers(system: System, other: System, state: State, lam: np.ndarray) -> np.ndarray:
    """Multipliers of an equal system, for this one at a state; the rows of a connection keep their order."""
    if system is other or not len(lam):
        return lam
    there: dict[str, list[slice]] = {}
    for part in loop_closures(other, moved_state(other, state)).parts:
        there.setdefault(part.name, []).append(part.rows)
    found = np.empty(len(lam))
    for part in loop_closures(system, state).parts:
        found[part.rows] = lam[there[part.name].pop(0)]
    return found
