"""Explicit Runge–Kutta methods on many states side by side: one lane a state, each with its own time and step.

The same steps as `explicit.advance` takes, one lane at a time where lanes differ and all at once where they do not. A
lane that has ended, or failed, stands still; the others go on.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np

from ..call import call_rows
from ..compiled import loop
from ..status import COLLAPSED, DONE, NOT_FINITE, OPEN, PAUSED, RUNNING
from ..tableaus import RK4
from .explicit import CAUTION, FEW, Table, table_of

ACCEPTED, REJECTED, EVALUATIONS, SAMPLED = range(4)
"""Places in `Lanes.count`."""
T, H, LAST_ERROR, STEP, T_NEW, ERROR, H_LEAST, H_MOST, MOVED = range(9)
"""Places in `Lanes.clock`: the last state of a lane's controller, and the step it is trying."""


FAILED, USABLE, TOO_LONG, UNCLOSED, RESTING = range(5)
"""What is known of the step that a lane is trying."""


class Lanes(NamedTuple):
    """A block of states, all arrays with lanes along their last axis."""

    rhs: Any
    """The kernel of the rates, six integers."""
    x: Any
    """What kernels read: y, then t."""
    f: Any
    """What `rhs` writes: ẏ, then the smallest pivot."""
    closing: Any
    """The kernel of the corrections; its address is 0 where there is nothing to keep."""
    dq: Any
    du: Any
    residual: Any
    tolerance: float
    k: Any
    y: Any
    y_new: Any
    shift: Any
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


@loop
def rates(lanes: Lanes, table: Table, i: int) -> None:
    """Stage i, at what `lanes.x` holds."""
    call_rows(lanes.rhs)
    n, width = lanes.y.shape
    for lane in range(width):
        lanes.count[EVALUATIONS, lane] += lanes.ok[lane] != RESTING
    for m in range(n):
        for lane in range(width):
            lanes.k[i, m, lane] = lanes.f[m, lane]
            if lanes.ok[lane] == USABLE and not np.isfinite(lanes.f[m, lane]):
                lanes.ok[lane] = FAILED


@loop
def stage(lanes: Lanes, table: Table, i: int) -> None:
    """Computes stage i of all lanes."""
    n, width = lanes.y.shape
    for m in range(n):
        for lane in range(width):
            lanes.x[m, lane] = 0.0
        for j in range(i):
            a = table.a[i, j]
            if a != 0.0:
                for lane in range(width):
                    lanes.x[m, lane] += a * lanes.k[j, m, lane]
        for lane in range(width):
            lanes.x[m, lane] = lanes.y[m, lane] + lanes.clock[STEP, lane] * lanes.x[m, lane]
    for lane in range(width):
        lanes.x[n, lane] = lanes.clock[T, lane] + table.c[i] * lanes.clock[STEP, lane]
    rates(lanes, table, i)


@loop
def at_end(lanes: Lanes, table: Table) -> None:
    """The rates at y_new."""
    n, width = lanes.y.shape
    for m in range(n):
        for lane in range(width):
            lanes.x[m, lane] = lanes.y_new[m, lane]
    for lane in range(width):
        lanes.x[n, lane] = lanes.clock[T_NEW, lane]
    rates(lanes, table, table.stages)


@loop
def choose_steps(lanes: Lanes, adaptive: bool) -> bool:
    """The step that each lane tries; whether any lane is still going."""
    going = False
    for lane in range(lanes.y.shape[1]):
        lanes.clock[STEP, lane], lanes.clock[T_NEW, lane] = 0.0, lanes.clock[T, lane]
        lanes.ok[lane] = RESTING
        if lanes.status[lane] != RUNNING:
            continue
        t = lanes.clock[T, lane]
        left = lanes.t_end - t
        if left <= 0.0:
            lanes.status[lane] = DONE
            continue
        h = min(lanes.clock[H, lane], lanes.h_max)
        # No tiny last step: what is left is taken in one, or in two equal ones.
        h = left if left <= h * (1.0 + 1e-9) else min(h, 0.5 * left) if adaptive and left < 2.0 * h else h
        if adaptive and h <= lanes.h_min * max(1.0, abs(t)):
            lanes.status[lane] = COLLAPSED
            continue
        lanes.ok[lane] = USABLE
        lanes.clock[STEP, lane] = h
        lanes.clock[T_NEW, lane] = lanes.t_end if h == left else t + h
        going = True
    return going


