"""Work and precision: the cheapest settings with which a program reaches an error, and the time that they take."""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import dataclass
from typing import Protocol

import numpy as np

from benchmarks.case import Timer

TOLERANCES = tuple(10.0 ** -(k / 4) for k in range(12, 55))
"""From 1e-3 to 3e-14, four to a decade."""
SURE = 3
"""Tolerances in a row that must reach an error: a single one may be lucky."""
REPEATS, ENOUGH = 5, 0.25
"""A timer takes the shortest of at least so many runs, and of more until it has spent so many seconds."""
PATIENCE = 20.0
"""Seconds that a run with fixed steps may take; what would take longer counts as this."""
SAFETY = 0.8
COARSEST = 1000
"""Steps of the first run with fixed steps."""


class Unreached(Exception):
    """No tolerance reaches an error; the message is a sentence."""


def loosest(run: Callable[[float], np.ndarray], exact: np.ndarray, error: float) -> float:
    """The loosest tolerance with which, and with the next tighter ones, a run ends within `error` of `exact`."""
    good: list[float] = []
    for tolerance in TOLERANCES:
        good = [*good, tolerance] if distance(run(tolerance), exact) <= error else []
        if len(good) == SURE:
            return good[0]
    raise Unreached(f"no tolerance down to {TOLERANCES[-1]:.0e} reaches an error of {error:.0e}.")


class Stepper(Protocol):
    """A program with fixed steps."""

    @property
    def name(self) -> str:
        """With its version."""

    @property
    def order(self) -> int:
        """With which errors shrink, as far as is known beforehand."""

    def run(self, h: float) -> tuple[float, np.ndarray]:
        """(seconds that the steps took, what is compared)."""


@dataclass(frozen=True)
class Attempt:
    """A run with fixed steps."""

    h: float
    error: float
    seconds: float


def longest(peer: Stepper, t_end: float, exact: np.ndarray, error: float) -> tuple[Attempt, bool]:
    """(the run with the longest steps that reaches an error, True), or (the best within PATIENCE, False).

    Steps are shortened as the order asks for that the last two runs showed, by half where they showed none.
    """
    runs: list[Attempt] = []
    h = t_end / COARSEST
    while True:
        seconds, found = peer.run(h)
        runs.append(Attempt(h, distance(found, exact), seconds))
        now = runs[-1]
        if now.error <= error:
            return now, True
        h = now.h * max(0.2, _shortening(runs, error, peer.order))
        if seconds * now.h / h > PATIENCE:
            return min(runs, key=lambda attempt: attempt.error), False


def _shortening(runs: list[Attempt], error: float, order: float) -> float:
    now = runs[-1]
    if not now.error < 0.1:
        return 0.5
    if len(runs) > 1 and now.error < runs[-2].error < 0.1:
        order = np.log(runs[-2].error / now.error) / np.log(runs[-2].h / now.h)
    return float(min(0.95, (SAFETY * error / now.error) ** (1.0 / max(order, 0.5))))


def distance(found: np.ndarray, exact: np.ndarray) -> float:
    """The largest difference in any place (m) or velocity (m/s); infinite where a run failed."""
    difference = np.abs(found - exact)
    return float(difference.max()) if np.isfinite(difference).all() else np.inf


def best_of(run: Callable[[], object], repeats: int = REPEATS) -> Timer:
    """A timer in ms: the shortest of several runs, since whatever else goes on can only make them longer."""

    def measure() -> float:
        times: list[float] = []
        while len(times) < repeats or sum(times) < ENOUGH:
            start = time.perf_counter()
            run()
            times.append(time.perf_counter() - start)
        return min(times) * 1e3

    return measure
