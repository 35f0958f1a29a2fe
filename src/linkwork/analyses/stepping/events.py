"""Events in runs of absolute systems: functions of channels that pass through zero within a step."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

import lazy_loader
import numpy as np

from ...absolute import AbsoluteSystem, Configuration
from ...contract import ModelError
from ...results import Occurrence
from ..events import DIRECTIONS, Event
from .reading import state_channel

scipy = lazy_loader.load("scipy")

Reach = Callable[[Configuration, float], Configuration | None]
"""The state a shorter step after another one."""


class Events:
    """What a run looks for, and what it found."""

    def __init__(self, system: AbsoluteSystem, parameters: Any, events: Sequence[Event], reach: Reach) -> None:
        self.system, self.parameters, self.events, self.reach = system, parameters, tuple(events), reach
        names = [event.name for event in events]
        for event in events:
            if names.count(event.name) > 1:
                raise ModelError(f"two events are called {event.name!r}; names are unique.")
            if event.action is not None:
                raise ModelError(
                    f"event {event.name!r}: runs of absolute systems find events and may end there, but take no "
                    "actions; use the tree formulation."
                )
        self.found: list[Occurrence] = []
        self._last = np.zeros(0)

    def begin(self, at: Configuration) -> None:
        """Looks at the start."""
        self._last = self.values(at)

    def values(self, at: Configuration) -> np.ndarray:
        """All functions at a state."""
        channels = _Channels(self.system, self.system.state_of(at, self.parameters))
        return np.array([self._value(event, channels) for event in self.events])

    def _value(self, event: Event, channels: _Channels) -> float:
        found = channels[event.function] if isinstance(event.function, str) else event.function(channels)
        if np.size(found) != 1:
            raise ModelError(
                f"event {event.name!r} has shape {np.shape(found)}; give one number, such as a component `.x`."
            )
        return float(np.ravel(found)[0]) - event.value

    def passed(self, before: Configuration, after: Configuration) -> tuple[Configuration, str] | None:
        """Records what happened in a step; (state, event) where one of them ends the run."""
        first, last = self._last, self.values(after)
        self._last = last
        crossed = []
        for k, event in enumerate(self.events):
            wanted = DIRECTIONS[event.direction]
            if first[k] != 0.0 and first[k] * last[k] <= 0.0 and wanted in (0, np.sign(last[k] - first[k])):
                crossed.append((self._moment(k, before, after.t - before.t, first[k], last[k]), event))
        for h, event in sorted(crossed, key=lambda pair: pair[0]):
            self.found.append(Occurrence(before.t + h, event.name))
            count = sum(o.event == event.name for o in self.found)
            if event.terminal and count >= event.count:
                return self._state(before, h), event.name
        return None

    def _moment(self, k: int, before: Configuration, h: float, first: float, last: float) -> float:
        """How long after the state before the function is zero."""

        def value(tau: float) -> float:
            if tau <= 0.0 or tau >= h:
                return first if tau <= 0.0 else last
            return float(self.values(self._state(before, tau))[k])

        if not last:
            return h
        return float(scipy.optimize.brentq(value, 0.0, h, xtol=1e-13 * max(1.0, abs(before.t)), rtol=1e-12))

    def _state(self, before: Configuration, h: float) -> Configuration:
        found = self.reach(before, h)
        if found is None:
            raise ModelError(f"the run has no state at t = {before.t + h:g}: a step to it has no solution.")
        return found


class _Channels:
    """Channels at one state, by name."""

    def __init__(self, system: AbsoluteSystem, state: Any) -> None:
        self.system, self.state = system, state

    def __getitem__(self, name: str) -> Any:
        return self.state.t if name == "t" else state_channel(self.system, name, self.state)
