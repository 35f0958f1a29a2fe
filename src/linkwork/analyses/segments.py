"""The steps of a run in stretches, each made by one engine with one set of parameters and without jumps."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass

import numpy as np

from .engines import Engine, Interpolator
from .flows import Bound
from .leaps import Leaping

Maker = Engine | Leaping
"""What made a stretch, and knows the states inside it."""


class Segments:
    """States at the ends of steps, and how to find those in between."""

    def __init__(self, n: int) -> None:
        self.n = n
        self.count = 0
        """Rows so far."""
        self._rows: list[tuple[np.ndarray, np.ndarray]] = []
        self._parts: list[tuple[np.ndarray, np.ndarray, np.ndarray]] = []
        """Of the stretch that is under way: times, states, polynomials."""
        self.ended: list[Stretch] = []
        """The stretches that are over."""

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

    def end(self, engine: Maker, bound: Bound) -> None:
        """Ends the stretch under way."""
        t, y, dense = (np.concatenate([part[k] for part in self._parts]) for k in range(3))
        self._parts = []
        self.ended.append(Stretch(t, y, dense, engine, bound, bound.parameters.copy()))

    def table(self) -> tuple[np.ndarray, np.ndarray]:
        """(times, states) of all rows; a jump is two rows of one time."""
        return np.concatenate([t for t, _ in self._rows]), np.concatenate([y for _, y in self._rows])

    def at(self, wanted: np.ndarray) -> np.ndarray:
        """States at any times; at a jump, the one after it."""
        return blended([float(part.t[0]) for part in self.ended], [part.at for part in self.ended], self.n, wanted)

    def told(self) -> list[str]:
        """Which engine made each stretch that is over."""
        return [part.engine.name for part in self.ended]

    def arrays(self) -> dict[str, np.ndarray]:
        """All rows and stretches, for a checkpoint."""
        if not self._rows:
            return {}
        found = dict(zip(("/rows/t", "/rows/y"), self.table(), strict=True))
        parts = [np.concatenate([part[k] for part in self._parts]) for k in range(3)]
        found |= dict(zip(("/now/t", "/now/y", "/now/dense"), parts, strict=True))
        for k, part in enumerate(self.ended):
            found |= {f"/{k}/{name}": getattr(part, name) for name in ("t", "y", "dense", "parameters")}
        return found

    def restore(
        self, told: list[str], arrays: Mapping[str, np.ndarray], engine: Callable[[str], Maker], bound: Bound
    ) -> None:
        """Goes on from what a checkpoint holds."""
        for k, name in enumerate(told):
            t, y, dense, parameters = (arrays[f"/{k}/{part}"] for part in ("t", "y", "dense", "parameters"))
            self.ended.append(Stretch(t, y, dense, engine(name), bound, parameters))
        self._parts = [(arrays["/now/t"], arrays["/now/y"], arrays["/now/dense"])]
        self._rows = [(arrays["/rows/t"], arrays["/rows/y"])]
        self.count = len(arrays["/rows/t"])


@dataclass(frozen=True, eq=False)
class Stretch:
    """Steps that one engine made with one set of parameters."""

    t: np.ndarray
    y: np.ndarray
    dense: np.ndarray
    engine: Maker
    bound: Bound
    parameters: np.ndarray

    def at(self, wanted: np.ndarray) -> np.ndarray:
        """States within it."""
        if len(self.t) < 2:
            return np.repeat(self.y[:1], len(wanted), axis=0)
        return under(self.bound, self.parameters, self.engine.interpolator(self.t, self.y, self.dense))(wanted)


def blended(starts: Sequence[float], between: Sequence[Interpolator], n: int, wanted: np.ndarray) -> np.ndarray:
    """States at any times from stretches that begin at `starts`; at a jump, the one after it."""
    place = np.clip(np.searchsorted(starts, wanted, side="right") - 1, 0, None)
    result = np.empty((len(wanted), n))
    for k in np.unique(place):
        result[place == k] = between[k](wanted[place == k])
    return result


def under(bound: Bound, parameters: np.ndarray, inside: Interpolator) -> Interpolator:
    """An interpolator whose steps are computed again with the parameters they were computed with."""

    def between(wanted: np.ndarray) -> np.ndarray:
        present = bound.parameters.copy()
        bound.parameters[:] = parameters
        try:
            return inside(wanted)
        finally:
            bound.parameters[:] = present

    return between
