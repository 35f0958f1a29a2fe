"""Events as they happen in a run, whatever the formulation: what is counted, what ends it, what actions lead to."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

import numpy as np

from ..results import Occurrence, State
from .events import Event

MANY = 12
"""Events in a row, each within `CROWDED` of the time between the first two, that count as endless."""
CROWDED = 1e-6
AHEAD = 1e-9
"""How far ahead, relative to the time, one looks for the side to which an event moves."""


class Happenings:
    """The events of a run: which happened when, and how often."""

    def __init__(self, events: Sequence[Event], t_start: float) -> None:
        self.t_start = t_start
        self.occurrences: list[Occurrence] = []
        self.counts = {event.name: 0 for event in events}

    def note(self, t: float, name: str) -> None:
        """An event happened."""
        self.occurrences.append(Occurrence(t, name))
        self.counts[name] += 1

    def ends(self, event: Event) -> bool:
        """Whether an event that has just happened ends the run."""
        return event.terminal and self.counts[event.name] >= event.count

    @property
    def is_stuck(self) -> bool:
        """Whether events come faster and faster without end (Zeno)."""
        recent = [o.t for o in self.occurrences[-MANY:]]
        if len(recent) < MANY:
            return False
        return recent[-1] - recent[0] <= CROWDED * max(recent[-1] - self.t_start, 1e-9)


def acted(event: Event, system: Any, state: State) -> State | None:
    """The state, at the same time, that the action of an event leads to; None where it changes nothing."""
    found = None if event.action is None else event.action(system, state)
    if found is None:
        return None
    return replace(found if isinstance(found, State) else state.with_values(found), t=state.t)


def sides_after(now: np.ndarray, change: np.ndarray, before: np.ndarray, who: Sequence[int]) -> np.ndarray:
    """On which side of zero the functions of events are after a jump: −1, 0, 1.

    `now` are their values, `change` what a short time adds. One that is just at zero is on the side it moves to; what
    acted (`who`) and is at rest there is on the side it came from (`before`), so that passing again counts.
    """
    near = np.abs(now) <= 1e3 * np.abs(change)
    at_rest = np.abs(now) + np.abs(change) < 1e-12
    kept = before.copy()
    kept[list(who)] = -kept[list(who)]
    return np.where(at_rest, kept, np.sign(np.where(near, change, now)))
