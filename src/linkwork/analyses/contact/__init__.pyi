"""Contacts in analyses: which points touch, impacts, and how points go on."""

from .contact_scales import ContactScales
from .event_driver import EventDriver, begin_contacts, open_start
from .touching_closure import closed_state, overlap_sentence, overlapping, points_to_close, touched_state

__all__ = [
    "ContactScales",
    "EventDriver",
    "begin_contacts",
    "closed_state",
    "open_start",
    "overlap_sentence",
    "overlapping",
    "points_to_close",
    "touched_state",
]
