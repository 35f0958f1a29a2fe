"""Events and kinks of a run as a function that compiled loops call back: where no traced function has them."""

from __future__ import annotations

import ctypes
from collections.abc import Callable, Sequence
from typing import Any

import numpy as np

from ...absolute.channels import state_channel
from ...absolute.contact_margins import system_margins
from ...absolute.element_kinks import ElementKinks
from ...absolute.element_system import ElementSystem
from ...absolute.run_kernels import AbsoluteKernels
from ...contract import ModelError
from ...contract.derived.pure import IMPURE
from ...expr import symbols
from ...expr.evaluate import evaluate
from ...kernels.loops.calls import KERNEL_SIGNATURE
from ...numerics.integrators.event_search import LANDED, RECORDED, make_watch
from ...results import State
from ...run.contact_events import ContactEvent
from ...run.events import EVENT_DIRECTIONS, Event, asked_channels, check_event_names, event_value
from .event_kernel import EventKernel, nothing_watched


class CalledEvents:
    """All that a run looks for, at the state that compiled loops left in memory: events first, then kinks of elements.

    An error of a function of the user's is kept until the loop has returned, which it does soon: values that are not
    finite end its step.
    """

    def __init__(self, bound: AbsoluteKernels, events: Sequence[Event]) -> None:
        self.bound, self.events, self.kinks = bound, tuple(events), ElementKinks(bound.elements)
        self.names = [*(event.name for event in events), *self.kinks.owners]
        self.values = np.zeros(len(self.names))
        directions = (EVENT_DIRECTIONS[event.direction or "both"] for event in events)
        self.directions = [*directions, *[0] * len(self.kinks.owners)]
        self._conditions: dict[int, Callable[[EventChannels], float]] = {}
        """Margins of events that are conditions."""
        margins = [k for k, x in enumerate(events) if isinstance(x, ContactEvent) and x.is_margin]
        self.contacts = np.array(margins, dtype=np.int64)
        """Which events are margins of contacts."""
        self._of_contacts = system_margins(bound.elements)
        order = {name: k for k, name in enumerate(self._of_contacts.names)}
        self._order = np.array([order[self.events[k].name] for k in margins], dtype=np.int64)
        self._others = np.setdiff1d(np.arange(len(self.events)), self.contacts).tolist()
        self.error: BaseException | None = None
        self._callback = KERNEL_SIGNATURE(self.evaluate)

    @property
    def words(self) -> np.ndarray:
        """Four integers, as of a kernel."""
        address = ctypes.cast(self._callback, ctypes.c_void_p).value
        return np.array([address, 0, 0, 0], dtype=np.int64)

    def evaluate(self, *_: Any) -> None:
        """Leaves all values in memory."""
        try:
            self._evaluate()
        except BaseException as error:  # raised in Python once the loop has returned
            self.error = self.error or error
            self.values.fill(np.nan)

    def _evaluate(self) -> None:
        bound, values = self.bound, self.values
        at = bound.loops.configuration(bound.x[:-1], float(bound.x[-1]))
        parameters = dict(zip(bound.elements.values, bound.parameters.tolist(), strict=True))
        if len(self.contacts):
            values[self.contacts] = self._of_contacts.at(at, bound.loops.tables, parameters)[self._order]
        if self._others:
            channels = EventChannels(bound.elements, bound.elements.state_of(at, parameters))
            # What is no number is told where it matters: by a note.
            with np.errstate(all="ignore"):
                values[self._others] = [self._value(k, channels) for k in self._others]
        values[len(self.events) :] = self.kinks.values(at, bound.loops.tables)

    def raise_pending(self) -> None:
        """Raises what a function of an event raised."""
        error, self.error = self.error, None
        if error is not None:
            raise error

    def _value(self, k: int, channels: EventChannels) -> float:
        event = self.events[k]
        if k in self._conditions:
            return self._conditions[k](channels)
        found = asked_channels(f"event {event.name!r}", event.function, channels)
        if np.size(found) != 1:
            raise ModelError(
                f"event {event.name!r} has shape {np.shape(found)}; give one number, such as a component `.x`."
            )
        value = np.ravel(found)[0]
        if isinstance(value, (bool, np.bool_)):
            self._conditions[k] = self._condition(k, channels)
            return self._conditions[k](channels)
        return float(value) - event.value

    def _condition(self, k: int, channels: EventChannels) -> Callable[[EventChannels], float]:
        """How far a condition is from changing, as a function of channels: it is recorded on symbols."""
        event, recorded = self.events[k], _Recorded(channels)
        expression, self.directions[k] = event_value(event, recorded)

        def margin(now: EventChannels) -> float:
            known: dict[Any, Any] = {}
            for name, symbol in recorded.symbols.items():
                known |= dict(zip(np.ravel(symbol).tolist(), np.ravel(now[name]).tolist(), strict=True))
            return float(evaluate([expression], known)[0])

        return margin


