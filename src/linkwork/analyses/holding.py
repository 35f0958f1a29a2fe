"""A system whose driven coordinates are held where they are at one time: what a static analysis looks at."""

from __future__ import annotations

from dataclasses import replace

from ..model import Model
from ..model.given import Kept
from ..results import State
from ..system import System, compile_model


def held_system(system: System, t: float) -> System:
    """The same system with driven coordinates locked at their values for time t, Parameters in them kept."""
    driven = any(connection.drive for connection in system.model.connections.values())
    return compile_model(_held(system.model, t), system.coordinates) if driven else system


def _held(given: Model, t: float) -> Model:
    model = given.copy()
    for name, connection in model.connections.items():
        if connection.drive:
            locks = {coordinate: signal.value(float(t)) for coordinate, signal in connection.drive.items()}
            model.connections[name] = replace(connection, drive=Kept(), lock=Kept({**connection.lock, **locks}))
    return model


def moved_state(system: System, state: State) -> State:
    """A state of an equal system, for this one."""
    if state.layout is system.layout:
        return state
    return system.prescribed(State(system.layout, state.q, state.u, state.t, state.parameters, state.z))
