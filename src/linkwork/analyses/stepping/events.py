"""Events in runs of absolute systems: functions of channels that pass through zero within a step, and what they do."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import lazy_loader
import numpy as np

from ...absolute import AbsoluteSystem, Configuration
from ...absolute.motion import accelerate, closed
from ...contract import ModelError
from ...results import Occurrence
from ..events import DIRECTIONS, Event, check_names
from ..happenings import AHEAD, Happenings, acted, sides_after
from .drive import Landing
from .reading import state_channel
from .steppers import Stepper
from .way import Way

scipy = lazy_loader.load("scipy")

ROUNDED = 1e-9
"""Values below this, relative to that at the end of a step, are those of an event that has just been."""
AT_ONCE = 1e-12
"""Events closer than this, relative to the time, happen together."""


class Events:
    """What a run looks for, what it found, and how it goes on after actions."""

    def __init__(self, way: Way, events: Sequence[Event], t_start: float, watch: Any) -> None:
        check_names(events)
        self.way, self.events, self.watch = way, tuple(events), watch
        self.happenings = Happenings(events, t_start)
        self.parameters: list[Mapping[str, float]] = []
        """Values of Parameters after every jump."""
        self._side, self._last = np.zeros(0), np.zeros(0)

    @property
    def is_stuck(self) -> bool:
        """Whether they come without end."""
        return self.happenings.is_stuck

    def begin(self, at: Configuration) -> None:
        """Looks at the start."""
        self._last = self.values(at)
        self._side = np.sign(self._last)

    def told(self) -> dict[str, Any]:
        """What happened so far, for a checkpoint."""
        return {
            "occurrences": [[o.t, o.event] for o in self.happenings.occurrences],
            "counts": self.happenings.counts,
            "changes": [dict(values) for values in self.parameters],
            "parameters": dict(self.way.parameters),
            "side": self._side.tolist(),
            "last": self._last.tolist(),
        }

    def restore(self, told: Mapping[str, Any]) -> None:
        """Goes on from there."""
        self.happenings.occurrences[:] = [Occurrence(t, name) for t, name in told["occurrences"]]
        self.happenings.counts.update(told["counts"])
        self.parameters[:] = told["changes"]
        self.way = self.way.at(told["parameters"])
        self._side, self._last = np.array(told["side"]), np.array(told["last"])

    def values(self, at: Configuration) -> np.ndarray:
        """All functions at a state."""
        channels = _Channels(self.way.system, self.way.system.state_of(at, self.way.parameters))
        return np.array([self._value(event, channels) for event in self.events])

    def _value(self, event: Event, channels: _Channels) -> float:
        found = channels[event.function] if isinstance(event.function, str) else event.function(channels)
        if np.size(found) != 1:
            raise ModelError(
                f"event {event.name!r} has shape {np.shape(found)}; give one number, such as a component `.x`."
            )
        return float(np.ravel(found)[0]) - event.value

    def passed(self, before: Configuration, after: Configuration) -> Landing | None:
        """Records what happened in a step, up to the first event that ends the run or acts."""
        first, last = self._side.copy(), self.values(after)
        crossed = []
        for k, event in enumerate(self.events):
            wanted = DIRECTIONS[event.direction]
            if first[k] != 0.0 and first[k] * last[k] <= 0.0 and wanted in (0, -int(first[k])):
                # Just after an action a value is rounding, or next to it.
                begin = self._last[k] if self._last[k] * first[k] > ROUNDED * abs(last[k]) else first[k] * abs(last[k])
                crossed.append((self._moment(k, before, after.t - before.t, begin, last[k]), event))
        crossed.sort(key=lambda pair: pair[0])
        for place, (h, event) in enumerate(crossed):
            self._note(before.t + h, event)
            if event.action is not None or self.happenings.ends(event):
                same = self._same(crossed[place + 1 :], h, before.t + h)
                return Landing(self._state(before, h), (event, *same))
        self._side, self._last = np.sign(last), last
        return None

    def _same(self, later: Sequence[tuple[float, Event]], h: float, t: float) -> list[Event]:
        """Those that happen at the same time, recorded as well."""
        found = [event for other, event in later if other - h <= AT_ONCE * max(1.0, abs(t))]
        for event in found:
            self._note(t, event)
        return found

    def _note(self, t: float, event: Event) -> None:
        self.happenings.note(t, event.name)
        self._side[self.events.index(event)] *= -1.0

    def act(self, landing: Landing, stepper: Stepper) -> tuple[Stepper | None, str | None]:
        """(the method to go on with, None where nothing changed; the event that ends the run)."""
        system, at = self.way.system, landing.at
        end = next((event.name for event in landing.events if self.happenings.ends(event)), None)
        changes = False
        for event in landing.events:
            state = system.state_of(at, self.way.parameters)
            changed = acted(event, system, state)
            if changed is None:
                continue
            changes = True
            self.way = self.way.at(changed.parameters)
            at, gap = closed(system, system.configuration(changed), self.way.tables)
            if not gap < 1e-8:
                raise ModelError(f"event {event.name!r}: its action leads to a state that violates the constraints.")
        if changes:
            self.watch.jump(at, self.way.tables)
            self.parameters.append(dict(self.way.parameters))
        if not changes and end is not None:
            return None, end
        self._look_again(at, [self.events.index(event) for event in landing.events])
        return self.way.stepper(at, stepper), end

    def _look_again(self, at: Configuration, who: Sequence[int]) -> None:
        """The sides of events after a jump."""
        now, step = self.values(at), AHEAD * max(1.0, abs(at.t))
        u_dot = accelerate(self.way.system, at, self.way.tables).u_dot
        ahead = self.values(at.moved(step * at.u, at.u + step * u_dot, at.t + step))
        self._side, self._last = sides_after(now, ahead - now, self._side, who), now

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
        found = self.way.reach(before, h)
        if found is None:
            raise ModelError(f"the run has no state at t = {before.t + h:g}: a step to it has no solution.")
        return found


class _Channels:
    """Channels at one state, by name."""

    def __init__(self, system: AbsoluteSystem, state: Any) -> None:
        self.system, self.state = system, state

    def __getitem__(self, name: str) -> Any:
        return self.state.t if name == "t" else state_channel(self.system, name, self.state)
