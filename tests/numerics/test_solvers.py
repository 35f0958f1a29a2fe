"""SuperLU where it is asked for: of what quick factors see, then of all."""

from __future__ import annotations

import numpy as np
import pytest

from linkwork.numerics import sparse
from linkwork.numerics.sparse import Pattern, SingularError, SparseSolver
from tests.numerics.sparse_cases import CASES, saddle


def pattern_in_part(monkeypatch: pytest.MonkeyPatch) -> tuple[Pattern, np.ndarray]:
    """A pattern of which quick factors see a part: what stands between bodies is left out."""
    monkeypatch.setattr(sparse, "FEW_CYCLES", -2.0)
    whole, triplets = saddle(*CASES["springs"])
    of, waits = whole.blocks.of, whole.blocks.waits
    kept = (of[whole.rows] == of[whole.columns]) | waits[of[whole.rows]] | waits[of[whole.columns]]
    return Pattern(whole.size, whole.rows, whole.columns, whole.blocks, np.flatnonzero(kept)), triplets


@pytest.mark.parametrize("case", CASES)
def test_matrices_of_one_pattern_one_after_the_other(case: str) -> None:
    pattern, triplets = saddle(*CASES[case])
    solver, b = SparseSolver(pattern, "superlu"), np.cos(np.arange(pattern.size))
    for scale in (1.0, 3.0):
        changed = triplets * (scale + 0.01 * np.sin(np.arange(len(triplets)) % (len(triplets) // 2)))
        solver.factor(changed)
        assert np.allclose(pattern.matrix(changed) @ solver.solve(b), b, atol=1e-10)
    assert solver.name == "SuperLU"


def test_a_part_of_the_matrix_is_factored_until_that_does_not_do(monkeypatch: pytest.MonkeyPatch) -> None:
    pattern, triplets = pattern_in_part(monkeypatch)
    solver, b = SparseSolver(pattern, "superlu"), np.ones(pattern.size)
    solver.factor(triplets)
    assert np.allclose(pattern.part(triplets) @ solver.solve(b), b, atol=1e-10)
    assert not np.allclose(pattern.matrix(triplets) @ solver.solve(b), b, atol=1e-3)
    solver.is_exact = True
    solver.factor(triplets)
    assert np.allclose(pattern.matrix(triplets) @ solver.solve(b), b, atol=1e-10)


def test_a_matrix_without_inverse_is_told() -> None:
    pattern, triplets = saddle(*CASES["ring"])
    solver = SparseSolver(pattern, "superlu")
    with pytest.raises(SingularError, match="singular"):
        solver.factor(0.0 * triplets)
