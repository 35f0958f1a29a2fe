"""A state that a user gives to an analysis, with its contacts in the modes in which a run would go on from there."""

from __future__ import annotations

from ...consistency import grave
from ...contract import ModelError
from ...contract.errors import joined
from ...diagnosis import Note
from ...results import State
from ...system import System
from .contact_table import OPEN, has_contacts
from .event_driver import refuse_overlap
from .mode_choice import ModeChoice, TouchingPoints
from .resolution import Resolver
from .state_margins import StateContacts, contacts_at


def moded_state(system: System, state: State, what: str) -> tuple[State, tuple[Note, ...]]:
    """(the state with open points as absent and closed ones as constraints, notes on them).

    Modes that fit are kept, such as those of a run's states; others are found as a run would find them. Refused where
    bodies overlap, and where an impact comes first.
    """
    if not has_contacts(system):
        return state, ()
    found = contacts_at(system, state)
    if grave(system.violations(found.open_ones)):
        return found.open_ones, ()  # what is told about other constraints comes first
    refuse_overlap(found.table, state, found.scales, what)
    if found.are_set:
        return state, _shared_loads(found)
    due = found.approaching
    if due:
        names = joined([f"contact {found.table.points[k].label}" for k in due])
        speed = -float(found.equations.kinematics.normal_speeds[due].min())
        raise ModelError(
            f"{what}: {names} touches at t = {state.t:g} and approaches at {speed:.4g} m/s: an impact comes first, and "
            "accelerations follow it. lw.touch(system, state) gives the state after it."
        )
    resolved = Resolver(found.table, found.scales)(found.scales.shifted(found.table, found.open_ones), {})
    if resolved.is_impact:
        raise ModelError(
            f"{what}: {' '.join(map(str, resolved.notes))} lw.touch(system, state) gives the state after it."
        )
    return resolved.state, resolved.notes


def _shared_loads(found: StateContacts) -> tuple[Note, ...]:
    """That points share a load which they could carry in many ways, where they do."""
    closed = [k for k, mode in enumerate(found.modes) if mode != OPEN]
    choice = ModeChoice(TouchingPoints(found.table, found.scales, found.equations, closed, {}))
    if len(closed) < 2 or choice.found is None or not choice.is_redundant:
        return ()
    return tuple(choice.found.notes)
