"""When derivatives of a motion jump that laws with a past pass on: those that happened, those that are sure to come.

A jump at b is seen by a law when t − τ = b (Hairer, Nørsett and Wanner I, section II.17). Where τ is a number or a
function of time that moment is known before; where it depends on the state, a run comes to it piece by piece.
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Mapping, Sequence
from typing import Any

import lazy_loader
import numpy as np

from ..contract import ModelError
from ..formulation.histories import LawDelay
from .past_steps import SAME_TIME

scipy = lazy_loader.load("scipy")

LAST_JUMP = 4
"""The highest derivative of the motion whose jumps are mesh points; control of steps and pieces meets later ones."""
SAMPLES_A_DELAY = 16
"""How often a delay that changes with time is looked at within the shortest one."""
MOST_SAMPLES = 200_000


class Breaks:
    """Times and orders of the derivatives that jump, oldest first."""

    def __init__(self, delays: Sequence[LawDelay], t_start: float, t_end: float) -> None:
        self.delays, self.t_start, self.t_end = delays, t_start, t_end
        self.known: list[tuple[float, int]] = []
        self._grids: dict[int, tuple[np.ndarray, np.ndarray]] = {}
        self._worth: dict[str, float] = {}

    @property
    def times(self) -> list[float]:
        """All of them."""
        return [t for t, _ in self.known]

    def place(self, t: float) -> int | None:
        """Which of them is at a time."""
        k = bisect_left(self.known, (t, -1))
        near = [i for i in (k - 1, k) if 0 <= i < len(self.known) and _is_same(self.known[i][0], t)]
        return near[0] if near else None

    def follow(self, given: Mapping[str, float], t: float) -> None:
        """Works with other values of Parameters from a time on."""
        worth = {name: float(given[name]) for d in self.delays for name in d.parameters if name in given}
        if worth != self._worth:
            self._worth = worth
            self._grids.clear()
            self.foresee(t)

    def add(self, t: float, order: int) -> None:
        """A jump that happens now, and when it will be seen; of those that were to come, those after it stay."""
        self._put(t, order)
        self._spread([(t, order)], t)

    def foresee(self, t: float) -> None:
        """Finds anew what is to come after a time."""
        self.known = [found for found in self.known if found[0] <= t or _is_same(found[0], t)]
        self._spread(list(self.known), t)

    def _put(self, t: float, order: int) -> bool:
        """Whether a break is new, or of a lower order than was known."""
        k = self.place(t)
        if k is None:
            self.known.insert(bisect_left(self.known, (t, order)), (t, order))
            return True
        if self.known[k][1] <= order:
            return False
        self.known[k] = (self.known[k][0], order)
        return True

    def _spread(self, begun: list[tuple[float, int]], now: float) -> None:
        left = list(begun)
        while left:
            b, order = left.pop()
            for k, delay in enumerate(self.delays):
                if delay.kind == "state" or order + delay.raises > LAST_JUMP:
                    continue
                for t in self._crossings(k, b):
                    is_ahead = now < t < self.t_end and not _is_same(t, now)
                    if is_ahead and self._put(t, order + delay.raises):
                        left.append((t, order + delay.raises))

    def _crossings(self, k: int, b: float) -> list[float]:
        """When t − τ is at a time."""
        delay = self.delays[k]
        if delay.kind == "constant":
            return [b + self.tau(k, b)]
        t, s = self._grid(k)
        gap = s - b
        found = np.flatnonzero(np.signbit(gap[1:]) != np.signbit(gap[:-1]))
        return [
            float(scipy.optimize.brentq(lambda x: x - self.tau(k, x) - b, t[i], t[i + 1], xtol=1e-15, rtol=1e-15))
            for i in found
        ]

    def tau(self, k: int, t: float) -> float:
        """A delay that does not depend on the state."""
        found = float(self.delays[k].at(t, self._worth))
        check_positive(self.delays[k], t, found)
        return found

    def taus(self, k: int, t: np.ndarray) -> np.ndarray:
        """The same at many times."""
        found = self.delays[k].at(t, self._worth)
        worst = int(np.argmin(found))
        check_positive(self.delays[k], float(t[worst]), float(found[worst]))
        return found

    def _grid(self, k: int) -> tuple[np.ndarray, np.ndarray]:
        """Times, and t − τ at them, of a delay that changes with time."""
        if k not in self._grids:
            rough = np.linspace(self.t_start, self.t_end, 1001)
            tau = self.taus(k, rough)
            count = int(min((self.t_end - self.t_start) / float(tau.min()) * SAMPLES_A_DELAY, MOST_SAMPLES)) + 1001
            t = np.linspace(self.t_start, self.t_end, count)
            self._grids[k] = t, t - self.taus(k, t)
        return self._grids[k]

    def shortest(self, k: int) -> float:
        """The shortest delay of a run, where it does not depend on the state."""
        if self.delays[k].kind == "constant":
            return self.tau(k, self.t_start)
        t, s = self._grid(k)
        return float((t - s).min())

    def longest(self, k: int) -> float:
        """The longest delay of a run, likewise."""
        if self.delays[k].kind == "constant":
            return self.tau(k, self.t_start)
        t, s = self._grid(k)
        return float((t - s).max())


def check_positive(delay: LawDelay, t: float, tau: float) -> None:
    """Raises where a delay is none."""
    if not (np.isfinite(tau) and tau > 0.0):
        raise ModelError(
            f"connection {delay.connection!r}: its delay is {tau:g} s at t = {t:g} s; a delay must be "
            "positive. Bound the delay from below, or write what depends on the present with e and e_dot.",
            "simulate",
        )


def _is_same(a: float, b: Any) -> bool:
    return bool(abs(a - b) <= SAME_TIME * max(1.0, abs(b)))
