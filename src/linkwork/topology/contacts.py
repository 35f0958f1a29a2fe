"""Contacts of a model as constraints that a run switches: rows of closed points, rows of sticking points."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Any

from ..contract import Contact, ContactSet, ModelError, contact_of
from ..contract.contact import SWITCHES
from ..contract.derived.contact_form import CLOSING_ROWS, ContactForm, closing_rows, sticking_rows
from ..contract.parameters import RunValue
from ..expr import array
from ..model import Connection, Model, Point
from .switches import Switch

NORMALS = tuple(CLOSING_ROWS.values())
"""Constraints of closed points."""
CONTACT_CHANNELS = ("gap", "gap_dot", "slip", "normal_force", "friction_force")
"""What is known of every point."""
MOST_POINTS = 60
"""Points of a set of contacts up to which each pair is followed from event to event."""
WITHIN = "within"
"""What is known besides where faces have edges."""
GRIP = "grip"
"""The rows of sticking points of a contact `floor` are those of the constraint `floor.grip`."""


@dataclass(frozen=True, eq=False)
class ContactPoint:
    """One point of a contact: where it is called, and where its numbers stand among those of the contact."""

    connection: str
    number: int
    label: str
    """"floor", or "floor.corner 3" where a contact has several points."""
    slips: range
    """Its rows among those of sliding of the contact."""

    def switch(self, name: str) -> str:
        """The name of a number that a run sets."""
        return f"{self.label}.{name}"

    @property
    def switches(self) -> tuple[str, ...]:
        """All of them."""
        return tuple(map(self.switch, SWITCHES))

    def is_closed(self, parameters: Mapping[str, float]) -> bool:
        """Whether it touches, by what a run has set."""
        return bool(parameters[self.switch("closed")])

    def grips(self, direction: int, parameters: Mapping[str, float]) -> bool:
        """Whether it sticks in a direction that nothing else holds."""
        return bool(parameters[self.switch("stick")] and not parameters[self.switch(f"held_{direction + 1}")])


@dataclass(frozen=True, eq=False)
class DrawnContact:
    """A contact of a model, and its points."""

    connection: Connection

    @property
    def name(self) -> str:
        """That of the connection."""
        return self.connection.name

    @cached_property
    def element(self) -> Contact:
        """The contact; of a constraint on one side, that which it is."""
        element = contact_of(self.connection.element)
        assert element is not None
        return element

    @property
    def switch(self) -> Switch | None:
        """What switches it; None where it always is there."""
        return None if self.connection.active is None else Switch(self.connection)

    @cached_property
    def form(self) -> ContactForm:
        """Its symbolic form."""
        return ContactForm(self.element)

    @cached_property
    def points(self) -> tuple[ContactPoint, ...]:
        """The points that may touch."""
        names: Sequence[str] = self.element.point_names or [f"point {k + 1}" for k in range(self.form.count)]
        labels = [self.name] if self.form.count == 1 else [f"{self.name}.{name}" for name in names]
        found, start = [], 0
        for k, (label, slips) in enumerate(zip(labels, self.form.slips, strict=True)):
            found.append(ContactPoint(self.name, k, label, range(start, start + len(slips))))
            start += len(slips)
        return tuple(found)


def drawn_contacts(model: Model) -> tuple[DrawnContact, ...]:
    """The contacts of a model that have a smooth gap, in order of definition; sets of contacts pair by pair."""
    return tuple(contact for c in model.connections.values() for contact in contacts_of(c))


def contacts_of(connection: Connection) -> tuple[DrawnContact, ...]:
    """The contacts of a connection that run from event to event: none where a gap is not smooth, or pairs are many."""
    contact = contact_of(connection.element)
    if contact is not None:
        return (DrawnContact(connection),) if contact.is_smooth else ()
    if isinstance(connection.element, ContactSet):
        found, refused = _pairs(connection, connection.element)
        return () if refused else found
    return ()


def _pairs(connection: Connection, element: ContactSet) -> tuple[tuple[DrawnContact, ...], str]:
    """(the contacts of every two ends on different bodies, why they cannot be followed from event to event or "").

    A pair is called "pile: crate1–crate2"; of several ends on one body each has its number, "crate1/2".
    """
    ends = [end for end in connection.ends if isinstance(end, Point)]
    on = [[k for k, other in enumerate(ends) if other.body is end.body] for end in ends]
    names = [
        end.body.name if len(same) == 1 else f"{end.body.name}/{same.index(k) + 1}"
        for k, (end, same) in enumerate(zip(ends, on, strict=True))
    ]
    pairs = [(i, j) for j in range(len(ends)) for i in range(j) if ends[i].body is not ends[j].body]
    if len(pairs) > MOST_POINTS:
        return (), f"its {len(ends)} ends may touch in {len(pairs)} pairs; up to {MOST_POINTS} points are"
    found = []
    for i, j in pairs:
        first, second = ends[i].surface, ends[j].surface
        assert first is not None and second is not None  # seen to when it was connected
        contact = element.between(first, second)
        if not contact.is_smooth:
            return (), f"there is no smooth gap between {first.kind} and {second.kind}, so that it is not"
        name = f"{connection.name}: {names[i]}–{names[j]}"
        found.append(DrawnContact(replace(connection, name=name, element=contact, ends=(ends[i], ends[j]))))
    points = sum(contact.form.count for contact in found)
    if points > MOST_POINTS:
        return (), f"its ends may touch in {points} points; up to {MOST_POINTS} are"
    return tuple(found), ""


def has_contact_elements(model: Model) -> bool:
    """Whether a model has contacts, one-sided constraints or sets of contacts."""
    elements = (c.element for c in model.connections.values())
    return any(isinstance(element, ContactSet) or contact_of(element) is not None for element in elements)


def has_rough_contacts(model: Model) -> bool:
    """Whether some contact cannot be followed from event to event."""
    return any(_refused(connection) for connection in model.connections.values())


def _refused(connection: Connection) -> str:
    """Why a contact cannot be followed from event to event; "" where it can."""
    element = connection.element
    if isinstance(element, Contact) and not element.is_smooth:
        told = " and ".join(surface.kind for surface in element.surfaces or ())
        return f"there is no smooth gap between {told}, so that it is not"
    return _pairs(connection, element)[1] if isinstance(element, ContactSet) else ""


def check_event_driven(model: Model) -> None:
    """Raises where a contact cannot be followed from event to event, with what to do."""
    for connection in model.connections.values():
        refused = _refused(connection)
        if refused:
            raise ModelError(
                f"connection {connection.name!r}: {refused} followed from event to event. Simulate with "
                "contact='stepping', or give the bodies other surfaces, such as body.corners(size) on "
                "body.box(size, face='z')."
            )


def acting_contacts(connections: Iterable[Connection]) -> tuple[DrawnContact, ...]:
    """The same among connections of which contacts are constraints."""
    found = [(c, c.element) for c in connections]
    return tuple(DrawnContact(replace(c, element=e.contact)) for c, e in found if isinstance(e, NORMALS))


def with_contact_rows(model: Model) -> Model:
    """A model in which every contact is a constraint of its closed points and one of its sticking points.

    The same where there are none.
    """
    if not has_contact_elements(model):
        return model
    model = model.copy()
    contacts = drawn_contacts(model)
    followed = {contact.name for contact in contacts}
    for name, connection in list(model.connections.items()):
        if isinstance(connection.element, (Contact, ContactSet)) and name not in followed:
            del model.connections[name]  # time stepping knows it, or its pairs stand for it
    for contact in contacts:
        switches = array([[RunValue(name) for name in point.switches] for point in contact.points])
        active = None if contact.switch is None else contact.switch.factor()
        element = contact.element.with_values(switches=switches, active=active)
        connection = contact.connection
        model.connections[contact.name] = replace(connection, element=closing_rows(element))
        if element.has_friction:
            name = f"{contact.name}.{GRIP}"
            model.connections[name] = replace(connection, name=name, element=sticking_rows(element))
    return model


def channel_names(contact: DrawnContact, point: ContactPoint) -> tuple[str, ...]:
    """What is known of a point: no gap where it goes one way, no sliding without friction, edges where faces end."""
    left_out = [*(("gap",) if contact.element.one_way else ())]
    left_out += [] if len(point.slips) else ["slip", "friction_force"]
    edges = () if contact.form.margins_within is None else (WITHIN,)
    return (*(name for name in CONTACT_CHANNELS if name not in left_out), *edges)


def contact_names(contacts: Sequence[DrawnContact]) -> list[str]:
    """The names of all points."""
    return [point.label for contact in contacts for point in contact.points]


def contact_force_channels(contact: DrawnContact, lam: Any, grip: Any, put: Any) -> dict[str, Any]:
    """Normal force and friction along the directions of sliding, of every point, from the multipliers of both rows."""
    found: dict[str, Any] = {}
    terms = contact.form.friction_terms()
    for k, point in enumerate(contact.points):
        normal = lam[k]
        found[f"{point.label}.normal_force"] = normal
        if len(point.slips):
            sliding = put([coefficient for row, coefficient, _ in terms if row == k])
            forces = [normal * c + grip[place] for c, place in zip(sliding, point.slips, strict=True)]
            found[f"{point.label}.friction_force"] = forces[0] if len(forces) == 1 else array(forces)
    return found


def contact_channels(contact: DrawnContact, put: Any) -> dict[str, Any]:
    """Gap, its rate and sliding speeds of every point; `put` gives the value of an expression of the form."""
    form, one_way = contact.form, contact.element.one_way
    found: dict[str, Any] = {}
    for k, point in enumerate(contact.points):
        rate, *slips = put([form.gap_rates[k], *form.slips[k]])
        found[f"{point.label}.gap_dot"] = rate
        if not one_way:
            found[f"{point.label}.gap"] = put([form.gaps[k]])[0]
        if slips:
            found[f"{point.label}.slip"] = slips[0] if len(slips) == 1 else array(slips)
        if form.margins_within is not None:
            found[f"{point.label}.{WITHIN}"] = put([form.margins_within[k]])[0]
    return found
