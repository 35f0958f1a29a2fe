"""Explicit Runge–Kutta methods: one engine for all tables.

Step control after E. Hairer, S. P. Nørsett, G. Wanner, Solving Ordinary Differential Equations I, sections II.4 and
II.10; stiffness detection after E. Hairer, G. Wanner, part II, section IV.2.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from ...kernels.loops import loop
from ..assign import assign
from ..powers import portable_power
from ..status import CONSTRAINTS_OPEN, EVENT, NOT_FINITE, RANK_LOST, RUN_DONE, RUNNING, STEP_COLLAPSED, STIFF
from ..weighted_sums import combine, shifted_state
from .event_search import LANDED, TAKE, Watch, blend, crossed, evaluate_events
from .event_step import MOST_SHORT_STEPS, first_landing, kink_crossed, part_before
from .first_step import first_native_step
from .flow import Flow, rated
from .projection import Projection, project
from .record import (
    EASY_STEPS,
    H_BEFORE,
    LANDING,
    LAST_ERROR,
    REJECTED,
    SAMPLED,
    STIFF_HINTS,
    T_END,
    H,
    StepRecord,
    T,
    accept,
    meets_singularity,
    sample_step,
    samples_until,
)
from .restart import begin_again
from .stages import Stages, StageTable
from .step_control import (
    NEARER,
    end_of,
    gate,
    is_collapsed,
    is_credible,
    landing_step,
    next_step,
    reject,
    shorter,
    step_growth,
    step_up_to,
)
from .step_history import follow

FEW_SAMPLES = 4
"""Up to so many samples in a step are computed by a step of their own each; more, by the step's polynomial."""
CAUTION = 10.0
"""Errors of steps add up: each step is held to a tenth of the tolerance, which keeps the sum near it."""
HINTS = 15
"""Steps that hint at stiffness before it is told."""
STIFFNESS_SHARE = 0.15
"""Part of the way to the border of stability from which |hλ| may be what bounds the step."""
IMPLICIT_WORK, IMPLICIT_WORK_PER_STATE = 4.0, 0.25
"""How much farther an implicit step must go to be worth it: twice its work, in steps of this method."""


@loop
def explicit_stage(flow: Flow, table: StageTable, memory: Stages, i: int, t: float, h: float) -> bool:
    """Computes stage i."""
    shifted_state(table.a[i], i, memory.k, memory.y, h, flow.x)
    return rated(flow, t + table.c[i] * h, memory.calls[i], memory.k[i])


@loop
def rates_at(flow: Flow, memory: Stages, i: int, t: float, y: Any) -> bool:
    """Writes f(t, y) where stage i is kept."""
    assign(flow.x, y)
    return rated(flow, t, memory.calls[i], memory.k[i])


@loop
def explicit_error(table: StageTable, memory: Stages, h: float) -> float:
    """The estimated error in units of the tolerance; the energy integral does not count."""
    n = len(memory.y) - 1
    used = table.stages + 1 if table.error[table.stages] != 0.0 else table.stages
    e, d = memory.dense[0], memory.dense[1]
    combine(table.error, used, memory.k, e)
    combine(table.second_error, used, memory.k, d)
    main, second = 0.0, 0.0
    for m in range(n):
        scale = memory.scale[m] + memory.rtol * max(abs(memory.y[m]), abs(memory.y_new[m]))
        main += (e[m] / scale) ** 2
        second += (d[m] / scale) ** 2
    if main == 0.0:
        return 0.0
    return float(CAUTION * abs(h) * main / np.sqrt((main + 0.01 * second) * n))


