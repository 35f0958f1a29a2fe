"""Contacts about which a state says nothing, or nothing that is possible: accelerations there would have no meaning."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from ..results import State
from ..topology.contacts import drawn_contacts
from .scales import typical_length
from .violation import NEGLIGIBLE_VELOCITY, NEGLIGIBLE_VIOLATION, Violation

TOUCHES = 1e-10
"""Gaps below this, in lengths of the model, are none."""
SETTLE = "lw.touch(system, state) says it, as a run would."


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
            found.append(Violation(what, element.overlap_words(-gap), 1.0, remedy=element.overlap_remedy(-gap)))
        elif (
            gap <= TOUCHES * length
            and rate <= NEGLIGIBLE_VELOCITY * length
            and not state.parameters[point.switch("closed")]
            and not parts(f"{point.label}.gap_dot")
        ):
            how = "touches, and the state does not say how it goes on"
            found.append(Violation(what, how, 1.0, remedy=SETTLE))
    return found
