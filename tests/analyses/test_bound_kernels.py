"""Kernels bound to the state of a run."""

import math

import pytest

from linkwork.analyses.common.bound_kernels import largest_size


@pytest.mark.parametrize("values", [[math.nan, 1.0], [1.0, math.nan], [math.nan]])
def test_what_is_not_a_number_is_not_overlooked(values: list[float]) -> None:
    assert math.isnan(largest_size(values))


def test_the_largest_size_counts_without_sign() -> None:
    assert (largest_size([]), largest_size([-3.0, 2.0])) == (0.0, 3.0)
