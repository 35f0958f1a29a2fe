"""`stability_chart`: where a rest is stable, over two Parameters."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import lazy_loader
import numpy as np

from .._blas_threads import small_on_one_thread
from ..contract import ModelError
from ..contract.arguments import NAME_ARGUMENT, takes
from ..contract.errors import unknown
from ..diagnosis import Notes, note
from ..results import StabilityChart, State
from ..results.stability_chart import growth_of
from ..system import System
from .common.state_arguments import SYSTEM
from .equilibrium import equilibrium

scipy = lazy_loader.load("scipy")

Axis = tuple[str, Sequence[float]]
BORDER_WITHIN = 1e-11
"""How closely a border is found, in parts of the size of its Parameter."""


@takes(system=SYSTEM, drives=NAME_ARGUMENT)
@small_on_one_thread
def stability_chart(
    system: System,
    x: Axis,
    y: Axis,
    guess: State | Mapping[str, float] | None = None,
    *,
    drives: str = "held",
) -> StabilityChart:
    """The real part of the rightmost eigenvalue about the rest, over a grid of two Parameters, and where it is zero.

    `x` and `y` are a Parameter's name and its values, `("gain", np.linspace(0, 5, 30))`. Each point of the grid begins
    with the rest of its neighbour. Between neighbours of which one is stable the border is found to rounding, along
    both axes; a border that passes twice between two points of the grid is not seen. Delayed laws have the
    rightmost of their infinitely many roots. Points without a rest are NaN, and a note says how many.
    """
    search = _Search(system, _axis(system, x, "x"), _axis(system, y, "y"), guess, drives)
    if x[0] == y[0]:
        raise ModelError(f"both axes are {x[0]!r}; name two Parameters.", "stability_chart")
    xs, ys = search.x[1], search.y[1]
    rightmost = np.full((len(ys), len(xs)), np.nan, dtype=complex)
    states: list[list[Any]] = [[None] * len(xs) for _ in ys]
    lost: list[str] = []
    for j, b in enumerate(ys):
        for i, a in enumerate(xs):
            near = states[j][i - 1] if i else (states[j - 1][0] if j else None)
            try:
                rightmost[j, i], states[j][i] = search.at(a, b, near)
            except ModelError as error:
                lost.append(str(error))
    if np.isnan(rightmost.real).all():
        raise ModelError(f"no point of the grid has a rest. The first: {lost[0]}", "stability_chart")
    said = f"{len(lost)} of {rightmost.size} points have no equilibrium that can be linearised; the first: {lost[:1]}"
    notes = Notes([note("chart_points_lost", said)] if lost else [])
    border = search.borders(rightmost, states)
    return StabilityChart((x[0], y[0]), xs, ys, rightmost, border, notes)


def _axis(system: System, given: Any, which: str) -> tuple[str, np.ndarray]:
    """The name of a Parameter and its values, in order."""
    if not (isinstance(given, (tuple, list)) and len(given) == 2 and isinstance(given[0], str)):
        raise ModelError(
            f"{which} must be a Parameter's name and its values, ('gain', [0.0, 1.0, 2.0]).", "stability_chart"
        )
    known = system.model.parameters
    if given[0] not in known:
        raise ModelError(unknown("Parameter", given[0], known), "stability_chart")
    values = np.array(given[1], dtype=float)
    if values.ndim != 1 or len(values) < 2 or not (np.diff(values) > 0.0).all() or not np.isfinite(values).all():
        raise ModelError(f"{which}: {given[0]} needs two or more values that rise.", "stability_chart")
    return given[0], values


@dataclass(frozen=True)
class _Search:
    """Rests of a system over two Parameters."""

    system: System
    x: tuple[str, np.ndarray]
    y: tuple[str, np.ndarray]
    guess: State | Mapping[str, float] | None
    drives: str

    def at(self, a: float, b: float, near: State | None) -> tuple[complex, State]:
        """The rightmost eigenvalue at a point, and the rest there."""
        values = {self.x[0]: float(a), self.y[0]: float(b)}
        known = self.guess if near is None else near
        start = known.with_values(values) if isinstance(known, State) else {**(known or {}), **values}
        found = equilibrium(self.system, start, drives=self.drives)
        if found.verdict.is_bad:
            raise ModelError(f"{self.x[0]} = {a:g}, {self.y[0]} = {b:g}: {found.verdict}", "stability_chart")
        return found.linearization.rightmost, found.state

    def borders(self, rightmost: np.ndarray, states: list[list[Any]]) -> np.ndarray:
        """(x, y, rad/s) where a root passes the imaginary axis between neighbours of the grid."""
        xs, ys = self.x[1], self.y[1]
        found = []
        growth = growth_of(rightmost)
        for j, i in np.argwhere(growth[:, 1:] * growth[:, :-1] < 0.0):
            found.append(self._between((xs[i], ys[j]), (xs[i + 1], ys[j]), states[j][i]))
        for j, i in np.argwhere(growth[1:] * growth[:-1] < 0.0):
            found.append(self._between((xs[i], ys[j]), (xs[i], ys[j + 1]), states[j][i]))
        return np.array(found).reshape(-1, 3)

    def _between(self, one: tuple[float, float], other: tuple[float, float], near: State) -> tuple[float, float, float]:
        first, last = np.array(one), np.array(other)

        def growth(part: float) -> float:
            x, y = first + part * (last - first)
            return self.at(x, y, near)[0].real

        size = float(np.abs(last).max() / np.abs(last - first).max())
        part = scipy.optimize.brentq(growth, 0.0, 1.0, xtol=BORDER_WITHIN * min(size, 1.0))
        x, y = first + part * (last - first)
        return float(x), float(y), abs(self.at(x, y, near)[0].imag)
