"""Work and precision: the cheapest settings with which a program reaches an error, and the time that they take."""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import dataclass
from typing import Protocol

import numpy as np

from benchmarks.case import Timer

TOLERANCES = tuple(10.0 ** -(k / 2) for k in range(6, 28))
"""From 1e-3 to 3e-14."""
SURE = 2
"""Tolerances in a row that must reach an error: a single one may be lucky."""
LOOSE = 1e3
"""Tolerances are tried from so many times the error on."""
REPEATS, ENOUGH = 5, 0.1
"""A timer takes the shortest of at least so many runs, and of more until it has spent so many seconds."""
PATIENCE = 5.0
"""Seconds that a run with fixed steps may take; what would take longer counts as this."""
SAFETY = 0.8
COARSEST = 1000
"""Steps of the first run with fixed steps."""


class Unreached(Exception):
    """No tolerance reaches an error; the message is a sentence."""


def loosest(run: Callable[[float], np.ndarray], exact: np.ndarray, error: float) -> float:
    """The loosest tolerance with which, and with the next tighter ones, a run ends within `error` of `exact`."""
    good: list[float] = []
    for tolerance in (tolerance for tolerance in TOLERANCES if tolerance <= LOOSE * error):
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


class Descent:
    """Runs of a program with fixed steps, each with shorter steps than the one before."""

    def __init__(self, peer: Stepper, t_end: float, exact: np.ndarray) -> None:
        self.peer, self.t_end, self.exact = peer, t_end, exact
        self.runs: list[Attempt] = []

    def reach(self, error: float) -> Attempt | None:
        """A run with about the longest steps that reach an error, or None where that would take over PATIENCE."""
        h = self.t_end / COARSEST
        while not self.runs or self.runs[-1].error > error:
            if self.runs:
                now = self.runs[-1]
                h = now.h * max(0.2, self._shortening(error))
                if now.seconds * now.h / h > PATIENCE:
                    return None
            seconds, found = self.peer.run(h)
            self.runs.append(Attempt(h, distance(found, self.exact), seconds))
        return self.runs[-1]

    def _shortening(self, error: float) -> float:
        """As the order asks for that the last two runs showed; by half where they showed none."""
        now, order = self.runs[-1], float(self.peer.order)
        if not now.error < 0.1:
            return 0.5
        if len(self.runs) > 1 and now.error < self.runs[-2].error < 0.1:
            before = self.runs[-2]
            order = np.log(before.error / now.error) / np.log(before.h / now.h)
        return float(min(0.95, (SAFETY * error / now.error) ** (1.0 / max(order, 0.5))))


def distance(found: np.ndarray, exact: np.ndarray) -> float:
    """The largest difference in any place (m) or velocity (m/s); infinite where a run failed."""
    difference = np.abs(found - exact)
    return float(difference.max()) if np.isfinite(difference).all() else np.inf


def best_of(run: Callable[[], object], repeats: int = REPEATS) -> Timer:
    """A timer in ms: the shortest of several runs, since whatever else goes on can only make them longer.

    All programs run in one thread, whose time of the processor is taken: it is what the clock shows where nothing else
    runs, and where others take turns a run of some milliseconds is never left alone.
    """

    def measure() -> float:
        times: list[float] = []
        while len(times) < repeats or sum(times) < ENOUGH:
            start = time.process_time()
            run()
            times.append(time.process_time() - start)
        return min(times) * 1e3

    return measure
