"""Explicit Runge–Kutta methods: one engine for all tables.

Step control after E. Hairer, S. P. Nørsett, G. Wanner, Solving Ordinary Differential Equations I, sections II.4 and
II.10; stiffness detection after E. Hairer, G. Wanner, part II, section IV.2.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np

from ..compiled import loop
from ..status import COLLAPSED, DONE, EVENT, FULL, NOT_FINITE, OPEN, PAUSED, STIFF
from ..tableaus import RK4, Tableau
from .closing import Closing, closed, idle_closing
from .flow import Flow, evaluate, idle_flow
from .landing import TAKE, any_crossed, first_landing
from .record import (
    EASY_STEPS,
    H_MAX,
    H_MIN,
    LANDING,
    LAST_ERROR,
    REJECTED,
    STIFF_HINTS,
    T_END,
    H,
    Record,
    T,
    accept,
    idle_record,
    is_full,
    sample,
    wants_sample,
)
from .watch import Watch, blend, idle_watch


class Table(NamedTuple):
    """A tableau as compiled code wants it."""

    a: Any
    b: Any
    c: Any
    error: Any
    second_error: Any
    dense: Any
    stages: int
    error_order: int
    stability: float
    damping: float


class Stages(NamedTuple):
    """Memory of a step."""

    k: Any
    """Stages × n; the first row holds f at the start of the step."""
    y: Any
    y_new: Any
    trial: Any
    shift: Any
    """What projection added to the step."""
    dense: Any
    scale: Any
    """(absolute tolerance of every component)."""
    rtol: float


@loop
def stage(flow: Flow, table: Table, memory: Stages, i: int, t: float, h: float) -> bool:
    """Computes stage i."""
    k, y, trial = memory.k, memory.y, memory.trial
    for m in range(len(y)):
        total = 0.0
        for j in range(i):
            total += table.a[i, j] * k[j, m]
        trial[m] = y[m] + h * total
    return evaluate(flow, t + table.c[i] * h, trial, k[i])


@loop
def step_error(table: Table, memory: Stages, h: float) -> float:
    """The estimated error in units of the tolerance; the energy integral does not count."""
    n = len(memory.y) - 1
    used = table.stages + 1 if table.error[table.stages] != 0.0 else table.stages
    main, second = 0.0, 0.0
    for m in range(n):
        e, d = 0.0, 0.0
        for j in range(used):
            e += table.error[j] * memory.k[j, m]
            d += table.second_error[j] * memory.k[j, m]
        scale = memory.scale[m] + memory.rtol * max(abs(memory.y[m]), abs(memory.y_new[m]))
        main += (e / scale) ** 2
        second += (d / scale) ** 2
    if main == 0.0:
        return 0.0
    return float(abs(h) * main / np.sqrt((main + 0.01 * second) * n))


@loop
def attempt(flow: Flow, table: Table, memory: Stages, t: float, h: float) -> bool:
    """All stages of a step, and y_new."""
    for i in range(1, table.stages):
        if not stage(flow, table, memory, i, t, h):
            return False
    for m in range(len(memory.y)):
        total = 0.0
        for j in range(table.stages):
            total += table.b[j] * memory.k[j, m]
        memory.y_new[m] = memory.y[m] + h * total
    if table.error[table.stages] != 0.0:
        return evaluate(flow, t + h, memory.y_new, memory.k[table.stages])
    return True


@loop
def looks_stiff(table: Table, memory: Stages, record: Record, h: float) -> bool:
    """Whether |hλ| has been at the border of stability for long, as the last two stages tell."""
    last, before = table.stages, table.stages - 1
    top, bottom = 0.0, 0.0
    for m in range(len(memory.y) - 1):
        top += (memory.k[last, m] - memory.k[before, m]) ** 2
        bottom += (memory.y_new[m] - memory.trial[m]) ** 2
    count = record.count
    if bottom > 0.0 and abs(h) * np.sqrt(top / bottom) > table.stability:
        count[EASY_STEPS] = 0
        count[STIFF_HINTS] += 1
        return bool(count[STIFF_HINTS] == 15)
    count[EASY_STEPS] += 1
    if count[EASY_STEPS] == 6:
        count[STIFF_HINTS] = 0
    return False


@loop
def finish(flow: Flow, table: Table, closing: Closing, memory: Stages, t_new: float) -> int:
    """Projects y_new and evaluates the rates there, where the first stage of the next step needs them."""
    last = table.stages
    fresh = table.error[last] != 0.0
    for m in range(len(memory.y)):
        memory.shift[m] = memory.y_new[m]
    if closing.active[0]:
        if not closed(flow, closing, t_new, memory.y_new):
            return OPEN
        for m in range(len(memory.y)):
            fresh = fresh and memory.shift[m] == memory.y_new[m]
    for m in range(len(memory.y)):
        memory.shift[m] = memory.y_new[m] - memory.shift[m]
    if not fresh and not evaluate(flow, t_new, memory.y_new, memory.k[last]):
        return NOT_FINITE
    return DONE


@loop
def fill_dense(flow: Flow, table: Table, memory: Stages, t: float, h: float) -> None:
    """The powers of the step's polynomial, after the stages that only it needs."""
    for i in range(table.stages + 1, len(table.c)):
        stage(flow, table, memory, i, t, h)
    for p in range(table.dense.shape[1]):
        for m in range(len(memory.y)):
            total = 0.0
            for j in range(len(table.c)):
                total += table.dense[j, p] * memory.k[j, m]
            memory.dense[p, m] = h * total


