r"""What compiled runs remember for delayed laws: what was measured at the ends of steps, of whatever length.

Between ends of steps (knots) what is measured is the polynomial with values and rates of the four nearest knots
(Hermite), its error of order eight; where rates are not known, with the values of eight. None of them lies beyond a
moment at which derivatives jump: there two knots have the same time, the second of them on the later side. The knots
are a ring: the newest takes the place of the oldest.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np

from ...kernels.loops import loop
from ...kernels.loops.calls import call
from ..powers import portable_power
from ..weighted_sums import assign
from .record import PastLoops

OLDEST, PAST_END, BREAKS, TRIED, LAST_JUMP = range(5)
"""Places in `Past.count`: the oldest knot, the one behind the newest, jumps that are remembered; steps that had been
tried in vain when the piece began; the highest derivative of the motion whose jumps end pieces."""
BEGAN, PIECE_END, H_PAST, H_SPARSE, H_WANTED, JUMPED, NOW, SPLIT = range(8)
"""Places in `Past.clock`: when the past begins, where the polynomials under way end, how far knots may lie apart, the
same as far as it is known since derivatives jumped, the step that was cut for the piece, the newest time at which
derivatives jump; what the kernel of the delays reads as t; the time at which a second knot is to stand."""
IS_RATE, RATELESS = -2, -1
"""In `Past.rates`: a column that is the rate of another, and one whose rate is not known."""
RATED_KNOTS, PLAIN_KNOTS = 4, 8
"""Knots that a polynomial goes through."""
OF_DELAY, OF_COLUMN, IS_SLOPE = range(3)
"""Places in a row of `Past.numbers`: its delay, the column of its values, whether its rate is asked for."""
UNMET, SIZE, ROUGHER, SEAMS = range(4)
"""Places in a row of `Past.fit`: what the polynomial of a number leaves, how large it is, how far off it is with one
knot less, and how many polynomials through knots it is drawn from."""
ERROR_NODES = 9
"""One value more than it needs, which tells its error."""
_LEFT = 0.5
"""Part of its tolerance that the error of a polynomial is to be."""
NOISE = 1e-13
"""Part of the size of a column below which an error is one of rounding."""
SAME_TIME = 1e-12
"""Times closer than this, relative to their size, are one."""
STRETCHED = 1.25
"""How much longer than the one before the last distance of knots may become for a short step."""
NEXT_DISTANCE = 5.0
"""Most that knots may lie farther apart than those before."""


class Past(NamedTuple):
    """What is remembered of steps, and where it is handed to laws; without delays where no law is delayed."""

    measure: Any
    """The kernel that writes what is measured now."""
    measured: Any
    delay: Any
    """The kernel of the delays: of what is measured, `seen`, at the time `clock[NOW]`."""
    seen: Any
    tau: Any
    aside: Any
    """What was measured at the newest knot, while it is measured elsewhere."""
    t: Any
    rows: Any
    """Times and measures of knots: that of knot n in row n modulo their number."""
    rates: Any
    """By column of what is measured, that of its rate."""
    sizes: Any
    """The largest that each column has been."""
    count: Any
    clock: Any
    tolerance: Any
    """Of the run: relative and absolute; zeros where steps have a given length."""
    parameters: Any
    taken: Any
    """The kernel by which elements take Parameters, where they read tables of these."""
    delays: Any
    spans: Any
    numbers: Any
    coefficients: Any
    """Places of the coefficients of each number among Parameters."""
    before: Any
    """What each number was before the start."""
    breaks: Any
    """Times at which derivatives jump, oldest first."""
    orders: Any
    """The lowest derivative that jumps there."""
    nodes: Any
    newton: Any
    """A polynomial in Newton's form: its nodes and divided differences."""
    values: Any
    points: Any
    transform: Any
    """Points at which it is looked at, and the matrix that makes Chebyshev's coefficients of `values` there, of which
    those beyond `coefficients` tell what is left out."""
    fit: Any
    """How well polynomials of numbers meet the past, a row for each; no rows where steps see to that."""
    saved: Any
    """What laws were given, while they are given something else."""
    loops: PastLoops = PastLoops()
    """What a march does with it; steps in real time do it themselves."""


