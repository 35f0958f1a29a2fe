"""Events: conditions on the state that a run looks for, and what happens there."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from typing import Any

import numpy as np

from ..contract import ModelError
from ..contract.arguments import FLAG, NAME_ARGUMENT, SEVERAL_ARGUMENT
from ..contract.derived.pure import called_twice
from ..expr import TraceError, array
from ..expr.branches import margin
from ..expr.graph import Bool, as_bool
from ..results import State

EventAction = Callable[[Any, State], "State | Mapping[str, float] | None"]
EVENT_DIRECTIONS = {"both": 0, "rising": 1, "falling": -1}
TOO_FAST = (
    "event {name!r} changes too fast to be followed, or is not finite, between t = {begin:.6g} and {end:.6g}: there it "
    "was looked at only at the ends of steps; give h=lw.Adaptive(h_max=…), or a smoother function"
)
KINK_TOO_FAST = (
    "a kink of {name!r} changes too fast to be followed between t = {begin:.6g} and {end:.6g}: there it was looked at "
    "only at the ends of steps; give h=lw.Adaptive(h_max=…)"
)


@dataclass(frozen=True, eq=False)
class Event:
    """A moment at which a function of the state passes through zero, or a condition on it changes.

    `function` is the name of a channel ("ball.position.z"), a function of channels (`lambda x: x["A.angle"] - 1`), or
    a condition on channels (`lambda x: x["A.angle"] < -1`); `value` is subtracted from a number. `direction` is
    "rising" (a condition becomes true), "falling" (false) or "both"; unless given, functions count both ways and
    conditions when they become true. With `terminal` the run ends there. An `action(system, state)` returns what the
    run goes on with: a state, or values by name (coordinates, speeds, states, Parameters); None goes on unchanged.
    `count` ends the run at that occurrence of a terminal event.
    """

    name: str
    function: str | Callable[[Any], Any]
    value: float = 0.0
    direction: str | None = None
    terminal: bool = False
    action: EventAction | None = None
    count: int = 1

    def __post_init__(self) -> None:
        if not isinstance(self.name, str):
            raise ModelError(f"Event: the name comes first and is a text; {self.name!r} is none.")
        (NAME_ARGUMENT | None).check(f"event {self.name!r}", "direction", self.direction)
        FLAG.check(f"event {self.name!r}", "terminal", self.terminal)
        if self.direction is not None and self.direction not in EVENT_DIRECTIONS:
            raise ModelError(
                f"event {self.name!r}: direction={self.direction!r}; choose 'rising', 'falling' or 'both'."
            )
        if not (isinstance(self.function, str) or callable(self.function)):
            raise ModelError(f"event {self.name!r}: {self.function!r} is neither a channel nor a function of channels.")
        if isinstance(self.value, bool) or not isinstance(self.value, (int, float, np.number)):
            raise ModelError(f"event {self.name!r}: value={self.value!r} is not a number; the function passes it.")
        if not np.isfinite(self.value):
            raise ModelError(f"event {self.name!r}: value={self.value}; give a finite number.")
        if self.action is not None and not callable(self.action):
            raise ModelError(f"event {self.name!r}: {self.action!r} is not an action; give a function (system, state).")
        if isinstance(self.count, bool) or not isinstance(self.count, (int, np.integer)):
            raise ModelError(f"event {self.name!r}: count={self.count!r} is not a whole number; give 1, 2, ….")
        if self.count < 1:
            raise ModelError(
                f"event {self.name!r}: count={self.count}; a run can end at the first occurrence or later."
            )

    @property
    def rounding(self) -> float:
        """Changes of its function that may be rounding, beside those that its size tells."""
        return 0.0

    @property
    def acts(self) -> bool:
        """Whether another motion may follow."""
        return self.action is not None

    @property
    def lands(self) -> bool:
        """Whether a step must end at it."""
        return self.terminal or self.acts


def check_events(events: Any) -> None:
    """Raises where something else than a sequence of events was given."""
    if isinstance(events, tuple) and not events:
        return
    if isinstance(events, Event):
        raise ModelError(f"events are given in a list: events=[{events.name}].", "simulate")
    SEVERAL_ARGUMENT.check("simulate", "events", events)
    for event in events:
        if not isinstance(event, Event):
            raise ModelError(f"{event!r} is not an event; make it one with lw.Event(name, function).", "simulate")


def check_event_names(events: Sequence[Event]) -> None:
    """Raises where two events have one name."""
    names = [event.name for event in events]
    if len(set(names)) < len(names):
        raise ModelError(f"two events are called {next(n for n in names if names.count(n) > 1)!r}; names are unique.")


def event_value(event: Event, channels: Any) -> tuple[Any, int]:
    """(the expression that passes through zero, the direction that counts: −1, 0, 1) of an event on given channels."""
    label = f"event {event.name!r}"
    found = channel_value(label, event.function, channels)
    if not isinstance(found, (Bool, bool, np.bool_)):
        return found - event.value, EVENT_DIRECTIONS[event.direction or "both"]
    if event.value:
        raise ModelError(f"{label} is a condition, which has no value={event.value:g}; compare inside the condition.")
    try:
        return margin(as_bool(found)), EVENT_DIRECTIONS[event.direction or "rising"]
    except TraceError as error:
        raise ModelError(f"{label}: {error}.") from error


def is_steady(function: str | Callable[[Any], Any], channels: Any) -> bool:
    """Whether channels that need no accelerations are enough."""
    try:
        _ = channels[function] if isinstance(function, str) else function(channels)
    except Exception:  # a user's function may raise anything, and is asked again where that is told
        return False
    return True


def asked_channels(label: str, function: str | Callable[[Any], Any], channels: Any) -> Any:
    """A channel, or what a user's function of channels gives; ModelError where that fails or gives nothing."""
    try:
        found = channels[function] if isinstance(function, str) else function(channels)
    except (ModelError, TraceError) as error:
        raise ModelError(f"{label}: {error}") from error
    except Exception as error:  # a user's function may raise anything
        raise ModelError(f"{label}: its function of channels fails: {type(error).__name__}: {error}.") from error
    if found is None:
        raise ModelError(f"{label}: its function returned nothing. Is a `return` missing?")
    return found


def channel_value(label: str, function: str | Callable[[Any], Any], channels: Any) -> Any:
    """The expression of a channel, or of a function of channels: one number."""
    again = function if isinstance(function, str) else partial(called_twice, "its function", function)
    found = asked_channels(label, again, channels)
    if isinstance(found, (bool, np.bool_)):
        return found
    try:
        entries = array(found)
    except TraceError:
        raise ModelError(f"{label}: its function returned {found!r}; return one number or a condition.") from None
    if entries.size != 1:
        raise ModelError(f"{label} has shape {entries.shape}; give one number, such as a component `.x`.")
    return entries.ravel()[0]
