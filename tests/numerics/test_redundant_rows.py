"""Constrained accelerations: three ways that agree, with repeated rows and singular mass matrices."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from linkwork.numerics.redundant_rows import CONSTRAINED_SOLVERS, by_complement, robust


def problem(seed: int, n: int, rows: int, repeats: int) -> tuple[np.ndarray, ...]:
    rng = np.random.default_rng(seed)
    root = rng.normal(size=(n, n))
    p = rng.normal(size=(rows, n))
    p = np.vstack([p, rng.normal(size=(repeats, rows)) @ p]) if repeats else p
    return root @ root.T + np.eye(n), rng.normal(size=n), p, p @ rng.normal(size=n)


@pytest.mark.seed("S2.6", passage="§9 (49)–(54)")
@given(seed=st.integers(0, 1000), n=st.integers(1, 8), rows=st.integers(0, 4), repeats=st.integers(0, 3))
def test_all_ways_agree_and_satisfy_the_equations(seed: int, n: int, rows: int, repeats: int) -> None:
    rows = min(rows, n)
    m, h, p, b = problem(seed, n, rows, repeats if rows else 0)
    solutions = {name: way(m, h, p, b) for name, way in CONSTRAINED_SOLVERS.items()}
    expected = solutions["multipliers"]
    for found in solutions.values():
        np.testing.assert_allclose(found.u_dot, expected.u_dot, atol=1e-7 * (1 + np.abs(expected.u_dot).max()))
        np.testing.assert_allclose(m @ found.u_dot, h + p.T @ found.lam, atol=1e-6 * (1 + np.abs(h).max()))
        assert found.rank == rows
        assert found.determinate


@pytest.mark.seed("S2.6")
def test_a_massless_coordinate_is_fine_where_a_row_determines_it() -> None:
    """Two coordinates, one without mass, tied by u₁ = 2 u₂: (m + 0) with the motion of the first."""
    m, h = np.diag([3.0, 0.0]), np.array([6.0, 1.0])
    p, b = np.array([[1.0, -2.0]]), np.zeros(1)
    found = robust(m, h, p, b)
    # Virtual work along (2, 1): 3·2·2 u̇₂ = 2·6 + 1.
    assert found.u_dot == pytest.approx([2 * 13 / 12, 13 / 12])
    assert found.determinate


def test_a_massless_coordinate_that_nothing_holds_is_said_to_be_indeterminate() -> None:
    found = by_complement(np.diag([1.0, 0.0]), np.array([1.0, 0.0]), np.zeros((0, 2)), np.zeros(0))
    assert not found.determinate


def test_contradictory_rows_show_in_the_residual() -> None:
    p = np.array([[1.0, 0.0], [1.0, 0.0]])
    found = robust(np.eye(2), np.zeros(2), p, np.array([0.0, 1.0]))
    assert found.residual == pytest.approx(0.5)
    assert found.rank == 1


def test_a_small_body_beside_a_large_one_is_not_massless() -> None:
    found = robust(np.diag([1.0, 1e-14]), np.array([2.0, 3e-14]), np.zeros((0, 2)), np.zeros(0))
    assert found.determinate
    assert found.u_dot == pytest.approx([2.0, 3.0])


@pytest.mark.parametrize("angle", np.linspace(0.1, 1.5, 15))
def test_rows_that_leave_only_directions_without_inertia_leave_them_open(angle: float) -> None:
    """In axes that are not those of the inertia, rounding is all that is left of it along the free direction."""
    along, across = np.array([np.cos(angle), np.sin(angle)]), np.array([-np.sin(angle), np.cos(angle)])
    found = by_complement(np.outer(along, along), np.zeros(2), along[None], np.zeros(1))
    assert not found.determinate
    assert abs(found.loose[:, 0] @ across) == pytest.approx(1.0)
