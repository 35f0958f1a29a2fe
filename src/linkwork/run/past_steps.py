"""What a run remembers for laws that look back: its last steps, or what they measured, and values between them."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any, ClassVar

import lazy_loader
import numpy as np

from .recorder import StepSource, Stretch

scipy = lazy_loader.load("scipy")

SAME_TIME = 1e-12
"""Times closer than this, relative to their size, are one."""
NEIGHBOURS = 2
"""Ends of steps on either side whose values and rates a polynomial goes through."""
ChannelsAtRows = Callable[[tuple[str, ...], np.ndarray, np.ndarray, Mapping[str, float]], dict[str, np.ndarray]]
"""(names, times, rows, Parameters) → channels at rows, by name."""
Steps = tuple[np.ndarray, np.ndarray, np.ndarray | None]
"""Times, rows, and polynomials that lead to them, where steps cannot be computed again."""


class PastSteps:
    """Steps that lead to the present, no more of them than are looked back to."""

    longest_step: ClassVar[float] = 1.0
    """In parts of the shortest delay."""

    def __init__(self, channels: ChannelsAtRows, connections: Sequence[str], reach: float) -> None:
        self.channels, self.reach = channels, reach
        self.stretches: list[tuple[np.ndarray, np.ndarray, Stretch]] = []
        """Times and rows of steps that one source made, oldest first."""
        self._under_way: list[Steps] = []

    def start(self, t: float, row: np.ndarray, given: Mapping[str, float], is_break: bool, powers: int = 0) -> None:
        """Begins a stretch of steps at a state."""
        row = np.array(row, dtype=float)[None]
        self._under_way = [(np.array([t]), row, np.zeros((1, powers, row.shape[1])) if powers else None)]

    def add(self, t: np.ndarray, rows: np.ndarray, given: Mapping[str, float], dense: np.ndarray | None = None) -> None:
        """Ends of further steps."""
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
            del self.stretches[0]

    def measured(
        self, names: Sequence[str], wanted: np.ndarray, given: Mapping[str, float], is_rougher: bool = False
    ) -> dict[str, np.ndarray]:
        """Channels at increasing times; steps have no polynomials that are rougher."""
        return self.channels(tuple(names), wanted, self._rows(wanted), given)

    def _rows(self, wanted: np.ndarray) -> np.ndarray:
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
        return arrays, [stretch.source.data() for _, _, stretch in self.stretches]

    def restore(
        self,
        arrays: Mapping[str, np.ndarray],
        sources: Sequence[Any],
        source: Callable[[Mapping[str, Any]], StepSource],
    ) -> None:
        """Goes on from there."""
        parts: list[Steps] = []
        while (begin := f"/past/{len(parts)}") + "/t" in arrays:
            parts.append((arrays[f"{begin}/t"], arrays[f"{begin}/y"], arrays.get(f"{begin}/dense")))
        self.stretches = [
            (t, y, Stretch(0, len(t), source(made), dense)) for made, (t, y, dense) in zip(sources, parts, strict=False)
        ]
        self._under_way = parts[len(sources) :]


class PastMeasures:
    """What was measured at the ends of steps: of steps of given length, whose own polynomials may be of low degree, and
    of methods whose states in between cost as much as another step.

    Between two ends it is the polynomial with the values and rates of up to four of them (Hermite), none of them beyond
    a moment at which some derivative jumps.
    """

    longest_step: ClassVar[float] = 0.125
    """In parts of the shortest delay: so that polynomials through four ends of steps are as good as the steps."""

    def __init__(self, channels: ChannelsAtRows, connections: Sequence[str], reach: float) -> None:
        self.channels, self.reach = channels, reach
        self.names = [f"{name}.measure" for name in connections], [f"{name}.measure_dot" for name in connections]
        """Channels of values, and of their rates."""
        self.parts: list[list[tuple[float, np.ndarray]]] = []
        """(time, values above rates) at ends of steps, parted where derivatives jump."""
        self.sizes: list[int] = []

    def start(self, t: float, row: np.ndarray, given: Mapping[str, float], is_break: bool, powers: int = 0) -> None:
        """A mesh point; `is_break` tells that some derivative jumps there."""
        if is_break or not self.parts:
            self.parts.append([])
            self.add(np.array([t]), row[None], given)

    def add(self, t: np.ndarray, rows: np.ndarray, given: Mapping[str, float], dense: np.ndarray | None = None) -> None:
        """Ends of further steps; what lies too far back is forgotten."""
        values, rates = self.names
        found = self.channels((*values, *rates), t, rows, given)
        self.sizes = [found[name][0].size for name in values]
        both = [np.concatenate([found[name].reshape(len(t), -1) for name in names], axis=1) for names in self.names]
        self.parts[-1] += zip(t.tolist(), np.stack(both, axis=1), strict=True)
        oldest = float(t[-1]) - self.reach * (1.0 + SAME_TIME)
        while self.parts[0][-1][0] < oldest:
            del self.parts[0]
        passed = sum(one < oldest for one, _ in self.parts[0])
        del self.parts[0][: max(passed - NEIGHBOURS, 0)]

    def end(self, source: StepSource) -> None:
        """Nothing ends with a stretch: what was measured at its end is known."""

    def measured(
        self, names: Sequence[str], wanted: np.ndarray, given: Mapping[str, float], is_rougher: bool = False
    ) -> dict[str, np.ndarray]:
        """Channels at increasing times; `is_rougher` asks for polynomials through fewer ends."""
        place = np.searchsorted([part[0][0] for part in self.parts], wanted, side="right") - 1
        place = np.clip(place, 0, None)
        pieces = [self._part(self.parts[k], wanted[place == k], is_rougher) for k in np.unique(place)]
        ends = np.cumsum(self.sizes)[:-1]
        found: dict[str, np.ndarray] = {}
        for of, columns in zip(self.names, np.concatenate(pieces, axis=1), strict=True):
            found |= dict(zip(of, np.split(columns, ends, axis=1), strict=True))
        return {name: found[name] for name in names}

    @staticmethod
    def _part(part: Sequence[tuple[float, np.ndarray]], wanted: np.ndarray, is_rougher: bool) -> np.ndarray:
        """Values and rates (2 × times × numbers) at times between which no derivative jumps."""
        times = np.array([t for t, _ in part])
        step = np.clip(np.searchsorted(times, wanted, side="right") - 1, 0, max(len(times) - 2, 0))
        found = []
        for i in np.unique(step):
            near = slice(max(i + 1 - NEIGHBOURS, 0), i + 1 + NEIGHBOURS)
            at, rows = np.repeat(times[near], 2), np.concatenate([both for _, both in part[near]])
            if is_rougher:  # without the farthest end; without a rate where there are two
                left = slice(2, None) if times[i] - at[0] > at[-1] - times[min(i + 1, len(times) - 1)] else slice(-2)
                left = left if len(at) > 4 else slice(-1)
                at, rows = at[left], rows[left]
            through = scipy.interpolate.KroghInterpolator(at, rows)
            found.append([through(wanted[step == i]), through.derivative(wanted[step == i])])
        return np.concatenate(found, axis=1)

    def is_fine(self, first: float, last: float) -> bool:
        """Whether so few steps end between two times that what a polynomial leaves is the error of the steps."""
        return sum(first < t < last for part in self.parts for t, _ in part) < 2 * NEIGHBOURS

    def saved(self) -> tuple[dict[str, np.ndarray], list[Any]]:
        """All of it, for a checkpoint."""
        arrays: dict[str, np.ndarray] = {}
        for k, part in enumerate(self.parts):
            arrays |= {f"/past/{k}/t": np.array([t for t, _ in part]), f"/past/{k}/y": np.array([y for _, y in part])}
        return arrays, self.sizes

    def restore(
        self,
        arrays: Mapping[str, np.ndarray],
        sources: Sequence[Any],
        source: Callable[[Mapping[str, Any]], StepSource],
    ) -> None:
        """Goes on from there."""
        self.parts, self.sizes = [], list(sources)
        while (begin := f"/past/{len(self.parts)}") + "/t" in arrays:
            t, y = arrays[f"{begin}/t"].tolist(), arrays[f"{begin}/y"]
            self.parts.append(list(zip(t, y, strict=True)))


def _joined(parts: Sequence[Steps]) -> Steps:
    t, y = (np.concatenate([part[k] for part in parts]) for k in range(2))
    polynomials = [dense for _, _, dense in parts if dense is not None]
    return t, y, np.concatenate(polynomials) if polynomials else None
