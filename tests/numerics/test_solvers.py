"""Libraries of sparse factors against SuperLU, and what happens where they do not do."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
import scipy.sparse as sp

from linkwork.numerics import sparse
from linkwork.numerics.solvers import LIBRARIES, Library, SingularError
from linkwork.numerics.solvers.checked import Checked
from linkwork.numerics.sparse import Pattern, SparseSolver
from tests.numerics.test_sparse import CASES, saddle


def library(name: str) -> type[Library]:
    pytest.importorskip(LIBRARIES[name].package)
    return LIBRARIES[name]


def pattern_in_part(monkeypatch: pytest.MonkeyPatch) -> tuple[Pattern, np.ndarray]:
    """A pattern of which quick factors see a part: what stands between bodies is left out."""
    monkeypatch.setattr(sparse, "FEW", -2.0)
    whole, triplets = saddle(*CASES["springs"])
    of, waits = whole.blocks.of, whole.blocks.waits
    kept = (of[whole.rows] == of[whole.columns]) | waits[of[whole.rows]] | waits[of[whole.columns]]
    return Pattern(whole.size, whole.rows, whole.columns, whole.blocks, np.flatnonzero(kept)), triplets


@pytest.mark.parametrize("name", LIBRARIES)
@pytest.mark.parametrize("case", CASES)
def test_matrices_of_one_pattern_one_after_the_other(name: str, case: str) -> None:
    kind = library(name)
    pattern, triplets = saddle(*CASES[case])
    solver, b = SparseSolver(pattern, name), np.cos(np.arange(pattern.size))
    for scale in (1.0, 3.0):
        changed = triplets * (scale + 0.01 * np.sin(np.arange(len(triplets)) % (len(triplets) // 2)))
        solver.factor(changed)
        assert np.allclose(pattern.matrix(changed) @ solver.solve(b), b, atol=1e-10)
    assert solver.name == kind.name


@pytest.mark.parametrize("name", ["umfpack", "klu"])
def test_the_symbolic_analysis_is_that_of_the_first_matrix(name: str) -> None:
    found: Any = library(name)()
    pattern, triplets = saddle(*CASES["grid"])
    found.factor(pattern.matrix(triplets))
    first = found._symbolic
    found.factor(pattern.matrix(2.0 * triplets))
    assert found._symbolic is first


@pytest.mark.parametrize("name", LIBRARIES)
def test_a_part_of_the_matrix_is_factored_until_that_does_not_do(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    library(name)
    pattern, triplets = pattern_in_part(monkeypatch)
    solver, b = SparseSolver(pattern, name), np.ones(pattern.size)
    solver.factor(triplets)
    assert np.allclose(pattern.part(triplets) @ solver.solve(b), b, atol=1e-10)
    assert not np.allclose(pattern.matrix(triplets) @ solver.solve(b), b, atol=1e-3)
    solver.is_exact = True
    solver.factor(triplets)
    assert np.allclose(pattern.matrix(triplets) @ solver.solve(b), b, atol=1e-10)


@pytest.mark.parametrize("name", LIBRARIES)
def test_a_matrix_without_inverse_is_told(name: str) -> None:
    library(name)
    pattern, triplets = saddle(*CASES["ring"])
    solver = SparseSolver(pattern, name)
    with pytest.raises(SingularError, match="singular"):
        solver.factor(0.0 * triplets)
        solver.solve(np.ones(pattern.size))


class Careless(Checked):
    """A library that gives half of the solution, and tells nobody; or less than that."""

    name = "a careless one"

    def __init__(self, part: float = 0.5) -> None:
        super().__init__()
        self.part = part

    def begin(self, matrix: Any) -> Any:
        lu = sp.linalg.splu(matrix)
        return lambda b: self.part * lu.solve(b)


def test_wrong_solutions_are_refined_or_superlu_takes_over() -> None:
    pattern, triplets = saddle(*CASES["ring"])
    matrix, b = pattern.matrix(triplets), np.ones(pattern.size)
    near, far = Careless(0.7), Careless(-1.0)
    for found in (near, far):
        for _ in range(2):
            assert np.allclose(matrix @ found.factor(matrix)(b), b, atol=1e-9)
    assert near.name == "a careless one"
    assert far.name == "SuperLU in place of a careless one, which gave wrong solutions"


def test_qdldl_tells_where_matrices_are_not_its_own() -> None:
    kind = library("qdldl")
    turned = sp.csc_matrix(np.array([[1.0, 5.0], [-5.0, 1.0]]))
    saddle_alone = sp.csc_matrix(np.array([[0.0, 1.0], [1.0, 0.0]]))
    for matrix, why in ((turned, "gave wrong solutions"), (saddle_alone, "found no pivots")):
        found, b = kind(), np.array([1.0, 2.0])
        assert np.allclose(matrix @ found.factor(matrix)(b), b)
        assert found.name == f"SuperLU in place of QDLDL on the symmetric part, which {why}"
