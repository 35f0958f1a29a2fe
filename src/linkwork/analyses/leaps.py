"""Singular attitudes on the way: passed by a polynomial through the last steps, which know the branch.

Where constraint rows become dependent, two motions cross, and the equations there do not tell which one goes on; errors
of the state are multiplied without bound. The motion itself is smooth, and the last steps before the attitude were
computed where all is well: their polynomial is followed across, and projection behind it takes up the rest.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

import lazy_loader
import numpy as np

from ..numerics.integrators.closing import closed
from ..numerics.integrators.record import NEAR, SAMPLED, SINGULAR, TOLD, H, Record, accept
from .engines import Engine, Interpolator
from .flows import Bound

scipy = lazy_loader.load("scipy")

FARTHEST = 0.4
"""How far beyond the steps behind it a polynomial is trusted, in lengths of these steps."""
PIECES = 60
Path = Callable[[float], np.ndarray]


@dataclass(frozen=True, eq=False)
class Leap:
    """A step across a singular attitude."""

    t: float
    y: np.ndarray
    singular: float
    """Where the pivot is smallest."""
    path: Path


class Leaping:
    """What is known of the inside of a leap: the cubic through its ends and the rates there."""

    name = "leap"
    powers = 0

    def __init__(self, bound: Bound) -> None:
        self.bound = bound

    def interpolator(self, t: np.ndarray, y: np.ndarray, dense: np.ndarray) -> Interpolator:
        """The cubic."""
        rates = [self.bound.rates(float(t[k]), y[k]) for k in (0, -1)]
        slopes = [np.zeros(self.bound.n) if f is None else f for f in rates]
        return scipy.interpolate.CubicHermiteSpline(t[[0, -1]], y[[0, -1]], slopes)


def find_leap(bound: Bound, engine: Engine, t: float, t_end: float) -> Leap | None:
    """The leap across a singular attitude just ahead; None where the pivots recover by themselves or not in reach."""
    for start, path in engine.ahead(t):
        leap = _leap_along(bound, start, path, t, t_end)
        if leap is not None:
            return leap
    return None


def _leap_along(bound: Bound, start: float, path: Path, t: float, t_end: float) -> Leap | None:
    longest = min(FARTHEST * (t - start), t_end - t)
    times = t + longest * np.arange(1, PIECES + 1) / PIECES
    limit, largest = NEAR * bound.flow.pivot[1], bound.flow.pivot[1]
    pivots = [float(bound.flow.pivot[2])]
    for time in times:
        bound.rates(float(time), path(float(time)))
        pivots.append(float(bound.flow.f[bound.n]))
        if pivots[-1] > limit and min(pivots) < 0.25 * limit:
            break
    bound.flow.pivot[1] = largest
    # As far as the polynomial goes is far enough where that is clearly behind the attitude.
    if not (pivots[-1] > 0.25 * limit and min(pivots) < 0.0625 * limit):
        return None
    y = path(float(time))
    plain = y.copy()
    if not closed(bound.flow, bound.closing, float(time), y):
        return None
    if np.abs(y - plain).max() > 1e-3 * (1.0 + np.abs(plain).max()):
        return None
    return Leap(float(time), y, float(np.append(t, times)[int(np.argmin(pivots))]), path)


def take_leap(bound: Bound, record: Record, leap: Leap, t: float) -> None:
    """Writes samples on the way, and goes to the end of the leap."""
    place = int(record.count[SAMPLED])
    while place < len(record.times) and record.times[place] <= leap.t:
        record.samples[place] = leap.path(float(record.times[place]))
        place += 1
    record.count[SAMPLED] = place
    now = leap.y.copy()
    accept(bound.flow, record, leap.t - t, now, leap.y, leap.t)
    record.count[SINGULAR] = TOLD
    record.clock[H] = min(record.clock[H], 10.0 * (leap.t - t))
