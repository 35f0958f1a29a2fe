"""One freedom among two or three speeds: what is solved along it is what factors of M and P M⁻¹Pᵀ give."""

from __future__ import annotations

import numpy as np
import pytest

import linkwork as lw
from linkwork.expr import make_function
from linkwork.formulation.equations.constrained_dynamics import OneFreedom
from linkwork.formulation.tree_equations import derive_equations


def _random(speeds: int) -> tuple[OneFreedom, np.ndarray, np.ndarray, np.ndarray, np.ndarray]:
    rng = np.random.default_rng(speeds)
    a = rng.normal(size=(speeds, speeds))
    mass, p = a @ a.T + np.eye(speeds), rng.normal(size=(speeds - 1, speeds))
    return OneFreedom(p, mass), mass, p, rng.normal(size=speeds), rng.normal(size=speeds - 1)


@pytest.mark.parametrize("speeds", [2, 3])
def test_accelerations_and_multipliers_solve_the_equations(speeds: int) -> None:
    freedom, mass, p, load, wanted = _random(speeds)
    saddle = np.block([[mass, -p.T], [p, np.zeros((len(p), len(p)))]])
    solved = np.linalg.solve(saddle, [*load, *wanted])
    u_dot = np.array(freedom.accelerations(load, wanted), dtype=float)
    np.testing.assert_allclose(u_dot, solved[:speeds], rtol=1e-12)
    np.testing.assert_allclose(np.array(freedom.multipliers(load, u_dot), dtype=float), solved[speeds:], rtol=1e-11)


@pytest.mark.parametrize("speeds", [2, 3])
def test_the_least_change_in_the_mass_metric(speeds: int) -> None:
    freedom, mass, p, _, wanted = _random(speeds)
    across = np.linalg.solve(mass, p.T)
    np.testing.assert_allclose(
        np.array(freedom.least(wanted), dtype=float), across @ np.linalg.solve(p @ across, wanted), rtol=1e-12
    )


@pytest.mark.parametrize("same_kind", [True, False])
def test_the_pivot_is_a_determinant_without_units(same_kind: bool) -> None:
    freedom, mass, p, *_ = _random(3)
    s = p @ np.diag(1.0 / np.diag(mass)) @ p.T
    sizes = [max(np.diag(s))] * 2 if same_kind else np.diag(s)
    assert freedom.pivot(same_kind) == pytest.approx(np.linalg.det(s) / (sizes[0] * sizes[1]), rel=1e-12)
    assert OneFreedom(np.array([p[0], 2.0 * p[0]]), mass).pivot(same_kind) == pytest.approx(0.0, abs=1e-15)


def _loop(across: bool) -> lw.Model:
    """A spatial loop of four bodies under gravity; closed `across` two moving ones, or at the ground from a body on."""
    m = lw.Model("loop", gravity=(1.0, -9.81, 2.0))
    bodies = [m.body(f"b{k}", lw.Box(size=(0.3, 0.2, 0.1), mass=1.0 + k)) for k in range(4)]
    axes = ((0, 0, 1), (0, 1, 1), (1, 0, 1), (0, 0, 1))
    last = m.ground
    for k, (body, axis) in enumerate(zip(bodies, axes, strict=True)):
        m.connect(f"j{k}", lw.Revolute(axis), last.at(0.4, 0.1 * k, 0.0), body)
        last = body
    ends = (bodies[3].at(0.3, 0, 0.1), bodies[0].at(0, 0.7, 0)) if across else (bodies[3].at(0.3, 0, 0.1), m.ground)
    m.connect("close", lw.PointCoincidence(), *ends)
    m.connect("rod", lw.FixedDistance(0.9), bodies[1], bodies[3].at(0, 0.2, 0))
    return m


@pytest.mark.parametrize("across", [True, False])
def test_what_speeds_ask_of_rows_is_the_same_with_gravity_in_it(across: bool) -> None:
    e = derive_equations(_loop(across))
    inputs = {"q": e.kinematics.symbols.q, "u": e.kinematics.symbols.u}
    both = make_function("both", inputs, {"own": e.dynamics.row_bias, "plain": e.rows.matrices[2]})
    rng = np.random.default_rng(3)
    for _ in range(3):
        found = both(q=rng.normal(size=4), u=rng.normal(size=4))
        np.testing.assert_allclose(found.own, found.plain, rtol=1e-11, atol=1e-12)
