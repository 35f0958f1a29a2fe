"""Constraints that say of themselves what is wrong: a joint that slid off its beam, a contact that is pulled."""

from __future__ import annotations

from typing import Any

import numpy as np

from ...contract import Constraint
from ...diagnosis import Note, note
from ...mechanics.asked_once import asked_once
from ...model import Connection, Point
from ...results import State, Trajectory
from ...results.stored_states import state_of_row
from ...system import System

FAULT_ROUNDING = 1e-9
"""Part of a range, or of the largest number along a run or of 1, by which rounding may leave the range or zero."""
FAULT_ROWS = 400
"""Rows of a run at which it is looked for faults."""


def range_notes(system: System, found: Trajectory | State) -> list[Note]:
    """A note for every unknown that left its range in a run, or is outside at a state."""
    notes = []
    for connection, element in ranged_constraints(system):
        for own, (low, high) in element.unknown_range.items():
            name = f"{connection.name}.{own}"
            # By its column, whatever the verdict is: this is what judges.
            values = np.atleast_2d(found.q)[:, found.layout.q.index(name)]
            out = (values < low - FAULT_ROUNDING * (high - low)) | (values > high + FAULT_ROUNDING * (high - low))
            if not out.any():
                continue
            k = int(np.argmax(out))
            when = f" after t = {found.t[max(k - 1, 0)]:.4g} s" if isinstance(found, Trajectory) else ""
            places = [str(end) for end in connection.ends if isinstance(end, Point)]
            limit = high if values[k] > high else low
            happened, owner, why = element.beyond(own, bool(values[k] > high), places)
            unit = " m" if owner == "line" else ""
            said = (
                f"{connection.name} ({element.kind}) {happened}{when}: {name} is {values[k]:.6g}, and the {owner} "
                f"reaches from {low:.4g} to {high:.4g}{unit}. {why}: end the run there, "
                f'lw.Event("off", "{name}", {limit:.4g}, terminal=True).'
            )
            notes.append(note("line_left", said, about=connection.name))
    return notes


@asked_once
def ranged_constraints(system: System) -> tuple[tuple[Connection, Constraint], ...]:
    """Constraints whose unknowns have ranges."""
    found = ((c, c.element) for c in system.model.connections.values())
    return tuple((c, element) for c, element in found if isinstance(element, Constraint) and element.unknown_range)


def fault_notes(system: System, found: Trajectory | State, u_dot: Any = None, lam: Any = None) -> list[Note]:
    """A note for every fault along a run, or at a state with its accelerations and multipliers; without these, of the
    configuration alone."""
    notes = []
    for connection, element in doubting_constraints(system):
        for own, said in element.faults.items():
            if isinstance(found, State) and lam is None and own in element.pushes:
                continue
            values, times = _least(system, found, f"{connection.name}.{own}", u_dot, lam)
            if not len(values):
                continue
            k = int(np.argmin(values))
            if values[k] < -FAULT_ROUNDING * max(1.0, float(np.abs(values).max())):
                first = int(np.argmax(values < 0.0))
                when = f" from t = {times[first]:.4g} s on" if isinstance(found, Trajectory) else ""
                text = f"{connection.name} ({element.kind}) {said}. It is {values[k]:.4g}"
                at = f" at t = {times[k]:.4g} s, negative{when}" if when else ""
                notes.append(note("constraint_doubted", f"{text}{at}.", about=connection.name))
    return notes


def _least(system: System, found: Trajectory | State, name: str, u_dot: Any, lam: Any) -> tuple[np.ndarray, np.ndarray]:
    """(the smallest number of a channel, times), row by row."""
    if isinstance(found, State):
        given = system.channels.value(name, found, u_dot, lam) if lam is not None else system.channels(found)[name]
        return np.atleast_1d(np.min(given)), np.array([found.t])
    rows = np.unique(np.linspace(0, max(len(found) - 1, 0), min(len(found), FAULT_ROWS)).astype(int))
    if len(rows) == len(found):
        values = np.asarray(found[name], dtype=float)
        return values.reshape(len(values), -1).min(axis=1), np.asarray(found.t)
    states = [state_of_row(found, int(k)) for k in rows]
    return np.array([np.min(system.channels(state)[name]) for state in states]), np.array([s.t for s in states])


@asked_once
def doubting_constraints(system: System) -> tuple[tuple[Connection, Constraint], ...]:
    """Constraints on both sides that know faults."""
    found = ((c, c.element) for c in system.model.connections.values())
    return tuple(
        (c, e) for c, e in found if isinstance(e, Constraint) and e.faults and e.one_sided is None and c.active is None
    )
