"""Explicit Runge–Kutta methods on many states side by side: one lane a state, each with its own time and step.

The same steps as `explicit.advance` takes, one lane at a time where lanes differ and all at once where they do not. A
lane that has ended, or failed, stands still; the others go on.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np

from ...kernels.calls import aligned_empty
from ...kernels.loops import loop
from ...kernels.loops.calls import call_rows
from ..status import CONSTRAINTS_OPEN, NOT_FINITE, PAUSED, RUN_DONE, RUNNING, STEP_COLLAPSED
from ..weighted_sums import assign, combine
from .explicit import CAUTION, FEW_SAMPLES
from .projection import LEFT_OPEN, ROUNDED_OFF
from .stages import StageTable
from .step_control import shorter, step_growth

LANE_ACCEPTED, LANE_REJECTED, LANE_EVALUATIONS, LANE_SAMPLED, LANE_STOPS_PASSED = range(5)
"""Places in `LaneStates.count`."""
(
    LANE_T,
    LANE_H,
    LANE_LAST_ERROR,
    LANE_STEP,
    LANE_T_NEW,
    LANE_ERROR,
    LANE_H_LEAST,
    LANE_H_MOST,
    LANE_MOVED,
    LANE_H_BEFORE,
    LANE_H_UNCUT,
) = range(11)
"""Places in `LaneStates.clock`: the last state of a lane's controller, and the step it is trying."""
STEP_FAILED, USABLE, TOO_LONG, UNCLOSED, RESTING = range(5)
"""What is known of the step that a lane is trying."""


class LaneStates(NamedTuple):
    """A block of states. Arrays of states are flat, lane after lane for each component: long loops, which vectorise."""

    rhs: Any
    """The kernel of the rates, six integers."""
    x: Any
    """What kernels read: y, then t."""
    f: Any
    """What `rhs` writes: ẏ, then the smallest pivot."""
    projection: Any
    """The kernel of the corrections; its address is 0 where there is nothing to keep."""
    dq: Any
    du: Any
    residual: Any
    tolerance: float
    k: Any
    """Stages × states."""
    y: Any
    y_new: Any
    shift: Any
    """What projection added to the step."""
    spread: Any
    """The step of each lane, once for every component."""
    dense: Any
    scale: Any
    rtol: float
    clock: Any
    count: Any
    status: Any
    ok: Any
    """What is known of the step that each lane is trying."""
    aside: Any
    """What is put aside while samples are computed."""
    t_end: float
    h_max: float
    h_min: float
    mesh: Any
    """(stop, longest step up to there, where to go on behind a jump) × stops × lanes; inf where a lane has fewer."""


@loop
def ahead(lanes: LaneStates, weights: Any, count: int, result: Any) -> None:
    """y + h Σ_j weights_j k_j, in one pass where only the last of the weights is not zero."""
    y, spread, weight, row = lanes.y, lanes.spread, weights[count - 1], lanes.k[count - 1]
    alone = True
    for j in range(count - 1):
        alone = alone and weights[j] == 0.0
    if alone:
        for e in range(len(y)):
            result[e] = y[e] + spread[e] * (weight * row[e])
        return
    combine(weights, count - 1, lanes.k, result)
    for e in range(len(y)):
        result[e] = y[e] + spread[e] * (result[e] + weight * row[e])


@loop
def lane_stage(lanes: LaneStates, table: StageTable, i: int) -> None:
    """Computes stage i of all lanes."""
    size, width = len(lanes.y), len(lanes.ok)
    ahead(lanes, table.a[i], i, lanes.x[:size])
    for lane in range(width):
        lanes.x[size + lane] = lanes.clock[LANE_T, lane] + table.c[i] * lanes.clock[LANE_STEP, lane]
    call_rows(lanes.rhs)
    assign(lanes.k[i], lanes.f[:size])


@loop
def at_end(lanes: LaneStates, table: StageTable) -> None:
    """The rates at y_new; steps that lead to something infinite have failed."""
    size, width = len(lanes.y), len(lanes.ok)
    assign(lanes.x[:size], lanes.y_new)
    for lane in range(width):
        lanes.x[size + lane] = lanes.clock[LANE_T_NEW, lane]
    call_rows(lanes.rhs)
    assign(lanes.k[table.stages], lanes.f[:size])
    wrong = 0
    for e in range(size):
        wrong += 0 if abs(lanes.f[e] + lanes.y_new[e]) < np.inf else 1
    if wrong > 0:
        for e in range(size):
            if lanes.ok[e % width] == USABLE and not abs(lanes.f[e] + lanes.y_new[e]) < np.inf:
                lanes.ok[e % width] = STEP_FAILED


