"""Contacts tried out: that gaps are functions of places, and that each can open and close."""

from __future__ import annotations

from typing import Any

import numpy as np

from ...expr import dot, jacobian
from ...expr.graph import as_expr
from ..contact import Contact
from ..errors import ModelError
from .contact_form import ContactForm
from .hinge_trial import refuse_velocities
from .linearity import check_linear
from .one_sided import OneSided
from .probe import has_branches, sampled
from .relative import relative_points

_ACROSS = 1e-9
"""What products of directions may be off by."""


def try_contact(contact: Contact) -> None:
    """Raises `ModelError` where the contact's functions do not give what they should."""
    if not contact.is_smooth:
        return  # it has no gap to be tried
    label, form = f"{contact.kind}.gap", ContactForm(contact)
    if isinstance(contact, OneSided) and form.count > 1:
        raise ModelError(
            f"{contact.kind}: has {form.count} residuals, of which one_sided would keep each on one side. Take a "
            "constraint that has one, such as lw.PointInPlane or lw.FixedDistance, or write a lw.Contact with a gap "
            "for each."
        )
    if contact.one_way and not contact.of_coordinates:
        check_linear(f"{contact.kind}.gap_rate", list(form.gap_rates), _velocities(form), _points(form))
    elif not contact.of_coordinates:
        refuse_velocities(label, [*form.gaps, *form.held], [*form.rel.w, *form.rel.v])
    _check_opens(label, form)
    for k, slips in enumerate(form.slips):
        if len(slips) > 2:
            raise ModelError(f"{contact.kind}: slides in {len(slips)} directions at point {k + 1}; give one or two.")
        if slips and len(slips) != len(form.slips[0]):
            raise ModelError(f"{contact.kind}: slides in one direction at some points and in two at others.")
    _check_tangents(form)
    _ = form.margins_within
    if contact.point_names and len(contact.point_names) != form.count:
        raise ModelError(f"{contact.kind}: has {len(contact.point_names)} names of points for {form.count} gaps.")


def _check_opens(label: str, form: ContactForm) -> None:
    """Raises where a gap does not change with any velocity: nothing could open or close it."""
    points = _points(form)
    slopes = jacobian(form.gap_rates, _velocities(form))
    for k, row in enumerate(slopes):
        entries: list[Any] = [as_expr(x) for x in row]
        if not np.abs(sampled(entries, points)).any() and not any(map(has_branches, entries)):
            raise ModelError(f"{label}: gap {k + 1} is the same at every place; nothing can close it.")


def _check_tangents(form: ContactForm) -> None:
    """Raises where directions of sliding that an author gives are not unit vectors across the normal."""
    if form.contact.of_coordinates or not form.contact.has_friction:
        return
    points = _points(form)
    for k, (normal, across) in enumerate(zip(form.normals, form.across(), strict=True)):
        if across is None:
            continue
        rows = [*across, *([normal] if len(across) < 3 else [])]
        found = sampled([as_expr(dot(a, b)) for a in rows for b in rows], points).reshape(len(points), len(rows), -1)
        if np.abs(found - np.eye(len(rows))).max(initial=0.0) > _ACROSS:
            raise ModelError(
                f"{form.contact.kind}.tangents: at point {k + 1} they are not unit vectors across the normal and each "
                "other; friction acts across the normal. Leave them out to have two that are."
            )


def _velocities(form: ContactForm) -> list[Any]:
    return [*form.q_dot] if form.contact.of_coordinates else [*form.rel.w, *form.rel.v, *form.q_dot]


def _points(form: ContactForm) -> list[dict[str, float]]:
    rng = np.random.default_rng(29)
    own = {str(s.data): float(rng.normal()) for s in (*form.q, *form.q_dot)}
    return [point | own for point in relative_points(form.contact.parameters)]
