"""Weak forms in time on one oscillator: equivalent methods, stability limits, order, energy."""

from __future__ import annotations

from itertools import product

import numpy as np
import pytest

from linkwork.numerics.integrators.time_shapes import TimeElement
from tests.oscillator import Oscillator, collocation, one_step


@pytest.mark.seed("S3.1", passage="(4)–(7)")
@pytest.mark.parametrize("k", [1, 2, 3])
def test_primal_mixed_and_collocation_are_one_method(k: int) -> None:
    o, y = Oscillator(1.3, a=0.2, c=0.4), np.array([0.4, 0.7])
    primal = one_step(o, TimeElement(k), y, 0.3)
    assert np.allclose(primal, collocation(o, k, y, 0.3), rtol=0, atol=1e-13)
    for fields in ("mixed", "three"):
        assert np.allclose(primal, one_step(o, TimeElement(k, fields=fields), y, 0.3), rtol=0, atol=1e-13)


def amplification(element: TimeElement, h: float) -> float:
    """The largest eigenvalue of one step of the oscillator with ω = 1."""
    columns = [one_step(Oscillator(), element, unit, h) for unit in np.eye(2)]
    return float(np.abs(np.linalg.eigvals(np.array(columns).T)).max())


# Where stability ends and begins again, ω h: the closed forms of the scan of eigenvalues.
LIMITS = [
    (1, "full", [12**0.5]),
    (1, "lobatto", [2.0]),
    (2, "full", [10**0.5, 12**0.5, 60**0.5]),
    (2, "lobatto", [8**0.5, 12**0.5, 24**0.5]),
    (3, "full", [3.1420]),
    (3, "lobatto", [3.1155]),
]


@pytest.mark.seed("S3.2", passage="(6)–(7)")
@pytest.mark.parametrize(("k", "quadrature", "limits"), LIMITS)
def test_stability_limits(k: int, quadrature: str, limits: list[float]) -> None:
    element = TimeElement(k, quadrature)
    for number, limit in enumerate(limits):
        below, above = amplification(element, limit - 0.004), amplification(element, limit + 0.004)
        stable, unstable = (below, above) if number % 2 == 0 else (above, below)
        assert stable < 1 + 1e-9
        assert unstable > 1 + 1e-6


@pytest.mark.seed("S3.2")
@pytest.mark.parametrize("k", [1, 2, 3])
def test_reduced_integration_and_mixed_form_are_stable_for_every_step(k: int) -> None:
    for h in (1.0, 4.0, 30.0, 1000.0):
        assert amplification(TimeElement(k), h) == pytest.approx(1.0, abs=1e-9)
        for fields, quadrature in product(("mixed", "three"), ("gauss", "full", "lobatto")):
            element = TimeElement(k, quadrature, fields=fields)
            assert amplification(element, h) == pytest.approx(1.0, abs=1e-9)


def end(o: Oscillator, element: TimeElement, h: float) -> np.ndarray:
    y = np.array([0.5, 0.2])
    for _ in range(round(2.0 / h)):
        y = one_step(o, element, y, h)
    return y


@pytest.fixture(scope="module")
def exact() -> np.ndarray:
    return end(Oscillator(1.0, a=0.3, c=0.5), TimeElement(3), 0.02)


@pytest.mark.few(8)
@pytest.mark.parametrize("quadrature", ["gauss", "full", "lobatto"])
@pytest.mark.parametrize("k", [1, 2, 3])
def test_orders_in_minimal_coordinates(k: int, quadrature: str, exact: np.ndarray) -> None:
    o, lengths = Oscillator(1.0, a=0.3, c=0.5), (0.2, 0.1, 0.05)
    errors = [np.abs(end(o, TimeElement(k, quadrature), h) - exact).max() for h in lengths]
    # The sixth order of four nodes meets rounding and the reference; it is at least that.
    slope = np.polyfit(np.log(lengths), np.log(errors), 1)[0]
    assert slope == pytest.approx(2 * k, abs=0.15 if k < 3 else 0.6)


@pytest.mark.parametrize("quadrature", ["gauss", "full", "lobatto"])
def test_a_step_is_symplectic(quadrature: str) -> None:
    """det ∂(q, p)/∂(q, p) = 1, by differences, with a mass that depends on the position."""
    o, y, d = Oscillator(1.0, a=0.5, c=0.6), np.array([0.7, 0.4]), 1e-5
    columns = [
        (
            one_step(o, TimeElement(2, quadrature), y + d * e, 0.4)
            - one_step(o, TimeElement(2, quadrature), y - d * e, 0.4)
        )
        / (2 * d)
        for e in np.eye(2)
    ]
    assert np.linalg.det(np.array(columns)) == pytest.approx(1.0, abs=1e-9)
