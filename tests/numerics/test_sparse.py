"""Sparse systems by dense fronts and by SuperLU, against NumPy."""

from __future__ import annotations

import numpy as np
import pytest
import scipy.sparse as sp

from linkwork.numerics import sparse
from linkwork.numerics.multifrontal import Fronts, loops
from linkwork.numerics.multifrontal.plan import HUB, elimination_order
from linkwork.numerics.sparse import Pattern, SingularError, SparseSolver
from tests.numerics.sparse_cases import CASES, EPSILON, GRID, RING, STAR, saddle

GRID += [(3 * i + j, 3 * i + j + 3) for i in range(2) for j in range(3)]


def plainly(fronts: Fronts, triplets: np.ndarray, b: np.ndarray) -> tuple[bool, np.ndarray]:
    """Factors and solution by the loops as plain Python."""
    memory, x = fronts.memory(), b.copy()
    for array in memory:
        array[:] = -1 if array.dtype == np.int64 else np.nan
    with np.errstate(invalid="ignore"):
        done = loops.run_fronts(loops.FACTOR_TASK, fronts.tables, memory, triplets, x)
        if done == loops.FACTORS_MADE:
            loops.run_fronts(loops.SOLVE_TASK, fronts.tables, memory, triplets, x)
    return done == loops.FACTORS_MADE, x


@pytest.mark.parametrize("name", CASES)
def test_fronts_solve_what_numpy_solves(name: str) -> None:
    pattern, triplets = saddle(*CASES[name])
    b = np.random.default_rng(1).normal(size=pattern.size)
    done, x = plainly(pattern.fronts, triplets, b)
    assert done
    assert np.allclose(x, np.linalg.solve(pattern.matrix(triplets).toarray(), b), rtol=1e-8, atol=1e-9)


def test_rows_wait_for_their_bodies() -> None:
    pattern, _ = saddle(*CASES["grid"])
    found = pattern.blocks.of[pattern.fronts.plan.order]
    places = {int(block): k for k, block in enumerate(found)}
    for k, joint in enumerate(GRID):
        assert all(places[9 + k] > places[b] for b in joint)


def test_a_body_with_many_joints_goes_last() -> None:
    count = HUB + 4
    ends = np.array([(b, count + k) for k, joint in enumerate(STAR) for b in joint]).T
    graph = sp.csr_matrix((np.ones(2 * ends.shape[1]), np.hstack([ends, ends[::-1]])), shape=(count + len(STAR),) * 2)
    order = elimination_order(graph, np.arange(graph.shape[0]) >= count).tolist()
    # Only the row that joins it to the ground has to wait for it.
    assert order[-2:] == [0, count + len(STAR) - 1]
    pattern, _ = saddle(*CASES["hub"])
    assert pattern.fronts.plan.stored < 30 * pattern.size


def test_repeated_rows_share_what_one_carries() -> None:
    twice, triplets = saddle(2, [(0, 1), (0, 1), (0,)])
    matrix = twice.matrix(triplets).toarray()
    matrix[15:18] = matrix[12:15]
    matrix[:, 15:18] = matrix[:, 12:15]
    matrix[12:18, 12:18] = -EPSILON * np.eye(6)
    b = np.concatenate([np.random.default_rng(2).normal(size=12), np.zeros(9)])
    done, x = plainly(twice.fronts, _parts(matrix, twice), b)
    assert done
    assert np.allclose(x[12:15], x[15:18], rtol=1e-4)
    assert np.abs(matrix[12:15, :12] @ x[:12]).max() < 1e-8


def _parts(matrix: np.ndarray, pattern: Pattern) -> np.ndarray:
    """A matrix of a pattern as triplets."""
    _, first = np.unique(pattern.rows * pattern.size + pattern.columns, return_index=True)
    result = np.zeros(len(pattern.rows))
    result[first] = matrix[pattern.rows[first], pattern.columns[first]]
    return result


def test_a_pivot_that_vanishes_is_told_and_superlu_takes_over(monkeypatch: pytest.MonkeyPatch) -> None:
    pattern, triplets = saddle(*CASES["ring"])
    # No mass in one direction: rows of the joint alone hold it.
    weak = pattern.matrix(triplets).toarray()
    weak[6, 6:12] = weak[6:12, 6] = 0.0
    assert not plainly(pattern.fronts, _parts(weak, pattern), np.ones(pattern.size))[0]
    solver = SparseSolver(pattern)
    solver.factor(triplets)
    assert solver.name.startswith("dense fronts")
    assert np.allclose(pattern.matrix(triplets) @ solver.solve(np.ones(pattern.size)), 1.0)
    solver.factor(_parts(weak, pattern))
    assert solver.name == "SuperLU"
    assert np.allclose(weak @ solver.solve(np.ones(pattern.size)), 1.0)


