"""Weighted sums of rows: what explicit methods spend their time on beside the rates."""

from __future__ import annotations

from typing import Any

from .loop_decorator import vectorised


@vectorised
def combine(weights: Any, count: int, k: Any, result: Any) -> None:
    """Σ_j weights_j k_j over the first `count` rows of k, added in their order; rows may be longer than the result."""
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
def shifted_state(weights: Any, count: int, k: Any, y: Any, h: float, result: Any) -> None:
    """y + h Σ_j weights_j k_j, as the first components of the result."""
    n = len(y)
    combine(weights, count, k, result[:n])
    for i in range(n):
        result[i] = y[i] + h * result[i]
