"""Steps that end at events: which event comes first, and how long the step to it is."""

from __future__ import annotations

from typing import Any

from ..compiled import aside, loop
from .flow import Flow
from .record import LANDING, Record
from .watch import LANDED, Watch, crossed, locate, log, look, remember

ATTEMPTS = 40
TAKE = 2.0
"""What `first_landing` returns when the step is to be taken as it is."""


@loop
def any_crossed(flow: Flow, watch: Watch, t_new: float, y_new: Any) -> bool:
    """Whether some event lies in a step that ends at y_new."""
    if len(watch.value) == 0:
        return False
    look(flow, watch, t_new, y_new)
    found = False
    for k in range(len(watch.value)):
        found = found or crossed(watch, k)
    if not found:
        remember(watch)
    return found


@loop
def first_crossing(
    flow: Flow, watch: Watch, t: float, h: float, y: Any, y_new: Any, dense: Any, shift: Any, trial: Any
) -> tuple[int, float]:
    """(event, part of the step) of the first event in a step at which it should end; (−1, TAKE) where there is none."""
    first, theta_first = -1, TAKE
    for k in range(len(watch.value)):
        look(flow, watch, t + h, y_new)
        if watch.kind[k] == LANDED and crossed(watch, k):
            theta = locate(flow, watch, k, t, h, y, dense, shift, trial)
            if theta < theta_first:
                first, theta_first = k, theta
    return first, theta_first


@loop
def is_short_of(record: Record, theta: float, t: float, h: float) -> bool:
    """Whether the end of a step is so far behind an event that a shorter one should be tried."""
    return bool(1.0 - theta > 1e-12 * max(1.0, abs(t) / h * 1e-2) and record.count[LANDING] < ATTEMPTS)


@aside
def part_before(
    flow: Flow, watch: Watch, record: Record, t: float, h: float, y: Any, y_new: Any, dense: Any, shift: Any, trial: Any
) -> float:
    """The part of a failed step up to an event in it, or TAKE.

    A step across a kink may miss its tolerance however short it is: it has to end there before it is tried again.
    """
    first, theta = first_crossing(flow, watch, t, h, y, y_new, dense, shift, trial)
    if first < 0 or not is_short_of(record, theta, t, h):
        return TAKE
    record.count[LANDING] += 1
    return theta


@aside
def first_landing(
    flow: Flow, watch: Watch, record: Record, t: float, h: float, y: Any, y_new: Any, dense: Any, shift: Any, trial: Any
) -> float:
    """The part of the step after which it should end, or TAKE; logs events where the step is taken.

    A step across a kink is computed with rates of both sides, so its polynomial misplaces the kink: the shorter step is
    computed anew and looked at again, until it ends just behind the event.
    """
    first, theta_first = first_crossing(flow, watch, t, h, y, y_new, dense, shift, trial)
    if first >= 0 and is_short_of(record, theta_first, t, h):
        record.count[LANDING] += 1
        return theta_first
    for k in range(len(watch.value)):
        look(flow, watch, t + h, y_new)
        if crossed(watch, k) and k != first:
            log(watch, k, t + h * locate(flow, watch, k, t, h, y, dense, shift, trial))
    if first >= 0:
        log(watch, first, t + h)
    look(flow, watch, t + h, y_new)
    remember(watch)
    watch.fired[1] = first
    record.count[LANDING] = 0
    return TAKE
