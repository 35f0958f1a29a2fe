"""Margins of the points of a kind of contact, as functions of its motion, its multipliers and those of its grip."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from functools import partial
from typing import Any

from ...contract.contact import SWITCHES
from ...contract.derived.contact_form import point_switch
from ...expr import array, symbols
from ...topology.contact_margins import margins_of
from ...topology.contacts import DrawnContact, acting_contacts, contact_channels, contact_force_channels
from ..constraints import put_contact, put_contact_coordinates
from .kind import ElementKind
from .traced_blocks import TracedBlocks, kind_inputs, traced_blocks
from .unknown_coupling import CoupledUnknowns


def contact_of_kind(kind: ElementKind) -> DrawnContact | None:
    """The contact whose closed points are the rows of a kind; None for everything else."""
    if kind.modal is not None:
        return None
    own = kind.model.connections["element"]
    if isinstance(own.element, CoupledUnknowns):
        own = replace(own, element=own.element.condition)
    return next(iter(acting_contacts([own])), None)


def put_in_kind(kind: ElementKind, contact: DrawnContact, values: Sequence[Any]) -> Any:
    """Expressions of a contact's form at the motion of the bodies of a kind, in world axes, or at own unknowns."""
    own = kind.model.connections["element"].element
    if not isinstance(own, CoupledUnknowns):
        return kind.motion.put(put_contact(kind.equations.kinematics, contact, values))
    s, s_dot = kind.motion.own
    q = own.coordinates(s, kind.motion.t)
    return put_contact_coordinates(contact, q, own.rates(s, s_dot, kind.motion.t, q), kind.motion.t, values)


def margins(kind: ElementKind) -> TracedBlocks:
    """All margins of all points, in the order of `margins_of`, and sliding speeds of those that follow these."""
    contact = contact_of_kind(kind)
    assert contact is not None
    put = partial(put_in_kind, kind, contact)
    lam, grip = symbols("lam", len(kind.rows)), symbols("grip", sum(len(point.slips) for point in contact.points))
    channels = contact_channels(contact, put) | contact_force_channels(contact, lam, grip, put)
    for point in contact.points:
        channels |= {point.switch(name): point_switch(contact.form, point.number, name) for name in SWITCHES}
    values = array([margin(channels) for margin in margins_of([contact])])
    pairs = [point for point in contact.points if len(point.slips) == 2]
    following = [point_switch(contact.form, p.number, "follow") * x for p in pairs for x in channels[f"{p.label}.slip"]]
    vectors = {"margins": values, "following": array(following)}
    return traced_blocks(f"{kind.label}_margins", kind_inputs(kind, lam=lam, grip=grip), vectors, {})
