"""Which way a model with contacts is gone through: from event to event, or by steps over impacts."""

from __future__ import annotations

from typing import Any

from ...contract import ModelError
from ...contract.arguments import one_of
from ...system import System
from ...topology.contacts import check_event_driven, has_rough_contacts
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
                f"simulate: {name} steps over impacts; with contact='events' take another method, such as 'auto'."
            )
        return method, h
    if not has_contacts(system):
        if contact != "auto":
            raise ModelError(f"simulate: contact={contact!r}, and {system.model.name!r} has no contacts; leave it out.")
        return method, h
    rough = has_rough_contacts(system.model)
    if contact == "events":
        check_event_driven(system.model)
    if rough and system.coordinates == "tree":
        raise ModelError(
            f"simulate: bodies of {system.model.name!r} touch with surfaces whose gaps are not smooth; compile it with "
            "lw.compile_model(model, 'absolute')."
        )
    many = contact == "auto" and (rough or len(contact_table(system)) > MOST_EVENT_POINTS)
    if not many and contact != "stepping":
        return method, h
    if name != "auto":
        raise ModelError(
            f"simulate: contact='stepping' goes by {', '.join(map(repr, STEPPING_METHODS))}, and not by {name!r}."
        )
    if h is None and contact == "stepping":
        raise ModelError("simulate: contact='stepping' takes steps of one length; give h=, for instance h=1e-3.")
    return "leapfrog" if rough else "moreau", CONTACT_STEP if h is None else h
