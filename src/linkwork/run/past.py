r"""The past of a run, for laws that look back: its last steps, and polynomials through what they measured.

The method of steps (Bellman; Hairer, Nørsett and Wanner I, section II.17): from a mesh point t to the next no step is
longer than the shortest delay, so that all of t − τ is known when the first begins. The past is sampled from the
continuous extension of the steps that led there, at Chebyshev's points, and handed to the law as one polynomial a
number. A piece is so long that what is left out is below the tolerance of the run. Where a derivative of the motion
jumps, at the start and at actions of events, later ones jump one τ after the other; these moments are mesh points until
the jumps are in derivatives that no method sees.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from itertools import combinations_with_replacement
from typing import Any

import numpy as np

from ..contract import Force
from ..formulation.histories import COEFFICIENTS, MIDDLE, RATE, Recalled, known_name, recalled_by
from ..results import State
from .recorder import StepSource, Stretch
from .stepper import Plan

SAMPLED_AT = 24
"""Points at which a piece of the past is looked at; those beyond the coefficients tell what a polynomial leaves."""
FIT_SHARE = 0.1
"""Part of the tolerance that a polynomial may leave."""
JUMPS_OF_VALUES, JUMPS_OF_RATES = 4, 8
"""After so many delays jumps are in derivatives that no method sees: two orders each where a law looks at past values,
one where it looks at past rates."""
SAME_TIME = 1e-12
"""Times closer than this, relative to their size, are one."""

_POINTS = np.cos(np.pi * (np.arange(SAMPLED_AT) + 0.5) / SAMPLED_AT)[::-1]
_TRANSFORM = np.polynomial.chebyshev.chebvander(_POINTS, SAMPLED_AT - 1).T * (2.0 / SAMPLED_AT)
_TRANSFORM[0] *= 0.5


Steps = tuple[np.ndarray, np.ndarray, np.ndarray | None]
"""Times, rows, and polynomials that lead to them, where steps cannot be computed again."""


class PastSteps:
    """Steps that lead to the present, no more of them than are looked back to."""

    def __init__(self, reach: float) -> None:
        self.reach = reach
        self.stretches: list[tuple[np.ndarray, np.ndarray, Stretch]] = []
        """Times and rows of steps that one source made, oldest first."""
        self._under_way: list[Steps] = []

    def start(self, t: float, y: np.ndarray, powers: int = 0) -> None:
        """Begins a stretch of steps at a state."""
        row = np.array(y, dtype=float)[None]
        self._under_way = [(np.array([t]), row, np.zeros((1, powers, row.shape[1])) if powers else None)]

    def add(self, t: np.ndarray, y: np.ndarray, dense: np.ndarray | None = None) -> None:
        """Ends of further steps."""
        self._under_way.append((t, y, dense if dense is not None and dense.shape[1] else None))

    def end(self, source: StepSource) -> None:
        """Ends the stretch under way; what lies too far back is forgotten."""
        if not self._under_way:
            return
        t, y, dense = _joined(self._under_way)
        self._under_way = []
        if len(t) < 2:
            return
        self.stretches.append((t, y, Stretch(0, len(t), source, dense)))
        while self.stretches[0][0][-1] < t[-1] - self.reach * (1.0 + SAME_TIME):
            del self.stretches[0]

    def at(self, wanted: np.ndarray) -> np.ndarray:
        """Rows at increasing times."""
        starts = [t[0] for t, _, _ in self.stretches]
        place = np.clip(np.searchsorted(starts, wanted, side="right") - 1, 0, None)
        rows = []
        for k in np.unique(place):
            t, y, stretch = self.stretches[k]
            rows.append(stretch.at(t, y.__getitem__, np.clip(wanted[place == k], t[0], t[-1])))
        return np.concatenate(rows)

    @property
    def longest(self) -> float:
        """The longest step of the last stretch."""
        return float(np.diff(self.stretches[-1][0]).max()) if self.stretches else 0.0

    def is_one_step(self, first: float, last: float) -> bool:
        """Whether no step ends between two times."""
        return not any(((t > first) & (t < last)).any() for t, _, _ in self.stretches)

    def saved(self) -> tuple[dict[str, np.ndarray], list[Any]]:
        """All of it, for a checkpoint; the stretch under way comes last."""
        parts = [(t, y, stretch.dense) for t, y, stretch in self.stretches]
        parts += [_joined(self._under_way)] if self._under_way else []
        arrays = {}
        for k, (t, y, dense) in enumerate(parts):
            arrays |= {f"/past/{k}/t": t, f"/past/{k}/y": y}
            arrays |= {} if dense is None else {f"/past/{k}/dense": dense}
        return arrays, [stretch.source.data() for _, _, stretch in self.stretches]

    def restore(
        self,
        arrays: Mapping[str, np.ndarray],
        sources: Sequence[Any],
        source: Callable[[Mapping[str, Any]], StepSource],
    ) -> None:
        """Goes on from there."""
        parts = []
        while (begin := f"/past/{len(parts)}") + "/t" in arrays:
            parts.append((arrays[f"{begin}/t"], arrays[f"{begin}/y"], arrays.get(f"{begin}/dense")))
        self.stretches = [
            (t, y, Stretch(0, len(t), source(made), dense)) for made, (t, y, dense) in zip(sources, parts, strict=False)
        ]
        self._under_way = parts[len(sources) :]


class Past:
    """What laws that look back are given from mesh point to mesh point."""

    def __init__(self, system: Any, plan: Plan) -> None:
        self.system, self.plan = system, plan
        looking = {c.name: c.element for c in system.model.connections.values() if _looks_back(c.element)}
        self.asked: list[Recalled] = [r for name in looking for r in recalled_by(system.model.connections[name])]
        self.delays = sorted({float(tau) for element in looking.values() for tau in element.delays})
        self.flags = [(name, k, float(tau)) for name, x in looking.items() for k, tau in enumerate(x.delays)]
        self.written = {name for name, element in looking.items() if element.past is not None}
        """Connections whose element says what was before."""
        self.steps = PastSteps(self.delays[-1])
        self.stop = plan.t_start
        """The next mesh point."""
        self.pieces, self.error = 0, 0.0
        self.length = self.delays[0]
        self.first: dict[str, np.ndarray] = {}
        """What was measured at the start, by channel."""
        self.breaks: list[float] = []
        self.break_at(plan.t_start)

    def break_at(self, t: float) -> None:
        """Some derivative of the motion jumps: mesh points where that is felt."""
        depth = JUMPS_OF_RATES if any(asked.what == "e_dot" for asked in self.asked) else JUMPS_OF_VALUES
        sums = {0.0}
        for count in range(1, depth + 1):
            sums |= {float(sum(some)) for some in combinations_with_replacement(self.delays, count)}
        times = sorted({*self.breaks, *(t + after for after in sums if t + after < self.plan.t_end)})
        kept: list[float] = []
        for time in times:
            if not kept or time - kept[-1] > SAME_TIME * max(1.0, abs(time)):
                kept.append(time)
        self.breaks = kept

    def values(self, state: State) -> dict[str, float]:
        """The numbers of all polynomials for the piece that begins at a state; `stop` is where it ends."""
        t = state.t
        if not self.first:
            self.first = self._measured(self.asked, np.array([t]), _row(state)[None], state.parameters)
        ahead = [b for b in self.breaks if b - t > SAME_TIME * max(1.0, abs(t))]
        limit = min([*ahead[:1], self.plan.t_end]) - t
        length = self._even(min(self.delays[0], 2.0 * self.length), limit)
        found, left = self._polynomials(t, length, state.parameters)
        while left > 1.0 and not self._is_resolved(t, length):
            length = 0.5 * length
            found, left = self._polynomials(t, length, state.parameters)
        self.length, self.pieces, self.error = length, self.pieces + 1, max(self.error, left * FIT_SHARE)
        is_last = length > limit * (1.0 - 1e-9)
        self.stop = t + (limit if is_last else length)
        return {MIDDLE: t + 0.5 * length, RATE: 2.0 / length, **self._known(t), **found}

    @staticmethod
    def _even(length: float, limit: float) -> float:
        """As long as possible, without a tiny piece behind it."""
        return limit if length >= limit * (1.0 - 1e-9) else 0.5 * limit if length > 0.5 * limit else length

    def _is_resolved(self, t: float, length: float) -> bool:
        """Whether every window lies in one step, whose polynomial is met whatever its size."""
        return all(self._is_before(t, tau) or self.steps.is_one_step(t - tau, t - tau + length) for tau in self.delays)

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
                    constant = [_component(self.first, r)[0], *[0.0] * (COEFFICIENTS - 1)]
                    found |= dict(zip(r.names, constant, strict=True))
                continue
            times = t - tau + 0.5 * length * (_POINTS + 1.0)
            measured = self._measured(asked, times, self.steps.at(times), given)
            for r in asked:
                values = _component(measured, r)
                c = _TRANSFORM @ values
                allowed = FIT_SHARE * (self.plan.atol + self.plan.rtol * float(np.abs(values).max()))
                worst = max(worst, float(np.abs(c[COEFFICIENTS:]).sum()) / allowed)
                found |= dict(zip(r.names, c[:COEFFICIENTS].tolist(), strict=True))
        return found, worst

    def _measured(
        self, asked: Sequence[Recalled], t: np.ndarray, rows: np.ndarray, given: Mapping[str, float]
    ) -> dict[str, np.ndarray]:
        names = tuple(dict.fromkeys(_channel(r) for r in asked))
        return self.system.channels.along(names, t, rows, given) if names else {}

    def notes(self) -> list[str]:
        """What the certificate says of it."""
        if not self.pieces:
            return []
        names = ", ".join(dict.fromkeys(r.connection for r in self.asked))
        return [
            f"{names}: the past is met by polynomials to {self.error:.1e} of the tolerance, in {self.pieces} pieces "
            f"between mesh points; no step is longer than {self.delays[0]:g} s"
        ]

    def saved(self) -> tuple[dict[str, np.ndarray], dict[str, Any]]:
        """All of it, for a checkpoint."""
        arrays, sources = self.steps.saved()
        told = {name: getattr(self, name) for name in ("stop", "pieces", "error", "length", "breaks")}
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
        self.steps.restore(arrays, data["sources"], source)


def _joined(parts: Sequence[Steps]) -> Steps:
    t, y = (np.concatenate([part[k] for part in parts]) for k in range(2))
    polynomials = [dense for _, _, dense in parts if dense is not None]
    return t, y, np.concatenate(polynomials) if polynomials else None


def past_of(system: Any, plan: Plan) -> Past | None:
    """What laws of a system that look back are given; None where none does."""
    return Past(system, plan) if any(_looks_back(c.element) for c in system.model.connections.values()) else None


def _looks_back(element: Any) -> bool:
    return isinstance(element, Force) and bool(element.delays)


def _channel(asked: Recalled) -> str:
    return f"{asked.connection}.{'measure' if asked.what == 'e' else 'measure_dot'}"


def _component(measured: Mapping[str, np.ndarray], asked: Recalled) -> np.ndarray:
    values = measured[_channel(asked)]
    return np.asarray(values.reshape(len(values), -1)[:, asked.component])


def _row(state: State) -> np.ndarray:
    """(q, u, z, work) of a state."""
    return np.concatenate([state.q, state.u, state.z, [0.0]])
