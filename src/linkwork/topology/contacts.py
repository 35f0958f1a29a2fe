"""Contacts of a model as constraints that a run switches: rows of closed points, rows of sticking points."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Any

import numpy as np

from ..contract import CollisionShape, Contact, ContactSet, ModelError, contact_of, value_of
from ..contract.contact import SWITCHES
from ..contract.derived.contact_form import (
    CLOSING_ROWS,
    ContactForm,
    closing_rows,
    grips_itself,
    sliding_terms,
    sticking_rows,
)
from ..contract.parameters import RunValue
from ..expr import array, is_symbolic
from ..model import Body, Connection, Model, Point
from .switches import Switch

NORMALS = tuple(CLOSING_ROWS.values())
"""Constraints of closed points."""
CONTACT_CHANNELS = ("gap", "gap_dot", "slip", "normal_force", "friction_force")
"""What is known of every point."""
_MOST_POINTS = 60
"""Points of a set of contacts up to which each pair is followed from event to event."""
MOST_FEATURES = 52
"""Points of all contacts up to which boxes are followed: those of one pair. Kernels of more take minutes to compile."""
WITHIN = "within"
"""What is known besides where faces have edges."""
GRIP = "grip"
"""Sticking points of a contact `floor` have the rows of the constraint `floor.grip`; those with unknowns of
their own stand behind its other rows."""


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
    is_detected: bool = False
    """Whether time stepping finds its points by the detection of collisions instead of by its gaps."""
    group: str = ""
    """The connection of the model that it is a pair of; "" where it is one itself."""

    @property
    def name(self) -> str:
        """That of the connection, or of the pair."""
        return self.connection.name

    @property
    def owner(self) -> str:
        """The connection of the model to which it belongs."""
        return self.group or self.name

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

    @property
    def grip(self) -> tuple[str, int]:
        """Whose rows are those of its sticking points, and the first of them."""
        if grips_itself(self.element):
            return self.name, self.form.count + len(self.form.held)
        return f"{self.name}.{GRIP}", 0

    def grip_of(self, found: Mapping[str, Any]) -> Any:
        """What belongs to rows of its sticking points, of what belongs to all rows by connection; () without any."""
        name, start = self.grip
        return found[name][start:] if name in found else ()

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


@dataclass(frozen=True, eq=False)
class FollowedContacts:
    """The contacts of one connection that run from event to event."""

    connection: Connection
    contacts: tuple[DrawnContact, ...] = ()
    refused: str = ""
    """Why they cannot be followed, if so; they are for time stepping alone."""

    @property
    def is_detected(self) -> bool:
        """Whether time stepping finds its points by the detection of collisions."""
        return bool(self.refused) or any(contact.is_detected for contact in self.contacts)

    @property
    def count(self) -> int:
        """How many points may touch."""
        return sum(len(c.element.point_names) or c.form.count for c in self.contacts)


def drawn_contacts(model: Model, coordinates: str = "tree") -> tuple[DrawnContact, ...]:
    """The contacts of a model that run from event to event, in order of definition; sets of contacts pair by pair."""
    return tuple(contact for found in followed_contacts(model, coordinates) for contact in found.contacts)


def followed_contacts(model: Model, coordinates: str = "tree") -> tuple[FollowedContacts, ...]:
    """All contacts by connection. Those of boxes, which may touch in many places, are followed on trees where they are
    few."""
    found = [_followed(c) for c in model.connections.values() if is_contact(c)]
    total = sum(one.count for one in found)
    if total <= (MOST_FEATURES if coordinates == "tree" else 0):
        return tuple(found)
    said = (
        "boxes are followed on trees, lw.compile_model(model), and in absolute coordinates they are not"
        if total <= MOST_FEATURES
        else f"all contacts together may touch in {total} points, and up to {MOST_FEATURES} are followed, so that it "
        "is not"
    )
    return tuple(
        FollowedContacts(one.connection, (), said) if one.is_detected and not one.refused else one for one in found
    )


def is_contact(connection: Connection) -> bool:
    """Whether it is a contact, a one-sided constraint or a set of contacts."""
    return contact_of(connection.element) is not None or isinstance(connection.element, ContactSet)


def _followed(connection: Connection) -> FollowedContacts:
    """The contacts of one connection: none where a gap has no formula, or pairs are many."""
    if isinstance(connection.element, ContactSet):
        return _pairs(connection, connection.element)
    contact = contact_of(connection.element)
    assert contact is not None
    if contact.is_smooth:
        return FollowedContacts(connection, (DrawnContact(connection, contact.is_detected),))
    told = " and ".join(surface.kind for surface in contact.surfaces or ())
    return FollowedContacts(connection, (), f"there is no smooth gap between {told}, so that it is not")


def _pairs(connection: Connection, element: ContactSet) -> FollowedContacts:
    """The contacts of every two ends on different bodies; a pair is called "pile: crate1–crate2"."""
    ends = [end for end in connection.ends if isinstance(end, Point)]
    names = end_names(ends)
    pairs = [(i, j) for j in range(len(ends)) for i in range(j) if ends[i].body is not ends[j].body]
    if len(pairs) > _MOST_POINTS:
        said = f"its {len(ends)} ends may touch in {len(pairs)} pairs; up to {_MOST_POINTS} points are"
        return FollowedContacts(connection, (), said)
    laws = []
    for i, j in pairs:
        first, second = ends[i].surface, ends[j].surface
        assert first is not None and second is not None  # seen to when it was connected
        contact = element.between(first, second)
        if not contact.is_smooth:
            said = f"there is no smooth gap between {first.kind} and {second.kind}, so that it is not"
            return FollowedContacts(connection, (), said)
        laws.append(contact)
    is_detected = any(contact.is_detected for contact in laws)
    found = FollowedContacts(
        connection,
        tuple(
            DrawnContact(
                replace(
                    connection, name=f"{connection.name}: {names[i]}–{names[j]}", element=law, ends=(ends[i], ends[j])
                ),
                is_detected,
                connection.name,
            )
            for (i, j), law in zip(pairs, laws, strict=True)
        ),
    )
    if found.count > _MOST_POINTS:
        said = f"its ends may touch in {found.count} points; up to {_MOST_POINTS} are"
        return FollowedContacts(connection, (), said)
    return found


def end_names(ends: Sequence[Point]) -> list[str]:
    """Ends by the names of their bodies; of several on one body each has its number, "crate1/2"."""
    on = [[k for k, other in enumerate(ends) if other.body is end.body] for end in ends]
    return [
        end.body.name if len(same) == 1 else f"{end.body.name}/{same.index(k) + 1}"
        for k, (end, same) in enumerate(zip(ends, on, strict=True))
    ]


def has_contact_elements(model: Model) -> bool:
    """Whether a model has contacts, one-sided constraints or sets of contacts."""
    return any(map(is_contact, model.connections.values()))


def has_detected_contacts(model: Model, coordinates: str = "tree") -> bool:
    """Whether time stepping finds points of some contact by the detection of collisions."""
    return any(found.is_detected for found in followed_contacts(model, coordinates))


def has_rough_contacts(model: Model, coordinates: str = "tree") -> bool:
    """Whether some contact cannot be followed from event to event."""
    return any(found.refused for found in followed_contacts(model, coordinates))


def check_event_driven(model: Model, coordinates: str = "tree") -> None:
    """Raises where a contact cannot be followed from event to event, with what to do."""
    for found in followed_contacts(model, coordinates):
        if found.refused:
            raise ModelError(
                f"connection {found.connection.name!r}: {found.refused} followed from event to event. Simulate with "
                "contact='stepping', or give the bodies other surfaces, such as body.corners(size) on "
                "body.box(size, face='z')."
            )


def acting_contacts(connections: Iterable[Connection]) -> tuple[DrawnContact, ...]:
    """The same among connections of which contacts are constraints."""
    found = [(c, c.element) for c in connections]
    return tuple(DrawnContact(replace(c, element=e.contact)) for c, e in found if isinstance(e, NORMALS))


def with_contact_rows(model: Model, coordinates: str = "tree") -> Model:
    """A model in which every contact is a constraint of its closed points and one of its sticking points.

    The same where there are none.
    """
    if not has_contact_elements(model):
        return model
    model = model.copy()
    contacts = drawn_contacts(model, coordinates)
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
        if element.has_friction and not grips_itself(element):
            name = contact.grip[0]
            model.connections[name] = replace(connection, name=name, element=sticking_rows(element))
    return model


def channel_names(contact: DrawnContact, point: ContactPoint) -> tuple[str, ...]:
    """What is known of a point: no gap where it goes one way, no sliding without friction, edges where faces end."""
    left_out = [*(("gap",) if contact.element.one_way else ())]
    left_out += [] if len(point.slips) else ["slip", "friction_force"]
    edges = () if contact.form.margins_within is None else (WITHIN,)
    return (*(name for name in CONTACT_CHANNELS if name not in left_out), *edges)


def contact_force_channels(contact: DrawnContact, lam: Any, grip: Any, put: Any) -> dict[str, Any]:
    """Normal force and friction along the directions of sliding, of every point, from the multipliers of both rows."""
    found: dict[str, Any] = {}
    terms = sliding_terms(contact.form)
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


@dataclass(frozen=True, eq=False)
class PlacedSurface:
    """A surface on a body: kind, half lengths and vertices in its own axes, and their pose in the body frame."""

    body: Body
    shape: CollisionShape
    R: np.ndarray
    p: np.ndarray


@dataclass(frozen=True, eq=False)
class TouchingSurfaces:
    """Surfaces of one connection, any two of which may touch where they are on different bodies, and their law."""

    connection: Connection
    surfaces: tuple[PlacedSurface, ...]

    @property
    def name(self) -> str:
        """That of the connection."""
        return self.connection.name

    @cached_property
    def law(self) -> Contact:
        """Restitution, friction and law of impacts."""
        element = self.connection.element
        found = element.contact if isinstance(element, ContactSet) else element
        assert isinstance(found, Contact)
        return found

    @property
    def names(self) -> list[str]:
        """Of the surfaces: those of their bodies."""
        return end_names([end for end in self.connection.ends if isinstance(end, Point)])


def detected_surfaces(
    model: Model, coordinates: str = "tree", worth: Callable[[Any], Any] = value_of
) -> tuple[TouchingSurfaces, ...]:
    """Surfaces of connections whose points time stepping finds by the detection of collisions.

    `worth` gives the numbers of expressions of Parameters, `state.worth`.
    """
    found = []
    for one in followed_contacts(model, coordinates):
        if one.is_detected:
            ends = [end for end in one.connection.ends if isinstance(end, Point)]
            found.append(TouchingSurfaces(one.connection, tuple(_placed(end, worth) for end in ends)))
    return tuple(found)


def _placed(end: Point, worth: Callable[[Any], Any]) -> PlacedSurface:
    assert end.surface is not None
    symbolic = {name: worth(x) for name, x in end.surface.values.items() if is_symbolic(x)}
    surface = end.surface.with_values(**symbolic) if symbolic else end.surface
    R, p = (np.asarray(worth(x) if is_symbolic(x) else x, dtype=float) for x in (end.X.R, end.X.p))
    return PlacedSurface(end.body, surface.collision_shape(), R, p)
