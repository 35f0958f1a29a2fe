"""Weighted sums: plain and compiled give the same bits, for rows of every length, and write nowhere else."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from linkwork.kernels.loops import compiled_loop
from linkwork.numerics.weighted_sums import combine, shifted_state


def both(weights: Any, count: int, k: Any, y: Any, h: float, plain: Any, moved: Any) -> None:
    combine(weights, count, k, plain)
    if count > 0:
        shifted_state(weights, count, k, y, h, moved)


compiled = compiled_loop(both)


@pytest.mark.parametrize("n", [0, 1, 2, 3, 4, 5, 7, 8, 15, 16, 17, 31, 33, 64])
def test_sums_of_rows(n: int) -> None:
    rng = np.random.default_rng(n)
    for count in (0, 1, 2, 5, 12):
        # Rows are longer than what is summed, and so are results.
        k, y, weights, h = rng.normal(size=(12, n + 1)), rng.normal(size=n), rng.normal(size=12), 0.3
        plain, moved = np.full(n, 9.0), np.full(n + 3, 7.0)
        compiled(weights, count, k, y, h, plain, moved)
        same, ahead = np.full(n, 9.0), np.full(n + 3, 7.0)
        combine(weights, count, k, same)
        np.testing.assert_array_equal(plain, same)
        np.testing.assert_allclose(plain, weights[:count] @ k[:count, :n], atol=1e-13)
        if count:
            shifted_state(weights, count, k, y, h, ahead)
            np.testing.assert_array_equal(moved, ahead)
            np.testing.assert_allclose(moved[:n], y + h * weights[:count] @ k[:count, :n], atol=1e-13)
        assert (moved[n:] == 7.0).all()


def test_what_is_not_finite_spreads() -> None:
    k = np.ones((3, 5))
    k[1, 2] = np.inf
    result = np.zeros(5)
    compiled(np.array([1.0, 0.0, 1.0]), 3, k, np.zeros(5), 1.0, result, np.zeros(5))
    assert np.isnan(result[2]) and np.isfinite(np.delete(result, 2)).all()
