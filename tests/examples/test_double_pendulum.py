"""The first example: numbers against equations written by hand and integrated by SciPy."""

import numpy as np
import pytest
from scipy.integrate import solve_ivp

from examples import double_pendulum as example
from linkwork.kernels import compile_function


def by_hand(_: float, x: np.ndarray) -> np.ndarray:
    """The textbook equations of the planar double pendulum."""
    (a, b), (m, n), g = example.LENGTH, example.MASS, example.GRAVITY
    p, q, u, v = x
    c, s = np.cos(p - q), np.sin(p - q)
    matrix = np.array([[(m + n) * a * a, n * a * b * c], [n * a * b * c, n * b * b]])
    h = np.array([-n * a * b * s * v * v - (m + n) * g * a * np.sin(p), n * a * b * s * u * u - n * g * b * np.sin(q)])
    return np.concatenate([x[2:], np.linalg.solve(matrix, h)])


@pytest.mark.seed("S4.3")
def test_the_traced_equations_are_those_of_the_textbook() -> None:
    kernel = compile_function(example.equations())
    for x in np.random.default_rng(0).normal(size=(20, 4)):
        np.testing.assert_allclose(kernel(q=x[:2], u=x[2:]).rate, by_hand(0.0, x), rtol=1e-12)


def test_the_run_agrees_with_scipy_and_keeps_its_energy() -> None:
    states = example.simulate(compile_function(example.equations()), seconds=2.0, samples=201)
    reference = solve_ivp(by_hand, (0.0, 2.0), example.START, rtol=1e-11, atol=1e-12, method="DOP853")
    np.testing.assert_allclose(states[-1], reference.y[:, -1], rtol=1e-7)
    numbers = example.main()
    assert numbers["drift"] < 1e-8
    assert numbers["pivot"] > 0.05
