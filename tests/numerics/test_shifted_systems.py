"""Systems (κ − J) x = b without the coordinates whose rates are speeds, against NumPy with all of them."""

from __future__ import annotations

import numpy as np
import pytest

from linkwork.numerics.integrators.shifted_systems import (
    factor_shifted,
    factor_shifted_complex,
    shifted_systems,
    solve_shifted,
    solve_shifted_complex,
)

PAIRS = {
    "none": [],
    "some": [(0, 4), (2, 5)],
    "one speed of two coordinates": [(0, 4), (1, 4)],
    "all": [(0, 4), (1, 5), (2, 6)],
}


@pytest.mark.parametrize("pairs", PAIRS.values(), ids=PAIRS)
def test_solutions_have_all_entries(pairs: list[tuple[int, int]]) -> None:
    rng = np.random.default_rng(2)
    slopes = rng.normal(size=(8, 8)) * 10.0 ** rng.uniform(-3, 3, size=(8, 1))
    for i, j in pairs:
        slopes[i] = np.eye(8)[j]
    systems = shifted_systems(slopes, pairs)
    assert len(systems.real) == 8 - len(pairs)
    b, kappa = rng.normal(size=8), 40.0
    x = b.copy()
    assert factor_shifted(systems, kappa)
    solve_shifted(systems, kappa, x)
    assert np.allclose(x, np.linalg.solve(kappa * np.eye(8) - slopes, b), rtol=1e-9)
    c, turned = b + 1j * rng.normal(size=8), 30.0 + 50.0j
    re, im = c.real.copy(), c.imag.copy()
    assert factor_shifted_complex(systems, turned.real, turned.imag)
    solve_shifted_complex(systems, turned.real, turned.imag, re, im)
    assert np.allclose(re + 1j * im, np.linalg.solve(turned * np.eye(8) - slopes, c), rtol=1e-9)
