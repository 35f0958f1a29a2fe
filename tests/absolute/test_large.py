"""Large absolute systems: fast factors against exact ones, all elements at once against one at a time, threads."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from linkwork.absolute.assembly import AssembledElements
from linkwork.numerics import sparse
from linkwork.numerics.piece_matrices import PieceMatrices
from tests.absolute.rings import CROSS, ring


@pytest.fixture
def partial(monkeypatch: pytest.MonkeyPatch) -> None:
    """Factors without what can be left out, also where there are few cycles."""
    monkeypatch.setattr(sparse, "FEW_CYCLES", -2.0)


def test_one_kernel_serves_any_number_of_elements() -> None:
    small, large = ring(4)[0], ring(9)[0]
    assert len(small.elements.groups) == len(large.elements.groups) == 2
    for one, other in zip(small.elements.groups, large.elements.groups, strict=True):
        assert one.kernel("tangent").function.digest == other.kernel("tangent").function.digest


def test_all_at_once_and_element_by_element() -> None:
    system, start = ring(4)
    elements = system.elements
    tables, at = elements.tables(start.parameters), elements.configuration(start)
    rng = np.random.default_rng(0)
    at = at.with_u(rng.normal(size=elements.size))
    a, lam = rng.normal(size=elements.size), rng.normal(size=elements.rows)
    c = np.array([1.0, 0.3, 0.2, 1.0])
    r, rows, triplets = elements.assembly.tangent(at, tables, a, lam, c)
    given = elements.bodies.evaluate("tangent", at, tables.bodies, tables.gravity, a, c=c)
    whole = np.zeros((elements.size + elements.rows,) * 2)
    places, by_hand = given["r_x"], given["r"].T.ravel().copy()
    entries = elements.bodies.entries("tangent")["r_x"]
    for k in range(elements.bodies.count):
        whole[6 * k + entries.rows, 6 * k + entries.columns] += places[:, k]
    for group, data in zip(elements.groups, tables.groups, strict=True):
        found = group.evaluate("tangent", at, data, 1, lam=lam, c=c)
        for k in range(group.count):
            np.add.at(by_hand, group.dofs[:, k], found["r"][:, k])
            assert np.allclose(rows[group.rows[:, k]], found["rows"][:, k])
            for name, side in (("r_x", group.dofs), ("rows_x", elements.size + group.rows)):
                at_ = group.entries("tangent")[name]
                np.add.at(whole, (side[at_.rows, k], group.dofs[at_.columns, k]), found[name][:, k])
            at_ = group.entries("tangent")["reactions"]
            np.add.at(
                whole, (group.dofs[at_.columns, k], elements.size + group.rows[at_.rows, k]), found["reactions"][:, k]
            )
    assert np.allclose(r, by_hand)
    matrix = elements.assembly.matrix.pattern.matrix(triplets).toarray()
    assert np.allclose(
        matrix,
        whole - np.diag(np.append(np.zeros(elements.size), np.full(elements.rows, 1e-10))),
        atol=1e-9,
    )
    with elements.assembly.borrowed(tables) as at_work:
        again = at_work.residual(at, a, lam, 1.0)
    assert np.allclose(again[0], r) and np.allclose(again[1], rows)


def test_threads_share_the_elements() -> None:
    system, start = ring(150)
    parts = system.elements
    tables, at = parts.tables(start.parameters), parts.configuration(start)
    shared = replace(parts, threads=2)
    elements = AssembledElements(shared.assembly, tables)
    one = parts.assembly.rates(at, tables)
    for _ in range(2):
        other = elements.rates(at)
        assert np.array_equal(one.psi, other.psi) and np.array_equal(one.P_00, other.P_00)


def test_refined_solutions_are_those_of_the_whole_matrix(partial: None) -> None:
    system, start = ring(6, joint=CROSS)
    elements = system.elements
    tables, at = elements.tables(start.parameters), elements.configuration(start)
    pattern, rng = elements.assembly.matrix.pattern, np.random.default_rng(2)
    # One block of velocities and rows together: the pieces of the whole matrix at its places.
    refined = PieceMatrices(elements.assembly.matrix.blocks, elements.size, {"r_x": (pattern.rows, pattern.columns)})
    b = rng.normal(size=elements.assembly.size)
    lam = rng.normal(size=elements.rows)
    for factor, is_exact in ((0.0, False), (1e-5, False), (1.0, True)):
        triplets = elements.assembly.tangent(at, tables, 0 * at.u, lam, np.array([1.0, 0.1, factor, 1.0]))[2]
        found = refined.factored({(0, 0, "r_x"): triplets}, "um").solve(b)
        exact = np.linalg.solve(pattern.matrix(triplets).toarray(), b)
        assert np.allclose(found, exact, rtol=1e-6, atol=1e-6 * np.abs(found).max())
        (known,) = refined._known.values()
        assert known.solver.is_exact == is_exact
