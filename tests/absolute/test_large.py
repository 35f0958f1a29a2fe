"""Large absolute systems: fast factors against exact ones, all elements at once against one at a time, threads."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import numpy as np
import pytest

import linkwork as lw
from linkwork.absolute import alpha
from linkwork.absolute.alpha import Alpha, Mover
from linkwork.analyses.methods.trial_steppers import AlphaStepper
from linkwork.numerics import sparse
from linkwork.numerics.piece_matrices import PieceMatrices

BALL, CROSS = lw.Spherical(), lw.Universal("y", "z")
"""A cross joint's reaction on one body turns with the other; a ball joint's does not."""


FRONTS = sparse.SparseSolver._factor_fronts


def ring(links: int, gravity: float = 9.81, joint: lw.Hinge = BALL) -> tuple[lw.System, lw.State]:
    """A closed ring of links that hangs on one point, out of shape a little."""
    m = lw.Model("ring", gravity=(0.3, 0.2, -gravity))
    angle = 2 * np.pi / links
    radius = 0.5 / np.tan(angle / 2)
    poses: dict[str, Any] = {}
    bodies = []
    for k in range(links):
        phi = angle * (k + 0.5)
        x, z = np.array([-np.sin(phi), 0, np.cos(phi)]), np.array([np.cos(phi), 0, np.sin(phi)])
        bodies.append(m.body(f"b{k}", mass=1.0 + 0.1 * (k % 3), inertia=(0.01, 0.08, 0.09)))
        poses[f"b{k}"] = np.column_stack([x, np.cross(z, x), z]), radius * z
    for k in range(links):
        m.connect(f"J{k}", joint, bodies[k].at(0.5, 0, 0), bodies[(k + 1) % links].at(-0.5, 0, 0))
    R, p = poses["b0"]
    m.connect("held", lw.Spherical(), m.ground.at(*(p - 0.5 * R[:, 0])), bodies[0].at(-0.5, 0, 0))
    system = lw.compile_model(m, coordinates="absolute")
    return system, system.placed(poses)


@pytest.fixture(autouse=True)
def large(monkeypatch: pytest.MonkeyPatch) -> None:
    """Steps as large systems take them, however small a ring is."""
    monkeypatch.setattr(alpha, "SMALL_SIZE", 0)


@pytest.fixture
def partial(monkeypatch: pytest.MonkeyPatch) -> None:
    """Factors without what can be left out, also where there are few cycles."""
    monkeypatch.setattr(sparse, "FEW_CYCLES", -2.0)


@pytest.fixture
def superlu(monkeypatch: pytest.MonkeyPatch) -> None:
    """SuperLU throughout."""
    monkeypatch.setattr(sparse.SparseSolver, "_factor_fronts", lambda self, triplets: False)


def stepped(system: lw.System, start: lw.State, h: float, steps: int) -> AlphaStepper:
    """The method after some steps."""
    stepper = AlphaStepper(
        system.elements, system.elements.tables(start.parameters), system.elements.configuration(start), 0.9
    )
    for _ in range(steps):
        assert stepper.attempt(h, False) is not None
        stepper.take()
    return stepper


@pytest.mark.parametrize("few", [-2.0, 0.05])
def test_fronts_and_superlu_give_the_same_motion(few: float, superlu: None, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sparse, "FEW_CYCLES", few)
    system, start = ring(7)
    exact = stepped(system, start, 5e-3, 8)
    monkeypatch.setattr(sparse.SparseSolver, "_factor_fronts", FRONTS)
    fast = stepped(system, start, 5e-3, 8)
    assert (exact.name.split(" by ")[1], fast.name.split(" by ")[1]) == (
        "SuperLU",
        "dense fronts in the order of minimum degree",
    )
    assert np.allclose(exact.at.pose, fast.at.pose, atol=1e-11)
    assert np.allclose(exact.method.lam, fast.method.lam, rtol=1e-4, atol=1e-4)
    assert fast.jacobians < 8


def test_reactions_that_matter_make_factors_exact(
    superlu: None, partial: None, monkeypatch: pytest.MonkeyPatch
) -> None:
    # h²λ is no longer small: what fast factors leave out decides.
    system, start = ring(5, gravity=3e3, joint=lw.Revolute("y"))
    exact = stepped(system, start, 5e-3, 5)
    monkeypatch.setattr(sparse.SparseSolver, "_factor_fronts", FRONTS)
    fast = stepped(system, start, 5e-3, 5)
    assert fast.method.solver.is_exact and fast.method.solver.pattern.leaves_out
    assert np.allclose(exact.at.pose, fast.at.pose, atol=1e-9)


def test_the_certificate_names_the_solver() -> None:
    system, start = ring(4)
    run = lw.simulate(system, start, 0.01, h=5e-3, method=lw.GeneralizedAlpha(solver="superlu"))
    assert run.certificate.method == "Lie-group generalized-α, linear systems by SuperLU"


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
    matrix = elements.assembly.pattern.matrix(triplets).toarray()
    assert np.allclose(
        matrix,
        whole - np.diag(np.append(np.zeros(elements.size), np.full(elements.rows, 1e-10))),
        atol=1e-9,
    )
    again = elements.assembly.residual(at, tables, a, lam, 1.0)
    assert np.allclose(again[0], r) and np.allclose(again[1], rows)


def test_threads_share_the_elements() -> None:
    system, start = ring(150)
    parts = system.elements
    tables, at = parts.tables(start.parameters), parts.configuration(start)
    shared = replace(parts, threads=2)
    elements = shared.assembly.at_work(tables)
    one = parts.assembly.rates(at, tables)
    for _ in range(2):
        other = elements.rates(at)
        assert np.array_equal(one.psi, other.psi) and np.array_equal(one.P_00, other.P_00)


def test_bodies_are_moved_as_by_hand() -> None:
    system, start = ring(6)
    at, rng = system.elements.configuration(start), np.random.default_rng(1)
    mover = Mover(system.elements)
    for scale in (0.0, 1e-9, 9e-4, 2e-3, 1.0):
        step = scale * rng.normal(size=system.elements.size)
        one, other = at.moved(step, at.u, 1.0), mover.moved(at, step, at.u, 1.0)
        assert np.allclose(one.pose, other.pose, atol=1e-15, rtol=1e-14) and other.t == 1.0


def test_old_factors_are_replaced_once_they_cost_more() -> None:
    system, start = ring(4)
    method = Alpha(system.elements, system.elements.tables(start.parameters), system.elements.configuration(start), 0.9)
    method._factored, method.jacobians = 1.0, 3
    method._count(2, 2)
    for iterations in (2, 3):
        method._count(iterations, 3)
    assert method._factored == 1.0
    for _ in range(8):
        method._count(4, 3)
    assert method._factored == 0.0


@pytest.mark.parametrize("left_out", [False, True])
def test_old_factors_that_fail_do_not_end_the_use_of_fronts(left_out: bool, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sparse, "FEW_CYCLES", -2.0 if left_out else 0.05)
    system, start = ring(5, joint=lw.Revolute("y"))
    stepper = stepped(system, start, 2e-3, 2)
    solver = stepper.method.solver
    assert solver.pattern.leaves_out == left_out
    # Factors of another matrix, with which Newton's method runs away.
    solver._memory.factors[:] *= 3.0
    made = stepper.method.jacobians
    assert stepper.attempt(2e-3, False) is not None
    assert stepper.method.jacobians > made and not solver.is_exact and solver.name.startswith("dense fronts")


def test_a_step_without_a_solution_leaves_the_solver_as_it_was(monkeypatch: pytest.MonkeyPatch) -> None:
    system, start = ring(4)
    stepper = stepped(system, start, 2e-3, 1)
    exact: list[bool] = []

    def fails(*_: Any, **__: Any) -> None:
        exact.append(stepper.method.solver.is_exact)

    monkeypatch.setattr(stepper.method, "_newton", fails)
    assert stepper.attempt(2e-3, False) is None
    # Kept factors, new ones at every iteration, and those of the whole matrix are tried.
    assert exact == [False, False, True] and not stepper.method.solver.is_exact


def test_refined_solutions_are_those_of_the_whole_matrix(partial: None) -> None:
    system, start = ring(6, joint=CROSS)
    elements = system.elements
    tables, at = elements.tables(start.parameters), elements.configuration(start)
    pattern, rng = elements.assembly.pattern, np.random.default_rng(2)
    # One block of velocities and rows together: the pieces of the whole matrix at its places.
    refined = PieceMatrices(elements.assembly.blocks, elements.size, {"r_x": (pattern.rows, pattern.columns)})
    b = rng.normal(size=elements.assembly.size)
    lam = rng.normal(size=elements.rows)
    for factor, is_exact in ((0.0, False), (1e-5, False), (1.0, True)):
        triplets = elements.assembly.tangent(at, tables, 0 * at.u, lam, np.array([1.0, 0.1, factor, 1.0]))[2]
        found = refined.factored({(0, 0, "r_x"): triplets}, "um").solve(b)
        exact = np.linalg.solve(pattern.matrix(triplets).toarray(), b)
        assert np.allclose(found, exact, rtol=1e-6, atol=1e-6 * np.abs(found).max())
        (known,) = refined._known.values()
        assert known.solver.is_exact == is_exact
