"""Contacts between many bodies at once."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cached_property
from typing import Any

from ...contract import Contact, ContactSet, register
from .unilateral_contact import UnilateralContact


@register
class ContactGroup(ContactSet):
    """Any two of its ends, on different bodies, may touch: a heap, a row of dominoes, a cradle, in one connection.

    Every end carries a surface. Time stepping looks for pairs that are near each other. From event to event each pair
    is a contact of its own, called "pile: crate1–crate2": for few bodies with smooth gaps.
    """

    restitution = Contact.fields["restitution"]
    friction = Contact.fields["friction"]
    static_friction = Contact.fields["static_friction"]
    law = Contact.fields["law"]

    def validate(self) -> None:
        """As a contact."""
        _ = self.contact

    @cached_property
    def contact(self) -> UnilateralContact:
        """What every two of its ends have in common."""
        return UnilateralContact(**self.values)

    def traced(self) -> Mapping[str, Any]:
        """Friction, where that is a function."""
        return self.contact.traced()
