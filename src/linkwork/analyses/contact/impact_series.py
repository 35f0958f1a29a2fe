r"""Impacts that follow one another faster and faster: when they end.

Times between impacts of points that bounce, or rock, shrink by the same factor from one to the next, or from each to
the next but one: with the last three $\tau_1, \tau_2, \tau_3$ and $r = \tau_3/\tau_1$, all that are to come take

$$ (\tau_2 + \tau_3)\,\frac{r}{1 - r}. $$

Flights, whose height is v τ/4 with the speed v at which a point parts, end as well where rounding is as high.
"""

from __future__ import annotations

import itertools
from collections.abc import Mapping
from dataclasses import dataclass, field
from math import inf

ZENO = 1e-7
"""Impacts of a point end where all that are to come would take less than this part of the time since the start."""


@dataclass(eq=False)
class ImpactSeries:
    """Times of the last impacts of every point."""

    times: dict[int, list[float]] = field(default_factory=dict)
    counts: dict[int, int] = field(default_factory=dict)
    """How many impacts each point had in a row, each sooner than the one before."""

    def ending(
        self, t: float, parting: Mapping[int, float], since: float, lowest: float
    ) -> tuple[dict[int, int], float]:
        """(points whose impacts end, with how many these were; the time that all to come would take) at an impact.

        `parting` are speeds of points behind it, zero of those that do not bounce, `lowest` is the height of flights
        that rounding hides: each of these is shorter than the one before.
        """
        ending, longest = dict[int, int](), 0.0
        for k, speed in parting.items():
            rest = self._rest(k, t)
            if speed > 0.0 and rest < inf and 0.25 * speed * self._flight(k) <= lowest:
                rest = min(rest, self._flight(k))
            elif rest > ZENO * since:
                continue
            ending[k], longest = self.counts[k], max(longest, rest)
        for k in ending:
            self.times.pop(k)
            self.counts.pop(k)
        return ending, longest

    def _flight(self, k: int) -> float:
        """The time between the last two impacts of a point."""
        return self.times[k][-1] - self.times[k][-2]

    def _rest(self, k: int, t: float) -> float:
        """What all impacts of a point that are to come would take."""
        times = self.times[k] = [*self.times.get(k, ())[-3:], t]
        apart = [b - a for a, b in itertools.pairwise(times)]
        is_sooner = len(apart) < 2 or apart[-1] <= (1.0 + 1e-9) * apart[-2]
        self.counts[k] = self.counts.get(k, 0) + 1 if is_sooner else 2
        if len(apart) < 3 or not 0.0 < apart[2] < apart[0]:
            return inf
        ratio = apart[2] / apart[0]
        return (apart[1] + apart[2]) * ratio / (1.0 - ratio)
