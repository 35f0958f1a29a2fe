"""The points of all contacts of a system: their rows among those of the system, and how each is at a state."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import TYPE_CHECKING
from weakref import ReferenceType, ref

import numpy as np

from ...contract import ContactSet, ModelError, contact_of
from ...contract.contact import HELD_DIRECTIONS
from ...mechanics.asked_once import asked_once
from ...numerics.rank import repeating_rows
from ...results import State
from ...system import System
from ...topology.contact_margins import Margin, margins_of
from ...topology.contacts import DrawnContact, drawn_contacts, has_contact_elements
from .point_rows import PointRows

if TYPE_CHECKING:
    from .detected_contacts import Detection

OPEN, STICK, SLIP = "open", "stick", "slip"

Repeating = tuple[tuple[int, ...], tuple[int, ...]]
MOST_TABLES = 50
"""Tables that are kept of a run: which rows repeat others is a choice that may change with every step."""


@dataclass(frozen=True, eq=False)
class ContactTable:
    """All points of a system."""

    owner: ReferenceType[System]
    points: tuple[PointRows, ...]
    margins: tuple[Margin, ...] = ()
    """What ends the modes of the points."""
    detection: Detection | None = None
    """What finds contacts of surfaces without a formula for their gap; of a run that steps over impacts."""
    repeating: Repeating = ((), ())
    """Places of rows that repeat others on the constraints, among all rows of no contact and among those of positions:
    for states of a step beside the constraints (`force_response`)."""
    _by_repeating: dict[Repeating, ContactTable] = field(default_factory=dict, repr=False)
    """Tables of other states of a run, which take what they know of the system from each other."""

    @property
    def system(self) -> System:
        """The system."""
        found = self.owner()
        assert found is not None
        return found

    def __len__(self) -> int:
        return len(self.points)

    def point(self, number: int) -> PointRows:
        """A point by its number; those of detected contacts stand behind the points of the system."""
        if number < len(self.points) or self.detection is None:
            return self.points[number]
        return self.detection.points[number - len(self.points)]

    @cached_property
    def numbers(self) -> dict[str, int]:
        """The number of a point, by its name."""
        return {p.label: k for k, p in enumerate(self.points)}

    @cached_property
    def normals(self) -> np.ndarray:
        """The rows of gaps, one for every point."""
        return np.array([p.normal for p in self.points], dtype=np.int64)

    @cached_property
    def bilateral(self) -> np.ndarray:
        """Rows that belong to no contact."""
        own = {row for p in self.points for row in (p.normal, *p.slips)}
        return np.array([row for row in range(self.system.rows.count) if row not in own], dtype=np.int64)

    @cached_property
    def holonomic(self) -> dict[int, int]:
        """Rows that have a residual of positions, and its place."""
        found: dict[int, int] = {}
        for part in self.system.rows.table(self.system.rest).parts:
            count = part.g.stop - part.g.start
            found |= dict(
                zip(range(part.rows.start, part.rows.start + count), range(part.g.start, part.g.stop), strict=True)
            )
        return found

    def ranked_at(self, state: State) -> ContactTable:
        """The same for a step from a state on the constraints, where rows tell which of them repeat others."""
        if not len(self.bilateral) or not self.system.chart.free_u:
            return self
        P = self.system.functions.at("rows", self.all_on(state)).P[self.bilateral][:, list(self.system.chart.free_u)]
        placed = [k for k, row in enumerate(self.bilateral.tolist()) if row in self.holonomic]
        every = repeating_rows(P)
        repeating = (every, every if len(placed) == len(self.bilateral) else repeating_rows(P[placed]))
        if repeating == self.repeating:
            return self
        if repeating not in self._by_repeating:
            if len(self._by_repeating) >= MOST_TABLES:
                self._by_repeating.clear()
            self._by_repeating[repeating] = replace(self, repeating=repeating)
        return self._by_repeating[repeating]

    def depth(self, number: int, gap: float, state: State) -> float:
        """How far a point is beyond its limit, where its gap is less than zero (`Closure.amount`)."""
        if number >= len(self.points) or self.points[number].is_detected:
            return -gap
        row = self.points[number].normal
        part = self.system.rows.table(self.all_on(state)).parts_of([row])[0]
        return float(part.amount(row - part.rows.start, gap))

    @cached_property
    def _all_on(self) -> dict[str, float]:
        on = {"closed": 1.0, "stick": 1.0, **dict.fromkeys(HELD_DIRECTIONS, 0.0)}
        return {p.names[name]: value for p in self.points for name, value in on.items()}

    def all_on(self, state: State) -> State:
        """The state with all points closed and sticking: what rows are then, all of them are."""
        return replace(state, parameters={**state.parameters, **self._all_on})

    def modes(self, state: State) -> tuple[str, ...]:
        """How each point is; one that nothing lets slide sticks."""
        found = []
        for p in self.points:
            known, names = state.parameters, p.names
            held = all(known[names[name]] for name, _ in zip(HELD_DIRECTIONS, p.slips, strict=False))
            found.append(OPEN if not known[names["closed"]] else STICK if known[names["stick"]] or held else SLIP)
        return tuple(found)

    def switch(self, state: State, number: int, name: str) -> float:
        """One number of a point."""
        return state.parameters[self.points[number].names[name]]

    def with_switches(self, state: State, switches: Sequence[Mapping[str, float]]) -> State:
        """The state with points in other modes; numbers that are not given are zero."""
        values = dict(state.parameters)
        for p, given in zip(self.points, switches, strict=True):
            for name, key in p.names.items():
                values[key] = given.get(name, 0.0)
        return replace(state, parameters=values)


@asked_once
def contact_table(system: System) -> ContactTable:
    """The points of a system; none where it has no contacts."""
    contacts = drawn_contacts(system.model, system.coordinates)
    return ContactTable(ref(system), _points(system, contacts) if contacts else (), tuple(margins_of(contacts)))


@asked_once
def has_contacts(system: System) -> bool:
    """Whether a system has any."""
    return has_contact_elements(system.model)


def refuse_contacts(system: System, what: str, why: str) -> None:
    """Raises where a system has contacts; `why` says what has no place for them, and what to do."""
    for name, connection in system.model.connections.items():
        if contact_of(connection.element) is not None or isinstance(connection.element, ContactSet):
            raise ModelError(f"{what}: {name!r} is a contact ({connection.element.kind}). {why}")


@asked_once
def has_modes(system: System) -> bool:
    """Whether a system has contacts, or anything that is switched."""
    return has_contacts(system) or any(c.active is not None for c in system.model.connections.values())


def _points(system: System, contacts: Sequence[DrawnContact]) -> tuple[PointRows, ...]:
    rows: dict[str, int] = {}
    places: dict[str, int] = {}
    for part in system.rows.table(system.rest).parts:
        rows.setdefault(part.name, part.rows.start)  # conditions on velocities are a part of their own
        places.setdefault(part.name, part.g.start)
    found = []
    for contact in contacts:
        grip = rows.get(contact.grip[0], 0) + contact.grip[1]
        for k, point in enumerate(contact.points):
            slips = tuple(grip + place for place in point.slips)
            first = rows[contact.name] + k
            g = None if contact.element.one_way else places[contact.name] + k
            has_edges = contact.form.margins_within is not None
            found.append(
                PointRows(point, contact.element, first, slips, g, contact.switch, has_edges, contact.is_detected)
            )
    return tuple(found)
