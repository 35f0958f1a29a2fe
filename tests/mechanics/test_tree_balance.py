"""What equilibria ask of a system is the same function in both formulations, with exact slopes."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

import linkwork as lw
from linkwork.mechanics.port import dense


def four_bar() -> lw.Model:
    """A loop with a spring, out of balance."""
    m = lw.Model("four-bar", gravity=(0, -9.81, 0))
    crank, rod, rocker = (m.body(name, mass=1.0, com=(0.2, 0, 0), inertia=(0.01, 0.02, 0.03)) for name in "abc")
    m.connect("A", lw.Revolute("z"), m.ground, crank, initial={"angle": 0.7})
    m.connect("B", lw.Revolute("z"), crank.at(0.3, 0, 0), rod, initial={"angle": -0.5})
    m.connect("C", lw.Spherical(), rod.at(0.5, 0, 0), rocker)
    m.connect("D", lw.Revolute("z"), m.ground.at(0.6, 0, 0), rocker.at(0.4, 0, 0))
    m.connect("k", lw.Spring(50.0, length=0.1), m.ground.at(0, 1, 0), rod.at(0.2, 0, 0))
    return m


@pytest.mark.few(1)
@pytest.mark.parametrize("coordinates", ["tree", "absolute"])
def test_slopes_of_the_balance_are_those_of_differences(coordinates: str) -> None:
    system = lw.compile_model(four_bar(), coordinates)
    state = lw.assemble(system)
    lam, a = np.linspace(-3.0, 4.0, system.rows.count), np.zeros(system.layout.nu)
    at = system.functions.balance(state, a, lam)
    for k in range(system.layout.nq):
        h = 1e-6 * np.eye(system.layout.nq)[k]
        ahead, behind = (system.functions.balance(replace(state, q=state.q + s * h), a, lam) for s in (1.0, -1.0))
        for name in ("r", "g", "invariants"):
            slope = (getattr(ahead, name) - getattr(behind, name)) / 2e-6
            np.testing.assert_allclose(dense(getattr(at, f"{name}_q"))[:, k], slope, atol=1e-6)
    # r = −h − Pᵀλ: linear in λ.
    none = system.functions.balance(state, a, 0.0 * lam)
    np.testing.assert_allclose(at.r - none.r, -dense(at.P).T @ lam, atol=1e-12)


@pytest.mark.few(1)
@pytest.mark.parametrize("coordinates", ["tree", "absolute"])
def test_what_nothing_holds_is_named(coordinates: str) -> None:
    """A weight on a slide: 2 g stays unbalanced along it, whatever the coordinates; a load path ends at once."""
    m = lw.Model("slide", gravity=(0, 0, -9.81))
    m.connect("rail", lw.Prismatic("z"), m.ground, m.body("weight", mass=2.0, inertia=(1, 1, 1)))
    system = lw.compile_model(m, coordinates)
    for steps in (None, 4):
        with pytest.raises(
            lw.EquilibriumError, match=r"no restoring force in (rail\.|weight\.v_z).*where 19\.62 stays"
        ):
            lw.equilibrium(system, steps=steps)
