"""Events: conditions on the state that a run looks for, and what happens there."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache
from typing import Any

import numpy as np

from ..contract import ModelError
from ..expr import TraceError, array
from ..kernels import compile_function
from ..numerics.integrators.watch import LANDED, RECORDED, Watch, idle_watch, make_watch
from ..results import State
from .flows import Bound

Action = Callable[[Any, State], "State | Mapping[str, float] | None"]
DIRECTIONS = {"both": 0, "rising": 1, "falling": -1}


@dataclass(frozen=True, eq=False)
class Event:
    """A moment at which a function of the state passes through zero.

    `function` is the name of a channel ("ball.position.z"), or a function of channels (`lambda x: x["A.angle"] - 1`);
    `value` is subtracted from it. `direction` is "rising", "falling" or "both". With `terminal` the run ends there. An
    `action(system, state)` returns what the run goes on with: a state, or values by name (coordinates, speeds, states,
    Parameters); None goes on unchanged. `count` ends the run at that occurrence of a terminal event.
    """

    name: str
    function: str | Callable[[Any], Any]
    value: float = 0.0
    direction: str = "both"
    terminal: bool = False
    action: Action | None = None
    count: int = 1

    def __post_init__(self) -> None:
        if self.direction not in DIRECTIONS:
            raise ModelError(
                f"event {self.name!r}: direction={self.direction!r}; choose 'rising', 'falling' or 'both'."
            )
        if not (isinstance(self.function, str) or callable(self.function)):
            raise ModelError(f"event {self.name!r}: {self.function!r} is neither a channel nor a function of channels.")
        if self.count < 1:
            raise ModelError(
                f"event {self.name!r}: count={self.count}; a run can end at the first occurrence or later."
            )

    @property
    def lands(self) -> bool:
        """Whether a step must end at it."""
        return self.terminal or self.action is not None


def check_events(events: Any) -> None:
    """Raises where something else than a sequence of events was given."""
    if isinstance(events, Event):
        raise ModelError(f"simulate: events are given in a list: events=[{events.name}].")
    for event in events:
        if not isinstance(event, Event):
            raise ModelError(f"simulate: {event!r} among the events is none; make it with lw.Event(name, function).")


def check_names(events: Sequence[Event]) -> None:
    """Raises where two events have one name."""
    names = [event.name for event in events]
    if len(set(names)) < len(names):
        raise ModelError(f"two events are called {next(n for n in names if names.count(n) > 1)!r}; names are unique.")


@dataclass(frozen=True, eq=False)
class Watching:
    """The events of a run and the kinks of its elements, as one kernel."""

    events: Sequence[Event]
    kinks: int
    watch: Watch = field(repr=False)

    def name(self, k: int) -> str | None:
        """The event's name; None for a kink."""
        return self.events[k].name if k < len(self.events) else None


@cache
def _nothing() -> Watching:
    # All runs without events and kinks share it: nothing is ever written there but what it holds.
    return Watching((), 0, idle_watch())


def watching(bound: Bound, events: Sequence[Event]) -> Watching:
    """What a run has to look for."""
    e = bound.system.equations
    check_names(events)
    values = [*(_expression(bound, event) for event in events), *e.kinks]
    if not values:
        return _nothing()
    buffer = np.zeros(len(values))
    kernel = bound.bind(compile_function(e.function("events", values=array(values))), {"values": buffer})
    directions = [DIRECTIONS[event.direction] for event in events] + [0] * len(e.kinks)
    kinds = [LANDED if event.lands else RECORDED for event in events] + [LANDED] * len(e.kinks)
    return Watching(tuple(events), len(e.kinks), make_watch(kernel, buffer, directions, kinds))


def _expression(bound: Bound, event: Event) -> Any:
    e = bound.system.equations
    label = f"event {event.name!r}"
    if is_steady(event.function, e.channels):
        return channel_value(label, event.function, e.channels) - event.value
    u_dot, lam, _ = e.under(bound.rows).accelerations()
    return channel_value(label, event.function, e.channels.at_motion(u_dot, lam)) - event.value


def is_steady(function: str | Callable[[Any], Any], channels: Any) -> bool:
    """Whether channels that need no accelerations are enough."""
    try:
        _ = channels[function] if isinstance(function, str) else function(channels)
    except ModelError:
        return False
    return True


def channel_value(label: str, function: str | Callable[[Any], Any], channels: Any) -> Any:
    """The expression of a channel, or of a function of channels: one number."""
    try:
        found = channels[function] if isinstance(function, str) else function(channels)
    except (ModelError, TraceError) as error:
        raise ModelError(f"{label}: {error}") from error
    entries = array(found)
    if entries.size != 1:
        raise ModelError(f"{label} has shape {entries.shape}; give one number, such as a component `.x`.")
    return entries.ravel()[0]
