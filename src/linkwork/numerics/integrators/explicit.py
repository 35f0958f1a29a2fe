"""Explicit Runge–Kutta methods: one engine for all tables.

Step control after E. Hairer, S. P. Nørsett, G. Wanner, Solving Ordinary Differential Equations I, sections II.4 and
II.10; stiffness detection after E. Hairer, G. Wanner, part II, section IV.2.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, NamedTuple

import numpy as np

from ...kernels.loops import loop
from ..powers import portable_power
from ..status import CONSTRAINTS_OPEN, NOT_FINITE, RUN_DONE, STIFF
from ..weighted_sums import assign, combine, shifted_state
from .event_search import LANDED, TAKE, Watch, blend, crossed, evaluate_events
from .event_step import MOST_SHORT_STEPS, first_landing, kink_crossed, part_before
from .flow import Flow, rated
from .march import MarchLoops, sample_path
from .projection import Projection, project
from .record import (
    EASY_STEPS,
    H_BEFORE,
    LANDING,
    LAST_ERROR,
    SAMPLED,
    STIFF_HINTS,
    H,
    StepRecord,
    T,
    samples_until,
)
from .stages import Stages, StageTable, stages_of
from .step_control import NEARER, is_collapsed, is_credible, shorter, step_growth, step_up_to
from .step_ends import StepEnds

FEW_SAMPLES = 4
"""Up to so many samples in a step are computed by a step of their own each; more, by the step's polynomial."""
CAUTION = 10.0
"""Errors of steps add up: each step is held to a tenth of the tolerance, which keeps the sum near it."""
HINTS = 15
"""Steps that hint at stiffness before it is reported."""
STIFFNESS_SHARE = 0.15
"""Part of the way to the border of stability from which |hλ| may be what bounds the step."""
NOT_COMPUTED = 0.25
"""How much shorter the next attempt is where a step cannot be computed."""
IMPLICIT_WORK, IMPLICIT_WORK_PER_STATE = 4.0, 0.25
"""How much farther an implicit step must go to be worth it: twice its work, in steps of this method."""


class ExplicitMethod(NamedTuple):
    """An explicit Runge–Kutta method on its way."""

    loops: MarchLoops
    flow: Flow
    projection: Projection
    order: int
    table: StageTable
    stages: Stages
    ends: StepEnds


@loop
def explicit_stage(method: ExplicitMethod, i: int, t: float, h: float) -> bool:
    """Computes stage i."""
    flow, table, stages = method.flow, method.table, method.stages
    shifted_state(table.a[i], i, stages.k, method.ends.y, h, flow.x)
    return rated(flow, t + table.c[i] * h, stages.calls[i], stages.k[i])


@loop
def rates_at(method: ExplicitMethod, i: int, t: float, y: Any) -> bool:
    """Writes f(t, y) where stage i is kept."""
    assign(method.flow.x, y)
    return rated(method.flow, t, method.stages.calls[i], method.stages.k[i])


@loop
def explicit_error(method: ExplicitMethod, h: float) -> float:
    """The estimated error in units of the tolerance; the energy integral does not count."""
    table, k, ends = method.table, method.stages.k, method.ends
    n, rtol = len(ends.y) - 1, ends.rtol[0]
    used = table.stages + 1 if table.error[table.stages] != 0.0 else table.stages
    e, d = ends.dense[0], ends.dense[1]
    combine(table.error, used, k, e)
    combine(table.second_error, used, k, d)
    main, second = 0.0, 0.0
    for m in range(n):
        scale = ends.scale[m] + rtol * max(abs(ends.y[m]), abs(ends.y_new[m]))
        main += (e[m] / scale) ** 2
        second += (d[m] / scale) ** 2
    if main == 0.0:
        return 0.0
    return float(CAUTION * abs(h) * main / np.sqrt((main + 0.01 * second) * n))


@loop
def explicit_stages(method: ExplicitMethod, t: float, h: float) -> bool:
    """All stages of a step, and y_new; `trial` keeps the state of the last stage where steps have errors."""
    table, ends = method.table, method.ends
    for i in range(1, table.stages):
        if not explicit_stage(method, i, t, h):
            return False
    if table.error_order > 0:
        for m in range(len(ends.y)):
            ends.trial[m] = method.flow.x[m]
    shifted_state(table.b, table.stages, method.stages.k, ends.y, h, ends.y_new)
    if table.error[table.stages] != 0.0:
        return rates_at(method, table.stages, t + h, ends.y_new)
    return True


