"""The log of events in a run: which happened when and how often, what ends the run, what actions lead to."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from itertools import islice
from typing import Any

import numpy as np

from ..consistency import said_of
from ..contract import ModelError
from ..diagnosis import Note, note
from ..results import ContactChange, Occurrence, State
from .events import Event

ENDLESS_EVENTS = 12
"""Events in a row, each within `CROWDED` of the time between the first two, that count as endless."""
MANY_EVENTS = 1000
"""Occurrences of an event with an action at which its pace is looked at."""
CROWDED = 1e-6
EVENT_SIDE = 1e-9
"""How far ahead, relative to the time, one looks for the side to which an event moves."""
SPEED_ROUNDING = 1e-12
"""Relative changes of prescribed speeds that are rounding."""
ROUNDINGS = 40.0
"""What projection leaves of a margin of a contact, in its rounding."""


class EventLog:
    """The events of a run: which happened when, and how often, and where actions changed Parameters."""

    def __init__(self, events: Sequence[Event], t_start: float) -> None:
        self.events, self.t_start = tuple(events), t_start
        self.occurrences: list[Occurrence] = []
        self.counts = {event.name: 0 for event in events}
        self.parameter_changes: list[tuple[int, Mapping[str, float]]] = []
        """From which row on, and to what."""

    def change(self, row: int, values: Mapping[str, float]) -> None:
        """Parameters have other values from a row on; what was before it was read by no row if it began there too."""
        if self.parameter_changes and self.parameter_changes[-1][0] == row:
            values = {**self.parameter_changes.pop()[1], **values}
        self.parameter_changes.append((row, values))

    def note(self, t: float, name: str, state: State) -> None:
        """An event happened at a state."""
        self.occurrences.append(Occurrence(t, name, state, state))
        self.counts[name] += 1

    def acted(self, name: str, after: State) -> None:
        """The action of the event of this name that was noted last leads to a state."""
        k = next(k for k in range(len(self.occurrences) - 1, -1, -1) if self.occurrences[k].event == name)
        self.occurrences[k] = replace(self.occurrences[k], after=after)

    def touched(self, triggers: Sequence[Event], change: ContactChange | None, before: State, after: State) -> None:
        """Contacts changed: one entry, or none, in the place of those of the margins that were used up."""
        names = {event.name for event in triggers}
        while self.occurrences and self.occurrences[-1].event in names:
            self.occurrences.pop()
        if change is not None:
            self.occurrences.append(Occurrence(change.t, change.name, before, after, change))

    def ends(self, event: Event) -> bool:
        """Whether an event that has just happened ends the run."""
        return event.terminal and self.counts[event.name] >= event.count

    def first_end(self, landed: Sequence[Event]) -> str | None:
        """The name of the first of events that have just happened that ends the run."""
        return next((event.name for event in landed if self.ends(event)), None)

    def told(self) -> tuple[tuple[float, str, ContactChange | None], ...]:
        """(time, name, what it did to contacts) of all that happened, for a file."""
        return tuple((o.t, o.event, o.contact) for o in self.occurrences)

    def saved(self) -> dict[str, Any]:
        """All of it, for a checkpoint; without the states before and after."""
        changes = [[row, dict(values)] for row, values in self.parameter_changes]
        happened = [(t, name, None if change is None else change.to_dict()) for t, name, change in self.told()]
        return {"occurrences": happened, "counts": self.counts, "parameter_changes": changes}

    def restore(self, data: Mapping[str, Any]) -> None:
        """Goes on from what a checkpoint holds."""
        self.occurrences[:] = [
            Occurrence(t, name, contact=None if change is None else ContactChange.from_dict(change))
            for t, name, change in data["occurrences"]
        ]
        self.counts.update(data["counts"])
        self.parameter_changes[:] = [(row, values) for row, values in data["parameter_changes"]]

    @property
    def is_stuck(self) -> bool:
        """Whether events come faster and faster without end (Zeno)."""
        # From the end: with many thousands of events, a list of all at each would take longer than the run.
        recent = list(islice((o.t for o in reversed(self.occurrences) if o.contact is None), ENDLESS_EVENTS))
        if len(recent) < ENDLESS_EVENTS:
            return False
        return recent[0] - recent[-1] <= CROWDED * max(recent[0] - self.t_start, 1e-9)

    def crowd(self, event: Event, t: float, t_end: float) -> Note | None:
        """A note where an event with an action has happened very often, and will far more often; None where not."""
        count = self.counts[event.name]
        if not event.acts or count != MANY_EVENTS or t <= self.t_start:
            return None
        left = (t_end - t) / (t - self.t_start) * count
        if left < MANY_EVENTS * 10:
            return None
        pace = (t - self.t_start) / count
        said = (
            f"event {event.name!r} has happened {count} times by t = {t:.4g}, every {pace:.2g} s: "
            f"at this pace it comes {left:.2g} times more before t = {t_end:g}. Let its action move farther away from "
            "zero, or end the run with terminal=True and count."
        )
        return note("event_crowded", said, t, event.name)


def state_after(event: Event, system: Any, state: State) -> State | None:
    """The state, at the same time, that the action of an event leads to; None where it changes nothing."""
    found = None if event.action is None else event.action(system, state)
    if found is None:
        return None
    if not isinstance(found, (State, Mapping)):
        raise ModelError(
            f"event {event.name!r}: its action returned {found!r}; return a state, values by name such as "
            '{"A.angle_dot": 0.0}, or None to go on unchanged.'
        )
    try:
        changed = found if isinstance(found, State) else state.with_values(found)
    except ModelError as error:
        raise ModelError(f"event {event.name!r}: after its action, {error}") from None
    except (TypeError, ValueError):
        raise ModelError(f"event {event.name!r}: its action returned values that are not numbers: {found!r}.") from None
    if changed.layout is not state.layout:
        raise ModelError(f"event {event.name!r}: its action returned a state of another system.")
    return _pushed(system, state, replace(changed, t=state.t))


def _pushed(system: Any, before: State, after: State) -> State:
    r"""The state after an action, with the impulse of drives whose speeds its Parameters change by $\Delta u_p$.

    Drives push where they are, and all other speeds follow: $M_{ff}\,\Delta u_f = -M_{fp}\,\Delta u_p$. The run
    then closes loops in the same metric. Speeds that the action gives itself stay.
    """
    free = list(system.chart.free_u)
    if dict(after.parameters) == dict(before.parameters) or (after.u[free] != before.u[free]).any():
        return after
    now = system.prescribed(after)
    step = now.u - before.u
    step[free] = 0.0
    if not (np.abs(step) > SPEED_ROUNDING * (1.0 + np.abs(now.u))).any():
        return after
    M = np.asarray(system.mass_matrix(now))
    inner, u = M[np.ix_(free, free)], now.u.copy()
    scale = 1.0 / np.sqrt(np.where(inner.diagonal() > 0.0, inner.diagonal(), 1.0))
    found = np.linalg.lstsq(inner * np.outer(scale, scale), -scale * (M @ step)[free], rcond=1e-12)[0]
    u[free] += scale * found
    return replace(after, u=u)


def violated_after(system: Any, state: State) -> str:
    """What the state that an action leads to violates, in words."""
    violated = system.violations(state)
    said = f": {said_of(violated)}" if violated else ""
    return (
        f"its action leads to a state that violates the constraints{said}. Return speeds and coordinates that meet "
        "them, such as those of lw.assemble or lw.impact."
    )


def sides_after(
    now: np.ndarray,
    change: np.ndarray,
    before: np.ndarray,
    who: Sequence[int],
    margins: Sequence[int] = (),
    rounding: np.ndarray | float = 0.0,
) -> np.ndarray:
    """On which side of zero the functions of events are after a jump: −1, 0, 1.

    `now` are their values, `change` what a short time adds. One that is just at zero is on the side it moves to; what
    acted (`who`) and is at rest there is on the side it came from (`before`), so that passing again counts. Margins of
    contacts are positive, also one that is at zero and grows: that of a ball that bounces may be back there before any
    sample of the next step. One that is below zero by some `rounding` is positive, too: it may part so slowly that
    nothing is seen of its growth, and come back. Others have not been seen yet, so that their way up does not count.
    """
    near = np.abs(now) <= 1e3 * np.abs(change)
    at_rest = np.abs(now) + np.abs(change) < 1e-12
    kept = before.copy()
    kept[list(who)] = -kept[list(who)]
    sides = np.where(at_rest, kept, np.sign(np.where(near, change, now)))
    if len(margins):
        grows, rounded = near & (change > 0.0), now > -ROUNDINGS * rounding
        sides[list(margins)] = np.where((now > 0.0) | grows | rounded, 1.0, 0.0)[list(margins)]
    return sides
