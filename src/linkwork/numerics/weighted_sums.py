"""Weighted sums of rows: what explicit methods spend their time on beside the rates.

Kernels write rates number by number. A vector that is read where single numbers were written just before has to wait
until all of them have left the processor's store buffer; numbers read one by one are handed on at once. Short sums are
therefore not vectorised: steps of small mechanisms take a fifth less time. All ways add in the same order.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from ..kernels.loops import loop, vectorised

SHORT = 64
"""Components up to which rows are added number by number."""


@loop
def combine(weights: Any, count: int, k: Any, result: Any) -> None:
    """Σ_j weights_j k_j over the first `count` rows of k, added in their order; rows may be longer than the result."""
    n, i = len(result), 0
    if n > SHORT:
        combine_long(weights, count, k, result)
    elif n < 4:
        for m in range(n):
            result[m] = weighted_sum(weights, count, k, m)
    else:
        while i < n:
            at = min(i, n - 4)
            a, b, c, d = four_weighted_sums(weights, count, k, at)
            result[at] = a
            result[at + 1] = b
            result[at + 2] = c
            result[at + 3] = d
            i += 4


@loop
def shifted_state(weights: Any, count: int, k: Any, y: Any, h: float, result: Any) -> None:
    """y + h Σ_j weights_j k_j, as the first components of the result, which is another array than y."""
    n, i = len(y), 0
    if n > SHORT:
        shifted_long_state(weights, count, k, y, h, result)
    elif n < 4:
        for m in range(n):
            result[m] = y[m] + h * weighted_sum(weights, count, k, m)
    else:
        while i < n:
            at = min(i, n - 4)
            a, b, c, d = four_weighted_sums(weights, count, k, at)
            result[at] = y[at] + h * a
            result[at + 1] = y[at + 1] + h * b
            result[at + 2] = y[at + 2] + h * c
            result[at + 3] = y[at + 3] + h * d
            i += 4


@loop
def weighted_sum(weights: Any, count: int, k: Any, i: int) -> float:
    """One component."""
    total = 0.0
    for j in range(count):
        total += weights[j] * k[j, i]
    return total


@loop
def four_weighted_sums(weights: Any, count: int, k: Any, i: int) -> tuple[float, float, float, float]:
    """Four components from the one at `i` on; the last four of a row may overlap the four before."""
    a, b, c, d = 0.0, 0.0, 0.0, 0.0
    for j in range(count):
        w = weights[j]
        a += w * k[j, i]
        b += w * k[j, i + 1]
        c += w * k[j, i + 2]
        d += w * k[j, i + 3]
    return a, b, c, d


@vectorised
def combine_long(weights: Any, count: int, k: Any, result: Any) -> None:
    """The same for many components."""
    n, done = len(result), 0
    for i in range(n):
        result[i] = 0.0
    # Four rows a time: the sums are read and written a quarter as often, and added in the same order.
    while done + 4 <= count:
        a, b, c, d = weights[done], weights[done + 1], weights[done + 2], weights[done + 3]
        for i in range(n):
            result[i] = result[i] + a * k[done, i] + b * k[done + 1, i] + c * k[done + 2, i] + d * k[done + 3, i]
        done += 4
    for j in range(done, count):
        a = weights[j]
        for i in range(n):
            result[i] += a * k[j, i]


@vectorised
def shifted_long_state(weights: Any, count: int, k: Any, y: Any, h: float, result: Any) -> None:
    """The same for many components."""
    n = len(y)
    combine_long(weights, count, k, result[:n])
    for i in range(n):
        result[i] = y[i] + h * result[i]


@loop
def assign(target: Any, source: Any) -> None:
    """Writes one array over another, or over the beginning of a longer one."""
    if len(source) > SHORT:
        assign_long(target, source)
    else:
        for i in range(len(source)):
            target[i] = source[i]


@vectorised
def assign_long(target: Any, source: Any) -> None:
    """The same for many numbers."""
    for i in range(len(source)):
        target[i] = source[i]


@loop
def are_finite(values: Any, count: int) -> bool:
    """Whether the first `count` numbers are finite; few are read one by one, as they were written."""
    if count > SHORT:
        return are_many_finite(values, count)
    wrong = 0
    for i in range(count):
        wrong += 0 if abs(values[i]) < np.inf else 1
    return wrong == 0


@vectorised
def are_many_finite(values: Any, count: int) -> bool:
    """The same for many numbers."""
    wrong = 0
    # Counted, where a branch would do too: counting vectorises.
    for i in range(count):
        wrong += 0 if abs(values[i]) < np.inf else 1
    return wrong == 0
