"""Collocation for linear equations: its order measured, and stiff equations."""

import numpy as np
from scipy.linalg import expm

from linkwork.numerics.collocation import collocation_step, gauss_tableau


def solved(steps: int, stages: int) -> float:
    """y' = cos(t) y + sin(2t), against the exact solution with y(0) = 1."""
    c = gauss_tableau(stages)[2]
    Y, h = np.ones((1, 1)), 2.0 / steps
    for k in range(steps):
        t = k * h + c * h
        Y = collocation_step(np.cos(t).reshape(-1, 1, 1), np.sin(2 * t).reshape(-1, 1, 1), Y, h)
    exact = 3.0 * np.exp(np.sin(2.0)) - 2.0 * np.sin(2.0) - 2.0
    return abs(float(Y[0, 0]) - exact)


def test_order_is_twice_the_points():
    for stages in (2, 3):
        errors = [solved(n, stages) for n in (4, 8, 16)]
        order = np.polyfit(np.log([4, 8, 16]), np.log(errors), 1)[0]
        assert -order > 2 * stages - 0.4


def test_constant_matrices_match_the_exponential_also_where_stiff():
    A = np.array([[0.0, 1.0], [-4.0, -0.3]])
    Y = collocation_step(np.array([A] * 5), np.zeros((5, 2, 2)), np.eye(2), 0.3)
    assert np.abs(Y - expm(0.3 * A)).max() < 1e-10
    stiff = np.full((5, 1, 1), -1e8)
    assert abs(collocation_step(stiff, np.zeros((5, 1, 1)), np.ones((1, 1)), 1.0)[0, 0]) <= 1.0
