r"""What delayed laws are given in steps of one length: polynomials through the last ends of steps, kept in a ring.

Over the step from $t_n$ to $t_n + h$ a law sees $s = t - \tau$. Between ends of steps what is measured is the
polynomial with the values and rates there (Hermite), at the ends of the one or two intervals that the span of s lies
in; where rates are not known, with the values at one more end on either side. Its order is four. Where τ is a whole
number of steps, jumps of derivatives arrive at ends of steps, and methods of order four keep theirs.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np

from ...kernels.loops import loop
from ..status import PAST_UNKNOWN, RUN_DONE

_KNOWN, MIDDLE, RATE, TAU, IS_WRITTEN = range(5)
"""Places in a row of `PastRing.delays`: those of its numbers among Parameters, that of τ or −1, and whether the element
says what was before."""
DELAY, VALUE, SLOPE, IS_SLOPE = range(4)
"""Places in a row of `PastRing.numbers`: its delay, the columns of its values and rates (or −1), whether its rate is
asked for."""
DEGREES = 6
"""Coefficients of a polynomial: those through three ends of steps with rates."""
WHOLE = 1e-9
"""How far from whole numbers of steps delays count as such."""


class PastRing(NamedTuple):
    """What is remembered of steps, and where it is handed to laws; without entries where none is delayed."""

    kernel: Any
    """That which writes what is measured now."""
    measured: Any
    rows: Any
    """The same at the last ends of steps (ends × columns): that of step n in row n modulo their number."""
    parameters: Any
    delays: Any
    tau: Any
    """Delays that are numbers, in seconds."""
    numbers: Any
    coefficients: Any
    """Places of the coefficients of each number among Parameters."""
    before: Any
    """What each number was before the start."""
    nodes: Any
    newton: Any
    """The polynomial in Newton's form: its nodes, in steps behind the first, and its divided differences."""
    points: Any
    transform: Any
    """Points at which it is looked at, and the matrix that makes Chebyshev's coefficients of what is there."""


@loop
def recall_past(ring: PastRing, taken: int, t_first: float, h: float) -> int:
    """Hands delayed values to the laws for the step behind so many."""
    for k in range(len(ring.tau)):
        tau = ring.tau[k]
        if ring.delays[k, TAU] >= 0:
            tau = ring.parameters[ring.delays[k, TAU]]
        steps = tau / h
        if abs(steps - np.floor(steps + 0.5)) < WHOLE * (1.0 + steps):
            steps = np.floor(steps + 0.5)
        first, last = int(np.floor(taken - steps)), -int(np.floor(steps - taken - 1.0))
        if steps < 1.0 or (last > 0 and max(first, 0) < taken - len(ring.rows) + 1):
            return PAST_UNKNOWN
        ring.parameters[ring.delays[k, _KNOWN]] = 0.0 if last <= 0 and ring.delays[k, IS_WRITTEN] > 0 else 1.0
        ring.parameters[ring.delays[k, MIDDLE]] = t_first + (taken + 0.5 - steps) * h
        ring.parameters[ring.delays[k, RATE]] = 2.0 / h
        for i in range(len(ring.numbers)):
            if ring.numbers[i, DELAY] == k:
                for j in range(ring.coefficients.shape[1]):
                    ring.parameters[ring.coefficients[i, j]] = 0.0
                if last <= 0:
                    ring.parameters[ring.coefficients[i, 0]] = ring.before[i]
                else:
                    hand_over(ring, i, taken, max(first, 0), last, taken + 0.5 - steps, h)
    return RUN_DONE


@loop
def hand_over(ring: PastRing, i: int, taken: int, first: int, last: int, middle: float, h: float) -> None:
    """Writes the coefficients of one number on the interval of one step about a middle, in steps from the start."""
    value, slope = ring.numbers[i, VALUE], ring.numbers[i, SLOPE]
    x, d, count = ring.nodes, ring.newton, 0
    if slope < 0:
        first, last = max(first - 1, 0, taken - len(ring.rows) + 1), min(last + 1, taken)
    for n in range(first, min(last, first + 4) + 1):
        for _ in range(1 if slope < 0 else 2):
            if count < DEGREES:
                x[count] = n - first
                d[count] = ring.rows[n % len(ring.rows), value]
                count += 1
    for order in range(1, count):
        for m in range(count - 1, order - 1, -1):
            if x[m] > x[m - order]:
                d[m] = (d[m] - d[m - 1]) / (x[m] - x[m - order])
            else:
                d[m] = h * ring.rows[(first + int(x[m])) % len(ring.rows), slope]
    for p in range(DEGREES):
        at = middle - first + 0.5 * ring.points[p]
        y, y_dot = d[count - 1], 0.0
        for m in range(count - 2, -1, -1):
            y_dot = y_dot * (at - x[m]) + y
            y = y * (at - x[m]) + d[m]
        for j in range(DEGREES):
            found = y_dot / h if ring.numbers[i, IS_SLOPE] > 0 else y
            ring.parameters[ring.coefficients[i, j]] += ring.transform[j, p] * found


@loop
def keep_past(ring: PastRing, taken: int) -> None:
    """Keeps what is measured at the end of a step."""
    row = taken % len(ring.rows)
    for j in range(len(ring.measured)):
        ring.rows[row, j] = ring.measured[j]


@loop
def begin_past(ring: PastRing) -> None:
    """What was before the start, at which all was at rest for long."""
    keep_past(ring, 0)
    for i in range(len(ring.numbers)):
        ring.before[i] = 0.0 if ring.numbers[i, IS_SLOPE] > 0 else ring.measured[ring.numbers[i, VALUE]]


def chebyshev_transform() -> tuple[np.ndarray, np.ndarray]:
    """(Chebyshev's points, the matrix that makes coefficients of values there)."""
    points = np.cos(np.pi * (np.arange(DEGREES) + 0.5) / DEGREES)
    found = np.polynomial.chebyshev.chebvander(points, DEGREES - 1).T * (2.0 / DEGREES)
    found[0] *= 0.5
    return points, np.ascontiguousarray(found)
