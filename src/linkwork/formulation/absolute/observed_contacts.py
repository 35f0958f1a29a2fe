"""Contacts that an element looks at: their channels at the motion of a small model, forces by multipliers."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import partial
from typing import Any

from ...model import Connection
from ...topology.contacts import (
    CONTACT_CHANNELS,
    NORMALS,
    WITHIN,
    DrawnContact,
    acting_contacts,
    contact_channels,
    contact_force_channels,
)
from ..constraints import put_contact, put_contact_coordinates

ContactCoordinates = Callable[[Any], tuple[list[Any], list[Any]]]
"""ContactCoordinates at the ends of a contact, or its own unknowns, and their rates, at a time."""


@dataclass(frozen=True, eq=False)
class SeenContact:
    """A contact, with its bodies those of the small model."""

    contact: DrawnContact
    coordinates: ContactCoordinates

    def multipliers(self, what: str) -> dict[str, int]:
        """How many multipliers of which constraints a channel needs."""
        if not what.endswith("_force"):
            return {}
        slips = sum(len(point.slips) for point in self.contact.points)
        rows = len(self.contact.points) + len(self.contact.form.held)
        name, start = self.contact.grip
        return {self.contact.name: rows} | ({name: start + slips} if slips else {})

    def value(self, what: str, channels: Any, multipliers: Mapping[str, Any]) -> Any:
        """A channel; `channels` are those of the small model."""
        kinematics, name = channels.channels.dynamics.kinematics, self.contact.name
        put: Callable[[Sequence[Any]], Any] = partial(put_contact, kinematics, self.contact)
        t = kinematics.symbols.t
        if self.contact.element.of_coordinates:
            put = partial(put_contact_coordinates, self.contact, *self.coordinates(t), t)
        elif self.contact.element.auxiliary:
            put = partial(put_contact, kinematics, self.contact, unknowns=self.coordinates(t))
        if not what.endswith("_force"):
            return contact_channels(self.contact, put)[f"{name}.{what}"]
        given = multipliers[name], self.contact.grip_of(multipliers)
        return contact_force_channels(self.contact, *given, put)[f"{name}.{what}"]


def is_contact_channel(connection: Connection, what: str) -> bool:
    """Whether a channel is one of the points of a contact."""
    return isinstance(connection.element, NORMALS) and what.rpartition(".")[2] in (*CONTACT_CHANNELS, WITHIN)


def contact_channel_shape(connection: Connection, what: str) -> tuple[int, ...]:
    """The shape of a channel of a contact: along two directions of sliding there are two numbers."""
    (contact,) = acting_contacts([connection])
    label, _, last = f"{connection.name}.{what}".rpartition(".")
    slips = next((len(point.slips) for point in contact.points if point.label == label), 0)
    return (slips,) if slips > 1 and last in ("slip", "friction_force") else ()


def seen_contact(connection: Connection, ends: tuple[Any, ...], coordinates: ContactCoordinates) -> SeenContact:
    """A contact with its ends in a small model."""
    (contact,) = acting_contacts([connection])
    return SeenContact(DrawnContact(replace(contact.connection, ends=ends)), coordinates)
