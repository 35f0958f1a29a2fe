"""The steps of a run in stretches, each made by one engine with one set of parameters and without jumps."""

from __future__ import annotations

import numpy as np

from .engines import Engine, Interpolator
from .flows import Bound
from .leaps import Leap


class Segments:
    """States at the ends of steps, and how to find those in between."""

    def __init__(self, n: int) -> None:
        self.n = n
        self.count = 0
        """Rows so far."""
        self._rows: list[tuple[np.ndarray, np.ndarray]] = []
        self._parts: list[tuple[np.ndarray, np.ndarray, np.ndarray]] = []
        """Of the stretch that is under way: times, states, polynomials."""
        self._starts: list[float] = []
        self._between: list[Interpolator] = []

    def start(self, t: float, y: np.ndarray, powers: int, is_new: bool = True) -> None:
        """Begins a stretch at a state, which is a row of its own unless the last stretch ended there."""
        at, row = np.array([t]), np.array(y, dtype=float)[None]
        self._parts = [(at, row, np.zeros((1, powers, self.n)))]
        if is_new:
            self._rows.append((at, row))
            self.count += 1

    def add(self, t: np.ndarray, y: np.ndarray, dense: np.ndarray) -> None:
        """More steps of the stretch under way."""
        self._parts.append((t, y, dense))
        self._rows.append((t, y))
        self.count += len(t)

    def end(self, engine: Engine | Leap, bound: Bound) -> None:
        """Ends the stretch under way."""
        t, y, dense = (np.concatenate([part[k] for part in self._parts]) for k in range(3))
        self._parts = []
        self._starts.append(float(t[0]))
        inside = engine.interpolator(t, y, dense) if len(t) > 1 else None
        self._between.append(_constant(y[0]) if inside is None else _under(bound, bound.parameters.copy(), inside))

    def table(self) -> tuple[np.ndarray, np.ndarray]:
        """(times, states) of all rows; a jump is two rows of one time."""
        return np.concatenate([t for t, _ in self._rows]), np.concatenate([y for _, y in self._rows])

    def at(self, wanted: np.ndarray) -> np.ndarray:
        """States at any times; at a jump, the one after it."""
        place = np.clip(np.searchsorted(self._starts, wanted, side="right") - 1, 0, None)
        result = np.empty((len(wanted), self.n))
        for k in np.unique(place):
            result[place == k] = self._between[k](wanted[place == k])
        return result


def _constant(row: np.ndarray) -> Interpolator:
    return lambda wanted: np.repeat(row[None], len(wanted), axis=0)


def _under(bound: Bound, parameters: np.ndarray, inside: Interpolator) -> Interpolator:
    """An interpolator whose steps are computed again with the parameters they were computed with."""

    def between(wanted: np.ndarray) -> np.ndarray:
        present = bound.parameters.copy()
        bound.parameters[:] = parameters
        try:
            return inside(wanted)
        finally:
            bound.parameters[:] = present

    return between
