"""Constraints whose own unknowns went where they mean nothing: a joint that slid off its beam."""

from __future__ import annotations

import numpy as np

from ...contract import Constraint
from ...diagnosis import Note, note
from ...mechanics.asked_once import asked_once
from ...model import Connection, Point
from ...results import State, Trajectory
from ...system import System

BEYOND_RANGE = 1e-9
"""Part of a range by which rounding may leave it."""


def range_notes(system: System, found: Trajectory | State) -> list[Note]:
    """A note for every unknown that left its range in a run, or is outside at a state."""
    notes = []
    for connection, element in _ranged(system):
        for own, (low, high) in element.unknown_range.items():
            name = f"{connection.name}.{own}"
            # By its column, whatever the verdict is: this is what judges.
            values = np.atleast_2d(found.q)[:, found.layout.q.index(name)]
            out = (values < low - BEYOND_RANGE * (high - low)) | (values > high + BEYOND_RANGE * (high - low))
            if not out.any():
                continue
            k = int(np.argmax(out))
            when = f" after t = {found.t[max(k - 1, 0)]:.4g} s" if isinstance(found, Trajectory) else ""
            places = [end for end in connection.ends if isinstance(end, Point)]
            what, at, limit = ("end", places[-1], high) if values[k] > high else ("beginning", places[1], low)
            said = (
                f"{connection.name} ({element.kind}) slid off the {what} of its line, at {at}{when}: {name} is "
                f"{values[k]:.6g}, and the line reaches from {low:.4g} to {high:.4g} m. Beyond it is no beam: end the "
                f'run there, lw.Event("off", "{name}", {limit:.4g}, terminal=True).'
            )
            notes.append(note("line_left", said, about=connection.name))
    return notes


@asked_once
def _ranged(system: System) -> tuple[tuple[Connection, Constraint], ...]:
    """Constraints whose unknowns have ranges."""
    found = ((c, c.element) for c in system.model.connections.values())
    return tuple((c, element) for c, element in found if isinstance(element, Constraint) and element.unknown_range)
