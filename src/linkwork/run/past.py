r"""Histories of a run, for delayed laws: its last steps, and polynomials through what they measured.

The method of steps (Bellman; Hairer, Nørsett and Wanner I, section II.17): from a mesh point t to the next all of t −
τ is known when the first step begins. Histories are sampled from the continuous extension of the steps that led there,
at Chebyshev's points of the span of t − τ, and handed to the law as one polynomial a number. A piece is so long that
what is left out is below the tolerance of the run. Steps of given length stay as they are: pieces consist of whole
steps, the past lies on polynomials through the ends of steps, and a piece leaves out no more than these do. Where a
derivative of the motion jumps, at the start and at actions of events, later ones jump one τ after the other
(`past_breaks`); these moments are mesh points until the jumps are in derivatives that cost a step no more than its
own error. Where τ depends on the state they are come to by Newton's method, one short piece after the other
(`past_spans`).
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from itertools import chain
from typing import Any, Generic, TypeVar

import numpy as np

from ..contract.delays import BEFORE, COEFFICIENTS, POLYNOMIAL
from ..contract.errors import counted
from ..diagnosis import Note, note
from ..formulation.histories import LawDelay, Recalled, delays_of
from ..mechanics.asked_once import asked_once
from ..numerics.integrators.past_pieces import OUTRUN
from ..results import State
from .past_breaks import Breaks
from .past_spans import Span, Spans
from .past_steps import SAME_TIME, PastMeasures, PastSteps
from .recorder import StepSource
from .stepper import Plan

SAMPLED_AT = 24
"""Points at which a piece of a history is sampled; those beyond the coefficients measure the error of a polynomial."""
FIT_SHARE = 0.1
"""Part of the tolerance that a polynomial may leave."""
_SHORTEST_PIECE = 1e-3
"""Part of what is known ahead below which pieces are not divided: what is left is the error of steps."""

POINTS = np.cos(np.pi * (np.arange(SAMPLED_AT) + 0.5) / SAMPLED_AT)[::-1]
TRANSFORM = np.polynomial.chebyshev.chebvander(POINTS, SAMPLED_AT - 1).T * (2.0 / SAMPLED_AT)
TRANSFORM[0] *= 0.5
"""Chebyshev's coefficients of what is at these points."""


Kept = TypeVar("Kept", PastSteps, PastMeasures)


