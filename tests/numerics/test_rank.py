"""Rank, null spaces and solutions of least norm; least squares on residuals that are singular or contradictory."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy import sparse

from linkwork.numerics.least_squares import least_squares_fit
from linkwork.numerics.rank import block_svd, rank_of, repeating_rows


@given(
    seed=st.integers(0, 10**6),
    rows=st.integers(1, 8),
    columns=st.integers(1, 8),
    data=st.data(),
)
def test_a_matrix_of_given_rank(seed: int, rows: int, columns: int, data: st.DataObject) -> None:
    rank = data.draw(st.integers(0, min(rows, columns)))
    rng = np.random.default_rng(seed)
    left, _ = np.linalg.qr(rng.normal(size=(rows, rows)))
    right, _ = np.linalg.qr(rng.normal(size=(columns, columns)))
    a = left[:, :rank] @ np.diag(rng.uniform(0.1, 2.0, size=rank)) @ right[:, :rank].T
    found = rank_of(a)
    assert found.rank == rank
    np.testing.assert_allclose(a @ found.null_space, 0.0, atol=1e-12)
    np.testing.assert_allclose(found.left_null_space.T @ a, 0.0, atol=1e-12)
    dependent = [k for k in range(columns) if k not in found.independent_columns]
    assert len(found.independent_rows) == rank == len(dependent)
    assert np.linalg.matrix_rank(a[list(found.independent_rows)], tol=1e-9) == rank
    # With the independent unknowns taken out, the others are determined.
    assert np.linalg.matrix_rank(a[:, dependent], tol=1e-9) == rank
    wanted = a @ rng.normal(size=columns)
    np.testing.assert_allclose(a @ found.solve(wanted), wanted, atol=1e-11)
    np.testing.assert_allclose(found.solve(wanted), np.linalg.pinv(a, rcond=1e-9) @ wanted, atol=1e-9)
    np.testing.assert_allclose(found.contradiction(wanted), 0.0, atol=1e-11)


@pytest.mark.few(11)
@pytest.mark.parametrize("seed", range(20))
def test_rows_that_repeat_others_dense_and_sparse(seed: int) -> None:
    """Combinations of a few rows among many: what is left has the same rank, and is far from losing it."""
    rng = np.random.default_rng(seed)
    own = sparse.random(60, 90, density=0.06, random_state=seed).toarray() + np.eye(60, 90)
    mixed = np.zeros((7, 60))
    for row in mixed:
        row[rng.choice(60, size=3, replace=False)] = rng.normal(size=3)
    a = rng.permutation(np.vstack([own, mixed @ own]))
    for given_as in (a, sparse.csr_matrix(a)):
        left = repeating_rows(given_as)
        assert len(left) == 7
        values = np.linalg.svd(np.delete(a, left, axis=0), compute_uv=False)
        assert values[-1] > 0.05 * np.linalg.svd(own, compute_uv=False)[-1]


def test_scales_make_units_comparable() -> None:
    # A micrometre mechanism: one row in metres, one in radians.
    a = np.array([[1e-7, 2e-7], [1.0, 1.0]])
    assert rank_of(a, tolerance=1e-6).rank == 1
    assert rank_of(a, row_scale=np.array([1e7, 1.0])).rank == 2


def test_what_cannot_be_met_is_told() -> None:
    found = rank_of(np.array([[1.0, 0.0], [1.0, 0.0]]))
    np.testing.assert_allclose(found.contradiction(np.array([1.0, 3.0])), [-1.0, 1.0])
    np.testing.assert_allclose(found.solve(np.array([1.0, 3.0])), [2.0, 0.0])


def test_rounding_errors_have_no_rank() -> None:
    assert rank_of(1e-16 * np.ones((3, 2))).rank == 0
    assert rank_of(np.zeros((0, 2))).rank == 0
    with pytest.raises(ValueError, match="finite"):
        rank_of(np.array([[np.nan]]))


def test_least_squares_finds_roots_double_roots_and_the_nearest_miss() -> None:
    ones = np.ones(1)
    plain = least_squares_fit(lambda x: (x**2 - 2.0, np.diag(2 * x)), np.array([3.0]), ones, ones)
    assert plain.x[0] == pytest.approx(np.sqrt(2.0), abs=1e-15)
    double = least_squares_fit(lambda x: ((x - 1.0) ** 2, np.diag(2 * (x - 1.0))), np.array([3.0]), ones, ones)
    assert double.size < 1e-10
    miss = least_squares_fit(lambda x: (x**2 + 1.0, np.diag(2 * x)), np.array([3.0]), ones, ones)
    assert miss.size == pytest.approx(1.0, abs=1e-6)


def test_blocks_are_decomposed_on_their_own() -> None:
    """Random blocks, some wide, some tall, with empty rows and columns, in random order: the same decomposition."""
    rng = np.random.default_rng(5)
    shapes = [(5, 3), (2, 4), (5, 3), (1, 1), (6, 6)] * 4
    a = np.zeros((sum(m for m, _ in shapes) + 2, sum(n for _, n in shapes) + 3))
    row = column = 0
    for m, n in shapes:
        a[row : row + m, column : column + n] = rng.standard_normal((m, 1)) @ rng.standard_normal((1, n))
        row, column = row + m, column + n
    a = a[rng.permutation(len(a))][:, rng.permutation(a.shape[1])]
    u, values, vt = block_svd(a)
    assert np.allclose(values, np.linalg.svd(a)[1], atol=1e-13)
    count = len(values)
    assert np.allclose((u[:, :count] * values) @ vt[:count], a, atol=1e-13)
    assert np.allclose(u.T @ u, np.eye(len(u))) and np.allclose(vt @ vt.T, np.eye(len(vt)))
    assert rank_of(a).rank == len(shapes)


def test_of_rows_that_repeat_each_other_one_is_independent() -> None:
    found = rank_of(np.array([[1.0, 0.0], [2.0, 0.0], [0.0, 1.0]]))
    assert found.independent_rows == (1, 2)
