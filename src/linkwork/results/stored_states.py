"""States of a run: those of its rows, and those between them."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Callable, Mapping
from dataclasses import replace
from functools import cached_property
from typing import Any, Self

import numpy as np

from ..contract import ModelError
from ..contract.arguments import COUNT, NUMBER_ARGUMENT, TIMES_ARGUMENT, takes
from ..model import Model
from ..topology import Layout
from .state import State

Interpolator = Callable[[np.ndarray], np.ndarray]
"""times → rows (q, u, z, w)."""
SAMPLED_OR_IN_MEMORY = "give `times` that include it, or run without output=lw.Output(file=…) and ask that run"
"""What to do where a file does not hold a state that is wanted."""


class StoredStates:
    """What of a run its states are: rows (q, u, z, work) at times, and what knows others."""

    model: Model
    layout: Layout
    t: np.ndarray
    q: np.ndarray
    u: np.ndarray
    z: np.ndarray
    work: np.ndarray
    parameters: Mapping[str, float]
    certificate: Any
    interpolator: Interpolator | None
    parameter_changes: tuple[tuple[int, Mapping[str, float]], ...]
    unkept: str
    _known: dict[str, np.ndarray]

    def _check(self) -> None:
        """Warns where numbers of a bad run are read for the first time."""

    def parameters_at(self, k: int) -> Mapping[str, float]:
        """The parameter values that belong to a row."""
        rows = k % len(self.t) if len(self.t) else 0
        starts, values = self._all_parameters
        return dict(values[bisect_right(starts, rows) - 1])

    @cached_property
    def _all_parameters(self) -> tuple[list[int], list[dict[str, float]]]:
        """From which rows on, and all values of Parameters; for delayed laws some change thousands of times."""
        found = [dict(self.parameters)]
        for _, values in self.parameter_changes:
            found.append({**found[-1], **values})
        return [-1, *(start for start, _ in self.parameter_changes)], found

    @takes(k=COUNT)
    def state(self, k: int = -1) -> State:
        """The state of one row."""
        self._check()
        if not -len(self.t) <= k < len(self.t):
            raise ModelError(f"the run has {len(self.t)} states, 0 to {len(self.t) - 1}; {k} was asked for.")
        return state_of_row(self, k)

    @property
    def final(self) -> State:
        """The last state."""
        return self.state(-1)

    @takes(t=NUMBER_ARGUMENT)
    def at(self, t: float) -> State:
        """The state at any time of the run, as accurate as the run itself."""
        self._check()
        row = self._rows([t])[0]
        k = int(np.searchsorted(self.t, t, side="right")) - 1
        nq, nu = self.layout.nq, self.layout.nu
        return State(self.layout, row[:nq], row[nq : nq + nu], float(t), self.parameters_at(k), row[nq + nu : -1])

    @takes(times=TIMES_ARGUMENT)
    def resample(self, times: Any) -> Self:
        """The same run at other times: a sequence of times, or how many, equally spaced."""
        self._check()
        if isinstance(times, (int, np.integer)):
            if times < 1:
                raise ModelError(f"resample: times = {times} is not a number of samples; give 2 or more.")
            times = np.linspace(self.t[0], self.t[-1], times)
        wanted = np.asarray(times, dtype=float)
        rows = self._rows(wanted)
        nq, nu = self.layout.nq, self.layout.nu
        changes = tuple((int(np.searchsorted(wanted, self.t[k])), values) for k, values in self.parameter_changes)
        parts: dict[str, Any] = {
            "q": rows[:, :nq],
            "u": rows[:, nq : nq + nu],
            "z": rows[:, nq + nu : -1],
            "work": rows[:, -1],
        }
        found: Any = self
        return replace(found, t=wanted, **parts, parameter_changes=changes, _known={})

    def _rows(self, times: Any) -> np.ndarray:
        wanted = np.asarray(times, dtype=float)
        if not len(self.t):
            raise ModelError(f"the run of {self.model.name!r} has no states: {self.certificate.sentence}.")
        slack = 1e-12 * max(1.0, abs(float(self.t[-1])))
        if wanted.size and (wanted.min() < self.t[0] - slack or wanted.max() > self.t[-1] + slack):
            raise ModelError(
                f"the run covers t = {self.t[0]:g} to {self.t[-1]:g}; "
                f"{wanted.min():g} to {wanted.max():g} was asked for."
            )
        if self.interpolator is None:
            return self._samples(wanted, slack)
        return self.interpolator(np.clip(wanted, self.t[0], self.t[-1]))

    def _samples(self, wanted: np.ndarray, slack: float) -> np.ndarray:
        """Rows of a run that knows nothing between them: at their times."""
        last = len(self.t) - 1
        at = np.clip(np.searchsorted(self.t, wanted + slack, side="right") - 1, 0, last)
        off = np.abs(self.t[at] - wanted) > slack
        if off.any():
            t = float(wanted[off][0])
            near = float(self.t[int(np.argmin(np.abs(self.t - t)))])
            if self.unkept:
                raise ModelError(
                    f"t = {t:g} is not the end of a step (the nearest is {near:g}), and {self.unkept}; "
                    f"{SAMPLED_OR_IN_MEMORY}."
                )
            raise ModelError(
                f"this run stored samples, and t = {t:g} is none of them (the nearest is {near:g}); run it without "
                "`times` to have it at any time."
            )
        return np.hstack([self.q[at], self.u[at], self.z[at], self.work[at, None]])

    @takes(start=COUNT, stop=COUNT)
    def part(self, start: int, stop: int) -> Self:
        """Rows `start` to `stop` (not included) as a trajectory; nothing is copied."""
        first, last, _ = slice(start, stop).indices(len(self.t))
        changes = tuple((max(0, k - first), values) for k, values in self.parameter_changes if k < last)
        rows = slice(first, last)
        known = {name: values[rows] for name, values in self._known.items()}
        parts = {name: getattr(self, name)[rows] for name in ("t", "q", "u", "z", "work")}
        found: Any = self
        return replace(found, **parts, parameter_changes=changes, _known=known)


def state_of_row(run: StoredStates, k: int) -> State:
    """The state of one row of a run, whatever its verdict: for judging it."""
    return State(run.layout, run.q[k], run.u[k], float(run.t[k]), run.parameters_at(k), run.z[k])
