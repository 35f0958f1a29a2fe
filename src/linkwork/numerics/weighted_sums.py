"""Weighted sums of rows: what explicit methods spend their time on beside the rates.

Kernels write rates number by number. A vector that is read where single numbers were written just before has to wait
until all of them have left the processor's store buffer; numbers read one by one are handed on at once. Short sums are
therefore not vectorised: steps of small mechanisms take a fifth less time. All ways add in the same order.
"""

from __future__ import annotations

from typing import Any

from .loop_decorator import loop, vectorised

SHORT = 64
"""Components up to which rows are added number by number."""


@loop
def combine(weights: Any, count: int, k: Any, result: Any) -> None:
    """Σ_j weights_j k_j over the first `count` rows of k, added in their order; rows may be longer than the result."""
    if len(result) > SHORT:
        combine_long(weights, count, k, result)
    else:
        for i in range(len(result)):
            total = 0.0
            for j in range(count):
                total += weights[j] * k[j, i]
            result[i] = total


@loop
def shifted_state(weights: Any, count: int, k: Any, y: Any, h: float, result: Any) -> None:
    """y + h Σ_j weights_j k_j, as the first components of the result."""
    n = len(y)
    if n > SHORT:
        shifted_long_state(weights, count, k, y, h, result)
    else:
        for i in range(n):
            total = 0.0
            for j in range(count):
                total += weights[j] * k[j, i]
            result[i] = y[i] + h * total


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