@loop
def looks_stiff(method: ExplicitMethod, record: StepRecord, h: float) -> bool:
    """Whether steps have been short for long without need.

    Either |hλ| is at the border of stability, as the last two stages tell; or it is not small, and the motion changes
    so slowly that an implicit method would go much farther for the same work.
    """
    table, k, ends = method.table, method.stages.k, method.ends
    last, before = table.stages, table.stages - 1
    top, bottom = 0.0, 0.0
    for m in range(len(ends.y) - 1):
        top += (k[last, m] - k[before, m]) ** 2
        bottom += (ends.y_new[m] - ends.trial[m]) ** 2
    count = record.count
    fast = abs(h) * np.sqrt(top / bottom) if bottom > 0.0 else 0.0
    if fast > table.stability or (fast > STIFFNESS_SHARE * table.stability and would_pay(ends, h)):
        count[EASY_STEPS] = 0
        count[STIFF_HINTS] += 1
        return bool(count[STIFF_HINTS] == HINTS)
    count[EASY_STEPS] += 1
    if count[EASY_STEPS] == 6:
        count[STIFF_HINTS] = 0
    return False


@loop
def would_pay(ends: StepEnds, h: float) -> bool:
    """Whether an implicit step would be longer than its work.

    The motion itself changes by h |ÿ|/|ẏ| in a step. Radau IIA, whose error estimate is of order 3, meets a tolerance
    with steps of about 2 rtol^¼ |ẏ|/|ÿ|; each costs a matrix, its factors and some iterations.
    """
    change, way, n, rtol = 0.0, 0.0, len(ends.y) - 1, ends.rtol[0]
    for m in range(n):
        scale = ends.scale[m] + rtol * abs(ends.y_new[m])
        change += ((ends.f_1[m] - ends.f_0[m]) / scale) ** 2
        way += ((ends.y_new[m] - ends.y[m]) / scale) ** 2
    slow = abs(h) * np.sqrt(change / way) if way > 0.0 else np.inf
    return bool(2.0 * portable_power(rtol, 0.25) > (IMPLICIT_WORK + IMPLICIT_WORK_PER_STATE * n) * slow)


@loop
def finish_explicit(method: ExplicitMethod, t_new: float) -> int:
    """Projects y_new and evaluates the rates there, where the first stage of the next step needs them."""
    flow, projection, ends, last = method.flow, method.projection, method.ends, method.table.stages
    fresh = method.table.error[last] != 0.0
    for m in range(len(ends.y)):
        ends.shift[m] = ends.y_new[m] if projection.active[0] else 0.0
    if projection.active[0]:
        if not project(flow, projection, t_new, ends.y_new):
            return CONSTRAINTS_OPEN
        for m in range(len(ends.y)):
            ends.shift[m] = ends.y_new[m] - ends.shift[m]
            fresh = fresh and ends.shift[m] == 0.0
    if not fresh and not rates_at(method, last, t_new, ends.y_new):
        return NOT_FINITE
    flow.pivot[2] = method.stages.k[last, len(ends.y)]
    return RUN_DONE


@loop
def fill_explicit_polynomial(method: ExplicitMethod, t: float, h: float) -> None:
    """The powers of the step's polynomial, after the stages that only it needs."""
    table, ends = method.table, method.ends
    for i in range(table.stages + 1, len(table.c)):
        explicit_stage(method, i, t, h)
    for p in range(len(table.dense)):
        combine(table.dense[p], len(table.c), method.stages.k, ends.dense[p])
        for m in range(len(ends.y)):
            ends.dense[p, m] *= h


@loop
def substep(method: ExplicitMethod, t: float, t_new: float, result: Any) -> bool:
    """The state at a time within a step, by a shorter step from its start: as accurate as the ends of steps.

    The stages of the step itself are lost but for the first, and y_new with them.
    """
    projection, y_new = method.projection, method.ends.y_new
    if not explicit_stages(method, t, t_new - t):
        return False
    if projection.active[0] and not project(method.flow, projection, t_new, y_new):
        return False
    for m in range(len(y_new)):
        result[m] = y_new[m]
    return True


