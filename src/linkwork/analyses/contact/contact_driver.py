"""Which way a model with contacts is gone through: from event to event, or by steps over impacts."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from ...contract import ContactSet, ModelError, contact_of
from ...contract.arguments import one_of
from ...contract.errors import joined
from ...diagnosis import Note, note
from ...model import Model
from ...system import System
from ...topology.contacts import (
    GRIP,
    check_event_driven,
    drawn_contacts,
    has_rough_contacts,
)
from .contact_table import contact_table, has_contacts

CONTACT_DRIVERS = one_of("auto", "events", "stepping")
MOST_EVENT_POINTS = 60
"""Points up to which "auto" goes from event to event."""
STEPPING_METHODS = ("moreau", "nonsmooth_alpha", "leapfrog")
CONTACT_STEP = 1e-3
"""The step over impacts where none is given."""


def method_with_contacts(system: System, method: Any, h: Any, contact: str) -> tuple[Any, Any]:
    """(method, step) of a run, by what it is asked to do with contacts."""
    name = method if isinstance(method, str) else getattr(method, "name", "")
    if name in STEPPING_METHODS:
        if contact == "events":
            raise ModelError(
                f"{name} steps over impacts; with contact='events' take another method, such as 'auto'.", "simulate"
            )
        return method, h
    if not has_contacts(system):
        if contact != "auto":
            raise ModelError(
                f"contact={contact!r}, and {system.model.name!r} has no contacts; leave it out.", "simulate"
            )
        return method, h
    if contact == "events":
        check_event_driven(system.model, system.coordinates)
    many = contact == "auto" and _is_for_steps(system)
    if not many and contact != "stepping":
        return method, h
    if name != "auto":
        raise ModelError(
            f"contact='stepping' goes by {', '.join(map(repr, STEPPING_METHODS))}, and not by {name!r}.", "simulate"
        )
    if h is None and contact == "stepping":
        raise ModelError("contact='stepping' takes steps of one length; give h=, for instance h=1e-3.", "simulate")
    return "leapfrog" if is_heap(system) else "moreau", CONTACT_STEP if h is None else h


def _is_for_steps(system: System) -> bool:
    """Whether "auto" steps: where contacts have no formula, or are many."""
    return has_rough_contacts(system.model, system.coordinates) or len(contact_table(system)) > MOST_EVENT_POINTS


def is_heap(system: System, touches: Callable[[Model, str], bool] = has_rough_contacts) -> bool:
    """Whether bodies are free, in absolute coordinates, and touch in places that are found by detection."""
    is_absolute = system.coordinates == "absolute"
    return is_absolute and touches(system.model, system.coordinates) and not joined_bodies(system)


def joined_bodies(system: System) -> str:
    """The first connection that holds bodies and is not a contact; "" where all bodies are free."""
    own = {contact.name for contact in drawn_contacts(system.model, system.coordinates)}
    names = (part.name for part in system.rows.table(system.rest).parts)
    return next((name for name in names if name.removesuffix(f".{GRIP}") not in own), "")


def impact_law_notes(system: System) -> list[Note]:
    """What steps over impacts make of other laws of impact than Newton's, which is the only one they know."""
    found = [c.name for c in system.model.connections.values() if _impact_law(c.element) not in ("", "newton")]
    if not found:
        return []
    has = "has" if len(found) == 1 else "have"
    said = f"steps over impacts know Newton's law alone, and {joined(found)} {has} another; contact='events' takes it"
    return [note("impact_law_ignored", said, about=joined(found))]


def _impact_law(element: Any) -> str:
    """That of a contact or a set of them; "" of everything else."""
    contact = element.contact if isinstance(element, ContactSet) else contact_of(element)
    return "" if contact is None else str(contact.law)
