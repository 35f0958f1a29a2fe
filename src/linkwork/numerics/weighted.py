"""Weighted sums of rows, from loops that run as plain Python. `native_sums` is the same for compiled loops."""

from __future__ import annotations

from typing import Any


def combine(weights: Any, count: int, k: Any, result: Any) -> None:
    """Σ_j weights_j k_j over the first `count` rows of k, added in their order; rows may be longer than the result."""
    n = len(result)
    result[:] = 0.0
    for j in range(count):
        result += weights[j] * k[j, :n]


def shifted(weights: Any, count: int, k: Any, y: Any, h: float, result: Any) -> None:
    """y + h Σ_j weights_j k_j, as the first components of the result."""
    target = result[: len(y)]
    combine(weights, count, k, target)
    target *= h
    target += y