@loop
def sample_explicit_exactly(method: ExplicitMethod, record: StepRecord, t: float, t_new: float) -> None:
    """Writes the few samples that lie in a step; what the next step needs of this one is put aside meanwhile."""
    place, ends = record.count[SAMPLED], method.ends
    for m in range(len(ends.y)):
        ends.dense[0, m] = ends.f_1[m]
        ends.dense[1, m] = ends.y_new[m]
    while place < len(record.times) and record.times[place] <= t_new:
        if record.times[place] == t_new:
            assign(record.samples[place], ends.dense[1])
        elif record.times[place] == t:
            assign(record.samples[place], ends.y)
        else:
            substep(method, t, record.times[place], record.samples[place])
        place += 1
    record.count[SAMPLED] = place
    for m in range(len(ends.y)):
        ends.f_1[m] = ends.dense[0, m]
        ends.y_new[m] = ends.dense[1, m]


@loop
def sample_explicit(method: ExplicitMethod, record: StepRecord, h: float, t_new: float) -> None:
    """Few samples by steps of their own, many by the polynomial."""
    inside = samples_until(record, t_new)
    if inside > FEW_SAMPLES:
        sample_path(method, record, h, t_new)
    elif inside > 0:
        sample_explicit_exactly(method, record, record.clock[T], t_new)


@loop
def try_explicit(
    method: ExplicitMethod, record: StepRecord, h: float, t_new: float, shortened: bool
) -> tuple[int, float]:
    """(status, error) of a step; one that was not shortened for an event tells about stiffness."""
    adaptive = method.table.error_order > 0
    if not explicit_stages(method, record.clock[T], h):
        return NOT_FINITE, 0.0
    error = explicit_error(method, h) if adaptive else 0.0
    if not error <= 1.0:
        return RUN_DONE, error
    code = finish_explicit(method, t_new)
    telling = adaptive and not shortened and method.table.stages > 4
    if code == RUN_DONE and telling and looks_stiff(method, record, h):
        return STIFF, error
    return code, error


@loop
def shorten_explicit(method: ExplicitMethod, code: int, error: float, h: float) -> float:
    """The step to try after one that failed."""
    return h * (NOT_COMPUTED if code != RUN_DONE else shorter(error, method.table.error_order))


@loop
def grow_explicit(method: ExplicitMethod, record: StepRecord, error: float, h: float, rejected: bool) -> None:
    """The step after one that was good."""
    clock, table = record.clock, method.table
    last, before = clock[LAST_ERROR], clock[H_BEFORE]
    clock[H] = h * step_growth(error, last, h, before, table.error_order, table.damping, rejected)
    clock[LAST_ERROR], clock[H_BEFORE] = error, h


@loop
def stage_crosses(method: ExplicitMethod, watch: Watch, t: float, h: float) -> bool:
    """Whether something at which steps end has another sign at a stage that only the polynomial needs.

    Such stages meet a short contact that no other stage met, and their rates bend the polynomial away from it.
    """
    flow, table, y, found = method.flow, method.table, method.ends.y, False
    for i in range(table.stages + 1, len(table.c)):
        shifted_state(table.a[i], i, method.stages.k, y, h, flow.x)
        flow.x[len(y)] = t + table.c[i] * h
        evaluate_events(watch)
        for k in range(len(watch.value)):
            found = found or (watch.kind[k] == LANDED and crossed(watch, k))
    return found


@loop
def land_explicitly(method: ExplicitMethod, watch: Watch, record: StepRecord, h: float, t_new: float) -> float:
    """The part of the step after which it should end for an event, or TAKE; fills the polynomial if it is needed."""
    t = record.clock[T]
    watch.fired[1] = -1
    if len(watch.value) or samples_until(record, t_new) > FEW_SAMPLES:
        fill_explicit_polynomial(method, t, h)
    if not len(watch.value):
        return TAKE
    # In a step of a few roundings stages are on both sides by rounding.
    looks = record.count[LANDING] < MOST_SHORT_STEPS and not is_collapsed(record, h)
    crosses = looks and stage_crosses(method, watch, t, h)
    if crosses and part_before(method.flow, watch, record, method.ends, t, h) >= TAKE:
        record.count[LANDING] += 1
        return 0.5
    return first_landing(method.flow, watch, record, method.ends, t, h)


