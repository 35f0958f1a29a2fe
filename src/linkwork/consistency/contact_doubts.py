"""Contacts about which a state says nothing, or nothing that is possible: accelerations there would have no meaning."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from ..contract import Contact
from ..results import State
from ..topology.contacts import drawn_contacts
from .violations import NEGLIGIBLE_VELOCITY, NEGLIGIBLE_VIOLATION, Violation, typical_length

TOUCHES = 1e-10
"""Gaps below this, in lengths of the model, are none."""
SETTLE = "lw.touch(system, state) says it, as a run would."
LIFT = "Lift the body, or assemble with contact='touch'."


def contact_doubts(
    system: Any, state: State, channels: Mapping[str, Any], parts: Callable[[str], bool]
) -> list[Violation]:
    """Points that overlap, and open ones that touch without parting; `channels` are those of the state.

    `parts` says whether the rate of a gap, by its name, is about to grow. What goes one way touches wherever it
    is; what is switched off nowhere.
    """
    contacts = [
        c for c in drawn_contacts(system.model, system.coordinates) if c.switch is None or c.switch.worth(state)
    ]
    length = typical_length(system, state) if contacts else 1.0
    found = []
    for contact, point in ((c, point) for c in contacts for point in c.points):
        gap = 0.0 if contact.element.one_way else float(channels[f"{point.label}.gap"])
        rate = float(channels[f"{point.label}.gap_dot"])
        what = f"contact {point.label!r}"
        if gap < -NEGLIGIBLE_VIOLATION * length:
            element = contact.element
            found.append(Violation(what, overlap_words(element, -gap), 1.0, remedy=overlap_remedy(element, -gap)))
        elif (
            gap <= TOUCHES * length
            and rate <= NEGLIGIBLE_VELOCITY * length
            and not state.parameters[point.switch("closed")]
            and not parts(f"{point.label}.gap_dot")
        ):
            how = "touches, and the state does not say how it goes on"
            found.append(Violation(what, how, 1.0, remedy=SETTLE))
    return found


def overlap_words(contact: Contact, depth: float) -> str:
    """What a negative gap of this depth is, as the end of a sentence."""
    unit = "" if contact.of_coordinates else "m"  # coordinates have units of their own
    size = f"{1e3 * depth:.3g} mm" if depth < 0.1 and unit else f"{depth:.3g} {unit}".rstrip()
    return f"is beyond its limit by {size}" if contact.is_limit else f"overlaps by {size}"


def overlap_remedy(contact: Contact, depth: float, lift: str = LIFT) -> str:
    """What to do about a negative gap of this depth. A body that is wholly behind a plane seldom sank that deep."""
    if contact.is_limit:
        return "Begin within the limit, or assemble with contact='touch'."
    solids = [surface.collision_shape() for surface in contact.surfaces or () if surface.is_solid]
    sizes = [2.0 * max(shape.size) for shape in solids if shape.size]
    if len(sizes) == len(solids) - 1 and depth > sum(sizes):
        return (
            "The body is wholly behind the plane: if it should be in front, turn the normal of the plane round "
            f"(plane('z') faces up, plane('-z') down); else l{lift[1:]}"
        )
    return lift
