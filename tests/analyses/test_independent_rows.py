"""Rows that determine all others, number by number and by singular values."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from linkwork.analyses.constraints import row_choice
from linkwork.analyses.constraints.row_choice import determine_all


@given(st.integers(0, 10_000), st.integers(1, 5), st.integers(0, 4), st.integers(-14, 0))
def test_both_ways_agree_where_the_quick_one_is_sure(seed: int, rank: int, more: int, close: int) -> None:
    rng = np.random.default_rng(seed)
    P = rng.normal(size=(rank, 6)) * 10.0 ** rng.uniform(-2, 2, size=(rank, 1))
    P[-1] = P[0] + 10.0**close * P[-1]
    P = np.vstack([P, rng.normal(size=(more, rank)) @ P])
    rows = tuple(range(rank))
    slow = _by_singular_values(P, rows)
    if row_choice._clearly_determine(P.tolist(), rows):
        assert slow
    assert determine_all(P, rows) == slow


def _by_singular_values(P: np.ndarray, rows: tuple[int, ...]) -> bool:
    before, row_choice.SMALL_MATRIX = row_choice.SMALL_MATRIX, 0
    try:
        return determine_all(P, rows)
    finally:
        row_choice.SMALL_MATRIX = before


@pytest.mark.parametrize(
    ("P", "rows", "expected"),
    [
        ([[1.0, 0.0, 0.0], [0.0, 1.0, 0.0]], (0, 1), True),
        ([[1.0, 0.0, 0.0], [1.0, 1e-5, 0.0]], (0, 1), False),
        ([[1.0, 0.0, 0.0], [0.0, 1.0, 0.0]], (0,), False),
        ([[1.0, 0.0, 0.0], [2.0, 0.0, 0.0]], (0,), True),
        ([[1.0, 0.0, 0.0], [0.0, 1e-7, 0.0]], (0,), False),
        ([[0.0, 0.0], [0.0, 0.0]], (), True),
    ],
)
def test_plain_cases(P: list[list[float]], rows: tuple[int, ...], expected: bool) -> None:
    assert determine_all(np.array(P), rows) is expected