@loop
def explicit_stages(flow: Flow, table: StageTable, memory: Stages, t: float, h: float) -> bool:
    """All stages of a step, and y_new; `trial` keeps the state of the last stage where steps have errors."""
    for i in range(1, table.stages):
        if not explicit_stage(flow, table, memory, i, t, h):
            return False
    if table.error_order > 0:
        for m in range(len(memory.y)):
            memory.trial[m] = flow.x[m]
    shifted_state(table.b, table.stages, memory.k, memory.y, h, memory.y_new)
    if table.error[table.stages] != 0.0:
        return rates_at(flow, memory, table.stages, t + h, memory.y_new)
    return True


@loop
def looks_stiff(table: StageTable, memory: Stages, record: StepRecord, h: float) -> bool:
    """Whether steps have been short for long without need.

    Either |hλ| is at the border of stability, as the last two stages tell; or it is not small, and the motion changes
    so slowly that an implicit method would go much farther for the same work.
    """
    last, before = table.stages, table.stages - 1
    top, bottom = 0.0, 0.0
    for m in range(len(memory.y) - 1):
        top += (memory.k[last, m] - memory.k[before, m]) ** 2
        bottom += (memory.y_new[m] - memory.trial[m]) ** 2
    count = record.count
    fast = abs(h) * np.sqrt(top / bottom) if bottom > 0.0 else 0.0
    if fast > table.stability or (fast > STIFFNESS_SHARE * table.stability and would_pay(table, memory, h)):
        count[EASY_STEPS] = 0
        count[STIFF_HINTS] += 1
        return bool(count[STIFF_HINTS] == HINTS)
    count[EASY_STEPS] += 1
    if count[EASY_STEPS] == 6:
        count[STIFF_HINTS] = 0
    return False


@loop
def would_pay(table: StageTable, memory: Stages, h: float) -> bool:
    """Whether an implicit step would be longer than its work.

    The motion itself changes by h |ÿ|/|ẏ| in a step. Radau IIA, whose error estimate is of order 3, meets a tolerance
    with steps of about 2 rtol^¼ |ẏ|/|ÿ|; each costs a matrix, its factors and some iterations.
    """
    change, way, n = 0.0, 0.0, len(memory.y) - 1
    for m in range(n):
        scale = memory.scale[m] + memory.rtol * abs(memory.y_new[m])
        change += ((memory.k[table.stages, m] - memory.k[0, m]) / scale) ** 2
        way += ((memory.y_new[m] - memory.y[m]) / scale) ** 2
    slow = abs(h) * np.sqrt(change / way) if way > 0.0 else np.inf
    return bool(2.0 * portable_power(memory.rtol, 0.25) > (IMPLICIT_WORK + IMPLICIT_WORK_PER_STATE * n) * slow)


@loop
def finish_explicit(flow: Flow, table: StageTable, closing: Projection, memory: Stages, t_new: float) -> int:
    """Projects y_new and evaluates the rates there, where the first stage of the next step needs them."""
    last = table.stages
    fresh = table.error[last] != 0.0
    for m in range(len(memory.y)):
        memory.shift[m] = memory.y_new[m] if closing.active[0] else 0.0
    if closing.active[0]:
        if not project(flow, closing, t_new, memory.y_new):
            return CONSTRAINTS_OPEN
        for m in range(len(memory.y)):
            memory.shift[m] = memory.y_new[m] - memory.shift[m]
            fresh = fresh and memory.shift[m] == 0.0
    if not fresh and not rates_at(flow, memory, last, t_new, memory.y_new):
        return NOT_FINITE
    flow.pivot[2] = memory.k[last, len(memory.y)]
    return RUN_DONE


@loop
def fill_explicit_polynomial(flow: Flow, table: StageTable, memory: Stages, t: float, h: float) -> None:
    """The powers of the step's polynomial, after the stages that only it needs."""
    for i in range(table.stages + 1, len(table.c)):
        explicit_stage(flow, table, memory, i, t, h)
    for p in range(len(table.dense)):
        combine(table.dense[p], len(table.c), memory.k, memory.dense[p])
        for m in range(len(memory.y)):
            memory.dense[p, m] *= h


