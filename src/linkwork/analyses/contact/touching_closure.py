"""Which points of contacts an assembly closes: their gaps become zero like the residuals of other constraints."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from ...consistency.contact_doubts import overlap_words
from ...contract import ModelError
from ...contract.errors import joined, unknown
from ...results import State
from .contact_equations import ContactEquations
from .contact_scales import ContactScales
from .contact_table import OPEN, ContactTable
from .event_driver import OVERLAP, refuse_overlap
from .resolution import Resolver

_NEAR = 1e-2
"""Gaps below this, in lengths of the model, are meant to be closed by contact='touch'."""
TOUCH = "touch"


def points_to_close(
    table: ContactTable, state: State, scales: ContactScales, contact: str | Sequence[str]
) -> frozenset[int]:
    """Numbers of the points: those of named contacts or points, or all that overlap or nearly touch."""
    if contact != TOUCH:
        return frozenset(
            k for name in ([contact] if isinstance(contact, str) else contact) for k in _named(table, name)
        )
    gaps = ContactEquations(table, state).kinematics.gaps
    near = np.flatnonzero(gaps < _NEAR * scales.length)
    if not len(near):
        k = int(np.argmin(gaps))
        label = table.points[k].label
        raise ModelError(
            f"assemble: contact='touch' finds nothing to close: the nearest contact, {label}, is {gaps[k]:.4g} m "
            f"apart. Name what shall touch: contact=[{table.points[k].point.connection!r}]."
        )
    return frozenset(map(int, near))


def _named(table: ContactTable, name: str) -> list[int]:
    """The points of a contact, or the one of that name."""
    found = [k for k, p in enumerate(table.points) if name in (p.label, p.point.connection)]
    if not found:
        known = dict.fromkeys(x for p in table.points for x in (p.point.connection, p.label))
        raise ModelError(f"assemble: {unknown('contact', name, [*known])}")
    return found


def closed_state(table: ContactTable, state: State, points: frozenset[int]) -> State:
    """The state in which some points are closed and slide freely, and the others are open."""
    return table.with_switches(state, [{"closed": 1.0} if k in points else {} for k in range(len(table))])


def overlapping(table: ContactTable, state: State, scales: ContactScales) -> frozenset[int]:
    """Open points that overlap by more than rounding."""
    gaps, modes = ContactEquations(table, state).kinematics.gaps, table.modes(state)
    return frozenset(k for k, gap in enumerate(gaps) if modes[k] == OPEN and gap < -OVERLAP * scales.length)


def touched_state(table: ContactTable, state: State, scales: ContactScales, points: frozenset[int]) -> State:
    """An assembled state with modes: closed points go on as a run would let them."""
    refuse_overlap(table, state, scales, "assemble")
    opened = scales.shifted(table, table.with_switches(state, [{} for _ in table.points]))
    return Resolver(table, scales)(opened, {}, points).state


def overlap_sentence(table: ContactTable, state: State, points: frozenset[int]) -> str:
    """What an assembly that knows nothing of contacts does to them."""
    gaps = ContactEquations(table, state).kinematics.gaps
    deep = [(table.points[k], table.depth(k, float(gaps[k]), state)) for k in sorted(points)]
    said = joined([f"contact {point.label} {overlap_words(point.element, depth)}" for point, depth in deep])
    return f"assembled, {said}. Give another guess, or assemble with contact='touch'."