@loop
def attempt(lanes: Lanes, table: Table) -> None:
    """All stages of a step, y_new, and the rates there where the error needs them."""
    for i in range(1, table.stages):
        stage(lanes, table, i)
    n, width = lanes.y.shape
    for m in range(n):
        for lane in range(width):
            lanes.y_new[m, lane] = 0.0
        for j in range(table.stages):
            b = table.b[j]
            if b != 0.0:
                for lane in range(width):
                    lanes.y_new[m, lane] += b * lanes.k[j, m, lane]
        for lane in range(width):
            lanes.y_new[m, lane] = lanes.y[m, lane] + lanes.clock[STEP, lane] * lanes.y_new[m, lane]
    if table.error[table.stages] != 0.0:
        at_end(lanes, table)


@loop
def step_errors(lanes: Lanes, table: Table) -> None:
    """The estimated error of each lane in units of the tolerance; the energy integral does not count."""
    n, width = lanes.y.shape
    used = table.stages + 1 if table.error[table.stages] != 0.0 else table.stages
    for lane in range(width):
        main, second = 0.0, 0.0
        for m in range(n - 1):
            e, d = 0.0, 0.0
            for j in range(used):
                e += table.error[j] * lanes.k[j, m, lane]
                d += table.second_error[j] * lanes.k[j, m, lane]
            scale = lanes.scale[m] + lanes.rtol * max(abs(lanes.y[m, lane]), abs(lanes.y_new[m, lane]))
            main += (e / scale) ** 2
            second += (d / scale) ** 2
        h = lanes.clock[STEP, lane]
        error = 0.0
        if main > 0.0:
            error = CAUTION * abs(h) * main / np.sqrt((main + 0.01 * second) * (n - 1))
        lanes.clock[ERROR, lane] = error
        if lanes.ok[lane] == USABLE and not error <= 1.0:
            lanes.ok[lane] = TOO_LONG


@loop
def close(lanes: Lanes) -> None:
    """Projects y_new of the lanes whose step can be used, as `closing.closed` does for one state."""
    n, width = lanes.y.shape
    nq, nu = lanes.dq.shape[0], lanes.du.shape[0]
    for turn in range(12):
        for m in range(n):
            for lane in range(width):
                lanes.x[m, lane] = lanes.y_new[m, lane]
        for lane in range(width):
            lanes.x[n, lane] = lanes.clock[T_NEW, lane]
        call_rows(lanes.closing)
        again = False
        for lane in range(width):
            far = lanes.residual[0, lane] > lanes.tolerance
            if lanes.ok[lane] == USABLE and far and turn < 11:
                again = True
                for i in range(nq):
                    lanes.y_new[i, lane] += lanes.dq[i, lane]
                    lanes.clock[MOVED, lane] = max(lanes.clock[MOVED, lane], abs(lanes.dq[i, lane]))
        if not again:
            break
    for lane in range(width):
        if lanes.ok[lane] == USABLE:
            for i in range(nu):
                lanes.y_new[nq + i, lane] += lanes.du[i, lane]
            if not lanes.residual[0, lane] <= max(1e-6, 1e3 * lanes.tolerance):
                lanes.ok[lane] = UNCLOSED


@loop
def judge(lanes: Lanes, table: Table, adaptive: bool) -> None:
    """What becomes of lanes whose step cannot be used: a shorter one, or the end."""
    for lane in range(lanes.y.shape[1]):
        kind, h = lanes.ok[lane], lanes.clock[STEP, lane]
        if kind in (USABLE, RESTING):
            continue
        error = lanes.clock[ERROR, lane]
        factor = max(0.2, 0.9 * error ** (-1.0 / (table.error_order + 1))) if kind == TOO_LONG else 0.25
        collapsed = h * factor <= lanes.h_min * max(1.0, abs(lanes.clock[T, lane]))
        if not adaptive or (kind != TOO_LONG and collapsed):
            lanes.status[lane] = OPEN if kind == UNCLOSED else NOT_FINITE
            continue
        lanes.clock[H, lane] = h * factor
        # The sign says that this step was rejected before.
        lanes.clock[LAST_ERROR, lane] = -abs(lanes.clock[LAST_ERROR, lane])
        lanes.count[REJECTED, lane] += 1


