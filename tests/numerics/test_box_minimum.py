"""The minimum in a box under equations: conditions of Karush, Kuhn and Tucker, and what cannot be met."""

from __future__ import annotations

import numpy as np
import pytest
from scipy.optimize import lsq_linear

from linkwork.numerics.box_minimum import BoxProblem, box_minimum, kkt_minimum


def problem_of(rng, n, m, power):
    """Σ w x^p with random equations that a point of the box satisfies."""
    A, w = rng.normal(size=(m, n)), rng.uniform(0.5, 2.0, n)
    A /= np.abs(A).sum(axis=1, keepdims=True)
    b = A @ rng.uniform(0.0, 1.0, n)

    def cost(x):
        slopes = power * w * x ** (power - 1), power * (power - 1) * w * x ** (power - 2)
        return float(w @ x**power), slopes[0], np.diag(slopes[1])

    return BoxProblem(cost, lambda x: (A @ x - b, A), np.full(n, 1e-3), np.ones(n)), A, b


@pytest.mark.parametrize("power", [2, 3, 4])
@pytest.mark.parametrize(("n", "m"), [(2, 1), (9, 3), (30, 6)])
def test_random_minima_meet_their_conditions(n, m, power):
    """Bounded variables are pushed outwards by φ' − Aᵀλ, free ones not at all."""
    rng = np.random.default_rng(n + power)
    for _ in range(5):
        problem, A, b = problem_of(rng, n, m, power)
        found = box_minimum(problem, np.full(n, 0.5))
        x, gradient = found.x, problem.cost(found.x)[1]
        assert found.is_converged and np.abs(A @ x - b).max() < 1e-12
        low, high = x <= problem.low, x >= problem.high
        free = ~(low | high)
        multipliers = np.linalg.lstsq(A[:, free].T, gradient[free], rcond=None)[0]
        push = gradient - A.T @ multipliers
        assert np.abs(push[free]).max() < 1e-8
        assert (push[low] > -1e-8).all() and (push[high] < 1e-8).all()


def test_equations_that_the_box_forbids_are_met_as_well_as_can_be():
    rng = np.random.default_rng(4)
    problem, A, b = problem_of(rng, 8, 3, 2)
    far = BoxProblem(problem.cost, lambda x: (A @ x - b - 2.0, A), problem.low, problem.high)
    found = box_minimum(far, np.full(8, 0.5))
    best = lsq_linear(A, b + 2.0, (problem.low, problem.high), method="bvls")
    assert np.linalg.norm(A @ found.x - b - 2.0) == pytest.approx(np.sqrt(2.0 * best.cost), rel=1e-9)


def test_curved_equations_are_met_on_the_way():
    """x₁ + 2 x₂² on the unit circle is concave in x₁: least at an end of its range."""

    def rows(x):
        return np.array([x @ x - 1.0]), 2.0 * x[None, :]

    def cost(x):
        return float(x[0] + 2.0 * x[1] ** 2), np.array([1.0, 4.0 * x[1]]), np.diag([0.0, 4.0])

    problem = BoxProblem(cost, rows, np.array([0.2, 0.0]), np.ones(2), lambda x, lam: np.full(2, -2.0 * lam[0]))
    found = box_minimum(problem, np.array([0.6, 0.6]))
    assert found.is_converged and found.x @ found.x == pytest.approx(1.0, abs=1e-10)
    best = min(x + 2.0 * (1.0 - x * x) for x in (0.2, 1.0))
    assert cost(found.x)[0] == pytest.approx(best, abs=1e-9)


def test_a_start_nearby_leads_to_the_same_minimum_and_a_saddle_is_none():
    """From the minimum of other equations, with its bounds and multipliers; x₁² − x₂² has a saddle at 0."""
    rng = np.random.default_rng(11)
    for _ in range(20):
        problem, A, b = problem_of(rng, 9, 3, 2)
        far = BoxProblem(problem.cost, lambda x, A=A, b=b: (A @ x - 0.9 * b, A), problem.low, problem.high)
        begin = box_minimum(far, np.full(9, 0.5))
        if not begin.is_converged or np.abs(far.rows(begin.x)[0]).max() > 1e-9:
            continue
        near = kkt_minimum(problem, begin.x, np.zeros(3))
        assert near is not None
        np.testing.assert_allclose(near[0], box_minimum(problem, np.full(9, 0.5)).x, rtol=0, atol=1e-9)
    saddle = BoxProblem(
        lambda x: (float(x[0] ** 2 - x[1] ** 2), np.array([2.0, -2.0]) * x, np.diag([2.0, -2.0])),
        lambda x: (np.zeros(0), np.zeros((0, 2))),
        np.full(2, -np.inf),
        np.full(2, np.inf),
        lambda x, on: np.zeros(2),
    )
    assert kkt_minimum(saddle, np.array([0.3, 0.2]), np.zeros(0)) is None