@loop
def substep(
    flow: Flow, table: StageTable, memory: Stages, closing: Projection, t: float, t_new: float, result: Any
) -> bool:
    """The state at a time within a step, by a shorter step from its start: as accurate as the ends of steps.

    The stages of the step itself are lost but for the first, and y_new with them.
    """
    if not explicit_stages(flow, table, memory, t, t_new - t):
        return False
    if closing.active[0] and not project(flow, closing, t_new, memory.y_new):
        return False
    for m in range(len(memory.y)):
        result[m] = memory.y_new[m]
    return True


@loop
def sample_explicit_exactly(
    flow: Flow, table: StageTable, memory: Stages, closing: Projection, record: StepRecord, t: float, t_new: float
) -> None:
    """Writes the few samples that lie in a step; what the next step needs of this one is put aside meanwhile."""
    place, last = record.count[SAMPLED], table.stages
    for m in range(len(memory.y)):
        memory.dense[0, m] = memory.k[last, m]
        memory.dense[1, m] = memory.y_new[m]
    while place < len(record.times) and record.times[place] <= t_new:
        if record.times[place] == t_new:
            assign(record.samples[place], memory.dense[1])
        elif record.times[place] == t:
            assign(record.samples[place], memory.y)
        else:
            substep(flow, table, memory, closing, t, record.times[place], record.samples[place])
        place += 1
    record.count[SAMPLED] = place
    for m in range(len(memory.y)):
        memory.k[last, m] = memory.dense[0, m]
        memory.y_new[m] = memory.dense[1, m]


@loop
def try_explicit(
    flow: Flow,
    table: StageTable,
    memory: Stages,
    closing: Projection,
    record: StepRecord,
    h: float,
    t_new: float,
    plain: bool,
) -> tuple[int, float]:
    """(status, error) of a step; a `plain` one was not shortened for an event and tells about stiffness."""
    adaptive = table.error_order > 0
    if not explicit_stages(flow, table, memory, record.clock[T], h):
        return NOT_FINITE, 0.0
    error = explicit_error(table, memory, h) if adaptive else 0.0
    if not error <= 1.0:
        return RUN_DONE, error
    code = finish_explicit(flow, table, closing, memory, t_new)
    telling = adaptive and plain and table.stages > 4
    if code == RUN_DONE and telling and looks_stiff(table, memory, record, h):
        return STIFF, error
    return code, error


@loop
def grow(table: StageTable, record: StepRecord, error: float, h: float, rejected: bool) -> None:
    """The step after one that was good."""
    clock = record.clock
    last, before = clock[LAST_ERROR], clock[H_BEFORE]
    clock[H] = h * step_growth(error, last, h, before, table.error_order, table.damping, rejected)
    clock[LAST_ERROR], clock[H_BEFORE] = error, h


@loop
def stage_crosses(flow: Flow, table: StageTable, memory: Stages, watch: Watch, t: float, h: float) -> bool:
    """Whether something at which steps end has another sign at a stage that only the polynomial needs.

    Such stages meet a short contact that no other stage felt, and their rates bend the polynomial away from it.
    """
    found = False
    for i in range(table.stages + 1, len(table.c)):
        shifted_state(table.a[i], i, memory.k, memory.y, h, flow.x)
        flow.x[len(memory.y)] = t + table.c[i] * h
        evaluate_events(watch)
        for k in range(len(watch.value)):
            found = found or (watch.kind[k] == LANDED and crossed(watch, k))
    return found


