"""Factors in tiles, against NumPy's solution of the same systems."""

from __future__ import annotations

import numpy as np
import pytest

from linkwork.kernels.loops import compiled_loop
from linkwork.numerics.block_lu import (
    factor_blocks,
    factor_complex_blocks,
    fill_blocks,
    solve_blocks,
    solve_complex_blocks,
)
from linkwork.numerics.block_plan import BlockPlan
from linkwork.numerics.multifrontal import UnknownBlocks


def random_system(size: int, blocks: int, seed: int) -> tuple[np.ndarray, np.ndarray, np.ndarray, UnknownBlocks]:
    """(rows, columns, entries, blocks): some places have two entries, and blocks may have more than eight unknowns."""
    rng = np.random.default_rng(seed)
    of = np.unique(rng.integers(0, blocks, size), return_inverse=True)[1]
    rows, columns = np.nonzero((rng.random((size, size)) < 0.15) | np.eye(size, dtype=bool))
    entries = rng.standard_normal(len(rows)) + np.where(rows == columns, 6.0, 0.0)
    again = np.arange(0, len(rows), 3)
    parts = ((rows, rows[again]), (columns, columns[again]), (entries, 0.1 * entries[again]))
    i, j, values = (np.concatenate(x) for x in parts)
    return i, j, values, UnknownBlocks(of, np.zeros(of.max() + 1, dtype=bool))


@pytest.mark.parametrize(("size", "blocks"), [(5, 1), (12, 2), (40, 9), (60, 5)])
def test_solutions_are_those_of_numpy(size: int, blocks: int) -> None:
    i, j, values, of = random_system(size, blocks, size)
    plan, rng = BlockPlan.of(i, j, of), np.random.default_rng(1)
    A, b, c = np.zeros((size, size)), *rng.standard_normal((2, size))
    np.add.at(A, (i, j), values)

    real = plan.factors(i, j, np.arange(len(i)))
    compiled_loop(fill_blocks)(real, values)
    assert compiled_loop(factor_blocks)(real)
    x = b.copy()
    compiled_loop(solve_blocks)(real, x)
    np.testing.assert_allclose(x, np.linalg.solve(A, b), atol=1e-13)

    both, imaginary = plan.factors(i, j, np.arange(len(i)), True), rng.standard_normal(len(i))
    Z = A.astype(complex)
    np.add.at(Z, (i, j), 1j * imaginary)
    np.add.at(both.tiles, both.place, values)
    np.add.at(both.tiles, both.part + both.place, imaginary)
    assert compiled_loop(factor_complex_blocks)(both)
    x, y = b.copy(), c.copy()
    compiled_loop(solve_complex_blocks)(both, x, y)
    np.testing.assert_allclose(x + 1j * y, np.linalg.solve(Z, b + 1j * c), atol=1e-13)


def test_only_entries_of_the_source_count() -> None:
    i, j, values, of = random_system(20, 4, 3)
    used = np.flatnonzero((i == j) | (np.arange(len(i)) % 2 == 0))
    factors = BlockPlan.of(i[used], j[used], of).factors(i[used], j[used], used)
    compiled_loop(fill_blocks)(factors, values)
    assert compiled_loop(factor_blocks)(factors)
    A, x = np.zeros((20, 20)), np.ones(20)
    np.add.at(A, (i[used], j[used]), values[used])
    compiled_loop(solve_blocks)(factors, x)
    np.testing.assert_allclose(A @ x, np.ones(20), atol=1e-13)


def test_a_block_without_pivot_has_no_factors() -> None:
    # Rows are exchanged within blocks alone: (0 1; 1 0) has factors in one block and none in two.
    i, j, one = np.array([0, 1, 0, 1]), np.array([1, 0, 0, 1]), np.array([1.0, 1.0, 0.0, 0.0])
    for of, has_factors in ((np.array([0, 0]), True), (np.array([0, 1]), False)):
        blocks = UnknownBlocks(of, np.zeros(of.max() + 1, dtype=bool))
        factors = BlockPlan.of(i, j, blocks).factors(i, j, np.arange(4))
        compiled_loop(fill_blocks)(factors, one)
        assert compiled_loop(factor_blocks)(factors) == has_factors


def test_rounding_is_no_pivot_even_where_it_comes_first() -> None:
    """The rotations of a body without mass on a spring are rounding beside its stiffness; its rows are other blocks."""
    K, held = np.diag([1e-13, 2e-13, 1e4, 3e4]), np.eye(4)
    A = np.block([[K, held], [held, np.zeros((4, 4))]])
    i, j = np.nonzero(A)
    apart = UnknownBlocks(np.array([0, 0, 0, 0, 1, 1, 2, 2]), np.array([False, True, True]))
    plan = BlockPlan.of(i, j, apart)
    real = plan.factors(i, j, np.arange(len(i)))
    compiled_loop(fill_blocks)(real, A[i, j])
    assert not compiled_loop(factor_blocks)(real)
    both = plan.factors(i, j, np.arange(len(i)), True)
    np.add.at(both.tiles, both.place, A[i, j])
    assert not compiled_loop(factor_complex_blocks)(both)