@loop
def take_given(past: Past) -> None:
    """Has elements compute with the Parameters that laws are given."""
    if past.taken[0]:
        call(past.taken)


@loop
def knot_before(past: Past, s: float) -> int:
    """The newest knot that is not later than a time; the oldest one where all are."""
    low, high = past.count[OLDEST], past.count[PAST_END]
    while high - low > 1:
        middle = (low + high) // 2
        if past.t[middle % len(past.t)] <= s:
            low = middle
        else:
            high = middle
    return int(low)


@loop
def joins(past: Past, n: int) -> bool:
    """Whether no derivative jumps between a knot and the one before, and both are remembered."""
    if n <= past.count[OLDEST] or n >= past.count[PAST_END]:
        return False
    return bool(past.t[(n - 1) % len(past.t)] < past.t[n % len(past.t)])


@loop
def knots_about(past: Past, n: int, most: int) -> tuple[int, int]:
    """(first, last) knots that a polynomial goes through from a knot to the next one, up to so many."""
    first, last = n, n
    while last - first + 1 < most:
        more, less = joins(past, last + 1), joins(past, first)
        if more and (last - n <= n - first or not less):
            last += 1
        elif less:
            first -= 1
        else:
            return first, last
    return first, last


@loop
def go_through(past: Past, value: int, first: int, last: int) -> int:
    """Newton's form of the polynomial of a column through knots; how many conditions it meets."""
    x, d, room, count, slope = past.nodes, past.newton, len(past.t), 0, past.rates[value]
    for n in range(first, last + 1):
        for _ in range(1 if slope < 0 else 2):
            x[count], d[count] = past.t[n % room], past.rows[n % room, value]
            count += 1
    for order in range(1, count):
        for m in range(count - 1, order - 1, -1):
            if x[m] > x[m - order]:
                d[m] = (d[m] - d[m - 1]) / (x[m] - x[m - order])
            else:
                d[m] = past.rows[(first + m // 2) % room, slope]
    return count


@loop
def on_polynomial(past: Past, count: int, s: float) -> tuple[float, float]:
    """(value, rate) of it at a time."""
    y, y_dot = past.newton[count - 1], 0.0
    for m in range(count - 2, -1, -1):
        y_dot = y_dot * (s - past.nodes[m]) + y
        y = y * (s - past.nodes[m]) + past.newton[m]
    return y, y_dot


@loop
def polynomial_at(past: Past, value: int, n: int) -> int:
    """The polynomial of a column from a knot to the next; how many conditions it meets."""
    first, last = knots_about(past, n, RATED_KNOTS if past.rates[value] >= 0 else PLAIN_KNOTS)
    return go_through(past, value, first, last)


@loop
def forget_past(past: Past, t: float) -> None:
    """Nothing is remembered of what was before a time."""
    past.count[OLDEST], past.count[PAST_END], past.count[BREAKS] = 0, 0, 0
    past.clock[BEGAN], past.clock[PIECE_END], past.clock[H_PAST], past.clock[H_SPARSE] = t, t, 0.0, 0.0


@loop
def keep_knot(past: Past, t: float) -> None:
    """Keeps what is measured at the end of a step, in the place of the last knot where that is not needed."""
    end, room = past.count[PAST_END], len(past.t)
    allowed = past.clock[H_SPARSE]
    if joins(past, end - 1) and t > past.t[(end - 1) % room] and t - past.t[(end - 2) % room] <= allowed:
        end -= 1
    past.t[end % room] = t
    for j in range(len(past.measured)):
        past.rows[end % room, j] = past.measured[j]
        past.sizes[j] = max(past.sizes[j], abs(past.measured[j]))
    past.count[PAST_END] = end + 1
    past.count[OLDEST] = max(past.count[OLDEST], end + 1 - room)


@loop
def keep_knots(past: Past, t: Any, rows: Any, group: int) -> None:
    """Keeps what was measured at increasing times, in groups: of a step alone, where it is at its beginning, inside and
    at its end, so that polynomials go through knots of one step.

    After a much longer step a short one moves the last knot to its end: polynomials through knots that are far closer
    than others are noise. Times that differ by rounding are one, at which derivatives jump.
    """
    for begin in range(0, len(t), group):
        first, last, n, room = begin, begin + group - 1, past.count[PAST_END] - 1, len(past.t)
        if joins(past, n) and joins(past, n - 1) and t[last] > past.t[n % room]:
            before = past.t[(n - 1) % room]
            if t[last] - before <= STRETCHED * (before - past.t[(n - 2) % room]):
                past.count[PAST_END], first = n, last
        for i in range(first, last + 1):
            n = past.count[PAST_END] - 1
            newest = past.t[n % room] if n >= 0 else -np.inf
            assign(past.measured, rows[i])
            keep_knot(past, newest if t[i] - newest <= SAME_TIME * max(1.0, abs(t[i])) else t[i])


@loop
def read_past(past: Past, t: Any, values: Any) -> None:
    """What was measured at times, times × columns: those whose rates are known, and these."""
    for i in range(len(t)):
        n = knot_before(past, t[i])
        for j in range(len(past.rates)):
            if past.rates[j] >= 0:
                y, y_dot = on_polynomial(past, polynomial_at(past, j, n), t[i])
                values[i, j], values[i, past.rates[j]] = y, y_dot


@loop
def cut_past(past: Past, t: float) -> None:
    """Forgets what came after a time that is remembered; a knot stands there."""
    n = knot_before(past, t)
    if past.t[n % len(past.t)] < t and n + 1 < past.count[PAST_END]:
        assign(past.aside, past.measured)
        for j in range(len(past.rates)):
            if past.rates[j] != IS_RATE:
                value, rate = on_polynomial(past, polynomial_at(past, j, n), t)
                past.measured[j] = value
                if past.rates[j] >= 0:
                    past.measured[past.rates[j]] = rate
        past.count[PAST_END] = n + 1
        keep_knot(past, t)
        assign(past.measured, past.aside)
    past.count[PAST_END] = knot_before(past, t) + 1
    while past.count[BREAKS] > 0 and past.breaks[past.count[BREAKS] - 1] > t:
        past.count[BREAKS] -= 1


@loop
def measure_error(past: Past) -> None:
    """Leaves how far knots may lie apart: so that polynomials between them are as good as the run is to be."""
    worst, length, end = 0.0, 0.0, past.count[PAST_END]
    for i in range(len(past.numbers)):
        value = past.numbers[i, OF_COLUMN]
        first = end - (ERROR_NODES if past.rates[value] < 0 else (ERROR_NODES + 1) // 2)
        whole = first >= past.count[OLDEST]
        for n in range(first + 1, end):
            whole = whole and joins(past, n)
        if whole:
            go_through(past, value, first, end - 1)
            x, off = past.nodes, abs(past.newton[ERROR_NODES - 1])
            middle = 0.5 * (x[3] + x[4]) if past.rates[value] >= 0 else 0.5 * (x[0] + x[1])
            for m in range(ERROR_NODES - 1):
                off *= abs(middle - x[m])
            size, length = past.sizes[value], x[4] - x[3]
            off = off if off > NOISE * size else 0.0
            if past.numbers[i, IS_SLOPE] > 0:
                size, off = past.sizes[past.rates[value]], off * ERROR_NODES / length
            worst = max(worst, off / (past.tolerance[1] + past.tolerance[0] * size))
    if length > 0.0:
        more = NEXT_DISTANCE if worst == 0.0 else portable_power(_LEFT / worst, 1.0 / (ERROR_NODES - 1))
        past.clock[H_PAST] = length * max(1.0 / NEXT_DISTANCE, min(more, NEXT_DISTANCE))
        past.clock[H_SPARSE] = past.clock[H_PAST]