def test_fronts_that_lose_digits_are_not_trusted(monkeypatch: pytest.MonkeyPatch) -> None:
    pattern, triplets = saddle(*CASES["ring"])
    solver = SparseSolver(pattern)
    exact = Fronts.solver
    monkeypatch.setattr(Fronts, "solver", lambda self, memory: lambda b: exact(self, memory)(b) * (1 + 1e-6))
    solver.factor(triplets)
    assert solver.name == "SuperLU" and solver.is_exact


def _in_part(monkeypatch: pytest.MonkeyPatch) -> tuple[Pattern, np.ndarray, np.ndarray]:
    """A pattern whose fronts leave springs out, triplets, and the whole matrix."""
    monkeypatch.setattr(sparse, "FEW_CYCLES", -2.0)
    whole, triplets = saddle(*CASES["springs"])
    apart = whole.blocks.of[whole.rows] == whole.blocks.of[whole.columns]
    joined = whole.blocks.waits[whole.blocks.of[whole.rows]] | whole.blocks.waits[whole.blocks.of[whole.columns]]
    pattern = Pattern(whole.size, whole.rows, whole.columns, whole.blocks, np.flatnonzero(apart | joined))
    assert pattern.leaves_out and not whole.leaves_out
    return pattern, triplets, whole.matrix(triplets).toarray()


def test_what_fronts_leave_out_superlu_sees(monkeypatch: pytest.MonkeyPatch) -> None:
    pattern, triplets, matrix = _in_part(monkeypatch)
    solver, b = SparseSolver(pattern), np.ones(pattern.size)
    solver.factor(triplets)
    assert np.abs(matrix @ solver.solve(b) - b).max() > 1e-3
    solver.is_exact = True
    solver.factor(triplets)
    assert np.allclose(matrix @ solver.solve(b), b)
    assert solver.name == "SuperLU"


def test_what_fronts_of_large_systems_leave_out_gmres_makes_up_for(monkeypatch: pytest.MonkeyPatch) -> None:
    pattern, triplets, matrix = _in_part(monkeypatch)
    monkeypatch.setattr(sparse, "GMRES_UNKNOWNS", 10)
    solver, b = SparseSolver(pattern), np.ones(pattern.size)
    solver.factor(triplets)
    solver.is_exact = True
    solver.factor(triplets)
    assert np.linalg.norm(matrix @ solver.solve(b) - b) < 1e-4 * np.linalg.norm(b)
    assert solver.name.endswith("GMRES")


def test_few_cycles_leave_nothing_out() -> None:
    for name, is_whole in (("ring", True), ("grid", False)):
        whole, _ = saddle(*CASES[name])
        pattern = Pattern(whole.size, whole.rows, whole.columns, whole.blocks, np.arange(len(whole.rows) // 2))
        assert pattern.leaves_out != is_whole


def test_superlu_keeps_its_order_and_tells_what_is_singular(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(SparseSolver, "_factor_fronts", lambda self, triplets: False)
    pattern, triplets = saddle(*CASES["grid"])
    solver = SparseSolver(pattern)
    for factor in (1.0, 2.0):
        solver.factor(factor * triplets)
        assert np.allclose(factor * pattern.matrix(triplets) @ solver.solve(np.ones(pattern.size)), 1.0)
    assert solver.name == "SuperLU"
    with pytest.raises(SingularError, match="singular"):
        solver.factor(np.zeros_like(triplets))
    with pytest.raises(SingularError, match="not finite"):
        solver.factor(np.full_like(triplets, np.nan))


@pytest.mark.parametrize("diagonal", [0.0, 1e-13])
def test_a_front_exchanges_rows_where_the_diagonal_is_small(diagonal: float) -> None:
    """Bodies whose own unknowns depend on each other crosswise, as those with mode shapes do: all pivots are beside."""
    pattern, triplets = saddle(9, RING)
    matrix = pattern.matrix(triplets).toarray()
    for b in range(9):
        block = matrix[6 * b : 6 * b + 6, 6 * b : 6 * b + 6]
        block[:] = np.roll(block, 3, axis=0)
        np.fill_diagonal(block, diagonal)
    b = np.random.default_rng(3).normal(size=pattern.size)
    done, x = plainly(pattern.fronts, _parts(matrix, pattern), b)
    assert done
    assert np.allclose(x, np.linalg.solve(matrix, b), rtol=1e-8, atol=1e-9)