@loop
def spread_steps(lanes: LaneStates) -> None:
    """The step of each lane, for every component."""
    width = len(lanes.ok)
    for start in range(0, len(lanes.y), width):
        assign(lanes.spread[start : start + width], lanes.clock[LANE_STEP])


@loop
def pass_lane_stops(lanes: LaneStates) -> None:
    """Goes on behind stops that are reached; behind a jump from rates of its other side."""
    clock, jumps = lanes.clock, 0
    for lane in range(len(lanes.ok)):
        place = lanes.count[LANE_STOPS_PASSED, lane]
        while place < lanes.mesh.shape[1] and clock[LANE_T, lane] >= lanes.mesh[0, place, lane]:
            clock[LANE_H, lane] = max(clock[LANE_H, lane], clock[LANE_H_UNCUT, lane])
            if lanes.mesh[2, place, lane] > clock[LANE_T, lane] and lanes.status[lane] == RUNNING:
                clock[LANE_T, lane] = min(lanes.mesh[2, place, lane], lanes.t_end)
                jumps += 1
            place += 1
        lanes.count[LANE_STOPS_PASSED, lane] = place
    if jumps > 0:
        size = len(lanes.y)
        assign(lanes.x[:size], lanes.y)
        for lane in range(len(lanes.ok)):
            lanes.x[size + lane] = clock[LANE_T, lane]
        call_rows(lanes.rhs)
        assign(lanes.k[0], lanes.f[:size])


@loop
def choose_steps(lanes: LaneStates, adaptive: bool) -> bool:
    """The step that each lane tries; whether any lane is still going."""
    going, clock = 0, lanes.clock
    for lane in range(len(lanes.ok)):
        t, stop, h = clock[LANE_T, lane], lanes.t_end, min(clock[LANE_H, lane], lanes.h_max)
        place = lanes.count[LANE_STOPS_PASSED, lane]
        if place < lanes.mesh.shape[1]:
            stop, h = min(stop, lanes.mesh[0, place, lane]), min(h, lanes.mesh[1, place, lane])
        left = stop - t
        uncut = max(clock[LANE_H, lane], clock[LANE_H_UNCUT, lane])
        clock[LANE_H_UNCUT, lane] = uncut if left < 2.0 * h else 0.0
        # No tiny last step: what is left is taken in one, or in two equal ones.
        h = left if left <= h * (1.0 + 1e-9) else min(h, 0.5 * left) if adaptive and left < 2.0 * h else h
        status = lanes.status[lane]
        if status == RUNNING:
            collapsed = adaptive and h <= lanes.h_min * max(1.0, abs(t))
            status = RUN_DONE if left <= 0.0 else STEP_COLLAPSED if collapsed else RUNNING
        goes = status == RUNNING
        lanes.status[lane] = status
        lanes.ok[lane] = USABLE if goes else RESTING
        clock[LANE_STEP, lane] = h if goes else 0.0
        clock[LANE_T_NEW, lane] = (stop if h == left else t + h) if goes else t
        going += 1 if goes else 0
    return going > 0


@loop
def lane_stages(lanes: LaneStates, table: StageTable) -> None:
    """All stages of a step, y_new, and the rates there where the error needs them."""
    spread_steps(lanes)
    for i in range(1, table.stages):
        lane_stage(lanes, table, i)
    ahead(lanes, table.b, table.stages, lanes.y_new)
    for lane in range(len(lanes.ok)):
        lanes.count[LANE_EVALUATIONS, lane] += table.stages if lanes.ok[lane] != RESTING else 0
    if table.error[table.stages] != 0.0:
        at_end(lanes, table)