@loop
def next_steps(lanes: Lanes, table: Table) -> None:
    """The next step of each lane whose step is taken; a negative last error says that it was rejected before."""
    for lane in range(lanes.y.shape[1]):
        if lanes.ok[lane] != USABLE:
            continue
        error, last = lanes.clock[ERROR, lane], lanes.clock[LAST_ERROR, lane]
        power = -1.0 / (table.error_order + 1) + 0.75 * table.damping
        growth = 6.0 if error == 0.0 else min(6.0, 0.9 * error**power)
        growth *= max(abs(last), 1e-4) ** table.damping
        lanes.clock[H, lane] = lanes.clock[STEP, lane] * max(0.2, min(1.0 if last < 0.0 else 6.0, growth))
        lanes.clock[LAST_ERROR, lane] = error


@loop
def fill_dense(lanes: Lanes, table: Table) -> None:
    """The powers of the polynomials of a step, after the stages that only they need."""
    for i in range(table.stages + 1, len(table.c)):
        stage(lanes, table, i)
    n, width = lanes.y.shape
    for p in range(table.dense.shape[1]):
        for m in range(n):
            for lane in range(width):
                lanes.dense[p, m, lane] = 0.0
            for j in range(len(table.c)):
                weight = table.dense[j, p]
                if weight != 0.0:
                    for lane in range(width):
                        lanes.dense[p, m, lane] += weight * lanes.k[j, m, lane]
            for lane in range(width):
                lanes.dense[p, m, lane] *= lanes.clock[STEP, lane]


@loop
def sample(lanes: Lanes, times: Any, samples: Any, first: int) -> None:
    """Writes the samples that lie in the steps that are taken."""
    n, width = lanes.y.shape
    top = lanes.dense.shape[0] - 1
    for lane in range(width):
        place = lanes.count[SAMPLED, lane]
        while lanes.ok[lane] == USABLE and place < len(times) and times[place] <= lanes.clock[T_NEW, lane]:
            theta = (times[place] - lanes.clock[T, lane]) / lanes.clock[STEP, lane]
            for m in range(n):
                if theta >= 1.0 or times[place] == lanes.clock[T_NEW, lane]:
                    samples[first + lane, place, m] = lanes.y_new[m, lane]
                    continue
                value = lanes.dense[top, m, lane]
                for j in range(top - 1, -1, -1):
                    value = value * theta + lanes.dense[j, m, lane]
                samples[first + lane, place, m] = lanes.y[m, lane] + theta * (value + lanes.shift[m, lane])
            place += 1
        lanes.count[SAMPLED, lane] = place


@loop
def take(lanes: Lanes, table: Table) -> None:
    """Takes the steps that can be used."""
    n, width = lanes.y.shape
    for m in range(n):
        for lane in range(width):
            if lanes.ok[lane] == USABLE:
                lanes.y[m, lane] = lanes.y_new[m, lane]
                lanes.k[0, m, lane] = lanes.k[table.stages, m, lane]
    for lane in range(width):
        if lanes.ok[lane] == USABLE:
            h = lanes.clock[STEP, lane]
            lanes.clock[T, lane] = lanes.clock[T_NEW, lane]
            lanes.clock[H_LEAST, lane] = min(lanes.clock[H_LEAST, lane], h)
            lanes.clock[H_MOST, lane] = max(lanes.clock[H_MOST, lane], h)
            lanes.count[ACCEPTED, lane] += 1


@loop
def finish(lanes: Lanes, table: Table) -> None:
    """Projects the steps that can be used, and evaluates the rates at their ends."""
    n, width = lanes.y.shape
    fresh = table.error[table.stages] != 0.0
    for m in range(n):
        for lane in range(width):
            lanes.shift[m, lane] = lanes.y_new[m, lane]
    if lanes.closing[0] != 0:
        close(lanes)
        fresh = False
    for m in range(n):
        for lane in range(width):
            lanes.shift[m, lane] = lanes.y_new[m, lane] - lanes.shift[m, lane]
    if not fresh:
        at_end(lanes, table)


@loop
def most_samples(lanes: Lanes, times: Any) -> int:
    """How many samples lie in the step of the lane that has most."""
    most = 0
    for lane in range(lanes.y.shape[1]):
        place, count = lanes.count[SAMPLED, lane], 0
        while lanes.ok[lane] == USABLE and place + count < len(times):
            if times[place + count] > lanes.clock[T_NEW, lane] or count > FEW:
                break
            count += 1
        most = max(most, count)
    return most


