"""What every method remembers of the step under way: states and rates at its ends, its polynomial, its tolerances."""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np

from ...kernels.loops import loop
from .event_search import blend
from .flow import Flow, evaluate_flow
from .record import ACCEPTED, StepRecord, T

TRACKED_STEPS = 32
"""Steps that are remembered."""


@loop
def follow(track: Any, record: StepRecord, y: Any, f: Any) -> None:
    """Remembers where a step starts, before it is taken: t, y, f, in the place of the oldest."""
    n, row = len(y), record.count[ACCEPTED] % len(track)
    track[row, 0] = record.clock[T]
    for m in range(n):
        track[row, 1 + m] = y[m]
        track[row, 1 + n + m] = f[m]


def new_track(n: int) -> np.ndarray:
    """No step yet: times are NaN."""
    return np.full((TRACKED_STEPS, 2 * n + 1), np.nan)


class StepEnds(NamedTuple):
    """States and rates at both ends of a step, and the polynomial between them. n entries, the energy integral last."""

    y: Any
    y_new: Any
    f_0: Any
    f_1: Any
    """ẏ at the start and at the end."""
    dense: Any
    """The powers of the step's polynomial (powers × n)."""
    trial: Any
    """Memory of a state."""
    shift: Any
    """What projection added to the polynomial."""
    track: Any
    """Where the last steps started."""
    scale: Any
    """The absolute tolerance of every entry."""
    rtol: Any
    """The relative tolerance, one number."""


def step_ends(n: int, powers: int, rtol: float = 0.0, atol: Any = 0.0) -> StepEnds:
    """Memory for steps of n entries, whose polynomials have so many powers."""
    y, y_new, f_0, f_1, trial, shift, scale = np.zeros((7, n))
    scale[:] = atol
    return StepEnds(y, y_new, f_0, f_1, np.zeros((powers, n)), trial, shift, new_track(n), scale, np.full(1, rtol))


HERMITE_POWERS = 3


@loop
def conclude_hermite(flow: Flow, ends: StepEnds, f_half: Any, t: float, h: float, t_new: float) -> bool:
    """Rates at the end, the cubic with states and rates of both ends (its error is of order h⁴), the energy integral.

    The energy integral is that of the parabola through the power at the ends and in the middle (Simpson's rule), the
    rates of which are left in `f_half`. What projection adds is in the polynomial already: `ends.shift` is zero.
    """
    y, y_new, last = ends.y, ends.y_new, len(ends.y) - 1
    y_new[last] = y[last]
    if not evaluate_flow(flow, t_new, y_new, ends.f_1):
        return False
    pivot = flow.f[last + 1]
    cubic(ends, h)
    if not evaluate_flow(flow, t + 0.5 * h, ends.trial, f_half):
        return False
    integrate_power(ends, f_half[last], h)
    flow.pivot[2] = pivot
    return True


@loop
def cubic(ends: StepEnds, h: float) -> None:
    """The polynomial of states and rates at both ends, and the state in the middle, into `ends.trial`."""
    y, y_new, dense, last = ends.y, ends.y_new, ends.dense, len(ends.y) - 1
    for i in range(last):
        slope_0, slope_1, change = h * ends.f_0[i], h * ends.f_1[i], y_new[i] - y[i]
        dense[0, i] = slope_0
        dense[1, i] = 3.0 * change - 2.0 * slope_0 - slope_1
        dense[2, i] = slope_0 + slope_1 - 2.0 * change
    blend(dense, y, ends.shift, 0.5, ends.trial)


@loop
def integrate_power(ends: StepEnds, p_half: float, h: float) -> None:
    """The energy integral and its polynomial, from the power at the ends and in the middle."""
    y, y_new, dense, last = ends.y, ends.y_new, ends.dense, len(ends.y) - 1
    p_0, p_1 = ends.f_0[last], ends.f_1[last]
    dense[0, last] = h * p_0
    dense[1, last] = h * (2.0 * p_half - 1.5 * p_0 - 0.5 * p_1)
    dense[2, last] = h * (2.0 / 3.0) * (p_0 - 2.0 * p_half + p_1)
    y_new[last] = y[last] + h / 6.0 * (p_0 + 4.0 * p_half + p_1)
