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
from .explicit import Table

ACCEPTED, REJECTED, EVALUATIONS, SAMPLED = range(4)
"""Places in `Lanes.count`."""
T, H, LAST_ERROR, STEP, T_NEW, ERROR, H_LEAST, H_MOST, MOVED = range(9)
"""Places in `Lanes.clock`: the last state of a lane's controller, and the step it is trying."""


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
    """Whether the step a lane is trying can be used."""
    t_end: float
    h_max: float
    h_min: float


@loop
def rates(lanes: Lanes, table: Table, i: int) -> None:
    """Stage i, at what `lanes.x` holds."""
    call_rows(lanes.rhs)
    n, width = lanes.y.shape
    for m in range(n):
        for lane in range(width):
            lanes.k[i, m, lane] = lanes.f[m, lane]
            if not np.isfinite(lanes.f[m, lane]):
                lanes.ok[lane] = 0


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
        lanes.ok[lane] = 1
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
        lanes.clock[ERROR, lane] = abs(h) * main / np.sqrt((main + 0.01 * second) * (n - 1)) if main > 0.0 else 0.0


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
            if lanes.ok[lane] and far and turn < 11:
                again = True
                for i in range(nq):
                    lanes.y_new[i, lane] += lanes.dq[i, lane]
                    lanes.clock[MOVED, lane] = max(lanes.clock[MOVED, lane], abs(lanes.dq[i, lane]))
        if not again:
            break
    for lane in range(width):
        for i in range(nu):
            if lanes.ok[lane]:
                lanes.y_new[nq + i, lane] += lanes.du[i, lane]
        if lanes.ok[lane] and not lanes.residual[0, lane] <= max(1e-6, 1e3 * lanes.tolerance):
            lanes.ok[lane] = 0
            lanes.clock[ERROR, lane] = -1.0


@loop
def judge(lanes: Lanes, table: Table, adaptive: bool) -> None:
    """Rejects steps: `ok` becomes 0 where a lane must try a shorter one, or has failed."""
    for lane in range(lanes.y.shape[1]):
        h, error = lanes.clock[STEP, lane], lanes.clock[ERROR, lane]
        if h == 0.0:
            lanes.ok[lane] = 0
            continue
        open_ = error == -1.0
        good = lanes.ok[lane] == 1 and error <= 1.0 and not open_
        if good:
            continue
        failed = lanes.ok[lane] == 0
        lanes.ok[lane] = 0
        code = OPEN if open_ else NOT_FINITE
        if not adaptive:
            lanes.status[lane] = code
            continue
        factor = 0.25 if failed else max(0.2, 0.9 * error ** (-1.0 / (table.error_order + 1)))
        if failed and h * factor <= lanes.h_min * max(1.0, abs(lanes.clock[T, lane])):
            lanes.status[lane] = code
            continue
        lanes.clock[H, lane] = h * factor
        lanes.clock[LAST_ERROR, lane] = -max(lanes.clock[LAST_ERROR, lane], -lanes.clock[LAST_ERROR, lane])
        lanes.count[REJECTED, lane] += 1


@loop
def next_steps(lanes: Lanes, table: Table) -> None:
    """The next step of each lane whose step is taken; a negative last error says that it was rejected before."""
    for lane in range(lanes.y.shape[1]):
        if not lanes.ok[lane]:
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
        while lanes.ok[lane] and place < len(times) and times[place] <= lanes.clock[T_NEW, lane]:
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
            if lanes.ok[lane]:
                lanes.y[m, lane] = lanes.y_new[m, lane]
                lanes.k[0, m, lane] = lanes.k[table.stages, m, lane]
    for lane in range(width):
        if lanes.ok[lane]:
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
def advance(lanes: Lanes, table: Table, times: Any, samples: Any, first: int, budget: int) -> int:
    """Steps until all lanes have ended, or `budget` attempts; `first` is the place of lane 0 in `samples`.

    On entry the first row of `lanes.k` holds the rates at the present states.
    """
    adaptive = table.error_order > 0
    width = lanes.y.shape[1]
    while choose_steps(lanes, adaptive):
        if budget <= 0:
            return PAUSED
        attempt(lanes, table)
        if adaptive:
            step_errors(lanes, table)
        for lane in range(width):
            lanes.clock[ERROR, lane] = lanes.clock[ERROR, lane] if adaptive else 0.0
            # Steps that are too long anyway are not worth closing.
            if lanes.ok[lane] and not lanes.clock[ERROR, lane] <= 1.0:
                lanes.ok[lane] = 2
        for lane in range(width):
            lanes.ok[lane] = 1 if lanes.ok[lane] else 0
        finish(lanes, table)
        judge(lanes, table, adaptive)
        wanted = False
        for lane in range(width):
            place = lanes.count[SAMPLED, lane]
            wanted = wanted or (lanes.ok[lane] == 1 and place < len(times) and times[place] <= lanes.clock[T_NEW, lane])
        if wanted:
            fill_dense(lanes, table)
            sample(lanes, times, samples, first)
        if adaptive:
            next_steps(lanes, table)
        take(lanes, table)
        budget -= 1
    return DONE