@loop
def sample_exactly(lanes: Lanes, table: Table, times: Any, samples: Any, first: int, most: int) -> None:
    """Writes the few samples that lie in the steps, by shorter steps from their starts, as accurate as their ends."""
    n, width = lanes.y.shape
    for m in range(n):
        for lane in range(width):
            lanes.aside[0, m, lane] = lanes.k[table.stages, m, lane]
            lanes.aside[1, m, lane] = lanes.y_new[m, lane]
    for lane in range(width):
        lanes.aside[2, 0, lane], lanes.aside[2, 1, lane] = lanes.clock[STEP, lane], lanes.clock[T_NEW, lane]
    for _ in range(most):
        inside = False
        for lane in range(width):
            place, t_new = lanes.count[SAMPLED, lane], lanes.aside[2, 1, lane]
            lanes.clock[STEP, lane], lanes.clock[T_NEW, lane] = 0.0, lanes.clock[T, lane]
            if lanes.ok[lane] == USABLE and place < len(times) and times[place] < t_new:
                lanes.clock[STEP, lane] = times[place] - lanes.clock[T, lane]
                lanes.clock[T_NEW, lane] = times[place]
                inside = True
        if inside:
            attempt(lanes, table)
            if lanes.closing[0] != 0:
                close(lanes)
        for lane in range(width):
            place, t_new = lanes.count[SAMPLED, lane], lanes.aside[2, 1, lane]
            if lanes.ok[lane] != USABLE or place >= len(times) or times[place] > t_new:
                continue
            for m in range(n):
                ends = times[place] == t_new
                samples[first + lane, place, m] = lanes.aside[1, m, lane] if ends else lanes.y_new[m, lane]
            lanes.count[SAMPLED, lane] = place + 1
    for m in range(n):
        for lane in range(width):
            lanes.k[table.stages, m, lane] = lanes.aside[0, m, lane]
            lanes.y_new[m, lane] = lanes.aside[1, m, lane]
    for lane in range(width):
        lanes.clock[STEP, lane], lanes.clock[T_NEW, lane] = lanes.aside[2, 0, lane], lanes.aside[2, 1, lane]


@loop
def advance(lanes: Lanes, table: Table, times: Any, samples: Any, first: int, budget: int) -> int:
    """Steps until all lanes have ended, or `budget` attempts; `first` is the place of lane 0 in `samples`.

    On entry the first row of `lanes.k` holds the rates at the present states.
    """
    adaptive = table.error_order > 0
    while choose_steps(lanes, adaptive):
        if budget <= 0:
            return PAUSED
        attempt(lanes, table)
        if adaptive:
            step_errors(lanes, table)
        finish(lanes, table)
        judge(lanes, table, adaptive)
        most = most_samples(lanes, times)
        if most > FEW:
            fill_dense(lanes, table)
            sample(lanes, times, samples, first)
        elif most > 0:
            sample_exactly(lanes, table, times, samples, first, most)
        if adaptive:
            next_steps(lanes, table)
        take(lanes, table)
        budget -= 1
    return DONE


def make_lanes(
    rhs: Any,
    x: Any,
    f: Any,
    closing: Any,
    corrections: tuple[Any, Any, Any],
    tolerance: float,
    table: Table,
    scale: Any,
    rtol: float,
    t_end: float,
    h_max: float,
    h_min: float,
) -> Lanes:
    """A block with memory of its own, all lanes at rest."""
    n, width = x.shape[0] - 1, x.shape[1]
    clock, count = np.zeros((9, width)), np.zeros((4, width), dtype=np.int64)
    clock[H_LEAST] = np.inf
    status, ok = np.full(width, DONE, dtype=np.int64), np.zeros(width, dtype=np.int64)
    flat = [np.zeros((n, width)) for _ in range(3)]
    stages, powers = np.zeros((len(table.c), n, width)), np.zeros((table.dense.shape[1], n, width))
    limits = (float(t_end), float(h_max), float(h_min))
    aside = np.zeros((3, max(n, 2), width))
    return Lanes(
        rhs,
        x,
        f,
        closing,
        *corrections,
        float(tolerance),
        stages,
        *flat,
        powers,
        scale,
        float(rtol),
        clock,
        count,
        status,
        ok,
        aside,
        *limits,
    )


def examples() -> dict[str, tuple[Any, ...]]:
    """Arguments of the right types, for which the loop returns at once."""
    table, x, idle = table_of(RK4), np.zeros((3, 2)), np.zeros(6, dtype=np.int64)
    corrections = (np.zeros((1, 2)), np.zeros((1, 2)), np.zeros((3, 2)))
    lanes = make_lanes(idle, x, x.copy(), idle.copy(), corrections, 0.0, table, np.ones(2), 1.0, 0.0, 1.0, 1.0)
    return {"advance": (lanes, table, np.zeros(1), np.zeros((1, 1, 2)), 0, 0)}
