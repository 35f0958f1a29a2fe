r"""The past of a run, for laws that look back: its last steps, and polynomials through what they measured.

The method of steps (Bellman; Hairer, Nørsett and Wanner I, section II.17): from a mesh point t to the next no step is
longer than the shortest delay, so that all of t − τ is known when the first begins. The past is sampled from the
continuous extension of the steps that led there, at Chebyshev's points, and handed to the law as one polynomial a
number. A piece is so long that what is left out is below the tolerance of the run. Steps of given length stay as they
are: pieces consist of whole steps, the past lies on polynomials through the ends of steps, and a piece leaves out no
more than these do. Where a derivative of the motion jumps, at the start and at actions of events, later ones jump one τ
after the other; these moments are mesh points until the jumps are in derivatives that cost a step no more than its own
error.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import Any, Generic, TypeVar

import numpy as np

from ..contract.force import is_delayed
from ..diagnosis import Note, note
from ..expr import symbols
from ..formulation.histories import COEFFICIENTS, MIDDLE, RATE, Recalled, known_name, recalled_by
from ..mechanics.asked_once import asked_once
from ..results import State
from .past_steps import SAME_TIME, PastMeasures, PastSteps
from .recorder import StepSource
from .stepper import Plan

SAMPLED_AT = 24
"""Points at which a piece of the past is looked at; those beyond the coefficients tell what a polynomial leaves."""
FIT_SHARE = 0.1
"""Part of the tolerance that a polynomial may leave."""
LAST_JUMP = 4
"""The highest derivative of the motion whose jumps are mesh points; control of steps and pieces meets later ones."""

_POINTS = np.cos(np.pi * (np.arange(SAMPLED_AT) + 0.5) / SAMPLED_AT)[::-1]
_TRANSFORM = np.polynomial.chebyshev.chebvander(_POINTS, SAMPLED_AT - 1).T * (2.0 / SAMPLED_AT)
_TRANSFORM[0] *= 0.5


Kept = TypeVar("Kept", PastSteps, PastMeasures)


class RunPast(Generic[Kept]):
    """What laws that look back are given from mesh point to mesh point."""

    def __init__(self, system: Any, plan: Plan, kept: type[Kept]) -> None:
        self.system, self.plan = system, plan
        looking = {c.name: c.element for c in system.model.connections.values() if is_delayed(c.element)}
        self.asked: list[Recalled] = [r for name in looking for r in recalled_by(system.model.connections[name])]
        self.delays = sorted({float(tau) for element in looking.values() for tau in element.delays})
        of_rates = {asked.tau for asked in self.asked if asked.what == "e_dot"}
        self.raises = [1 if tau in of_rates else 2 for tau in self.delays]
        """By how many orders the derivative that jumps one delay later is higher: one where a law looks at rates."""
        self.flags = [(name, k, float(tau)) for name, x in looking.items() for k, tau in enumerate(x.delays)]
        self.written = {name for name, element in looking.items() if element.past(symbols("t")) is not None}
        """Connections whose element says what was before."""
        self.kept: Kept = kept(system.channels.along, tuple(looking), self.delays[-1])
        """What is remembered of it."""
        self.longest = self.delays[0] * kept.longest_step
        """No step is longer."""
        self.stop = plan.t_start
        """The next mesh point."""
        self.pieces, self.error = 0, 0.0
        self.between: dict[str, tuple[float, float]] = {}
        """By first coefficient, how far off values between ends of steps of given length may be, and their size."""
        self.length = self.delays[0]
        self.first: dict[str, np.ndarray] = {}
        """What was measured at the start, by channel."""
        self.is_anew = False
        """Whether it begins at a state of another run, whose past is not known here."""
        self.breaks: list[float] = []
        self.break_at(plan.t_start)

    def is_break(self, t: float) -> bool:
        """Whether some derivative jumps at a time."""
        return any(abs(b - t) <= SAME_TIME * max(1.0, abs(t)) for b in self.breaks)

    def break_at(self, t: float) -> None:
        """Some derivative of the motion jumps: mesh points where that is felt."""
        ahead: list[float] = [b for b in self.breaks if b >= t]
        times = sorted({*ahead, *self._felt(t, 2 - max(self.raises))})
        kept: list[float] = []
        for time in times:
            if not kept or time - kept[-1] > SAME_TIME * max(1.0, abs(time)):
                kept.append(time)
        self.breaks = kept

    def _felt(self, t: float, derivative: int, shortest: int = 0) -> Iterator[float]:
        """When a jump of a derivative at t is felt: then, and after sums of delays from the k-th shortest on."""
        yield t
        for k in range(shortest, len(self.delays)):
            later, raised = t + self.delays[k], derivative + self.raises[k]
            if later < self.plan.t_end and raised <= LAST_JUMP:
                yield from self._felt(later, raised, k)

    def values(self, state: State) -> dict[str, float]:
        """The numbers of all polynomials for the piece that begins at a state; `stop` is where it ends."""
        t = state.t
        if not self.first:
            self.is_anew = state.parameters.get(RATE, 0.0) != 0.0
            names = tuple(dict.fromkeys(map(_channel, self.asked)))
            self.first = self.system.channels.along(names, np.array([t]), _row(state)[None], state.parameters)
        ahead: list[float] = [b for b in self.breaks if b - t > SAME_TIME * max(1.0, abs(t))]
        limit = min([*ahead[:1], self.plan.t_end]) - t
        length = self._cut(min(self.delays[0], 2.0 * self.length), limit)
        found, left = self._polynomials(t, length, state.parameters)
        while left > 1.0 and not self._is_resolved(t, length):
            length = self._cut(0.5 * length, limit)
            found, left = self._polynomials(t, length, state.parameters)
        self.length, self.pieces, self.error = length, self.pieces + 1, max(self.error, left * FIT_SHARE)
        is_last = length > limit * (1.0 - 1e-9)
        self.stop = t + (limit if is_last else length)
        return {MIDDLE: t + 0.5 * length, RATE: 2.0 / length, **self._known(t), **found}

    def _cut(self, length: float, limit: float) -> float:
        """The length of a piece up to a limit, without a tiny one behind it; in whole steps of given length."""
        if length >= limit * (1.0 - 1e-9):
            return limit
        if self.plan.h is None:
            return 0.5 * limit if length > 0.5 * limit else length
        whole = max(float(np.floor(length / self.plan.h * (1.0 + 1e-9))), 1.0) * self.plan.h
        return min(whole, self.delays[0], limit)

    def _is_resolved(self, t: float, length: float) -> bool:
        """Whether a shorter piece would meet the past no better."""
        if self.plan.h is not None:
            return length <= self.plan.h * (1.0 + 1e-9)
        return all(self._is_before(t, tau) or self.kept.is_fine(t - tau, t - tau + length) for tau in self.delays)

    def _is_before(self, t: float, tau: float) -> bool:
        """Whether t − τ lies before the start."""
        return t - tau < self.plan.t_start - SAME_TIME * max(1.0, abs(t))

    def _known(self, t: float) -> dict[str, float]:
        return {
            known_name(name, k): 0.0 if self._is_before(t, tau) and name in self.written else 1.0
            for name, k, tau in self.flags
        }

    def _polynomials(self, t: float, length: float, given: Mapping[str, float]) -> tuple[dict[str, float], float]:
        """Coefficients by name, and what they leave, in parts of what they may."""
        found: dict[str, float] = {}
        worst = 0.0
        for tau in self.delays:
            asked = [r for r in self.asked if r.tau == tau]
            if self._is_before(t, tau):
                for r in asked:
                    # What was before is at rest, where the element does not say it.
                    constant = _component(self.first, r)[0] if r.what == "e" else 0.0
                    found |= dict(zip(r.names, [constant, *[0.0] * (COEFFICIENTS - 1)], strict=True))
                continue
            times = t - tau + 0.5 * length * (_POINTS + 1.0)
            names = tuple(dict.fromkeys(map(_channel, asked)))
            measured = self.kept.measured(names, times, given)
            rougher = measured if self.plan.h is None else self.kept.measured(names, times, given, is_rougher=True)
            for r in asked:
                values = _component(measured, r)
                c = _TRANSFORM @ values
                size, off = float(np.abs(values).max()), float(np.abs(values - _component(rougher, r)).max())
                known = self.between.get(r.names[0], (0.0, 0.0))
                self.between[r.names[0]] = max(off, known[0]), max(size, known[1])
                allowed = max(off, FIT_SHARE * (self.plan.atol + self.plan.rtol * size))
                worst = max(worst, float(np.abs(c[COEFFICIENTS:]).sum()) / allowed)
                found |= dict(zip(r.names, c[:COEFFICIENTS].tolist(), strict=True))
        return found, worst

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
        for name, tau in {r.connection: r.tau for r in self.asked if r.tau >= span}.items():
            said = (
                f"{name}: its delay of {tau:g} s is longer than the run of {span:g} s, so that nothing of this run "
                "acts through it. Is the delay in ms? Give s."
            )
            found.append(note("delay_unused", said, about=name))
        said = (
            f"{names}: the past is met by polynomials to {self.error:.1e} of the tolerance, in {self.pieces} pieces "
            f"between mesh points; no step is longer than {self.longest:g} s"
        )
        if self.plan.h is not None:
            off = max((off / size for off, size in self.between.values() if size), default=0.0)
            said = (
                f"{names}: the past is interpolated between ends of steps, to about {off:.1e} of the largest value, "
                f"and steps end where it has jumps: in {self.pieces} pieces"
            )
        return [*found, note("delay_interpolated", said, about=names)]

    def saved(self) -> tuple[dict[str, np.ndarray], dict[str, Any]]:
        """All of it, for a checkpoint."""
        arrays, sources = self.kept.saved()
        told = {
            name: getattr(self, name) for name in ("stop", "pieces", "error", "length", "breaks", "is_anew", "between")
        }
        return arrays | {f"/past/first/{n}": x for n, x in self.first.items()}, {"told": told, "sources": sources}

    def restore(
        self,
        arrays: Mapping[str, np.ndarray],
        data: Mapping[str, Any],
        source: Callable[[Mapping[str, Any]], StepSource],
    ) -> None:
        """Goes on from there."""
        vars(self).update(data["told"])
        begin = "/past/first/"
        self.first = {name[len(begin) :]: x for name, x in arrays.items() if name.startswith(begin)}
        self.kept.restore(arrays, data["sources"], source)


def past_of(system: Any, plan: Plan, kept: type[Kept]) -> RunPast[Kept] | None:
    """What laws of a system that look back are given, of what is `kept`; None where none does."""
    return RunPast(system, plan, kept) if looks_back(system) else None


@asked_once
def looks_back(system: Any) -> bool:
    """Whether some law of a system looks back."""
    return any(is_delayed(c.element) for c in system.model.connections.values())


def _channel(asked: Recalled) -> str:
    return f"{asked.connection}.{'measure' if asked.what == 'e' else 'measure_dot'}"


def _component(measured: Mapping[str, np.ndarray], asked: Recalled) -> np.ndarray:
    values = measured[_channel(asked)]
    return np.asarray(values.reshape(len(values), -1)[:, asked.component])


def _row(state: State) -> np.ndarray:
    """(q, u, z, work) of a state."""
    return np.concatenate([state.q, state.u, state.z, [0.0]])
