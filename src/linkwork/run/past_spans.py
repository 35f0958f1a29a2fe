"""The span of t − τ over a piece of a run, of delays that are numbers, that change with time, or with the state.

Of the last kind t − τ is foreseen from its present rate. A piece that would pass a time at which derivatives jump ends
before it, and the next one nearer, as by Newton's method: the polynomials of one side serve on one side only.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any, NamedTuple

import numpy as np

from ..formulation.histories import LawDelay
from ..numerics.integrators.past_pieces import FIRST_BEND, LEAST_RATE, LEAST_SPAN, TAU_STEP
from .past_breaks import LAST_JUMP, Breaks, check_positive

_MET = 1e-10
"""Part of τ below which t − τ is at a break."""
_WIDEST = 50.0
"""Lengths of a piece that such a span has at most."""
_BEHIND, _BEYOND = 0.5, 1.5
"""Parts of what t − τ is to move that a span has behind and before it."""
LATELY = 0.1
"""Part of τ ago from which the rate of that rate is found."""
_SAFETY = 0.4
"""Part of what is known of the past that t − τ is to move over in a piece."""


Measured = Mapping[str, np.ndarray]
Earlier = Callable[[float], Measured]


class Span(NamedTuple):
    """From the first to the last time at which a polynomial holds."""

    first: float
    last: float


class Foreseen(NamedTuple):
    """A delay that depends on the state: t − τ now, its rate, and the nearest breaks on both sides."""

    tau: float
    s: float
    rate: float
    bend: float
    """The rate of the rate, as it was lately."""
    before: float
    after: float


class Spans:
    """Delayed values that are asked for, from mesh point to mesh point."""

    def __init__(self, delays: Sequence[LawDelay], breaks: Breaks, t_start: float) -> None:
        self.delays, self.breaks, self.t_start = delays, breaks, t_start
        self.now: dict[int, Foreseen] = {}
        self.passed: dict[str, tuple[float, float]] = {}
        """By delay, the last mesh point, and t − τ there."""
        self.used: dict[str, Span] = {}
        """By delay, the span of the piece under way."""
        self.outrun = 0.0
        """How far t − τ left a span, at ends of pieces, in half spans."""
        known = [k for k, d in enumerate(delays) if d.kind != "state"]
        self.longest = max(map(breaks.longest, known)) if len(known) == len(delays) else np.inf
        """The longest delay."""
        self.shortest = min((breaks.shortest(k) for k in known), default=breaks.t_end - t_start)
        """The shortest delay that is known before; where there is none, the run."""

    def look(self, t: float, given: Mapping[str, float], measured: Measured, earlier: Earlier | None) -> None:
        """Sees where delays that depend on the state lead at a mesh point, of what is measured then and was
        measured earlier; None where nothing is known of that."""
        for k, delay in enumerate(self.delays):
            if delay.kind == "state":
                self.now[k] = self._foresee(delay, t, given, measured, earlier)
                self.passed[delay.name] = t, self.now[k].s

    @staticmethod
    def _rate(delay: LawDelay, t: float, given: Mapping[str, float], measured: Measured) -> float:
        """d(t − τ)/dt, where rates that are measured stay as they are."""
        e, e_dot = _seen(delay, measured)
        tau = float(delay.at(t, given, e, e_dot))
        dt = TAU_STEP * tau
        return 1.0 - (float(delay.at(t + dt, given, e + dt * e_dot, e_dot)) - tau) / dt

    def _foresee(
        self, delay: LawDelay, t: float, given: Mapping[str, float], measured: Measured, earlier: Earlier | None
    ) -> Foreseen:
        tau = float(delay.at(t, given, *_seen(delay, measured)))
        check_positive(delay, t, tau)
        s, rate = t - tau, self._rate(delay, t, given, measured)
        known = self.passed.get(delay.name)
        if known is not None and "e_dot" in delay.needs and 0.0 < t - known[0] < 0.2 * tau:
            rate = (s - known[1]) / (t - known[0])
        bend = FIRST_BEND / tau
        if earlier is not None and t > self.t_start + TAU_STEP * tau:
            ago = min(LATELY * tau, t - self.t_start)
            bend = (rate - self._rate(delay, t - ago, given, earlier(t - ago))) / ago
        span = self.used.get(delay.name)
        if span is not None:
            self.outrun = max(self.outrun, (abs(2.0 * s - span.first - span.last) / (span.last - span.first)) - 1.0)
        near = _MET * tau
        bounds = [b for b, order in self.breaks.known if order + delay.raises <= LAST_JUMP or b == self.t_start]
        for b, order in list(self.breaks.known):
            is_met = abs(s - b) <= near and (known is None or abs(known[1] - b) > near)
            is_passed = known is not None and (known[1] - b) * (s - b) < 0.0 and abs(known[1] - b) > near
            if (is_met or is_passed) and t > b and order + delay.raises <= LAST_JUMP:
                self.breaks.add(t, order + delay.raises)
        ahead = [b for b in bounds if b > s + near or (abs(s - b) <= near and rate < 0.0)]
        behind = [b for b in bounds if b < s - near or (abs(s - b) <= near and rate >= 0.0)]
        return Foreseen(tau, s, rate, bend, max(behind, default=-np.inf), min(ahead, default=np.inf))

    def limit(self, t: float) -> float:
        """How long a piece may be so that no delay that depends on the state passes a break."""
        found = [_approach(now) for now in self.now.values()]
        return min(found, default=np.inf)

    def reach(self, t: float) -> float:
        """How long a piece may be so that all that is asked for is known."""
        return min(self._reach(k, t) for k in range(len(self.delays)))

    def _reach(self, k: int, t: float) -> float:
        if self.delays[k].kind == "constant":
            return self.breaks.tau(k, t)
        if self.delays[k].kind == "state":
            now = self.now[k]
            straight = _SAFETY * max(abs(now.rate), LEAST_RATE) / max(abs(now.bend), 1e-3 / now.tau)
            return min(_SAFETY * now.tau / max(now.rate, 0.5), straight)
        length = self.breaks.tau(k, t)
        while self.of(k, t, length).last > t:
            length *= 0.7
        return length

    def of(self, k: int, t: float, length: float) -> Span:
        """The span over a piece."""
        delay = self.delays[k]
        if delay.kind == "constant":
            s = t - self.breaks.tau(k, t)
            return Span(s, s + length)
        if delay.kind == "time":
            times = np.linspace(t, t + length, 33)
            s = times - self.breaks.taus(k, times)
            return Span(float(s.min()) - TAU_STEP * length, float(s.max()))
        now = self.now[k]
        way = max(abs(now.rate), LEAST_RATE) * length
        least = min(LEAST_SPAN * now.tau, _WIDEST * length)
        ahead, back = max(_BEYOND * way, least), max(_BEHIND * way, least)
        if now.rate < 0.0:
            ahead, back = back, ahead
        self.used[delay.name] = Span(max(now.s - back, now.before), min(now.s + ahead, now.after, t))
        return self.used[delay.name]

    def saved(self) -> dict[str, Any]:
        """For a checkpoint."""
        return {"passed": self.passed, "used": {k: tuple(x) for k, x in self.used.items()}, "outrun": self.outrun}

    def restore(self, data: Mapping[str, Any]) -> None:
        """Goes on from there."""
        self.passed = {k: (x[0], x[1]) for k, x in data["passed"].items()}
        self.used, self.outrun = {k: Span(*x) for k, x in data["used"].items()}, data["outrun"]


def _seen(delay: LawDelay, measured: Measured) -> tuple[np.ndarray, np.ndarray]:
    """What is measured, and its rate."""
    e, e_dot = (
        np.array([measured[r.channel].reshape(-1)[r.component] for r in delay.seen if r.what == what])
        for what in ("e", "e_dot")
    )
    return e, e_dot


def _approach(now: Foreseen) -> float:
    """The length of a piece that ends short of the next break, by less and less."""
    gap = (now.after if now.rate > 0.0 else now.before) - now.s
    if now.rate == 0.0 or not np.isfinite(gap):
        return np.inf
    left = gap / now.rate
    return left * (1.0 - min(0.3, 10.0 * left / now.tau)) if left < _SAFETY * now.tau else np.inf
