"""What a run remembers for delayed laws: its last steps, or what they measured, and values between them."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any, ClassVar

import lazy_loader
import numpy as np

from ..formulation.histories import Recalled
from .recorder import StepSource, Stretch

scipy = lazy_loader.load("scipy")

SAME_TIME = 1e-12
"""Times closer than this, relative to their size, are one."""
_LATELY = 8
"""Stretches whose longest step is one to go on with."""
NEIGHBOURS_OF_FORCES = 4
"""Ends of steps on either side for laws that depend on their own earlier values, whose rates are not known."""
NEIGHBOURS = 2
"""Ends of steps on either side whose values and rates a polynomial goes through."""
ChannelsAtRows = Callable[[tuple[str, ...], np.ndarray, np.ndarray, Mapping[str, float]], dict[str, np.ndarray]]
"""(names, times, rows, Parameters) → channels at rows, by name."""
Steps = tuple[np.ndarray, np.ndarray, np.ndarray | None]
"""Times, rows, and polynomials that lead to them, where steps cannot be computed again."""


class PastSteps:
    """Steps that lead to the present, no more of them than delays reach."""

    longest_step: ClassVar[float] = 1.0
    """In parts of the shortest delay."""

    def __init__(self, channels: ChannelsAtRows, asked: Sequence[Recalled], reach: float) -> None:
        self.channels, self.reach = channels, reach
        self.stretches: list[tuple[np.ndarray, np.ndarray, Stretch]] = []
        """Times and rows of steps that one source made, oldest first."""
        self.by_past = {r.channel for r in asked if r.depends_on_past}
        """Channels that depend on delayed values of their own time."""
        self.given: list[Mapping[str, float]] = []
        """Parameters of each stretch, and of the one under way."""
        self._under_way: list[Steps] = []

    def start(self, t: float, row: np.ndarray, given: Mapping[str, float], is_break: bool, powers: int = 0) -> None:
        """Begins a stretch of steps at a state."""
        row = np.array(row, dtype=float)[None]
        self.given[len(self.stretches) :] = [given]
        self._under_way = [(np.array([t]), row, np.zeros((1, powers, row.shape[1])) if powers else None)]

    def add(self, t: np.ndarray, rows: np.ndarray, given: Mapping[str, float], dense: np.ndarray | None = None) -> None:
        """Ends of further steps."""
        self.given[len(self.stretches) :] = [given]
        self._under_way.append((t, rows, dense if dense is not None and dense.shape[1] else None))

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
            del self.stretches[0], self.given[0]

    def renew(self, t: float, row: np.ndarray, given: Mapping[str, float], is_break: bool) -> None:
        """The numbers of a piece that begins: those of its steps come with them."""

    def measured(
        self, names: Sequence[str], wanted: np.ndarray, given: Mapping[str, float], is_rougher: bool = False
    ) -> dict[str, np.ndarray]:
        """Channels at increasing times; steps have no polynomials that are rougher."""
        starts = [t[0] for t, _, _ in self.stretches]
        place = np.clip(np.searchsorted(starts, wanted, side="right") - 1, 0, None)
        stretches = np.unique(place)
        rows = []
        for k in stretches:
            t, y, stretch = self.stretches[k]
            rows.append(stretch.at(t, y.__getitem__, np.clip(wanted[place == k], t[0], t[-1])))
        if not self.by_past:
            return self.channels(tuple(names), wanted, np.concatenate(rows), given)
        found = [
            self.channels(tuple(names), wanted[place == k], own, self.given[k])
            for k, own in zip(stretches, rows, strict=True)
        ]
        return {name: np.concatenate([part[name] for part in found]) for name in names}

    @property
    def longest(self) -> float:
        """The longest step of the last stretches: pieces before a jump may be short."""
        return max((float(np.diff(t).max()) for t, _, _ in self.stretches[-_LATELY:]), default=0.0)

    def is_fine(self, first: float, last: float) -> bool:
        """Whether no step ends between two times: its polynomial is met whatever its size."""
        return not any(((t > first) & (t < last)).any() for t, _, _ in self.stretches)

    def saved(self) -> tuple[dict[str, np.ndarray], list[Any]]:
        """All of it, for a checkpoint; the stretch under way comes last."""
        parts = [(t, y, stretch.dense) for t, y, stretch in self.stretches]
        parts += [_joined(self._under_way)] if self._under_way else []
        arrays: dict[str, np.ndarray] = {}
        for k, (t, y, dense) in enumerate(parts):
            arrays |= {f"/past/{k}/t": t, f"/past/{k}/y": y}
            arrays |= {} if dense is None else {f"/past/{k}/dense": dense}
        sources = [stretch.source.data() for _, _, stretch in self.stretches]
        return arrays, [sources, [dict(given) for given in self.given] if self.by_past else []]

    def restore(
        self,
        arrays: Mapping[str, np.ndarray],
        sources: Sequence[Any],
        source: Callable[[Mapping[str, Any]], StepSource],
    ) -> None:
        """Goes on from there."""
        sources, given = sources
        parts: list[Steps] = []
        while (begin := f"/past/{len(parts)}") + "/t" in arrays:
            parts.append((arrays[f"{begin}/t"], arrays[f"{begin}/y"], arrays.get(f"{begin}/dense")))
        self.stretches = [
            (t, y, Stretch(0, len(t), source(made), dense)) for made, (t, y, dense) in zip(sources, parts, strict=False)
        ]
        self._under_way = parts[len(sources) :]
        self.given = list(given) or [{}] * len(parts)


class PastMeasures:
    """What was measured at the ends of steps: of steps of given length, whose own polynomials may be of low degree, and
    of methods whose states in between cost as much as another step.

    Between two ends it is the polynomial with the values and rates of up to four of them (Hermite), none of them beyond
    a moment at which some derivative jumps.
    """

    longest_step: ClassVar[float] = 0.125
    """In parts of the shortest delay: so that polynomials through four ends of steps are as good as the steps."""

    def __init__(self, channels: ChannelsAtRows, asked: Sequence[Recalled], reach: float) -> None:
        self.channels, self.reach = channels, reach
        moving = sorted({_value_of(r) for r in asked if r.what != "force" and r.has_rate})
        self.names = moving, [_rate_of(name) for name in moving]
        """Channels of values, and of their rates."""
        self.forces = sorted({r.channel for r in asked if r.what == "force" or not r.has_rate})
        """Channels whose rates are not known."""
        self.jumps = any(r.depends_on_past for r in asked)
        """Whether some of them jump where a piece begins."""
        self.parts: list[list[tuple[float, np.ndarray, np.ndarray]]] = []
        """(time, values above rates, forces) at ends of steps, parted where derivatives jump."""
        self.sizes: dict[str, int] = {}

    def start(self, t: float, row: np.ndarray, given: Mapping[str, float], is_break: bool, powers: int = 0) -> None:
        """A mesh point; `is_break` says that some derivative jumps there."""
        if is_break or not self.parts:
            self.parts.append([])
            self.add(np.array([t]), row[None], given)

    def renew(self, t: float, row: np.ndarray, given: Mapping[str, float], is_break: bool) -> None:
        """The numbers of a piece that begins: forces jump with them."""
        if is_break and self.parts[-1][0][0] != t:
            self.parts.append([])
            self.add(np.array([t]), row[None], given)
        elif self.jumps and self.parts[-1][-1][0] == t and len(self.parts[-1]) == 1:
            del self.parts[-1][-1]
            self.add(np.array([t]), row[None], given)

    def add(self, t: np.ndarray, rows: np.ndarray, given: Mapping[str, float], dense: np.ndarray | None = None) -> None:
        """Ends of further steps; what lies too far back is forgotten."""
        values, rates = self.names
        found = self.channels((*values, *rates, *self.forces), t, rows, given)
        self.sizes = {name: found[name][0].size for name in (*values, *self.forces)}
        both = np.stack([_columns(found, names, len(t)) for names in self.names], axis=1)
        self.parts[-1] += zip(t.tolist(), both, _columns(found, self.forces, len(t)), strict=True)
        oldest = float(t[-1]) - self.reach * (1.0 + SAME_TIME)
        while self.parts[0][-1][0] < oldest:
            del self.parts[0]
        passed = sum(one[0] < oldest for one in self.parts[0])
        del self.parts[0][: max(passed - NEIGHBOURS_OF_FORCES, 0)]

    def end(self, source: StepSource) -> None:
        """Nothing ends with a stretch: what was measured at its end is known."""

    def measured(
        self, names: Sequence[str], wanted: np.ndarray, given: Mapping[str, float], is_rougher: bool = False
    ) -> dict[str, np.ndarray]:
        """Channels at increasing times; `is_rougher` asks for polynomials through fewer ends."""
        place = np.searchsorted([part[0][0] for part in self.parts], wanted, side="right") - 1
        place = np.clip(place, 0, None)
        pieces = [self._part(self.parts[k], wanted[place == k], is_rougher) for k in np.unique(place)]
        found: dict[str, np.ndarray] = {}
        for k, of in enumerate((*self.names, self.forces)):
            ends = np.cumsum([self.sizes[name] for name in (self.names[0] if k < 2 else of)])[:-1]
            columns = np.concatenate([piece[k] for piece in pieces])
            found |= dict(zip(of, np.split(columns, ends, axis=1), strict=True)) if of else {}
        return {name: found[name] for name in names}

    def _part(
        self, part: Sequence[tuple[float, np.ndarray, np.ndarray]], wanted: np.ndarray, is_rougher: bool
    ) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
        """Values, rates and forces (times × numbers) at times between which no derivative jumps."""
        times = np.array([one[0] for one in part])
        step = np.clip(np.searchsorted(times, wanted, side="right") - 1, 0, max(len(times) - 2, 0))
        found = []
        for i in np.unique(step):
            own = wanted[step == i]
            near = slice(max(i + 1 - NEIGHBOURS, 0), i + 1 + NEIGHBOURS)
            at, rows = np.repeat(times[near], 2), np.concatenate([both for _, both, _ in part[near]])
            if is_rougher:  # without the farthest end; without a rate where there are two
                left = slice(2, None) if times[i] - at[0] > at[-1] - times[min(i + 1, len(times) - 1)] else slice(-2)
                left = left if len(at) > 4 else slice(-1)
                at, rows = at[left], rows[left]
            through = scipy.interpolate.KroghInterpolator(at, rows)
            found.append((through(own), through.derivative(own), self._forces(part, times, int(i), own, is_rougher)))
        values, rates, forces = (np.concatenate(x) for x in zip(*found, strict=True))
        return values, rates, forces

    def _forces(
        self,
        part: Sequence[tuple[float, np.ndarray, np.ndarray]],
        times: np.ndarray,
        i: int,
        wanted: np.ndarray,
        is_rougher: bool,
    ) -> np.ndarray:
        """Forces by the polynomial through ends of steps on both sides, as many as there are up to eight."""
        if not self.forces:
            return np.zeros((len(wanted), 0))
        first = min(max(i + 1 - NEIGHBOURS_OF_FORCES, 0), max(len(times) - 2 * NEIGHBOURS_OF_FORCES, 0))
        near = slice(first, first + 2 * NEIGHBOURS_OF_FORCES - (1 if is_rougher and len(times) > 1 else 0))
        if is_rougher and len(times[near]) == len(times) > 1:
            near = slice(first, len(times) - 1)
        through = scipy.interpolate.KroghInterpolator(times[near], np.array([x for _, _, x in part[near]]))
        return np.asarray(through(wanted))

    @property
    def longest(self) -> float:
        """The longest of the last steps: those before a jump may be short."""
        times = [one[0] for part in self.parts for one in part]
        return max(np.diff(times[-_LATELY:]).tolist(), default=0.0)

    def is_fine(self, first: float, last: float) -> bool:
        """Whether so few steps end between two times that what a polynomial leaves is the error of the steps."""
        return sum(first < one[0] < last for part in self.parts for one in part) < 2 * NEIGHBOURS

    def saved(self) -> tuple[dict[str, np.ndarray], list[Any]]:
        """All of it, for a checkpoint."""
        arrays: dict[str, np.ndarray] = {}
        for k, part in enumerate(self.parts):
            for name, column in zip("tyf", zip(*part, strict=True), strict=True):
                arrays[f"/past/{k}/{name}"] = np.array(column)
        return arrays, [self.sizes]

    def restore(
        self,
        arrays: Mapping[str, np.ndarray],
        sources: Sequence[Any],
        source: Callable[[Mapping[str, Any]], StepSource],
    ) -> None:
        """Goes on from there."""
        self.parts, self.sizes = [], dict(sources[0])
        while (begin := f"/past/{len(self.parts)}") + "/t" in arrays:
            t, y, f = (arrays[f"{begin}/{name}"] for name in "tyf")
            self.parts.append(list(zip(t.tolist(), y, f, strict=True)))


def _joined(parts: Sequence[Steps]) -> Steps:
    t, y = (np.concatenate([part[k] for part in parts]) for k in range(2))
    polynomials = [dense for _, _, dense in parts if dense is not None]
    return t, y, np.concatenate(polynomials) if polynomials else None


def _columns(found: Mapping[str, np.ndarray], names: Sequence[str], rows: int) -> np.ndarray:
    return np.concatenate([np.zeros((rows, 0)), *(found[name].reshape(rows, -1) for name in names)], axis=1)


def _value_of(asked: Recalled) -> str:
    return asked.channel.replace(".measure_dot", ".measure")


def _rate_of(name: str) -> str:
    return name.replace(".measure", ".measure_dot")
