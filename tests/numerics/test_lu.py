"""Dense factors in loops, against NumPy."""

from __future__ import annotations

import numpy as np
import pytest

from linkwork.numerics.integrators.lu import factor_complex, factor_lu, solve_complex, solve_lu

RNG = np.random.default_rng(5)


@pytest.mark.parametrize("n", [1, 2, 5, 12])
def test_real_systems(n: int) -> None:
    for _ in range(5):
        a, b = RNG.normal(size=(n, n)) * 10.0 ** RNG.uniform(-3, 3, size=(n, 1)), RNG.normal(size=n)
        factors, x, pivots = a.copy(), b.copy(), np.zeros(n, dtype=np.int64)
        assert factor_lu(factors, pivots)
        solve_lu(factors, pivots, x)
        assert np.allclose(x, np.linalg.solve(a, b), rtol=1e-9)


@pytest.mark.parametrize("n", [1, 2, 5, 12])
def test_complex_systems(n: int) -> None:
    for _ in range(5):
        a = RNG.normal(size=(n, n)) + 1j * RNG.normal(size=(n, n))
        b = RNG.normal(size=n) + 1j * RNG.normal(size=n)
        re, im, pivots = a.real.copy(), a.imag.copy(), np.zeros(n, dtype=np.int64)
        assert factor_complex(re, im, pivots)
        x, y = b.real.copy(), b.imag.copy()
        solve_complex(re, im, pivots, x, y)
        assert np.allclose(x + 1j * y, np.linalg.solve(a, b), rtol=1e-9)


@pytest.mark.parametrize("bad", [0.0, np.nan, np.inf])
def test_a_singular_matrix_is_told(bad: float) -> None:
    a, pivots = np.array([[1.0, 2.0], [bad, bad]]), np.zeros(2, dtype=np.int64)
    assert not factor_lu(a.copy(), pivots)
    assert not factor_complex(a.copy(), np.zeros((2, 2)), pivots)