@loop
def landing(
    flow: Flow, table: StageTable, memory: Stages, watch: Watch, record: StepRecord, h: float, t_new: float
) -> float:
    """The part of the step after which it should end for an event, or TAKE; fills the polynomial if it is needed."""
    t = record.clock[T]
    watch.fired[1] = -1
    if len(watch.value) or samples_until(record, t_new) > FEW_SAMPLES:
        fill_explicit_polynomial(flow, table, memory, t, h)
    if not len(watch.value):
        return TAKE
    # In a step of a few roundings stages are on both sides by rounding.
    looks = record.count[LANDING] < MOST_SHORT_STEPS and not is_collapsed(record, h)
    crosses = looks and stage_crosses(flow, table, memory, watch, t, h)
    if crosses and part_before(flow, watch, record, memory, t, h) >= TAKE:
        record.count[LANDING] += 1
        return 0.5
    return first_landing(flow, watch, record, memory, t, h)


@loop
def kink_in_explicit(
    flow: Flow, table: StageTable, memory: Stages, watch: Watch, record: StepRecord, h: float, less: float
) -> tuple[float, float]:
    """(the part of a failed step before a kink, or TAKE; the step that should be tried then).

    Where the kink lies farther than the step that would be tried next anyway, that one is the better try.
    """
    t, last = record.clock[T], table.stages
    for m in range(len(memory.shift)):
        memory.shift[m] = 0.0
    crosses = kink_crossed(flow, watch, t + h, memory.y_new)
    if not crosses or not rates_at(flow, memory, last, t + h, memory.y_new):
        return TAKE, less
    fill_explicit_polynomial(flow, table, memory, t, h)
    theta = part_before(flow, watch, record, memory, t, h)
    if not is_credible(record, theta, h):
        return TAKE, min(less, NEARER * h)
    if theta < TAKE and theta * h <= less:
        record.count[LANDING] += 1
        return theta, less
    return TAKE, less


@loop
def leave(table: StageTable, memory: Stages, closing: Projection, record: StepRecord) -> None:
    """Takes the rates at the end of a step as the first stage of the next.

    Where rows are kept, which may become singular, it also remembers where the step started.
    """
    if closing.active[0]:
        follow(memory.track, record, memory.y, memory.k[0])
    for m in range(len(memory.y)):
        memory.k[0, m] = memory.k[table.stages, m]


@loop
def first_explicit_step(flow: Flow, table: StageTable, memory: Stages, record: StepRecord) -> float:
    """A step to begin with."""
    clock, order = record.clock, table.error_order + 1
    t, span = clock[T], clock[T_END] - clock[T]
    clock[LAST_ERROR], clock[H_BEFORE] = 1e-4, 0.0
    call_1, k_0, k_1 = memory.calls[1], memory.k[0], memory.k[1]
    return first_native_step(flow, call_1, k_1, t, memory.y, k_0, memory.trial, memory.scale, memory.rtol, order, span)


@loop
def restart_explicit(
    flow: Flow, table: StageTable, memory: Stages, closing: Projection, watch: Watch, record: StepRecord
) -> int:
    """Takes the state in `memory.y` to go on from, for callers outside Python; RUN_DONE, or why it is impossible."""
    if closing.active[0] and not project(flow, closing, record.clock[T], memory.y):
        return CONSTRAINTS_OPEN
    begin_again(flow, watch, record, memory.y)
    if not rates_at(flow, memory, 0, record.clock[T], memory.y):
        return NOT_FINITE
    if table.error_order > 0:
        record.clock[H] = 0.0
    return RUN_DONE