@loop
def step_errors(lanes: LaneStates, table: StageTable) -> None:
    """The estimated error of each lane in units of the tolerance; the energy integral does not count."""
    size, width = len(lanes.y), len(lanes.ok)
    used = table.stages + 1 if table.error[table.stages] != 0.0 else table.stages
    first, second = lanes.aside[0], lanes.aside[1]
    combine(table.error, used, lanes.k, first)
    combine(table.second_error, used, lanes.k, second)
    for lane in range(width):
        main, other = 0.0, 0.0
        for e in range(lane, size - width, width):
            scale = lanes.scale[e] + lanes.rtol * max(abs(lanes.y[e]), abs(lanes.y_new[e]))
            main += (first[e] / scale) ** 2
            other += (second[e] / scale) ** 2
        error = 0.0
        if main > 0.0:
            h = lanes.clock[LANE_STEP, lane]
            error = CAUTION * abs(h) * main / np.sqrt((main + 0.01 * other) * (size // width - 1))
        lanes.clock[LANE_ERROR, lane] = error
        if lanes.ok[lane] == USABLE and not error <= 1.0:
            lanes.ok[lane] = TOO_LONG


@loop
def project_lanes(lanes: LaneStates) -> None:
    """Projects y_new of the lanes whose step can be used, as `projection.closed` does for one state."""
    size, width = len(lanes.y), len(lanes.ok)
    nq, nu = len(lanes.dq), len(lanes.du)
    for iteration in range(12):
        assign(lanes.x[:size], lanes.y_new)
        for lane in range(width):
            lanes.x[size + lane] = lanes.clock[LANE_T_NEW, lane]
        call_rows(lanes.projection)
        again = False
        for lane in range(width):
            far = lanes.residual[0, lane] > lanes.tolerance
            if lanes.ok[lane] == USABLE and far and iteration < 11:
                again = True
                for i in range(nq):
                    lanes.y_new[i * width + lane] += lanes.dq[i, lane]
                    lanes.clock[LANE_MOVED, lane] = max(lanes.clock[LANE_MOVED, lane], abs(lanes.dq[i, lane]))
        if not again:
            break
    for lane in range(width):
        if lanes.ok[lane] == USABLE:
            for i in range(nu):
                lanes.y_new[(nq + i) * width + lane] += lanes.du[i, lane]
            if not lanes.residual[0, lane] <= max(ROUNDED_OFF, LEFT_OPEN * lanes.tolerance):
                lanes.ok[lane] = UNCLOSED


@loop
def are_usable(lanes: LaneStates) -> bool:
    """Whether the steps of all lanes can be used."""
    count = 0
    for lane in range(len(lanes.ok)):
        count += 1 if lanes.ok[lane] == USABLE else 0
    return count == len(lanes.ok)


@loop
def judge_lanes(lanes: LaneStates, table: StageTable, adaptive: bool) -> None:
    """What becomes of lanes whose step cannot be used: a shorter one, or the end."""
    if are_usable(lanes):
        return
    for lane in range(len(lanes.ok)):
        kind, h = lanes.ok[lane], lanes.clock[LANE_STEP, lane]
        if kind in (USABLE, RESTING):
            continue
        error = lanes.clock[LANE_ERROR, lane]
        factor = shorter(error, table.error_order) if kind == TOO_LONG else 0.25
        collapsed = h * factor <= lanes.h_min * max(1.0, abs(lanes.clock[LANE_T, lane]))
        if not adaptive or (kind != TOO_LONG and collapsed):
            lanes.status[lane] = CONSTRAINTS_OPEN if kind == UNCLOSED else NOT_FINITE
            continue
        lanes.clock[LANE_H, lane] = h * factor
        lanes.clock[LANE_H_UNCUT, lane] = 0.0
        # The sign says that this step was rejected before.
        lanes.clock[LANE_LAST_ERROR, lane] = -abs(lanes.clock[LANE_LAST_ERROR, lane])
        lanes.count[LANE_REJECTED, lane] += 1


@loop
def next_steps(lanes: LaneStates, table: StageTable) -> None:
    """The next step of each lane whose step is taken; a negative last error says that it was rejected before."""
    for lane in range(len(lanes.ok)):
        if lanes.ok[lane] != USABLE:
            continue
        error, last = lanes.clock[LANE_ERROR, lane], lanes.clock[LANE_LAST_ERROR, lane]
        h, before, order = lanes.clock[LANE_STEP, lane], lanes.clock[LANE_H_BEFORE, lane], table.error_order
        lanes.clock[LANE_H, lane] = h * step_growth(error, abs(last), h, before, order, table.damping, last < 0.0)
        lanes.clock[LANE_H_BEFORE, lane] = h
        lanes.clock[LANE_LAST_ERROR, lane] = error


@loop
def fill_lane_polynomials(lanes: LaneStates, table: StageTable) -> None:
    """The powers of the polynomials of a step, after the stages that only they need."""
    for i in range(table.stages + 1, len(table.c)):
        lane_stage(lanes, table, i)
    for p in range(len(table.dense)):
        combine(table.dense[p], len(table.c), lanes.k, lanes.dense[p])
        for e in range(len(lanes.y)):
            lanes.dense[p, e] *= lanes.spread[e]


@loop
def sample_lanes(lanes: LaneStates, times: Any, samples: Any, first: int) -> None:
    """Writes the samples that lie in the steps that are taken."""
    size, width = len(lanes.y), len(lanes.ok)
    top = lanes.dense.shape[0] - 1
    for lane in range(width):
        place = lanes.count[LANE_SAMPLED, lane]
        while lanes.ok[lane] == USABLE and place < len(times) and times[place] <= lanes.clock[LANE_T_NEW, lane]:
            theta = (times[place] - lanes.clock[LANE_T, lane]) / lanes.clock[LANE_STEP, lane]
            ends = times[place] == lanes.clock[LANE_T_NEW, lane]
            for m in range(size // width):
                e = m * width + lane
                value = lanes.dense[top, e]
                for j in range(top - 1, -1, -1):
                    value = value * theta + lanes.dense[j, e]
                between = lanes.y[e] + theta * (value + lanes.shift[e])
                samples[first + lane, place, m] = lanes.y_new[e] if ends else between
            place += 1
        lanes.count[LANE_SAMPLED, lane] = place


@loop
def take_lanes(lanes: LaneStates, table: StageTable) -> None:
    """Takes the steps that can be used."""
    size, width, clock = len(lanes.y), len(lanes.ok), lanes.clock
    if are_usable(lanes):
        assign(lanes.y, lanes.y_new)
        assign(lanes.k[0], lanes.k[table.stages])
    else:
        for e in range(size):
            if lanes.ok[e % width] == USABLE:
                lanes.y[e] = lanes.y_new[e]
                lanes.k[0, e] = lanes.k[table.stages, e]
    for lane in range(width):
        used, h = lanes.ok[lane] == USABLE, clock[LANE_STEP, lane]
        clock[LANE_T, lane] = clock[LANE_T_NEW, lane] if used else clock[LANE_T, lane]
        clock[LANE_H_LEAST, lane] = min(clock[LANE_H_LEAST, lane], h) if used else clock[LANE_H_LEAST, lane]
        clock[LANE_H_MOST, lane] = max(clock[LANE_H_MOST, lane], h) if used else clock[LANE_H_MOST, lane]
        lanes.count[LANE_ACCEPTED, lane] += 1 if used else 0


@loop
def finish_lanes(lanes: LaneStates, table: StageTable) -> None:
    """Projects the steps that can be used, and evaluates the rates at their ends."""
    fresh = table.error[table.stages] != 0.0
    if lanes.projection[0] != 0:
        assign(lanes.shift, lanes.y_new)
        project_lanes(lanes)
        for e in range(len(lanes.y)):
            lanes.shift[e] = lanes.y_new[e] - lanes.shift[e]
        fresh = False
    if not fresh:
        at_end(lanes, table)


@loop
def most_samples(lanes: LaneStates, times: Any) -> int:
    """How many samples lie in the step of the lane that has most."""
    most = 0
    for lane in range(len(lanes.ok)):
        place, count = lanes.count[LANE_SAMPLED, lane], 0
        while lanes.ok[lane] == USABLE and place + count < len(times):
            if times[place + count] > lanes.clock[LANE_T_NEW, lane] or count > FEW_SAMPLES:
                break
            count += 1
        most = max(most, count)
    return most


@loop
def sample_lanes_exactly(lanes: LaneStates, table: StageTable, times: Any, samples: Any, first: int, most: int) -> None:
    """Writes the few samples that lie in the steps, by shorter steps from their starts, as accurate as their ends."""
    size, width = len(lanes.y), len(lanes.ok)
    assign(lanes.aside[0], lanes.k[table.stages])
    assign(lanes.aside[1], lanes.y_new)
    assign(lanes.aside[2, :width], lanes.clock[LANE_STEP])
    assign(lanes.aside[3, :width], lanes.clock[LANE_T_NEW])
    for _ in range(most):
        inside = False
        for lane in range(width):
            place, t_new = lanes.count[LANE_SAMPLED, lane], lanes.aside[3, lane]
            lanes.clock[LANE_STEP, lane], lanes.clock[LANE_T_NEW, lane] = 0.0, lanes.clock[LANE_T, lane]
            if lanes.ok[lane] == USABLE and place < len(times) and times[place] < t_new:
                lanes.clock[LANE_STEP, lane] = times[place] - lanes.clock[LANE_T, lane]
                lanes.clock[LANE_T_NEW, lane] = times[place]
                inside = True
        if inside:
            lane_stages(lanes, table)
            if lanes.projection[0] != 0:
                project_lanes(lanes)
        for lane in range(width):
            place, t_new = lanes.count[LANE_SAMPLED, lane], lanes.aside[3, lane]
            if lanes.ok[lane] != USABLE or place >= len(times) or times[place] > t_new:
                continue
            source = lanes.aside[1] if times[place] == t_new else lanes.y_new
            for m in range(size // width):
                samples[first + lane, place, m] = source[m * width + lane]
            lanes.count[LANE_SAMPLED, lane] = place + 1
    assign(lanes.k[table.stages], lanes.aside[0])
    assign(lanes.y_new, lanes.aside[1])
    for lane in range(width):
        lanes.clock[LANE_STEP, lane], lanes.clock[LANE_T_NEW, lane] = lanes.aside[2, lane], lanes.aside[3, lane]


@loop
def advance_lanes(lanes: LaneStates, table: StageTable, times: Any, samples: Any, first: int, budget: int) -> int:
    """Steps until all lanes have ended, or `budget` attempts; `first` is the place of lane 0 in `samples`.

    On entry the first row of `lanes.k` holds the rates at the present states.
    """
    adaptive = table.error_order > 0
    pass_lane_stops(lanes)
    while choose_steps(lanes, adaptive):
        if budget <= 0:
            return PAUSED
        lane_stages(lanes, table)
        if adaptive:
            step_errors(lanes, table)
        finish_lanes(lanes, table)
        judge_lanes(lanes, table, adaptive)
        most = most_samples(lanes, times)
        if most > FEW_SAMPLES:
            fill_lane_polynomials(lanes, table)
            sample_lanes(lanes, times, samples, first)
        elif most > 0:
            sample_lanes_exactly(lanes, table, times, samples, first, most)
        if adaptive:
            next_steps(lanes, table)
        take_lanes(lanes, table)
        pass_lane_stops(lanes)
        budget -= 1
    return RUN_DONE


def aligned(shape: tuple[int, ...]) -> Any:
    """Zeros of which no group of lanes lies across two lines of the cache."""
    memory = aligned_empty(shape)
    memory[...] = 0.0
    return memory


def make_lanes(
    kernels: tuple[Any, Any],
    buffers: tuple[Any, Any],
    corrections: tuple[Any, Any, Any],
    tolerances: tuple[float, float, float],
    table: StageTable,
    limits: tuple[float, float, float],
) -> LaneStates:
    """A block with memory of its own, all lanes at rest.

    `kernels` are those of the rates and the corrections, `buffers` what the first reads and writes, `tolerances` of
    constraints, relative and absolute, `limits` the end, the longest and the shortest step.
    """
    (rhs, projection), (x, f), (closed, rtol, atol) = kernels, buffers, tolerances
    width = x.shape[1]
    size = (x.shape[0] - 1) * width
    clock, count = np.zeros((11, width)), np.zeros((5, width), dtype=np.int64)
    status, ok = np.full(width, RUN_DONE, dtype=np.int64), np.zeros(width, dtype=np.int64)
    y, y_new, shift, spread = (aligned((size,)) for _ in range(4))
    k, dense, scale = aligned((len(table.c), size)), np.zeros((len(table.dense), size)), np.full(size, float(atol))
    states: tuple[Any, ...] = (k, y, y_new, shift, spread, dense, scale, float(rtol))
    control: tuple[Any, ...] = (clock, count, status, ok, np.zeros((4, size)), *(float(limit) for limit in limits))
    control += (np.zeros((3, 0, width)),)
    return LaneStates(rhs, x.reshape(-1), f.reshape(-1), projection, *corrections, float(closed), *states, *control)
