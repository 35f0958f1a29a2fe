"""The functions of events and the kinks of elements of an absolute system, as numbers at a state."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

import numpy as np

from ...absolute import Configuration
from ...absolute.channels import state_channel
from ...absolute.contact_margins import system_margins
from ...absolute.element_kinks import ElementKinks
from ...absolute.element_system import ElementSystem
from ...contract import ModelError
from ...expr import symbols
from ...expr.evaluate import evaluate
from ...run.contact_events import ContactEvent
from ...run.events import EVENT_DIRECTIONS, Event, asked_channels, event_value


class EventFunctions:
    """All that a run looks for: events first, then kinks, element after element."""

    def __init__(self, system: ElementSystem, events: Sequence[Event]) -> None:
        self.system, self.events = system, tuple(events)
        self.kinks = ElementKinks(system)
        self.discontinuities = [*[None] * len(self.events), *self.kinks.discontinuities]
        """What may leap at each of them; None for events, and for kinks at which nothing does."""
        self.names = [*(event.name for event in self.events), *self.kinks.owners]
        directions = (EVENT_DIRECTIONS[event.direction or "both"] for event in self.events)
        self.directions = [*directions, *[0] * len(self.kinks.owners)]
        self._margins: dict[int, Callable[[EventChannels], float]] = {}
        """What stands for events that are conditions."""
        margins = [k for k, x in enumerate(self.events) if isinstance(x, ContactEvent) and x.is_margin]
        self.contacts = np.array(margins, dtype=np.int64)
        """Which events are margins of contacts."""
        self._of_contacts = system_margins(system)
        order = {name: k for k, name in enumerate(self._of_contacts.names)}
        self._order = np.array([order[self.events[k].name] for k in self.contacts], dtype=np.int64)
        self._others = np.setdiff1d(np.arange(len(self.events)), self.contacts).tolist()

    @property
    def count(self) -> int:
        """How many there are."""
        return len(self.names)

    def __call__(self, at: Configuration, method: Any) -> np.ndarray:
        """All values at a state."""
        found = np.empty(self.count)
        if len(self.contacts):
            found[self.contacts] = self._of_contacts.at(at, method.tables, method.parameters)[self._order]
        if self._others:
            channels = EventChannels(self.system, self.system.state_of(at, method.parameters))
            # What is no number is told where it matters: by a note.
            with np.errstate(all="ignore"):
                found[self._others] = [self._value(k, channels) for k in self._others]
        found[len(self.events) :] = self.kinks.values(at, method.tables)
        return found

    def _value(self, k: int, channels: EventChannels) -> float:
        event = self.events[k]
        if k in self._margins:
            return self._margins[k](channels)
        found = asked_channels(f"event {event.name!r}", event.function, channels)
        if np.size(found) != 1:
            raise ModelError(
                f"event {event.name!r} has shape {np.shape(found)}; give one number, such as a component `.x`."
            )
        value = np.ravel(found)[0]
        if isinstance(value, (bool, np.bool_)):
            self._margins[k] = self._condition(k, channels)
            return self._margins[k](channels)
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
