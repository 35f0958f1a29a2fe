"""Events in runs of absolute systems: where functions of channels pass through zero within a step."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import lazy_loader
import numpy as np

from ...absolute import Configuration
from ...absolute.interpolation import StepPolynomial
from ...absolute.motion import accelerate, project_configuration
from ...contract import ModelError
from ...contract.derived.pure import IMPURE
from ...diagnosis import Note, add_note, note
from ...numerics.integrators.event_search import NEGLIGIBLE_FUNCTION
from ...numerics.integrators.root_isolation import (
    MOST_PIECES,
    Pieces,
    begin_pieces,
    make_pieces,
    next_piece,
    side_at_end,
    splits,
)
from ...results import State
from ...run.event_log import EVENT_SIDE, EventLog, sides_after, violated_after
from ...run.events import KINK_TOO_FAST, TOO_FAST, Event, check_event_names
from ..methods.trial_steppers import distance
from .absolute_method import AbsoluteMethod
from .event_functions import EventFunctions
from .leap_notes import LeapNotes

scipy = lazy_loader.load("scipy")

EVENT_ROUNDING = 1e-9
"""Values below this, relative to that at the end of a step, are those of an event that has just been."""
ACTION_RESIDUAL = 0.1
"""How far the state after an action may be off its constraints."""
HALF_STEP_DIFFERENCE = 0.05
"""What two halves of a step of given length may differ by from the whole, relative to the way it leads."""
EVENT_HALVINGS = 12
TIME_ROUNDING = 4.0 * np.finfo(float).eps
NUDGE = 1e-12
"""Kinks closer than this, relative to the time, are met."""
NEARLY_ALL = 0.99
"""The part of the way to a kink that a secant leads."""
AT_ONCE = 1e-12
"""Events closer than this, relative to the time, happen together."""
STICKING, STICKING_TIME = 8, 1e-6
"""So many times a kink is met in so little time, relative to the time, where its law holds the motion there."""
FIRST_PART, SECANT_PART, MOST_SECANTS = 0.01, 0.9, 40
"""The part of a step of the first secant, the part of the way that each leads, and how many there are at most."""


@dataclass(frozen=True)
class Bracket:
    """A part of a step, from `low` to `high` after its start, on which function k leaves a side."""

    k: int
    low: float
    high: float
    side: int


@dataclass(frozen=True, eq=False)
class Landing:
    """Where a step has to end: the state, and the events that happen there."""

    at: Configuration
    events: tuple[Event, ...]


class EventFinder:
    """Finds events and kinks of elements within steps, and tells the log; what cannot be followed is a note."""

    def __init__(
        self, method: AbsoluteMethod, log: EventLog, notes: list[Note], tolerance: float | None = None
    ) -> None:
        check_event_names(log.events)
        self.tolerance = tolerance
        """Of steps; None where their length is given."""
        self.method, self.log, self.events, self.notes = method, log, log.events, notes
        self.functions = EventFunctions(method.system.elements, self.events)
        self.leaps = LeapNotes(method.system, notes)
        self._margins = frozenset(self.functions.contacts.tolist())
        self._side, self._last = np.zeros(0), np.zeros(0)
        self._met: dict[int, deque[float]] = {}
        """When each kink was met the last times."""

    def begin(self, at: Configuration) -> None:
        """Looks at the start."""
        self._last = self.values(at)
        differ = np.flatnonzero((self.values(at) != self._last) & np.isfinite(self._last))
        if len(differ):
            raise ModelError(f"event {self.functions.names[differ[0]]!r}: its function {IMPURE}")
        self._side = np.nan_to_num(np.sign(self._last))
        # Margins of contacts are positive; one that is not yet is not seen.
        self._side[self.functions.contacts] = np.maximum(self._side[self.functions.contacts], 0.0)
        for name, found, value in zip(self.functions.names, self.functions.discontinuities, self._last, strict=True):
            if found is not None:
                self.leaps.begin(name, found, value, at.t)

    def saved(self) -> dict[str, Any]:
        """On which sides functions are, for a checkpoint."""
        return {"side": self._side.tolist(), "last": self._last.tolist()}

    def restore(self, data: Mapping[str, Any], parameters: Mapping[str, float]) -> None:
        """Goes on from there, with Parameters of these values."""
        self.method = self.method.at(parameters)
        self._side, self._last = np.array(data["side"]), np.array(data["last"])

    def values(self, at: Configuration) -> np.ndarray:
        """All functions of events, then all kinks of elements, at a state."""
        return self.functions(at, self.method)

    def passed(self, before: Configuration, after: Configuration) -> Landing | None:
        """Records what happened in a step, up to the first event that ends the run or acts, or the first kink."""
        last, h = self.values(after), after.t - before.t
        stops = self._stops(before, after)
        for brackets in self._isolated(before, after, last):
            found = [(self._found(b, before, h, last[b.k]), b.k) for b in brackets if not self._sticks(b.k, before.t)]
            changes = sorted((tau, k) for tau, k in found if tau is not None)
            if stops and changes and stops[0][0] < changes[0][0]:
                break
            for place, (tau, k) in enumerate(changes):
                if k >= len(self.events):
                    # A path that jumps may lift off at the same time: both of its kinks are there.
                    for other, n in changes[place:]:
                        if n >= len(self.events) and other - tau <= EVENT_SIDE * max(1.0, abs(before.t + tau)):
                            self._look_for_leap(before, other, n)
                    return Landing(self._up_to_kink(before, tau, k), ())
                self._note(before, tau, k)
                if self.events[k].acts or self.log.ends(self.events[k]):
                    same = self._same(before, changes[place + 1 :], tau)
                    return Landing(self._state(before, tau), tuple(self.events[n] for n in (k, *same)))
        if stops:
            for tau, k in stops:
                self._note(before, tau, k)
            return Landing(self._state(before, stops[0][0]), tuple(self.events[k] for _, k in stops))
        self._side, self._last = np.nan_to_num(np.where(last != 0.0, np.sign(last), self._side)), last
        return None

    def _stops(self, before: Configuration, after: Configuration) -> list[tuple[float, int]]:
        """(time after the start of a step, margin) of the first points of contacts that stop sliding on the way."""
        h, asked = after.t - before.t, self.functions.reversed(before, after, self.method)
        found = [(self._approached(before, h, k, 1), k) for k in asked]
        stops = sorted((tau, k) for tau, k in found if tau is not None)
        return [stop for stop in stops if stop[0] - stops[0][0] <= AT_ONCE * max(1.0, abs(before.t))]

    def _look_for_leap(self, before: Configuration, tau: float, k: int) -> None:
        """Tells where what a law measures leaps at a kink."""
        found = self.functions.discontinuities[k]
        if found is not None:
            at, elements = self._state(before, tau), self.method.system.elements

            def moved(h: float) -> State:
                return elements.state_of(at.moved(h * at.u, at.u, at.t + h), self.method.parameters)

            self.leaps.passed(self.functions.names[k], found, at.t, moved)

    def _up_to_kink(self, before: Configuration, tau: float, k: int) -> Configuration:
        """The state at a kink; one on the way to it where a single step does not see the forces in between.

        A method that asks for forces at the ends of a step only takes no notice of a contact that begins at the one
        and ends at the other: two steps of half the length tell.
        """
        found = self._state(before, tau)
        allowed = HALF_STEP_DIFFERENCE * distance(before, found) if self.tolerance is None else self.tolerance
        for halvings in range(EVENT_HALVINGS):
            half = self._state(before, 0.5 * tau)
            other = self.method.reach(half, before.t + tau - half.t, self.tolerance is not None)
            if other is not None and distance(found, other) <= max(allowed, EVENT_ROUNDING):
                return self._across(found, k) if halvings == 0 else found
            tau, found = 0.5 * tau, half
        return found

    def kink_ahead(
        self, before: Configuration, tried: Configuration, shortest: float
    ) -> tuple[float, Configuration] | None:
        """(time up to the first kink in a step that missed its tolerance, the state before the step); None without one.

        A kink closer than the shortest step is met: the time is none, and the state that behind it.
        """
        places = range(len(self.events), self.functions.count)
        if not places:
            return None
        now = self.values(tried)
        turned = [k for k in places if self._side[k] and now[k] * self._side[k] < 0.0]
        passed = [k for k in turned if not self._sticks(k, before.t)]
        found = [(self._just_before(before, tried.t - before.t, k), k) for k in passed]
        if not found:
            return None
        tau, k = min(found)
        return (tau, before) if tau > max(shortest, NUDGE * abs(before.t)) else (0.0, self._across(before, k))

    def _just_before(self, before: Configuration, h: float, k: int) -> float:
        """How long after the start of a step a kink is ahead still, by rounding.

        Steps that end behind it have seen two laws: secants lead to it from states before it alone.
        """
        side, close = self._side[k], TIME_ROUNDING * max(abs(before.t), h)

        def value(tau: float) -> float:
            at = self.method.reach(before, tau, self.tolerance is not None)
            return -1.0 if at is None else side * float(self.values(at)[k])

        low, f_low, high, tau = 0.0, side * float(self.values(before)[k]), h, 0.5 * h
        for _ in range(MOST_SECANTS):
            f = value(tau)
            if f <= 0.0:
                high = tau
            else:
                falls = f < f_low
                ahead = f * (tau - low) / (f_low - f) if falls else h
                low, f_low = tau, f
                if falls and ahead <= close:
                    break
            if high - low <= close:
                break
            tau = low + NEARLY_ALL * min(ahead, high - low) if f > 0.0 else 0.5 * (low + high)
        return low

    def _across(self, at: Configuration, k: int) -> Configuration:
        """The state just behind a kink that is met: so little later that forces on the way do nothing."""
        u_dot = accelerate(self.method.system.elements, at, self.method.tables).u_dot
        step, side = TIME_ROUNDING * max(abs(at.t), 1e-300), self._side[k]
        for _ in range(MOST_SECANTS):
            behind = at.moved(step * at.u, at.u + step * u_dot, at.t + step)
            # At zero itself a law may still be on the side before.
            if self.values(behind)[k] * side < 0.0:
                self._side[k] *= -1.0
                self._met.setdefault(k, deque(maxlen=STICKING)).append(at.t)
                return behind
            step *= 2.0
        return at

    def _sticks(self, k: int, t: float) -> bool:
        """Whether a kink was met so often in so little time that its law holds the motion there: steps then go on."""
        met = self._met.get(k)
        return met is not None and len(met) == STICKING and t - met[0] < STICKING_TIME * max(1.0, abs(t))

    def _roundings(self) -> np.ndarray:
        """Changes of all functions that may be rounding."""
        found = np.zeros(len(self._side))
        found[: len(self.events)] = [event.rounding for event in self.events]
        return found

    def _isolated(self, before: Configuration, after: Configuration, last: np.ndarray) -> Iterator[list[Bracket]]:
        """Sign changes that count, piece after piece of the step, at whose end functions have their `last` values."""
        pieces, step, h = make_pieces(len(self._side)), StepPolynomial(before, after), after.t - before.t
        pieces.rounding[:] = self._roundings()
        start = self._side.copy()
        begin_pieces(pieces, start)
        i, depth, count = 0, 0, 0
        while (i < 1 or depth > 0) and count < MOST_PIECES:
            width, count = 0.5**depth, count + 1
            parts = [(i + node) * width for node in pieces.nodes.tolist()]
            known = {0.0: self._last, 1.0: last}
            pieces.g[:] = [known[part] if part in known else self.values(step(part)) for part in parts]
            halves = splits(pieces, depth)
            if not halves:
                followed = [k for k in range(len(start)) if not pieces.lost[k]]
                turned = [(k, self._turned(pieces, k)) for k in followed]
                yield [Bracket(k, i * width * h, (i + 1) * width * h, side) for k, side in turned if side]
            i, depth = next_piece(i, depth, halves)
        if count == MOST_PIECES:
            pieces.lost[:] = 1
        self._tell(pieces, before.t, h)
        pieces.side[:] = start
        turned = [(k, self._turned(pieces, k)) for k in np.flatnonzero(pieces.lost).tolist()]
        yield [Bracket(k, 0.0, h, side) for k, side in turned if side]

    def _turned(self, pieces: Pieces, k: int) -> int:
        """The side from which function k has come on a piece; 0 where its sign stays, or this direction is nothing."""
        side, now = int(pieces.side[k]), side_at_end(pieces, k)
        pieces.side[k] = now
        return side if side and now != side and self.functions.directions[k] in (0, now) else 0

    def _tell(self, pieces: Pieces, t: float, h: float) -> None:
        """Says what could not be followed on a step."""
        for k in np.flatnonzero(pieces.lost).tolist():
            text, name = TOO_FAST if k < len(self.events) else KINK_TOO_FAST, self.functions.names[k]
            if pieces.size[k] > NEGLIGIBLE_FUNCTION:
                add_note(self.notes, note("event_unfollowed", text.format(name=name, begin=t, end=t + h), t, name))

    def _same(self, before: Configuration, later: Sequence[tuple[float, int]], tau: float) -> list[int]:
        """Those that happen at the same time, recorded as well."""
        close = AT_ONCE * max(1.0, abs(before.t + tau))
        found = [k for other, k in later if other - tau <= close and k < len(self.events)]
        for k in found:
            self._note(before, tau, k)
        return found

    def _note(self, before: Configuration, tau: float, k: int) -> None:
        state = self.method.system.elements.state_of(self._state(before, tau), self.method.parameters)
        self.log.note(before.t + tau, self.events[k].name, state)
        self._side[k] *= -1.0

    def jump(self, event: Event, state: State) -> Configuration:
        """The state that an action leads to, closed on the constraints; its Parameters hold from now on."""
        self.method = self.method.at(state.parameters)
        system = self.method.system
        asked = system.elements.configuration(state)
        at, gap = project_configuration(system.elements, asked, self.method.tables)
        if not gap < 1e-8 or not distance(asked, at) < ACTION_RESIDUAL:
            raise ModelError(f"event {event.name!r}: {violated_after(system, state)}")
        return at

    def look_again(self, at: Configuration, who: Sequence[int]) -> None:
        """The sides of events after a jump."""
        now, step = self.values(at), EVENT_SIDE * max(1.0, abs(at.t))
        u_dot = accelerate(self.method.system.elements, at, self.method.tables).u_dot
        ahead = self.values(at.moved(step * at.u, at.u + step * u_dot, at.t + step))
        rounding = self._roundings()
        sides = sides_after(now, ahead - now, self._side, who, self.functions.contacts.tolist(), rounding)
        self._side, self._last = np.nan_to_num(sides), now

    def _found(self, bracket: Bracket, before: Configuration, h: float, last: float) -> float | None:
        """How long after the start of a step an event happens, or a kink is ahead still; None where it turns back."""
        k, high = bracket.k, bracket.high
        if k < len(self.events):
            return self._moment(bracket, before, h, last)
        if high < h and float(self.values(self._state(before, high))[k]) * bracket.side > 0.0:
            high = h  # the polynomial of a step across a kink is off by a little
        return None if high >= h and last * bracket.side > 0.0 else self._just_before(before, high, k)

    def _moment(self, bracket: Bracket, before: Configuration, h: float, last: float) -> float | None:
        """How long after the start of a step a function is zero, on states of the method; None where it turns back.

        What lies between is read from a polynomial, which may be off by a little: then the bracket is made longer.
        """
        k, side, low, high = bracket.k, bracket.side, bracket.low, bracket.high
        # Just after an action a value is rounding, or next to it.
        start = self._last[k] if self._last[k] * side > EVENT_ROUNDING * abs(last) else side * max(abs(last), 1e-300)

        def value(tau: float) -> float:
            if tau <= 0.0 or tau >= h:
                return float(start if tau <= 0.0 else last)
            return float(self.values(self._state(before, tau))[k])

        if value(low) * side <= 0.0:
            low, high = 0.0, low
        end = value(high)
        if end * side > 0.0:
            high, end = h, float(last)
        if end * side > 0.0:
            return self._approached(before, h, k, side) if k in self._margins else None
        return high if not end else self._root(value, low, high, before.t)

    def _root(self, value: Callable[[float], float], low: float, high: float, t: float) -> float:
        """Where a function has just changed its side, to the rounding of time: stiff laws change forces in no time."""
        close = TIME_ROUNDING * max(abs(t), high)
        root = float(scipy.optimize.brentq(value, low, high, xtol=close, rtol=1e-12))
        side = value(low)
        while value(root) * side > 0.0 and root < high:
            root, close = min(root + close, high), 2.0 * close
        return root

    def _approached(self, before: Configuration, h: float, k: int, side: int) -> float | None:
        """How long after the start of a step a margin of a contact is zero, from states before it alone.

        What lies beyond the moment at which a point stops says nothing: friction has turned round there. Secants lead
        to it, each for the most part of the way; None where the margin does not fall to zero within the step.
        """

        def value(tau: float) -> float:
            return side * float(self.values(self._state(before, tau))[k])

        low, f_low = 0.0, side * float(self._last[k])
        tau = FIRST_PART * h
        for _ in range(MOST_SECANTS):
            f = value(tau)
            if f <= 0.0:
                return self._root(value, low, tau, before.t) if f_low > 0.0 else tau
            if f >= f_low:
                return None
            ahead = f * (tau - low) / (f_low - f)
            low, f_low, tau = tau, f, tau + SECANT_PART * ahead
            if tau > h:
                return None
        return None

    def _state(self, before: Configuration, h: float) -> Configuration:
        found = self.method.reach(before, h, self.tolerance is not None)
        if found is None:
            raise ModelError(f"the run has no state at t = {before.t + h:g}: a step to it has no solution.")
        return found
