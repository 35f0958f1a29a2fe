r"""What the loops of all methods share: when a step may begin, how long it is, and what becomes of it once taken.

The length of the next step: one formula for all methods, with the bounds that each of them has.

An error e, in units of what a step may have, that goes with $h^p$ asks for $h_{\text{new}} = s\, e^{-1/p}\, h$ with a
safety factor s below 1 (E. Hairer, S. P. Nørsett, G. Wanner, Solving Ordinary Differential Equations I, section II.4).
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np

from ...kernels.loops import loop
from ..powers import portable_exponential, portable_logarithm, portable_power
from ..status import FULL, PAUSED, RUN_DONE, RUNNING
from ..weighted_sums import assign
from .event_search import Watch
from .event_step import BEHIND, behind_event
from .flow import Flow, rated
from .record import (
    H_MAX,
    H_MIN,
    H_UNCUT,
    LANDING,
    REJECTED,
    STOPS_PASSED,
    T_END,
    H,
    StepRecord,
    T,
    accept,
    is_full,
    keep_dense,
    sample_step,
)
from .step_ends import StepEnds


@loop
def step_ratio(error: float, power: float, safety: float, least: float, most: float) -> float:
    """h_new / h = safety · error^(−power) within bounds; `power` is 1/p."""
    if error <= 0.0:
        return most
    return max(least, min(most, safety * portable_power(error, -power)))


@loop
def predicted_ratio(error: float, last: float, h: float, before: float, power: float, safety: float) -> float:
    """h_new / h as the trend of two errors asks for (Gustafsson; Hairer and Wanner, part II, section IV.8).

    Errors that grew from a step of length `before` to this one, of length h, go on growing.
    """
    return safety * h / before * portable_power(last / (error * error), power)


SAFETY, FASTEST = 0.8, 6.0
"""Part of the step that just meets the tolerance; how much longer a step may be than the one before."""
LN_LEAST_PAST = -4.605170185988091
"""ln 0.01: errors below that say nothing of a trend."""
RETRIED, SLOWEST = 0.9, 0.2
"""That part for a step that is tried again after it missed the tolerance; how much shorter it may be."""
AT_START = 8.0
"""Kinks so many times that far from the start of a step are where it begins."""
CREDIBLE = 0.02
"""The part of a failed step before which its polynomial says nothing."""
NEXT = 100.0
"""Kinks within so many of the shortest steps are where a step begins."""
NEARER = 0.1
"""How much shorter the next step is where a kink seems to lie in that part."""


@loop
def step_growth(
    error: float, last: float, h: float, before: float, order: int, damping: float, rejected: bool
) -> float:
    """How much longer the next step is: as the error asks for, damped by the last one, and as the trend of both allows.

    Hairer I, section II.4, and Gustafsson's predictive control, Hairer II, section IV.8: errors that grew from a step
    of length `before` to this one go on growing, so that fewer steps are rejected. `before` is 0 where there was none.
    Both are powers of errors; the smaller one is found by its logarithm, so that one exponential does.
    """
    most = 1.0 if rejected else FASTEST
    if error == 0.0:
        return most
    power = 1.0 / (order + 1)
    now, past = portable_logarithm(error), portable_logarithm(max(last, 1e-4))
    size = damping * past - (power - 0.75 * damping) * now
    if before > 0.0:
        size = min(size, portable_logarithm(h / before) + power * (max(past, LN_LEAST_PAST) - 2.0 * now))
    return max(SLOWEST, min(most, SAFETY * portable_exponential(size)))


@loop
def shorter(error: float, order: int) -> float:
    """The part of a step that missed the tolerance which is tried next."""
    return step_ratio(error, 1.0 / (order + 1), RETRIED, SLOWEST, 1.0)


@loop
def gate(record: StepRecord, watch: Watch, budget: int) -> int:
    """RUNNING, or why no further step is begun."""
    pass_stops(record)
    if record.clock[T] >= record.clock[T_END]:
        return RUN_DONE
    if budget <= 0:
        return PAUSED
    return FULL if is_full(record, watch.fired[0], len(watch.log_t)) else RUNNING


@loop
def stop_of(record: StepRecord) -> float:
    """Where the steps under way have to end: at the next stop, or at the end."""
    end, place = record.clock[T_END], record.count[STOPS_PASSED]
    return float(min(end, record.mesh[place, 0]) if place < len(record.mesh) else end)


@loop
def longest_step(record: StepRecord) -> float:
    """How long a step may be up to the next stop."""
    most, place = record.clock[H_MAX], record.count[STOPS_PASSED]
    return float(min(most, record.mesh[place, 1]) if place < len(record.mesh) else most)


@loop
def pass_stops(record: StepRecord) -> None:
    """Goes on behind stops that are reached, with the step that was cut for the last one."""
    clock, place = record.clock, record.count[STOPS_PASSED]
    while place < len(record.mesh) and clock[T] >= record.mesh[place, 0]:
        place += 1
        clock[H] = max(clock[H], clock[H_UNCUT])
    record.count[STOPS_PASSED] = place


@loop
def next_step(record: StepRecord, stop: float, adaptive: bool) -> float:
    """The length of the next step; no tiny one before a stop: what is left is taken in one, or in two equal ones."""
    clock = record.clock
    h, left = min(clock[H], longest_step(record)), stop - clock[T]
    clock[H_UNCUT] = max(clock[H], clock[H_UNCUT]) if left < 2.0 * h else 0.0
    if left <= h * (1.0 + 1e-9):
        return float(left)
    return float(min(h, 0.5 * left) if adaptive and left < 2.0 * h else h)


@loop
def end_of(record: StepRecord, stop: float, h: float) -> float:
    """Where a step ends: at the stop itself, without the rounding of a sum, where it reaches it."""
    t = record.clock[T]
    return float(stop if h == stop - t else t + h)


@loop
def is_collapsed(record: StepRecord, h: float) -> bool:
    """Whether a step is too short to be one."""
    return bool(h <= record.clock[H_MIN] * max(1.0, abs(record.clock[T])))


@loop
def reject(record: StepRecord, h: float) -> None:
    """Asks for another attempt with a shorter step."""
    record.clock[H] = h
    record.clock[H_UNCUT] = 0.0
    record.count[REJECTED] += 1
    record.count[LANDING] = 0


@loop
def landing_step(record: StepRecord, part: float, h: float) -> float:
    """The length of a step that ends at an event, a few roundings behind it.

    Code that looks for events and code that computes rates round differently; just at a kink they may not agree on
    which side it is, and a step that begins on the wrong side never meets its tolerance.
    """
    return part * h + behind_event(record, record.clock[T], h)


@loop
def is_credible(record: StepRecord, part: float, h: float) -> bool:
    """Whether the polynomial of a failed step may be believed about a kink: not where it is far nearer than its end.

    Such a step has been computed with rates from far beyond the kink, and its polynomial may cross anywhere; a shorter
    step tells better. Where the step begins at the kink, a few roundings before it, there is no shorter one.
    """
    return part >= CREDIBLE or is_collapsed(record, part * h / NEXT)


@loop
def step_up_to(record: StepRecord, part: float, h: float) -> float:
    """The length of a step that ends a few roundings before a kink; across it, where the step begins there.

    The last stages of most methods lie at the end of the step: from beyond a jump they would spoil all of it.
    """
    rounding = BEHIND * max(abs(record.clock[T]), h)
    return part * h - 2.0 * rounding if part * h > AT_START * rounding else part * h + rounding


@loop
def take_step(
    flow: Flow, record: StepRecord, h: float, t_new: float, y: Any, y_new: Any, dense: Any, shift: Any
) -> None:
    """Samples a step, keeps it, and goes to its end."""
    sample_step(record, record.clock[T], h, y, y_new, dense, shift)
    if record.steps_dense.shape[1]:
        keep_dense(record, dense, shift)
    accept(flow, record, h, y, y_new, t_new)


def first_step(size: float, rate: float, change: Callable[[float], float | None], order: int, span: float) -> float:
    """A step from the sizes of a state, its rates, and their change per second (Hairer I, section II.4).

    All are in units of the tolerance. `change` is asked once, for rates a trial step ahead; None where there are none.
    """
    h = 1e-6 if size < 1e-5 or rate < 1e-5 else 0.01 * size / rate
    # A state that is zero but for rounding says nothing about the pace.
    h = min(max(h, 1e-10 * span), span)
    ahead = change(h)
    most = max(rate, 1e3 if ahead is None else ahead)
    other = max(1e-6, h * 1e-3) if most <= 1e-15 else portable_power(0.01 / most, 1.0 / (order + 1))
    return min(100.0 * h, other, span)


@loop
def first_native_step(flow: Flow, ends: StepEnds, t: float, order: int, span: float) -> float:
    """The same from the state and the rates at the start of a step."""
    y, f, trial, scale, rtol, ahead, n = ends.y, ends.f_0, ends.trial, ends.scale, ends.rtol[0], flow.f, len(ends.y) - 1
    size, rate, change = 0.0, 0.0, 0.0
    for m in range(n):
        unit = scale[m] + rtol * abs(y[m])
        size += (y[m] / unit) ** 2 / n
        rate += (f[m] / unit) ** 2 / n
    h = 1e-6 if size < 1e-10 or rate < 1e-10 else 0.01 * np.sqrt(size / rate)
    # A state that is zero but for rounding says nothing about the pace.
    h = min(max(h, 1e-10 * span), span)
    for m in range(n + 1):
        trial[m] = y[m] + h * f[m]
    most = max(rate, 1e6)
    assign(flow.x, trial)
    if rated(flow, t + h, flow.rhs, ahead):
        for m in range(n):
            unit = scale[m] + rtol * abs(y[m])
            change += ((ahead[m] - f[m]) / unit) ** 2 / n
        most = max(rate, change / h**2)
    other = max(1e-6, h * 1e-3) if most <= 1e-30 else portable_power(1e-4 / most, 0.5 / (order + 1))
    return float(min(100.0 * h, other, span))
