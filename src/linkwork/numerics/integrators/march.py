"""The march in time of all methods that are native code, and how they are given a state to go on from.

A method is a named tuple: `loops` says how it makes a step, `flow` and `projection` what it integrates, `ends` is the
memory of the step under way, and `order` that of its error estimate as the first step asks for it, 0 where steps have
a given length. What else a method needs are fields of its own. Events, kinks, stops in time, lost rank, samples, the
balance of energy and what is kept of steps are the same for all.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np

from ...kernels.loops import loop
from ...kernels.loops.calls import call
from ..status import CONSTRAINTS_OPEN, EVENT, NOT_FINITE, RANK_LOST, RUN_DONE, RUNNING, STEP_COLLAPSED, STIFF
from ..weighted_sums import assign
from .event_search import TAKE, Watch, look, remember
from .event_step import first_landing
from .flow import Flow, evaluate_flow
from .projection import project
from .record import (
    ENERGY,
    ENERGY_SCALE,
    ENERGY_SIZE,
    H_BEFORE,
    LANDING,
    LAST_ERROR,
    LAST_IMBALANCE,
    REJECTED,
    SINGULAR_STEPS,
    STIFF_HINTS,
    STOPS_PASSED,
    T_END,
    H,
    StepRecord,
    T,
    accept,
    keep_dense,
    meets_singularity,
    sample_step,
)
from .step_control import end_of, first_native_step, gate, is_collapsed, landing_step, next_step, reject, stop_of
from .step_ends import follow


@loop
def begin_again(flow: Flow, watch: Watch, record: StepRecord, y: Any) -> None:
    """Begins the balance of energy at y, takes the signs of events there, and forgets what steps have told."""
    clock, count, n = record.clock, record.count, len(y)
    flow.pivot[3], flow.pivot[4] = np.nan, np.nan
    count[SINGULAR_STEPS], count[LANDING], count[STIFF_HINTS], count[STOPS_PASSED] = 0, 0, 0, 0
    y[n - 1] = 0.0
    assign(flow.x, y)
    flow.x[n] = clock[T]
    call(record.energy)
    kinetic, potential = record.energies[0], record.energies[1]
    clock[ENERGY], clock[LAST_IMBALANCE] = kinetic + potential, 0.0
    clock[ENERGY_SCALE], clock[ENERGY_SIZE] = kinetic, kinetic + abs(potential)
    if len(watch.value):
        look(flow, watch, clock[T], y)
        remember(watch)


@loop
def start_with_rates(method: Any, t: float) -> int:
    """Rates at `ends.y`, from which nothing is known of the past."""
    method.loops.forget(method)
    return RUN_DONE if evaluate_flow(method.flow, t, method.ends.y, method.ends.f_0) else NOT_FINITE


@loop
def no_kink(
    method: Any, watch: Watch, record: StepRecord, h: float, t_new: float, error: float, shortened: bool
) -> tuple[int, float, float, float]:
    """A step that misses its tolerance is made shorter, wherever kinks are."""
    return RUN_DONE, error, 0.0, h


@loop
def as_long(method: Any, code: int, error: float, h: float) -> float:
    """Steps have a given length."""
    return h


@loop
def no_growth(method: Any, record: StepRecord, error: float, h: float, rejected: bool) -> None:
    """Steps have a given length."""


@loop
def land_on_path(method: Any, watch: Watch, record: StepRecord, h: float, t_new: float) -> float:
    """Looks for events on the polynomial that the step has."""
    watch.fired[1] = -1
    if not len(watch.value):
        return TAKE
    return first_landing(method.flow, watch, record, method.ends, record.clock[T], h)


@loop
def sample_path(method: Any, record: StepRecord, h: float, t_new: float) -> None:
    """Samples by the polynomial of the step."""
    ends = method.ends
    sample_step(record, record.clock[T], h, ends.y, ends.y_new, ends.dense, ends.shift)


@loop
def pass_rates_on(method: Any, record: StepRecord, h: float, shortened: bool) -> None:
    """Rates at the end of a step are those at the start of the next."""
    assign(method.ends.f_0, method.ends.f_1)


@loop
def nothing_to_forget(method: Any) -> None:
    """Steps of the method know nothing of those before."""


@loop
def nears_singularity(method: Any, record: StepRecord) -> bool:
    """Whether constraint rows that are enforced are about to depend on each other."""
    return bool(method.projection.active[0]) and meets_singularity(method.flow, record, method.order > 0)


class MarchLoops(NamedTuple):
    """How a method makes a step: functions, which are known when a march is compiled. Those left out are the usual."""

    try_step: Any
    """(method, record, h, t_new, shortened) → (status, error in tolerances): a step into `ends`, projected, with rates
    at its end; RUN_DONE with an error above 1 where it is too long. `shortened` says that it ends at an event."""
    start: Any = start_with_rates
    """(method, t) → status: takes `ends.y` to go on from."""
    kink: Any = no_kink
    """(method, watch, record, h, t_new, error, shortened) → (status, error, length, longest): of a step that missed
    its tolerance, whether it may be taken all the same, how long one is that ends at a kink (0 where there is none),
    and how long one may be otherwise."""
    shorten: Any = as_long
    """(method, status, error, h) → the length of the next attempt."""
    landing: Any = land_on_path
    """(method, watch, record, h, t_new) → the part of the step at which it should end for an event, or TAKE."""
    grow: Any = no_growth
    """(method, record, error, h, rejected): leaves the length of the next step in the record."""
    sample: Any = sample_path
    """(method, record, h, t_new): writes the samples that lie in the step."""
    pass_on: Any = pass_rates_on
    """(method, record, h, shortened): what the next step needs of this one, which has been taken."""
    forget: Any = nothing_to_forget
    """(method): what is known of the past does not hold behind an event."""
    loses_rank: Any = nears_singularity
    """(method, record) → whether the run should look for other constraint rows."""
    stop: Any = stop_of
    """(record) → where the steps under way have to end."""


@loop
def first_step_of(method: Any, record: StepRecord) -> float:
    """A step to begin with."""
    clock = record.clock
    clock[LAST_ERROR], clock[H_BEFORE] = 1e-4, 0.0
    return first_native_step(method.flow, method.ends, clock[T], method.order, clock[T_END] - clock[T])


@loop
def take_marched(method: Any, record: StepRecord, h: float, t_new: float, shortened: bool) -> None:
    """Samples a step, keeps it, and goes to its end."""
    loops, ends = method.loops, method.ends
    if method.projection.active[0]:
        follow(ends.track, record, ends.y, ends.f_0)
    loops.sample(method, record, h, t_new)
    if record.steps_dense.shape[1]:
        keep_dense(record, ends.dense, ends.shift)
    accept(method.flow, record, h, ends.y, ends.y_new, t_new)
    loops.pass_on(method, record, h, shortened)


@loop
def march(method: Any, watch: Watch, record: StepRecord, budget: int) -> int:
    """Goes on until the end, an event that ends a step, full memory, or `budget` steps; returns the reason.

    On entry `ends` holds state and rates; a step of zero asks for one to begin with, where steps are controlled.
    """
    loops, clock, adaptive = method.loops, record.clock, method.order > 0
    h, stop, shortened, rejected = clock[H], clock[T_END], False, False
    while True:
        if not shortened:
            code = gate(record, watch, budget)
            if code != RUNNING:
                return code
            if adaptive and clock[H] == 0.0:
                clock[H] = first_step_of(method, record)
            code, stop = record.past.loops.piece(method, record, loops.stop(record))
            if code != RUN_DONE:
                return code
            h = next_step(record, stop, adaptive)
            if adaptive and is_collapsed(record, h):
                return STEP_COLLAPSED
        t_new, longest = end_of(record, stop, h), h
        code, error = loops.try_step(method, record, h, t_new, shortened)
        if code == STIFF:
            return STIFF
        if adaptive and code == RUN_DONE and not error <= 1.0 and len(watch.value):
            code, error, length, longest = loops.kink(method, watch, record, h, t_new, error, shortened)
            if length > 0.0:
                record.count[REJECTED] += 1
                h, shortened = length, True
                continue
        if code != RUN_DONE or not error <= 1.0:
            less = min(loops.shorten(method, code, error, h), longest)
            if not adaptive or (code != RUN_DONE and is_collapsed(record, less)):
                return code
            reject(record, min(less, clock[H]))  # to meet an event it may have become longer
            shortened, rejected = False, True
            continue
        part = loops.landing(method, watch, record, h, t_new)
        if part < TAKE:
            h, shortened = landing_step(record, part, h), True
            continue
        if adaptive and not shortened:
            loops.grow(method, record, error, h, rejected)
        take_marched(method, record, h, t_new, shortened)
        code = record.past.loops.keep(method, record, watch.fired[1] >= 0)
        if code != RUN_DONE:
            return code
        budget -= 1
        shortened, rejected = False, False
        if watch.fired[1] >= 0:
            loops.forget(method)
            return EVENT
        if loops.loses_rank(method, record):
            return RANK_LOST


@loop
def start_march(method: Any, t: float) -> int:
    """Takes the state in `ends.y` as it is to go on from; RUN_DONE, or why it is impossible."""
    return method.loops.start(method, t)


@loop
def restart(method: Any, watch: Watch, record: StepRecord) -> int:
    """The same of a state that somebody outside Python has changed: it is projected, and all begins anew there."""
    ends, t = method.ends, record.clock[T]
    if method.projection.active[0] and not project(method.flow, method.projection, t, ends.y):
        return CONSTRAINTS_OPEN
    code = record.past.loops.restart(method, record)
    if code != RUN_DONE:
        return code
    begin_again(method.flow, watch, record, ends.y)
    if method.order > 0:
        record.clock[H] = 0.0
    return method.loops.start(method, t)