@loop
def advance_explicit(
    flow: Flow, table: StageTable, memory: Stages, closing: Projection, watch: Watch, record: StepRecord, budget: int
) -> int:
    """Goes on until the end, an event that ends a step, full memory, or `budget` steps; returns the reason.

    On entry the first row of `memory.k` holds f at the present state; a step of zero asks for one to begin with.
    """
    adaptive = table.error_order > 0
    h = record.clock[H]
    shortened, rejected = False, False
    while True:
        if not shortened:
            code = gate(record, watch, budget)
            if code != RUNNING:
                return code
            if adaptive and record.clock[H] == 0.0:
                record.clock[H] = first_explicit_step(flow, table, memory, record)
            h = next_step(record, adaptive)
            if adaptive and is_collapsed(record, h):
                return STEP_COLLAPSED
        t_new = end_of(record, h)
        code, error = try_explicit(flow, table, memory, closing, record, h, t_new, not shortened)
        if code == STIFF:
            return STIFF
        less = h
        if code != RUN_DONE or not error <= 1.0:
            less = h * (0.25 if code != RUN_DONE else shorter(error, table.error_order))
        if code == RUN_DONE and not error <= 1.0 and adaptive and len(watch.value):
            part, less = kink_in_explicit(flow, table, memory, watch, record, h, less)
            if part < TAKE:
                record.count[REJECTED] += 1
                h, shortened = step_up_to(record, part, h), True
                # From a start at the kink, all steps as long as this one would end after a few roundings.
                record.clock[H] = less if is_collapsed(record, h) else record.clock[H]
                continue
        if code != RUN_DONE or not error <= 1.0:
            if not adaptive or (code != RUN_DONE and is_collapsed(record, less)):
                return code
            reject(record, min(less, record.clock[H]))  # to meet an event it may have become longer
            rejected, shortened = True, False
            continue
        part = landing(flow, table, memory, watch, record, h, t_new)
        if part < TAKE:
            h, shortened = landing_step(record, part, h), True
            continue
        if adaptive and not shortened:
            grow(table, record, error, h, rejected)
        inside = samples_until(record, t_new)
        if inside > FEW_SAMPLES:
            sample_step(record, record.clock[T], h, memory.y, memory.y_new, memory.dense, memory.shift)
        elif inside > 0:
            sample_explicit_exactly(flow, table, memory, closing, record, record.clock[T], t_new)
        leave(table, memory, closing, record)
        accept(flow, record, h, memory.y, memory.y_new, t_new)
        budget -= 1
        rejected, shortened = False, False
        if watch.fired[1] >= 0:
            return EVENT
        if closing.active[0] and meets_singularity(flow, record, adaptive):
            return RANK_LOST


@loop
def interpolate(
    flow: Flow,
    table: StageTable,
    memory: Stages,
    closing: Projection,
    steps_t: Any,
    steps_y: Any,
    times: Any,
    result: Any,
) -> int:
    """Writes states at increasing `times` within the steps that were kept, by computing from their starts again."""
    k, i = 0, 0
    while i < len(times):
        while k < len(steps_t) - 2 and steps_t[k + 1] <= times[i]:
            k += 1
        t, t_new = steps_t[k], steps_t[k + 1]
        end = i
        while end < len(times) and (times[end] < t_new or k == len(steps_t) - 2):
            end += 1
        for m in range(len(memory.y)):
            memory.y[m] = steps_y[k, m]
        if t_new > t and not rates_at(flow, memory, 0, t, memory.y):
            return NOT_FINITE
        many = end - i > FEW_SAMPLES
        if many and not recompute(flow, table, memory, t, t_new, steps_y[k + 1]):
            return NOT_FINITE
        while i < end:
            if times[i] == t or times[i] == t_new:
                assign(result[i], steps_y[k if times[i] == t else k + 1])
            elif many:
                blend(memory.dense, memory.y, memory.shift, (times[i] - t) / (t_new - t), result[i])
            elif not substep(flow, table, memory, closing, t, times[i], result[i]):
                return NOT_FINITE
            i += 1
    return RUN_DONE


@loop
def recompute(flow: Flow, table: StageTable, memory: Stages, t: float, t_new: float, y_new: Any) -> bool:
    """The polynomial of a step whose ends are known."""
    if not explicit_stages(flow, table, memory, t, t_new - t):
        return False
    for m in range(len(memory.y)):
        memory.shift[m] = y_new[m] - memory.y_new[m]
        memory.y_new[m] = y_new[m]
    if not rates_at(flow, memory, table.stages, t_new, memory.y_new):
        return False
    fill_explicit_polynomial(flow, table, memory, t, t_new - t)
    return True