@loop
def advance(
    flow: Flow, table: Table, memory: Stages, closing: Closing, watch: Watch, record: Record, budget: int
) -> int:
    """Goes on until the end, an event that ends a step, full memory, or `budget` steps; returns the reason.

    On entry the first row of `memory.k` holds f at the present state.
    """
    clock, count = record.clock, record.count
    adaptive = table.error_order > 0
    h = clock[H]
    shortened, rejected = False, False
    while True:
        t = clock[T]
        if t >= clock[T_END]:
            return DONE
        if not shortened:
            if budget <= 0:
                return PAUSED
            if is_full(record, watch.fired[0], len(watch.log_t)):
                return FULL
            h = min(clock[H], clock[H_MAX])
            left = clock[T_END] - t
            # No tiny last step: what is left is taken in one, or in two equal ones.
            h = left if left <= h * (1.0 + 1e-9) else min(h, 0.5 * left) if adaptive and left < 2.0 * h else h
        t_new = clock[T_END] if h == clock[T_END] - t else t + h
        if adaptive and not shortened and h <= clock[H_MIN] * max(1.0, abs(t)):
            return COLLAPSED
        code = DONE if attempt(flow, table, memory, t, h) else NOT_FINITE
        error = step_error(table, memory, h) if code == DONE and adaptive else 0.0
        if code == DONE and error <= 1.0:
            was_stiff = adaptive and not shortened and table.stages > 4
            code = finish(flow, table, closing, memory, t_new)
            if code == DONE and was_stiff and looks_stiff(table, memory, record, h):
                return STIFF
        if code != DONE or not error <= 1.0:
            if not adaptive:
                return code
            factor = 0.25 if code != DONE else max(0.2, 0.9 * error ** (-1.0 / (table.error_order + 1)))
            if code != DONE and h * factor <= clock[H_MIN] * max(1.0, abs(t)):
                return code
            clock[H] = h * factor
            count[REJECTED] += 1
            rejected, shortened = True, False
            count[LANDING] = 0
            continue
        watch.fired[1] = -1
        meets = any_crossed(flow, watch, t_new, memory.y_new)
        if meets or wants_sample(record, t_new):
            fill_dense(flow, table, memory, t, h)
        if meets:
            theta = first_landing(
                flow, watch, record, t, h, memory.y, memory.y_new, memory.dense, memory.shift, memory.trial
            )
            if theta < TAKE:
                h, shortened = max(theta * h, 1e-15 * max(abs(t), 1e-3)), True
                continue
        if adaptive and not shortened:
            growth = (
                6.0
                if error == 0.0
                else min(6.0, 0.9 * error ** (-1.0 / (table.error_order + 1) + 0.75 * table.damping))
            )
            growth *= max(clock[LAST_ERROR], 1e-4) ** table.damping
            clock[H] = h * max(0.2, min(1.0 if rejected else 6.0, growth))
            clock[LAST_ERROR] = error
        sample(record, t, h, memory.y, memory.y_new, memory.dense, memory.shift)
        accept(flow, record, h, memory.y, memory.y_new, t_new)
        for m in range(len(memory.y)):
            memory.k[0, m] = memory.k[table.stages, m]
        budget -= 1
        rejected, shortened = False, False
        if watch.fired[1] >= 0:
            return EVENT


def table_of(tableau: Tableau) -> Table:
    """A tableau in arrays of its own."""
    return Table(
        np.array(tableau.a),
        np.array(tableau.b),
        np.array(tableau.c),
        np.array(tableau.error),
        np.array(tableau.second_error),
        np.array(tableau.dense),
        tableau.stages,
        tableau.error_order,
        tableau.stability,
        tableau.damping,
    )


def stages_of(table: Table, y: Any, rtol: float, atol: Any) -> Stages:
    """Memory for steps from y."""
    n, powers = len(y), table.dense.shape[1]
    scale = np.ascontiguousarray(np.broadcast_to(np.asarray(atol, dtype=float), n)).copy()
    rest = (np.zeros(n), np.zeros(n), np.zeros(n), np.zeros((powers, n)))
    return Stages(np.zeros((len(table.c), n)), np.array(y, dtype=float), *rest, scale, float(rtol))


@loop
def interpolate(flow: Flow, table: Table, memory: Stages, steps_t: Any, steps_y: Any, times: Any, result: Any) -> int:
    """Writes states at increasing `times` within the steps that were kept, by computing these steps again."""
    k, done = 0, -1
    for i in range(len(times)):
        while k < len(steps_t) - 2 and steps_t[k + 1] < times[i]:
            k += 1
        t, h = steps_t[k], steps_t[k + 1] - steps_t[k]
        if done != k:
            for m in range(len(memory.y)):
                memory.y[m] = steps_y[k, m]
            if not evaluate(flow, t, memory.y, memory.k[0]) or not attempt(flow, table, memory, t, h):
                return NOT_FINITE
            for m in range(len(memory.y)):
                memory.shift[m] = steps_y[k + 1, m] - memory.y_new[m]
                memory.y_new[m] = steps_y[k + 1, m]
            if not evaluate(flow, t + h, memory.y_new, memory.k[table.stages]):
                return NOT_FINITE
            fill_dense(flow, table, memory, t, h)
            done = k
        blend(memory.dense, memory.y, memory.shift, (times[i] - t) / h, result[i])
    return DONE


def examples() -> dict[str, tuple[Any, ...]]:
    """Arguments of the right types, for which each loop returns at once."""
    table, flow, y = table_of(RK4), idle_flow(2), np.zeros((0, 2))
    memory = stages_of(table, np.zeros(2), 1e-6, 1e-6)
    return {
        "advance": (flow, table, memory, idle_closing(), idle_watch(), idle_record(2), 0),
        "interpolate": (flow, table, memory, y[:, 0].copy(), y, y[:, 0].copy(), y.copy()),
    }
