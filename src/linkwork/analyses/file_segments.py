"""The steps of a run that go to a file as they come: as `Segments`, with nothing of them in memory."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

import numpy as np

from ..contract import ModelError
from ..results import RunWriter
from .engines import Interpolator
from .flows import Bound
from .segments import Maker, blended, under


class FileSegments:
    """States at the ends of steps in a file, and how to find those in between."""

    def __init__(self, n: int, writer: RunWriter) -> None:
        self.n, self.writer = n, writer
        self._first = 0
        """Row at which the stretch under way begins."""
        self._ended: list[tuple[int, int, Maker, Bound, np.ndarray]] = []

    @property
    def count(self) -> int:
        """Rows so far."""
        return self.writer.rows

    def start(self, t: float, y: np.ndarray, powers: int, is_new: bool = True) -> None:
        """Begins a stretch at a state, which is a row of its own unless the last stretch ended there."""
        self._first = self.count if is_new else self.count - 1
        if is_new:
            self.writer.append(np.array([t]), np.array(y, dtype=float)[None])

    def add(self, t: np.ndarray, y: np.ndarray, dense: np.ndarray) -> None:
        """More steps of the stretch under way."""
        self.writer.append(t, y)

    def end(self, engine: Maker, bound: Bound) -> None:
        """Ends the stretch under way."""
        self._ended.append((self._first, self.count, engine, bound, bound.parameters.copy()))

    def table(self) -> tuple[np.ndarray, np.ndarray]:
        """(times, states) of all rows."""
        content = self.writer.content()
        parts = [content.column(name) for name in ("q", "u", "z", "work")]
        return np.asarray(content.column("t"), dtype=float), np.column_stack(parts).astype(float)

    def at(self, wanted: np.ndarray) -> np.ndarray:
        """States at any times; steps are read from the file and computed again."""
        t, y = self.table()
        between = [_between(*part, t, y) for part in self._ended]
        return blended([float(t[part[0]]) for part in self._ended], between, self.n, wanted)

    def told(self) -> list[Any]:
        """The stretches that are over: rows, engine, parameters; then where the one under way begins."""
        ended = [[first, last, engine.name, parameters.tolist()] for first, last, engine, _, parameters in self._ended]
        return [*ended, self._first]

    def arrays(self) -> dict[str, np.ndarray]:
        """Nothing: the rows are in the file."""
        return {}

    def restore(
        self, told: list[Any], arrays: Mapping[str, np.ndarray], engine: Callable[[str], Maker], bound: Bound
    ) -> None:
        """Goes on from what a checkpoint holds."""
        *ended, self._first = told
        self._ended = [(first, last, engine(name), bound, np.array(values)) for first, last, name, values in ended]


def _between(
    first: int, last: int, engine: Maker, bound: Bound, parameters: np.ndarray, t: np.ndarray, y: np.ndarray
) -> Interpolator:
    if last - first < 2:
        return lambda wanted: np.repeat(y[first : first + 1], len(wanted), axis=0)
    if engine.powers:
        raise ModelError(
            f"states between the steps of {engine.name} are not kept in a file; give `times`, or run without `file`."
        )
    inside = engine.interpolator(t[first:last], y[first:last], np.zeros((last - first, 0, y.shape[1])))
    return under(bound, parameters, inside)
