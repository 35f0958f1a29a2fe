"""What users hand to an analysis: the system and a state of it, told apart from what is often given instead."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from ...contract import ModelError
from ...contract.arguments import ArgumentKind, shown_value
from ...model.parameter_check import check_parameters
from ...results import State
from ...results.state import check_owner
from ...system import System
from ..contact.contact_table import has_modes
from ..contact.switch_table import at_conditions
from .hinged_states import with_drives_moving

SYSTEM = ArgumentKind(
    lambda value: isinstance(value, System),
    "a system; compile the model first: system = lw.compile_model(model)",
)
STATE_WANTED = "a state, system.state({name: value}), or values by name"


def given_state(system: System, given: Any, what: str) -> State:
    """A state of this very system: as it stands, from values by name, of an equilibrium, or at rest for None.

    A state of an equal system is carried over, driven coordinates and speeds being those of its time and those of other
    joints as they are: that of an equilibrium belongs to a system whose drives are held. Connections that are switched
    by conditions are as these are there.
    """
    found = _found_state(system, given, what)
    return at_conditions(system, found) if has_modes(system) else found


def _found_state(system: System, given: Any, what: str) -> State:
    if given is None:
        return system.rest
    if not isinstance(given, State) and isinstance(given, Mapping):
        given = system.state(given)
    found = given if isinstance(given, State) else getattr(given, "state", None)
    if not isinstance(found, State):
        raise ModelError(f"{shown_value(given)} is not a state; give {STATE_WANTED}.", what)
    return possible_state(system, carried_over(system, found, what))


def carried_over(system: System, state: State, what: str) -> State:
    """A state of this system, or of an equal one, with the layout of this very system."""
    check_owner(system.layout, state, what)
    if state.layout is system.layout:
        return state
    if state.parameters.keys() != system.rest.parameters.keys():
        raise ModelError("the state belongs to another system; make it with this system's `state` or `rest`.", what)
    return with_drives_moving(system, system.prescribed(replace(state, layout=system.layout)))


def possible_state(system: System, state: State) -> State:
    """The state, where the model could have been described with the values that its Parameters have there."""
    if state.parameters != system.rest.parameters:
        check_parameters(system.model, state.parameters)
    return state