class EventChannels:
    """Channels at one state, by name."""

    def __init__(self, system: ElementSystem, state: Any) -> None:
        self.system, self.state = system, state

    def __getitem__(self, name: str) -> Any:
        return self.state.t if name == "t" else state_channel(self.system, name, self.state)


class _Recorded:
    """Symbols in the place of channels."""

    def __init__(self, channels: EventChannels) -> None:
        self.channels = channels
        self.symbols: dict[str, Any] = {}

    def __getitem__(self, name: str) -> Any:
        if name not in self.symbols:
            shape = np.shape(self.channels[name])
            self.symbols[name] = symbols(name, shape) if shape else symbols(name)
        return self.symbols[name]


def events_by_code(bound: AbsoluteKernels, events: Sequence[Event]) -> EventKernel:
    """The same as compiled code, for what leaves the process: functions of events are recorded on symbols."""
    expressions, kinks = bound.program.expressions, ElementKinks(bound.elements)
    if not events and not kinks.owners:
        return nothing_watched()
    check_event_names(events)
    own, count = [event_value(event, expressions) for event in events], len(kinks.owners)
    values = [*(value for value, _ in own), *expressions.kinks]
    call, found = bound.program.observation("events", values)
    kinds = [LANDED if event.lands else RECORDED for event in events] + [LANDED] * count
    watch = make_watch(call, found, [*(way for _, way in own), *[0] * count], kinds, bound.n)
    places = (*events, *[None] * count)
    return EventKernel(places, watch, len(events), kinks.owners, kinks.discontinuities, tuple(values))


def events_by_calls(bound: AbsoluteKernels, events: Sequence[Event], start: State) -> EventKernel:
    """What a run has to look for: its own events and kinks of elements."""
    kept = bound.elements.assembly.kept
    if not events and kept.get("has_no_kinks"):
        return nothing_watched()
    called = CalledEvents(bound, events)
    if not called.names:
        kept["has_no_kinks"] = True
        return nothing_watched()
    check_event_names(events)
    # Functions that are conditions say so, with their direction, when they are first asked.
    bound.x[:-1], bound.x[-1] = bound.y_of(start), start.t
    called.evaluate()
    called.raise_pending()
    first = called.values.copy()
    called.evaluate()
    differ = np.flatnonzero((called.values != first) & np.isfinite(first))
    if len(differ):
        raise ModelError(f"event {called.names[differ[0]]!r}: its function {IMPURE}")
    kinks = called.kinks
    kinds = [LANDED if event.lands else RECORDED for event in events] + [LANDED] * len(kinks.owners)
    watch = make_watch(called.words[None], called.values, called.directions, kinds, bound.n, None, False, False)
    watch.pieces.rounding[called.contacts] = [events[k].rounding for k in called.contacts.tolist()]
    places = (*events, *[None] * len(kinks.owners))
    return EventKernel(places, watch, len(events), kinks.owners, kinks.discontinuities, (), called)
