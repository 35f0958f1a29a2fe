r"""The polynomial through the last steps of a run, which goes on where the equations cannot be asked.

It goes through states and rates at the ends of steps, in Newton's form with nodes counted twice (Hermite):

$$ y(t + \tau) = \sum_k c_k \prod_{j<k} (\tau - \tau_j). $$
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np

from ...kernels.loops import loop
from .flow import Flow
from .projection import Projection, pivot_at

ZERO_ITERATIONS = 6
"""How often it is looked when pivots are zero."""
ZERO_SEEN = 0.3
"""Part of the root of a pivot at the start to which it must have fallen for its zero to be believed."""
NO_ZERO = -1.0
"""How far ahead a zero is that is not found."""


class MotionBranch(NamedTuple):
    """A polynomial, and memory to evaluate it."""

    times: Any
    """The nodes, relative to the present time, each twice."""
    coefficients: Any
    """Divided differences (nodes × n)."""
    at: Any
    """The state where it was last evaluated."""
    rates: Any
    """The rates there."""


@loop
def divide_differences(branch: MotionBranch, rows: Any, stride: int) -> None:
    """Finds the polynomial through every `stride`-th of some rows (time, y, ẏ), the present one first."""
    z, c, n = branch.times, branch.coefficients, len(branch.at)
    m = len(z)
    for k in range(m):
        row = (k // 2) * stride
        z[k] = rows[row, 0] - rows[0, 0]
        for i in range(n):
            c[k, i] = rows[row, 1 + i]
    for k in range(m - 1, 0, -1):
        for i in range(n):
            if k % 2 == 1:
                c[k, i] = rows[(k // 2) * stride, 1 + n + i]
            else:
                c[k, i] = (c[k, i] - c[k - 1, i]) / (z[k] - z[k - 1])
    for order in range(2, m):
        for k in range(m - 1, order - 1, -1):
            for i in range(n):
                c[k, i] = (c[k, i] - c[k - 1, i]) / (z[k] - z[k - order])


@loop
def follow_branch(branch: MotionBranch, ahead: float, result: Any) -> None:
    """The state some time ahead of the present one."""
    top = len(branch.times) - 1
    for i in range(len(result)):
        value = branch.coefficients[top, i]
        for k in range(top - 1, -1, -1):
            value = value * (ahead - branch.times[k]) + branch.coefficients[k, i]
        result[i] = value


@loop
def extends(branch: MotionBranch, rows: Any, stride: int, allowed: Any) -> bool:
    """Finds the polynomial; whether it meets the rows between those that it goes through, each entry as allowed."""
    divide_differences(branch, rows, stride)
    for row in range((len(branch.times) // 2 - 1) * stride):
        follow_branch(branch, rows[row, 0] - rows[0, 0], branch.at)
        for i in range(len(allowed)):
            if abs(branch.at[i] - rows[row, 1 + i]) > allowed[i]:
                return False
    return True


@loop
def pivot_root(flow: Flow, projection: Projection, branch: MotionBranch, t: float, ahead: float) -> float:
    """The root of the smallest pivot on the way, which falls linearly towards a singular configuration."""
    follow_branch(branch, ahead, branch.at)
    return float(np.sqrt(max(pivot_at(flow, projection, t + ahead, branch.at, branch.rates), 0.0)))


@loop
def zero_ahead(flow: Flow, projection: Projection, branch: MotionBranch, t: float, reach: float) -> float:
    """How far ahead the pivots are zero; NO_ZERO where they turn before, or that is out of reach."""
    smallest, largest = flow.pivot[0], flow.pivot[1]
    first = pivot_root(flow, projection, branch, t, 0.0)
    before_at, before, now_at = 0.0, first, 1e-6 * reach
    now = pivot_root(flow, projection, branch, t, now_at)
    zero = NO_ZERO
    for _ in range(ZERO_ITERATIONS):
        if not now < before:
            break
        guess = now_at + (now_at - before_at) * now / (before - now)
        if guess > reach:
            break
        zero = guess if now < ZERO_SEEN * first else NO_ZERO
        before_at, before, now_at = now_at, now, now_at + 0.7 * (guess - now_at)
        now = pivot_root(flow, projection, branch, t, now_at)
    flow.pivot[0], flow.pivot[1] = smallest, largest
    return zero


def make_branch(points: int, n: int) -> MotionBranch:
    """Memory for a polynomial through so many points."""
    return MotionBranch(np.zeros(2 * points), np.zeros((2 * points, n)), np.zeros(n), np.zeros(n))
