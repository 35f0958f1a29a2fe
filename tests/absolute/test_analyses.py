"""Linear systems and equilibria of absolute systems, against differences of runs and closed forms."""

from __future__ import annotations

from dataclasses import replace
from functools import cache
from typing import Any

import numpy as np
import pytest

import linkwork as lw
from linkwork.analyses.linear.variation import variation_of
from tests.absolute_models import chain, four_bar, pair


@cache
def balls() -> tuple[Any, lw.System]:
    return pair(chain(2, lw.Spherical()))


@pytest.mark.parametrize("which", [0, 1], ids=["tree", "absolute"])
def test_a_linear_system_away_from_rest_predicts_the_motion(which: int) -> None:
    """dy/dt against differences of two runs, from a state that moves and accelerates."""
    system = balls()[which]
    guess = {"b1.x": 0.9, "b0.w_y": 1.5, "b1.w_x": 2.0} if which else {"J0.e2": 0.2, "J0.w_y": 1.5, "J1.w_x": 2.0}
    start = lw.assemble(system, guess=guess)
    v, d, h = variation_of(system, start), 1e-4, 1e-3
    y = v.motion.T @ np.random.default_rng(1).standard_normal(v.motion.T.shape[1])
    ends, nq = [], system.layout.nq
    for sign in (d, -d):
        moved = replace(start, q=start.q + sign * y[:nq], u=start.u + sign * y[nq:])
        run = (
            lw.simulate(system, moved, h, h=h, times=[h], method="weak2")
            if which
            else lw.simulate(system, moved, h, times=[h])
        )
        ends.append(np.concatenate([run.final.q, run.final.u]))
    wanted = v.by_state.A @ y
    assert np.linalg.norm(((ends[0] - ends[1]) / (2 * d) - y) / h - wanted) < 0.02 * np.linalg.norm(wanted)
    lin = lw.linearize(system, start, moving=True)
    assert np.allclose(lin.A, (v.motion.L @ v.by_state.A + v.motion.L_dot) @ v.motion.T)


def test_an_inverted_pendulum_is_unstable() -> None:
    m = lw.Model("inverted")
    rod = m.body("rod", mass=1.0, com=(0, 0, 0.5), inertia=(0.1, 0.1, 0.01))
    m.connect("A", lw.Revolute("y"), m.ground, rod)
    system = lw.compile_model(m, coordinates="absolute")
    found = lw.equilibrium(system)
    assert found.stability == "unstable"
    assert found.eigenvalues.real.max() == pytest.approx((9.81 * 0.5 / (0.1 + 0.25)) ** 0.5, rel=1e-9)
    beside = lw.equilibrium(system, stable=True)
    guessed = lw.equilibrium(system, {"rod.e0": np.cos(1.0), "rod.e2": np.sin(1.0)}, stable=True)
    for down in (beside, guessed):
        assert down["A.force"] == pytest.approx([0.0, 0.0, 9.81], abs=1e-9)
        assert down["rod.position.z"] == pytest.approx(0.0, abs=1e-9)
        assert down["rod.rotation"][2, 2] == pytest.approx(-1.0)


def test_rest_is_found_from_a_start_that_is_not_closed() -> None:
    system = lw.compile_model(four_bar(), coordinates="absolute")
    assert lw.equilibrium(system).verdict.is_good
    assert all(one.verdict.is_good for one in lw.equilibria(system, starts=4))
