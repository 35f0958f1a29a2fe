"""Sizes of constraint rows, for lengths whose squares are no numbers."""

import warnings

import numpy as np
import pytest

from linkwork.mechanics.row_table import sizes_of


@pytest.mark.parametrize("factor", [1e-200, 1e-3, 1.0, 1e200])
def test_sizes_of_rows_neither_overflow_nor_vanish(factor: float) -> None:
    """|w| by math.hypot's rule: 3-4-5 triangles at any scale, without a warning of NumPy."""
    wrenches = factor * np.array([[3.0, 4.0, 0.0, 0.0, 0.0, 0.0], [0.0, 0.0, 0.0, 0.0, 1.5, 2.0], np.zeros(6)])
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        found = sizes_of(wrenches, 2.0)
    np.testing.assert_allclose(found[:2], 5.0 * factor, rtol=1e-14)
    assert found[2] == 0.0
