"""The rows of a run, in memory or in a file as they come, and the states between them."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from itertools import pairwise
from typing import Any

import numpy as np

from ..channels import RUN_CHANNELS
from ..contract import ModelError
from ..diagnosis import Note, note
from ..results import RunWriter, Trajectory
from ..results.stored_states import SAMPLED_OR_IN_MEMORY, Interpolator
from ..results.trajectory import not_in_files

RowReader = Callable[[slice], np.ndarray]
"""Which rows → (q, u, z, w) of each."""
OWN = ("q", "u", "z", "work")
"""What a row consists of."""
MOST_COLUMNS = 60
"""Channels that may come up later for which a file has columns from its beginning."""
NEIGHBOUR_ROWS = 2
"""Rows on either side of the times that are asked for: what polynomials through neighbours need."""


@dataclass(frozen=True, eq=False)
class StepSource:
    """What made a stretch of steps, with one set of parameters, and knows the states inside them."""

    name: str
    """The method."""
    interpolator: Callable[[np.ndarray, np.ndarray, np.ndarray], Interpolator]
    """(t, y, dense) → the states between the ends (t, y) of steps; `dense` (rows × powers × n) leads to each end."""
    powers: int = 0
    """Powers of a polynomial that have to be kept of each step; 0 where steps can be computed again."""
    data: Callable[[], dict[str, Any]] = dict
    """Gives what it is made of, for a checkpoint."""


@dataclass(frozen=True, eq=False)
class Stretch:
    """Rows `first` to `last` (not included) between which there is no jump and one source made all steps."""

    first: int
    last: int
    source: StepSource
    dense: np.ndarray | None = None
    """Polynomials of its steps, where they are kept."""

    def at(self, t: np.ndarray, rows: RowReader, wanted: np.ndarray) -> np.ndarray:
        """States within it; `t` are the times of all rows of the run."""
        times = t[self.first : self.last]
        if len(times) < 2:
            return np.repeat(rows(slice(self.first, self.last)), len(wanted), axis=0)
        low = max(int(np.searchsorted(times, wanted.min(), side="right")) - NEIGHBOUR_ROWS, 0)
        high = min(int(np.searchsorted(times, wanted.max())) + NEIGHBOUR_ROWS, len(times))
        y = rows(slice(self.first + low, self.first + high))
        if self.dense is None and self.source.powers:
            raise ModelError(f"{not_in_files(self.source.name)}; {SAMPLED_OR_IN_MEMORY}.")
        dense = np.zeros((high - low, 0, y.shape[1])) if self.dense is None else self.dense[low:high]
        return self.source.interpolator(times[low:high], y, dense)(wanted)


def states_between(stretches: Sequence[Stretch], t: np.ndarray, rows: RowReader, wanted: np.ndarray) -> np.ndarray:
    """States at any times of a run; at a jump, the one after it."""
    starts = [float(t[part.first]) for part in stretches]
    place = np.clip(np.searchsorted(starts, wanted, side="right") - 1, 0, None)
    result: np.ndarray | None = None
    for k in np.unique(place):
        found = stretches[k].at(t, rows, wanted[place == k])
        result = np.empty((len(wanted), found.shape[1])) if result is None else result
        result[place == k] = found
    return rows(slice(0, 0)) if result is None else result


def stretches_of(run: Trajectory, source: Callable[[int], StepSource]) -> list[Stretch]:
    """The stretches of a run whose rows are steps: at a jump there are two rows of one time.

    Where Parameters change and nothing jumps, as for delayed laws, one row ends a stretch and begins the next.
    `source` gives what made the steps behind a row.
    """
    t = np.asarray(run.t, dtype=float)
    jumps = {*(np.flatnonzero(np.diff(t) <= 0.0) + 1).tolist(), len(t)}
    starts = sorted({0, *jumps, *(k for k, _ in run.parameter_changes if k < len(t))})
    return [Stretch(a, b if b in jumps else b + 1, source(a)) for a, b in pairwise(starts)]


class Recorder:
    """Rows (q, u, z, w) at times, w being the work so far, with `channels` (sizes by name) beside them.

    They go to memory, or to a file once `writer` is set. Rows that are ends of steps come in stretches. Channels that
    may come up `later`, forces of pairs that meet, are zero before: a file, whose columns are fixed, has them where
    they are few.
    """

    def __init__(
        self,
        sizes: tuple[int, int, int],
        channels: Mapping[str, int] | None = None,
        later: Mapping[str, int] | None = None,
    ) -> None:
        self.sizes, self.channels, self.later = sizes, dict(channels or {}), dict(later or {})
        self.writer: RunWriter | None = None
        self.stretches: list[Stretch] = []
        """Those that are over."""
        self._first = 0
        """The first row of the stretch under way."""
        self._dense: list[np.ndarray] = []
        """Its polynomials."""
        self._count = 0
        self._parts: list[tuple[np.ndarray, np.ndarray, dict[str, np.ndarray]]] = []
        """Times, rows and channels in memory."""

    @property
    def count(self) -> int:
        """Rows so far."""
        return self._count if self.writer is None else self.writer.rows

    def start(
        self,
        t: float,
        y: np.ndarray,
        powers: int = 0,
        is_new: bool = True,
        channels: Mapping[str, np.ndarray] | None = None,
    ) -> None:
        """Begins a stretch at a state, which is a row of its own unless the last stretch ended there."""
        self._first = self.count if is_new else self.count - 1
        row = np.array(y, dtype=float)[None]
        self._dense = [np.zeros((1, powers, row.shape[1]))] if powers and self.writer is None else []
        if is_new:
            self.add(np.array([t]), row, None, channels)

    def add(
        self,
        t: np.ndarray,
        y: np.ndarray,
        dense: np.ndarray | None = None,
        channels: Mapping[str, np.ndarray] | None = None,
    ) -> None:
        """More rows, and the polynomials that lead to them; channels without values are not numbers."""
        beside = {name: np.full((len(t), size), np.nan) for name, size in self.channels.items()} | dict(channels or {})
        if self.writer is not None:
            self.writer.append(t, y, beside)
            return
        self._parts.append((t, y, beside))
        self._count += len(t)
        if self._dense and dense is not None:
            self._dense.append(dense)

    def fix_columns(self) -> None:
        """Opens all channels that may come up, where they are few: a file is about to be written."""
        if len(self.later) <= MOST_COLUMNS:
            self.channels |= self.later

    @property
    def left_out(self) -> list[Note]:
        """What a file does not have; nothing where it has all."""
        if self.writer is None or self.later.keys() <= self.channels.keys():
            return []
        said = (
            f"forces of pairs are not in the file, since {len(self.later)} pairs may touch and a file has columns for "
            f"up to {MOST_COLUMNS}; run in memory and save it to have those that did"
        )
        return [note("channels_left_out", said)]

    def open_channel(self, name: str, size: int) -> bool:
        """One more channel, zero in all rows so far; False for a file that has no column for it."""
        if self.writer is not None:
            return name in self.channels
        if name not in self.channels:
            self.channels[name] = size
            for t, _, beside in self._parts:
                beside[name] = np.zeros((len(t), size))
        return True

    def end(self, source: StepSource) -> None:
        """Ends the stretch under way."""
        dense = np.concatenate(self._dense) if self._dense else None
        self.stretches.append(Stretch(self._first, self.count, source, dense))
        self._dense = []

    def table(self) -> tuple[np.ndarray, tuple[np.ndarray, ...]]:
        """Times, and (q, u, z, w) of all rows; those of a file are read where they are used."""
        if self.writer is not None:
            content = self.writer.content()
            return content.column("t"), tuple(content.column(name) for name in OWN)
        (nq, nu, _), (t, y) = self.sizes, self._in_memory()[:2]
        return t, (y[:, :nq], y[:, nq : nq + nu], y[:, nq + nu : -1], y[:, -1])

    def rows(self) -> tuple[np.ndarray, np.ndarray]:
        """Times, and rows in memory."""
        return self._in_memory()[:2]

    def _in_memory(self) -> tuple[np.ndarray, np.ndarray, dict[str, np.ndarray]]:
        if not self._parts:
            beside = {name: np.zeros((0, n)) for name, n in self.channels.items()}
            self._parts = [(np.zeros(0), np.zeros((0, sum(self.sizes) + 1)), beside)]
        if len(self._parts) > 1:
            t, y = (np.concatenate([part[k] for part in self._parts]) for k in range(2))
            beside = {name: np.concatenate([part[2][name] for part in self._parts]) for name in self.channels}
            self._parts = [(t, y, beside)]
        return self._parts[0]

    def at(self, wanted: np.ndarray) -> np.ndarray:
        """States at any times; at a jump, the one after it."""
        t, parts = self.table()
        if self.writer is None:
            return states_between(self.stretches, t, self._in_memory()[1].__getitem__, wanted)
        return states_between(self.stretches, np.asarray(t, dtype=float), _stacked(parts), wanted)

    @property
    def unkept(self) -> str:
        """Why no state between rows is known, of steps that cannot be computed again; "" where some are."""
        lost = [part.source.name for part in self.stretches if part.dense is None and part.source.powers]
        return not_in_files(lost[0]) if lost and len(lost) == len(self.stretches) else ""

    def channel_at(self, name: str, wanted: np.ndarray) -> np.ndarray:
        """A channel that belongs to steps: of those that end at times or have them inside."""
        if self.writer is None:
            t, values = self.rows()[0], self._in_memory()[2][name]
        else:
            content = self.writer.content()
            t, values = np.asarray(content.column("t"), dtype=float), content.channels[name]
        if np.array_equal(wanted, t):
            return np.asarray(values, dtype=float)
        place = np.searchsorted(t, wanted - 1e-12 * np.maximum(1.0, np.abs(wanted)))
        return np.asarray(values[np.minimum(place, len(t) - 1)], dtype=float)

    def saved(self) -> tuple[dict[str, np.ndarray], dict[str, Any]]:
        """All rows in memory, and the stretches, for a checkpoint."""
        over = [[part.first, part.last, part.source.data()] for part in self.stretches]
        data = {"rows": self.count, "in_file": self.writer is not None, "first": self._first, "stretches": over}
        if self.writer is not None:
            return {}, data
        t, y, beside = self._in_memory()
        arrays = {"/t": t, "/y": y, **{f"/channels/{name}": values for name, values in beside.items()}}
        polynomials = [(str(k), part.dense) for k, part in enumerate(self.stretches)]
        now = np.concatenate(self._dense) if self._dense else None
        arrays |= {f"/dense/{k}": dense for k, dense in (*polynomials, ("now", now)) if dense is not None}
        return arrays, data

    def restore(
        self,
        path: Any,
        arrays: Mapping[str, np.ndarray],
        data: Mapping[str, Any],
        source: Callable[[Mapping[str, Any]], StepSource],
    ) -> None:
        """Goes on from what a checkpoint holds; a file is cut where that was written."""
        self._first, dense = data["first"], {k: arrays.get(f"/dense/{k}") for k in range(len(data["stretches"]))}
        self.stretches = [
            Stretch(first, last, source(made), dense[k]) for k, (first, last, made) in enumerate(data["stretches"])
        ]
        if self.writer is not None:
            if self.writer.rows < data["rows"]:
                raise ModelError(
                    f"the checkpoint {str(path)!r} goes on after row {data['rows']} of the file, which has "
                    f"{self.writer.rows}; give the file that belongs to it.",
                    "simulate",
                )
            return
        if data["in_file"]:
            raise ModelError(
                f"the run of the checkpoint {str(path)!r} wrote to a file; give output=lw.Output(file=…) again.",
                "simulate",
            )
        kept = {name.removeprefix("/channels/"): x for name, x in arrays.items() if name.startswith("/channels/")}
        self.channels |= {name: values.shape[1] for name, values in kept.items()}
        self._parts = [(arrays["/t"], arrays["/y"], kept)]
        self._count, self._dense = len(arrays["/t"]), [arrays["/dense/now"]] if "/dense/now" in arrays else []


def _stacked(parts: Iterable[np.ndarray]) -> RowReader:
    """Rows out of columns."""
    columns = tuple(parts)
    return lambda which: np.column_stack([column[which] for column in columns]).astype(float)


def rows_of(run: Trajectory) -> RowReader:
    """The rows of a run."""
    return _stacked((run.q, run.u, run.z, run.work))


class StepChannels(Mapping[str, Interpolator]):
    """What belongs to steps, by name, as functions of time: the channels that a recorder has when they are asked for.

    Pairs of bodies may meet on the way.
    """

    def __init__(self, recorder: Recorder) -> None:
        self.recorder = recorder

    def __getitem__(self, name: str) -> Interpolator:
        self.recorder.channels[name]
        return partial(_recorded, self.recorder, name)

    def __iter__(self) -> Iterator[str]:
        return iter(self.recorder.channels)

    def __len__(self) -> int:
        return len(self.recorder.channels)


def _recorded(recorder: Recorder, name: str, wanted: np.ndarray) -> np.ndarray:
    """Values of a channel of steps; forces of contacts of one component are numbers."""
    found = recorder.channel_at(name, wanted)
    return found if name in RUN_CHANNELS or found.shape[1] > 1 else found[:, 0]