@loop
def kink_in_explicit(
    method: ExplicitMethod, watch: Watch, record: StepRecord, h: float, t_new: float, error: float, shortened: bool
) -> tuple[int, float, float, float]:
    """(status, error; the length of a step up to a kink in one that failed, or 0; the longest step to try otherwise).

    Where the kink lies farther than the step that would be tried next anyway, that one is the better try.
    """
    flow, ends, t, less = method.flow, method.ends, record.clock[T], shorten_explicit(method, RUN_DONE, error, h)
    for m in range(len(ends.shift)):
        ends.shift[m] = 0.0
    crosses = kink_crossed(flow, watch, t + h, ends.y_new)
    if not crosses or not rates_at(method, method.table.stages, t + h, ends.y_new):
        return RUN_DONE, error, 0.0, h
    fill_explicit_polynomial(method, t, h)
    theta = part_before(flow, watch, record, ends, t, h)
    if not is_credible(record, theta, h):
        return RUN_DONE, error, 0.0, NEARER * h
    if theta >= TAKE or theta * h > less:
        return RUN_DONE, error, 0.0, h
    record.count[LANDING] += 1
    length = step_up_to(record, theta, h)
    # From a start at the kink, all steps as long as this one would end after a few roundings.
    record.clock[H] = less if is_collapsed(record, length) else record.clock[H]
    return RUN_DONE, error, length, h


EXPLICIT_LOOPS = MarchLoops(
    try_step=try_explicit,
    kink=kink_in_explicit,
    shorten=shorten_explicit,
    landing=land_explicitly,
    grow=grow_explicit,
    sample=sample_explicit,
)


@loop
def interpolate(method: ExplicitMethod, steps_t: Any, steps_y: Any, times: Any, result: Any) -> int:
    """Writes states at increasing `times` within the steps that were kept, by computing from their starts again."""
    ends, k, i = method.ends, 0, 0
    while i < len(times):
        while k < len(steps_t) - 2 and steps_t[k + 1] <= times[i]:
            k += 1
        t, t_new = steps_t[k], steps_t[k + 1]
        end = i
        while end < len(times) and (times[end] < t_new or k == len(steps_t) - 2):
            end += 1
        for m in range(len(ends.y)):
            ends.y[m] = steps_y[k, m]
        if t_new > t and not rates_at(method, 0, t, ends.y):
            return NOT_FINITE
        many = end - i > FEW_SAMPLES
        if many and not recompute(method, t, t_new, steps_y[k + 1]):
            return NOT_FINITE
        while i < end:
            if times[i] == t or times[i] == t_new:
                assign(result[i], steps_y[k if times[i] == t else k + 1])
            elif many:
                blend(ends.dense, ends.y, ends.shift, (times[i] - t) / (t_new - t), result[i])
            elif not substep(method, t, times[i], result[i]):
                return NOT_FINITE
            i += 1
    return RUN_DONE


@loop
def recompute(method: ExplicitMethod, t: float, t_new: float, y_new: Any) -> bool:
    """The polynomial of a step whose ends are known."""
    ends = method.ends
    if not explicit_stages(method, t, t_new - t):
        return False
    for m in range(len(ends.y)):
        ends.shift[m] = y_new[m] - ends.y_new[m]
        ends.y_new[m] = y_new[m]
    if not rates_at(method, method.table.stages, t_new, ends.y_new):
        return False
    fill_explicit_polynomial(method, t, t_new - t)
    return True


def explicit_method(
    flow: Flow,
    projection: Projection,
    table: StageTable,
    calls_into: Callable[[np.ndarray], np.ndarray],
) -> ExplicitMethod:
    """A method with memory of its own; `calls_into(k)` gives the calls that write rates to the rows of k."""
    order = table.error_order + 1 if table.error_order else 0
    stages, ends = stages_of(table, len(flow.f) - 1, calls_into)
    return ExplicitMethod(EXPLICIT_LOOPS, flow, projection, order, table, stages, ends)
