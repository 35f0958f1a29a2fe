"""Steps that end at events: which event comes first, and how long the step to it is."""

from __future__ import annotations

from typing import Any

from ...kernels.loops import loop
from .event_search import LANDED, TAKE, Watch, crossed, look, note_unfollowed, scan_step
from .flow import Flow
from .record import LANDING, StepRecord

USUAL_ATTEMPTS = 8
"""Attempts to end at an event that go no farther behind it, and count as there only where the sign has changed."""
ATTEMPTS = 40
"""How often a step is made shorter for one event."""
MOST_SHORT_STEPS = 20
"""How many steps in a row that fell short of an event are kept apart."""
BEHIND = 6e-16
"""How far behind an event a step ends, relative to the time."""
MOST_DOUBLINGS = 24
"""How often that is doubled."""


@loop
def behind_event(record: StepRecord, t: float, h: float) -> float:
    """How far behind an event a step ends: a few roundings of time, twice as far with each attempt beyond the usual.

    Where an event is met slowly these move nothing: all that is seen of its function is rounding.
    """
    return 2.0 ** min(max(record.count[LANDING] - USUAL_ATTEMPTS, 0), MOST_DOUBLINGS) * BEHIND * max(abs(t), h)


@loop
def kink_crossed(flow: Flow, watch: Watch, t_new: float, y_new: Any) -> bool:
    """Whether something at which steps end has another sign at the end of a step that ends at y_new."""
    look(flow, watch, t_new, y_new)
    found = False
    for k in range(len(watch.value)):
        found = found or (watch.kind[k] == LANDED and crossed(watch, k))
    return found


@loop
def brink_of(record: StepRecord, t: float, h: float) -> float:
    """The part of a step beyond which an event is at its end; negative where no shorter step should be tried."""
    if record.count[LANDING] >= ATTEMPTS:
        return -1.0
    return 1.0 - max(1e-12 * max(1.0, abs(t) / h * 1e-2), 2.0 * behind_event(record, t, h) / h)


@loop
def part_before(flow: Flow, watch: Watch, record: StepRecord, path: Any, t: float, h: float) -> float:
    """The part of a failed step up to an event that ends steps, or TAKE; nothing is written down.

    A step across a kink may miss its tolerance however short it is: it has to end there before it is tried again.
    """
    start, brink = watch.fired[0], brink_of(record, t, h)
    first, _ = scan_step(flow, watch, path, t, h, brink, record.count[LANDING] > USUAL_ATTEMPTS)
    watch.fired[0], watch.fired[1] = start, -1
    return first if first < brink else TAKE


@loop
def first_landing(flow: Flow, watch: Watch, record: StepRecord, path: Any, t: float, h: float) -> float:
    """The part of the step after which it should end, or TAKE; logs events where the step is taken.

    A step across a kink is computed with rates of both sides, so its polynomial misplaces the kink: the shorter step is
    computed anew and looked at again, until it ends just behind the event.
    """
    start, brink = watch.fired[0], brink_of(record, t, h)
    first, seen = scan_step(flow, watch, path, t, h, brink, record.count[LANDING] > USUAL_ATTEMPTS)
    if first < brink or seen < 1.0:
        watch.fired[0], watch.fired[1] = start, -1
        if first < brink:
            record.count[LANDING] += 1
            return first
        # More events than there is room for; half, since the shorter step is cut into other pieces.
        return 0.5 * seen
    note_unfollowed(watch, t, h)
    for place in range(start, watch.fired[0]):
        if watch.landed[watch.log_event[place]]:
            watch.log_t[place] = t + h
    for k in range(len(watch.value)):
        watch.side[k] = watch.pieces.side[k]
    # A step that was made to end at an event and fell short of it by rounding is followed by one that goes farther.
    short = watch.fired[1] < 0
    record.count[LANDING] = min(record.count[LANDING], MOST_SHORT_STEPS) if short else 0
    return TAKE