class RunPast(Generic[Kept]):
    """What delayed laws are given from mesh point to mesh point."""

    def __init__(self, system: Any, plan: Plan, kept: type[Kept]) -> None:
        self.system = system
        self.plan: Plan = plan
        self.delays: tuple[LawDelay, ...] = law_delays(system)
        self.asked: list[Recalled] = [r for d in self.delays for r in d.asked]
        seen: list[Recalled] = [r for d in self.delays if d.kind == "state" for r in d.seen]
        self.foreseen: Breaks = Breaks(self.delays, plan.t_start, plan.t_end)
        self.spans: Spans = Spans(self.delays, self.foreseen, plan.t_start)
        self.kept: Kept = kept(system.channels.along, (*self.asked, *seen), self.spans.longest)
        """What is remembered of it."""
        self.stop = plan.t_start
        """The next mesh point."""
        self.pieces, self.error = 0, 0.0
        self.between: dict[str, tuple[float, float]] = {}
        """By first coefficient, how far off values between ends of steps of given length may be, and their size."""
        self.first: dict[str, np.ndarray] = {}
        """What was measured at the start, by channel."""
        self.is_anew = False
        """Whether it begins at a state of another run, whose past is not known here."""
        self.longest = self.length = self.spans.shortest * kept.longest_step
        """No step is longer, and no piece at first."""
        self.begun = plan.t_start
        self.break_at(plan.t_start)

    @property
    def breaks(self) -> list[float]:
        """Times from the present on at which some derivative jumps."""
        return [t for t in self.foreseen.times if t >= self.begun - SAME_TIME * max(1.0, abs(t))]

    def is_break(self, t: float) -> bool:
        """Whether some derivative jumps at a time."""
        return self.foreseen.place(t) is not None

    def break_at(self, t: float) -> None:
        """Some derivative of the motion jumps: mesh points where that matters."""
        self.begun = t
        self.foreseen.add(t, 2 - max((d.raises for d in self.delays), default=2))

    def values(self, state: State) -> dict[str, float]:
        """The numbers of all polynomials for the piece that begins at a state; `stop` is where it ends."""
        t, given = state.t, state.parameters
        if not self.first:
            self._begin(state)
        self.begun = t
        self.foreseen.follow(given, t)
        if seen := self._seen:
            row = self.system.channels.along(seen, np.array([t]), _row(state)[None], given)
            knows = t > self.plan.t_start
            self.spans.look(
                t, given, row, (lambda s: self.kept.measured(seen, np.array([s]), given)) if knows else None
            )
        ahead: list[float] = [b for b in self.foreseen.times if b - t > SAME_TIME * max(1.0, abs(t))]
        limit = min([*ahead[:1], self.plan.t_end]) - t
        limit = min(limit, self.spans.limit(t))
        reach = self.spans.reach(t)
        length = self._cut(min(reach, 2.0 * self.length), limit, reach)
        found, left = self._polynomials(t, length, given)
        while left > 1.0 and not self._is_resolved(t, length):
            length = self._cut(0.5 * length, limit, reach)
            found, left = self._polynomials(t, length, given)
        self.pieces, self.error = self.pieces + 1, max(self.error, left * FIT_SHARE)
        is_last = length > limit * (1.0 - 1e-9)
        self.length = max(length, self.length) if is_last else length
        self.stop = t + (limit if is_last else length)
        self.kept.renew(t, _row(state), {**given, **found}, self.is_break(t))
        return found

    def _begin(self, state: State) -> None:
        """Remembers what is measured at the start."""
        self.is_anew = any(state.parameters.get(d.rate, 0.0) != 0.0 for d in self.delays)
        before = {delay.known: BEFORE for delay in self.delays} if self.is_anew else {}
        given = {**state.parameters, **before}
        reads = chain.from_iterable(d.seen + d.asked for d in self.delays)
        names = tuple(dict.fromkeys(read.channel for read in reads))
        self.first = self.system.channels.along(names, np.array([state.t]), _row(state)[None], given)

    @property
    def _seen(self) -> tuple[str, ...]:
        """Channels that delays depend on."""
        return tuple(dict.fromkeys(r.channel for d in self.delays if d.kind == "state" for r in d.seen))

    def first_row(self, rows: int, t: float) -> int:
        """The first row, of so many, at which a piece holds that begins at a time: where it begins at a row that is one
        of it, so that all between it and the next is."""
        is_there = self.plan.keeps_steps or (rows and _is_same(float(self.plan.times[rows - 1]), t))
        return rows - 1 if is_there else rows

    def _cut(self, length: float, limit: float, reach: float) -> float:
        """The length of a piece up to a limit, without a tiny one behind it; in whole steps of given length."""
        if length >= limit * (1.0 - 1e-9):
            return limit
        if self.plan.h is None:
            return 0.5 * limit if length > 0.5 * limit else length
        whole = max(float(np.floor(length / self.plan.h * (1.0 + 1e-9))), 1.0) * self.plan.h
        return min(whole, reach, limit)

    def _is_resolved(self, t: float, length: float) -> bool:
        """Whether a shorter piece would meet the past no better."""
        if self.plan.h is not None:
            return length <= self.plan.h * (1.0 + 1e-9)
        if length <= _SHORTEST_PIECE * self.spans.reach(t):
            return True
        spans = [self.spans.of(k, t, length) for k in range(len(self.delays))]
        return all(self._is_before(s, t) or self.kept.is_fine(s.first, s.last) for s in spans)

    def _is_before(self, span: Span, t: float) -> bool:
        """Whether a span lies before the start."""
        return 0.5 * (span.first + span.last) < self.plan.t_start

    def _polynomials(self, t: float, length: float, given: Mapping[str, float]) -> tuple[dict[str, float], float]:
        """Coefficients by name, and what they leave, in parts of what they may."""
        found: dict[str, float] = {}
        worst = 0.0
        together: dict[Span, list[Recalled]] = {}
        for k, delay in enumerate(self.delays):
            span = self.spans.of(k, t, length)
            is_before = self._is_before(span, t)
            found |= {
                delay.known: BEFORE if is_before and delay.is_written else POLYNOMIAL,
                delay.middle: 0.5 * (span.first + span.last),
                delay.rate: 2.0 / (span.last - span.first),
            }
            if not is_before:
                together.setdefault(span, []).extend(delay.asked)
                continue
            for r in delay.asked:
                # What was before is at rest, where the element does not say it.
                constant = self._before(r)
                found |= dict(zip(r.names, [constant, *[0.0] * (COEFFICIENTS - 1)], strict=True))
        for span, asked in together.items():
            left, numbers = self._fitted(span, asked, given)
            worst, found = max(worst, left), found | numbers
        return found, worst

    def _before(self, asked: Recalled) -> float:
        """A number before the start, of an element that does not say more: as at the start, at rest."""
        if asked.what == "e":
            return float(_component(self.first, asked)[0])
        return 0.0 if asked.what == "e_dot" else asked.gave

    def _fitted(self, span: Span, asked: list[Recalled], given: Mapping[str, float]) -> tuple[float, dict[str, float]]:
        """What polynomials over a span leave, in parts of what they may, and their coefficients."""
        found: dict[str, float] = {}
        worst = 0.0
        times = span.first + 0.5 * (span.last - span.first) * (POINTS + 1.0)
        names = tuple(dict.fromkeys(r.channel for r in asked))
        measured = self.kept.measured(names, times, given)
        rougher = measured if self.plan.h is None else self.kept.measured(names, times, given, is_rougher=True)
        for r in asked:
            values = _component(measured, r)
            c = TRANSFORM @ values
            size, off = float(np.abs(values).max()), float(np.abs(values - _component(rougher, r)).max())
            known = self.between.get(r.names[0], (0.0, 0.0))
            self.between[r.names[0]] = max(off, known[0]), max(size, known[1])
            allowed = max(off, FIT_SHARE * (self.plan.atol + self.plan.rtol * size))
            worst = max(worst, float(np.abs(c[COEFFICIENTS:]).sum()) / allowed)
            found |= dict(zip(r.names, c[:COEFFICIENTS].tolist(), strict=True))
        return worst, found

    def notes(self) -> list[Note]:
        """What the certificate says of it."""
        if not self.pieces:
            return []
        names = ", ".join(dict.fromkeys(r.connection for r in self.asked))
        anew = (
            f"{names}: the run begins at a state of another run, and what that measured is not known here; before "
            f"t = {self.plan.t_start:g} the history of the element holds"
        )
        found: list[Note] = [note("history_unknown", anew, self.plan.t_start, names)] if self.is_anew else []
        span = self.plan.t_end - self.plan.t_start
        for k, delay in enumerate(self.delays):
            if delay.kind == "constant" and (tau := self.foreseen.tau(k, self.plan.t_start)) >= span:
                said = (
                    f"{delay.connection}: its delay of {tau:g} s is longer than the run of {span:g} s, so that nothing "
                    "of this run acts through it. Is the delay in ms? Give s."
                )
                found.append(note("delay_unused", said, about=delay.connection))
        if self.spans.outrun > OUTRUN:
            said = (
                f"{names}: a delay changed faster than was foreseen, and values were asked for "
                f"{self.spans.outrun:.2g} half spans beyond what was known as a polynomial; give a smaller `h_max`"
            )
            found.append(note("delay_outran", said, about=names))
        said = (
            f"{names}: delayed values are interpolated with an error of {self.error:.1e} of the tolerance, in "
            f"{counted(self.pieces, 'piece')} between mesh points; no step is longer than {self.longest:g} s"
        )
        if self.plan.h is not None:
            off = max((off / size for off, size in self.between.values() if size), default=0.0)
            said = (
                f"{names}: delayed values are interpolated between ends of steps, to {off:.1e} of the largest value, "
                f"and steps end where they jump: in {counted(self.pieces, 'piece')}"
            )
        return [*found, note("delay_interpolated", said, about=names)]

    def saved(self) -> tuple[dict[str, np.ndarray], dict[str, Any]]:
        """All of it, for a checkpoint."""
        arrays, sources = self.kept.saved()
        told = {
            name: getattr(self, name) for name in ("stop", "pieces", "error", "length", "is_anew", "between", "begun")
        }
        breaks = {"known": self.foreseen.known, "spans": self.spans.saved()}
        return arrays | {f"/past/first/{n}": x for n, x in self.first.items()}, {
            "told": told,
            "sources": sources,
            **breaks,
        }

    def restore(
        self,
        arrays: Mapping[str, np.ndarray],
        data: Mapping[str, Any],
        source: Callable[[Mapping[str, Any]], StepSource],
    ) -> None:
        """Goes on from there."""
        vars(self).update(data["told"])
        self.foreseen.known = [(float(t), int(order)) for t, order in data["known"]]
        self.spans.restore(data["spans"])
        begin = "/past/first/"
        self.first = {name[len(begin) :]: x for name, x in arrays.items() if name.startswith(begin)}
        self.kept.restore(arrays, data["sources"], source)


def past_of(system: Any, plan: Plan, kept: type[Kept]) -> RunPast[Kept] | None:
    """What delayed laws of a system are given, of what is `kept`; None where none does."""
    return RunPast(system, plan, kept) if looks_back(system) else None


@asked_once
def law_delays(system: Any) -> tuple[LawDelay, ...]:
    """The delays of all laws of a system."""
    return tuple(found for c in system.model.connections.values() for found in delays_of(c))


def looks_back(system: Any) -> bool:
    """Whether some law of a system is delayed."""
    return bool(law_delays(system))


def _component(measured: Mapping[str, np.ndarray], asked: Recalled) -> np.ndarray:
    values = measured[asked.channel]
    return np.asarray(values.reshape(len(values), -1)[:, asked.component])


def _is_same(a: float, b: float) -> bool:
    return abs(a - b) <= SAME_TIME * max(1.0, abs(b))


def _row(state: State) -> np.ndarray:
    """(q, u, z, work) of a state."""
    return np.concatenate([state.q, state.u, state.z, [0.0]])
