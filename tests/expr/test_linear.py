"""Sparse LDLᵀ on symbols against NumPy on numbers, and the operations it saves."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from linkwork.expr import TraceError, array, ldlt, operation_count, solve_ldlt, symbols, trace, zeros
from linkwork.expr.linear import minimum_degree


def symmetric(entries, n, pattern=None):
    """The symmetric matrix whose lower triangle is `entries`, row by row, where `pattern` allows."""
    matrix = zeros((n, n))
    rows, columns = np.tril_indices(n)
    for value, i, j in zip(entries, rows, columns, strict=True):
        if pattern is None or pattern[i, j]:
            matrix[i, j] = matrix[j, i] = value
    return matrix


def entries_of(matrix):
    return matrix[np.tril_indices(len(matrix))]


def positive_definite(rng, n, pattern=None):
    matrix = rng.uniform(-1, 1, (n, n))
    matrix = matrix + matrix.T
    if pattern is not None:
        matrix = matrix * pattern
    return matrix + 2 * n * np.eye(n)


@given(st.integers(1, 7), st.integers(0, 2**32 - 1), st.floats(0.0, 1.0))
def test_solve_random_sparse_systems(n, seed, density):
    rng = np.random.default_rng(seed)
    pattern = rng.uniform(size=(n, n)) < density
    pattern = pattern | pattern.T | np.eye(n, dtype=bool)
    f = trace(
        lambda a, b: dict(zip(("x", "pivot"), solve_ldlt(symmetric(a, n, pattern), b), strict=True)),
        {"a": n * (n + 1) // 2, "b": (n, 2)},
    )
    matrix, right = positive_definite(rng, n, pattern), rng.uniform(-1, 1, (n, 2))
    x, pivot = f(entries_of(matrix), right)
    np.testing.assert_allclose(x, np.linalg.solve(matrix, right), rtol=1e-11, atol=1e-13)
    assert pivot > 0


def test_factors():
    rng = np.random.default_rng(1)
    matrix = positive_definite(rng, 5)
    factors = ldlt(matrix)
    lower = factors.lower.astype(float)
    diagonal = np.diag([float(d) for d in factors.diagonal])
    order = np.array(factors.order)
    np.testing.assert_allclose(lower @ diagonal @ lower.T, matrix[np.ix_(order, order)], rtol=1e-13)


def test_numbers_stay_numbers():
    x, pivot = solve_ldlt([[4.0, 1.0], [1.0, 3.0]], [1.0, 2.0])
    np.testing.assert_allclose(x.astype(float), np.linalg.solve([[4.0, 1.0], [1.0, 3.0]], [1.0, 2.0]), rtol=1e-15)
    assert all(isinstance(value, float) for value in (*x, pivot))


def arrow(n):
    """Full first row and column, and a diagonal: all fill if eliminated from the front, none from the back."""
    pattern = np.eye(n, dtype=bool)
    pattern[0] = pattern[:, 0] = True
    return pattern


def test_an_arrow_matrix_has_no_fill():
    n = 12
    a, b = symbols("a", n * (n + 1) // 2), symbols("b", n)
    sparse = ldlt(symmetric(a, n, arrow(n)))
    assert 0 in sparse.order[-2:]
    assert sum(1 for v in sparse.lower.ravel() if not isinstance(v, float)) == n - 1
    in_order = ldlt(symmetric(a, n, arrow(n)), order=range(n))
    dense = ldlt(symmetric(a, n))
    costs = [operation_count(factors.solve(b)) for factors in (sparse, in_order, dense)]
    assert costs[0] < 9 * n < costs[1] / 3
    assert costs[1] <= costs[2]


def test_saddle_point_matrices():
    """A constraint row has no pivot of its own until the bodies it joins are eliminated."""
    rng = np.random.default_rng(2)
    mass, rows = positive_definite(rng, 4), rng.uniform(-1, 1, (2, 4))
    matrix = np.block([[mass, rows.T], [rows, np.zeros((2, 2))]])
    # The constraint rows first, so that only the choice of pivots can help.
    matrix = np.roll(matrix, (2, 2), (0, 1))
    right = rng.uniform(-1, 1, 6)
    f = trace(lambda m, b: solve_ldlt(where_filled(m, matrix), b)[0], {"m": (6, 6), "b": 6})
    np.testing.assert_allclose(f(matrix, right).value, np.linalg.solve(matrix, right), rtol=1e-11)


def where_filled(symbols_, numbers):
    return array(
        [[s if v else 0.0 for s, v in zip(*rows, strict=True)] for rows in zip(symbols_, numbers, strict=True)]
    )


def test_smallest_pivot_warns_of_a_singular_matrix():
    f = trace(lambda a: solve_ldlt(symmetric(a, 3), [1.0, 0.0, 0.0])[1], {"a": 6})
    assert f([1.0, 2.0, 4.0, 0.5, 0.1, 3.0]).value == pytest.approx(0.0, abs=1e-15)
    assert f([1.0, 0.0, -2.0, 0.0, 0.0, 3.0]).value == 1.0


def test_minimum_degree_on_a_chain_starts_at_the_ends():
    pattern = np.eye(5, dtype=bool) | np.eye(5, k=1, dtype=bool)
    assert minimum_degree(pattern)[0] == 0


@pytest.mark.parametrize(
    ("make", "message"),
    [
        (lambda a: ldlt(a[0]), r"needs a square matrix, got shape \(3,\)"),
        (lambda a: ldlt(a[0, 0]), r"needs a square matrix, got shape \(\)"),
        (lambda a: ldlt(a[:2]), r"needs a square matrix, got shape \(2, 3\)"),
        (lambda a: ldlt(a, order=[0, 1, 1]), "must name each of the 3 rows once"),
        (lambda a: ldlt(a).solve([1.0, 2.0]), r"the matrix has 3 rows, the right-hand side shape \(2,\)"),
        (lambda a: ldlt(np.diag([1.0, 0.0, 1.0]) * a), "row 1 of the matrix has no pivot"),
    ],
)
def test_errors(make, message):
    with pytest.raises(TraceError, match=message):
        make(symbols("a", (3, 3)))


@given(st.integers(1, 7), st.integers(0, 2**32 - 1), st.floats(0.0, 1.0))
def test_inverse_of_random_sparse_matrices(n, seed, density):
    rng = np.random.default_rng(seed)
    pattern = rng.uniform(size=(n, n)) < density
    pattern = pattern | pattern.T | np.eye(n, dtype=bool)
    f = trace(lambda a: ldlt(symmetric(a, n, pattern)).inverse(), {"a": n * (n + 1) // 2})
    matrix = positive_definite(rng, n, pattern)
    np.testing.assert_allclose(f(entries_of(matrix)).value, np.linalg.inv(matrix), rtol=1e-11, atol=1e-13)


def test_inverse_computes_one_half():
    a = symmetric(symbols("a", 55), 10)
    factors = ldlt(a)
    half, full = (operation_count(x.ravel()) for x in (factors.inverse(), factors.solve(np.eye(10))))
    assert half < 0.75 * full
