"""Solvers of linear systems that a run asks for: the same motion, said in the certificate; refused with a reason."""

from __future__ import annotations

from functools import cache
from typing import Any

import numpy as np
import pytest

import linkwork as lw
from tests.absolute.rings import ring


@cache
def _ring() -> tuple[lw.System, lw.State]:
    return ring(6)


def test_solvers_that_are_asked_for_give_the_same() -> None:
    system, start = _ring()
    found = {
        name: lw.simulate(system, start, 0.01, h=5e-3, method=lw.TimeElements(solver=name))
        for name in ("auto", "fronts", "superlu")
    }
    assert found["fronts"].certificate.method.endswith("by dense fronts in the order of minimum degree")
    for name in ("auto", "fronts"):
        assert np.allclose(found[name].q, found["superlu"].q, atol=1e-10)


def test_small_systems_have_dense_matrices_unless_a_solver_is_asked_for() -> None:
    system, start = ring(4)
    runs = [
        lw.simulate(system, start, 0.01, h=5e-3, method=lw.TimeElements(solver=solver))
        for solver in ("auto", "superlu")
    ]
    assert np.allclose(runs[0].q, runs[1].q, atol=1e-11)
    assert [run.certificate.method.split(" by ")[1] for run in runs] == ["dense LU", "SuperLU"]


def test_solvers_that_do_not_fit_are_refused() -> None:
    system, start = _ring()
    for call, said in (
        (
            lambda: lw.simulate(system, start, 0.01, h=0.01, method=lw.TimeElements(solver="klu")),
            "TimeElements: .*solver 'klu'",
        ),
        (
            lambda: lw.simulate(_tree(), None, 0.01, h=0.01, method=lw.TimeElements(solver="superlu")),
            "simulate: trees have dense",
        ),
    ):
        with pytest.raises(lw.ModelError, match=said):
            call()


@cache
def _tree() -> Any:
    m = lw.Model("pendulum")
    m.connect("A", lw.Revolute("y"), m.ground, m.body("rod", mass=1.0, com=(0.5, 0, 0), inertia=(0.01, 0.1, 0.1)))
    return lw.compile_model(m)


@pytest.mark.slow
@pytest.mark.filterwarnings("ignore::linkwork.VerdictWarning")  # steps far too long for the energy are the point
def test_the_damping_of_the_method_is_what_was_asked_for() -> None:
    """A spring with ωh = 10 on a mass: ρ∞ = 1 keeps its motion, 0.8 takes some of it, 0 all but rounding."""
    m = lw.Model("stiff", gravity=(0, 0, 0))
    body = m.body("b", mass=1.0, inertia=(1.0, 1.0, 1.0))
    m.connect("s", lw.Spring(stiffness=1e6, length=1.0), m.ground.at(0, 0, 1.0), body)
    system = lw.compile_model(m, coordinates="absolute")
    start, left = system.state({"b.z": -1e-5}), {}
    for rho in (None, 1.0, 0.0):
        method = "generalized_alpha" if rho is None else lw.GeneralizedAlpha(rho)
        run = lw.simulate(system, start, 0.4, h=0.01, method=method)
        left[rho] = float(np.abs(run["b.z"][-9:]).max())
    assert left[1.0] > 0.9e-5 and 1e-8 < left[None] < 0.8e-5 and left[0.0] < 1e-9
    with pytest.raises(lw.ModelError, match="rho_inf"):
        lw.simulate(system, start, 0.1, method=lw.GeneralizedAlpha(rho_inf=2.0))
    with pytest.raises(lw.ModelError, match=r"'alpha'"):
        lw.simulate(system, start, 0.1, method="alpha")
