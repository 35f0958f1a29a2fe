"""Equilibrium, linear systems and prescribed motion of absolute systems, against the tree formulation."""

from __future__ import annotations

from dataclasses import replace
from functools import cache
from typing import Any

import numpy as np
import pytest

import linkwork as lw
from linkwork.analyses.linear.variation import variation_of
from tests.absolute_models import carried, chain, four_bar, pair


def sprung_four_bar() -> lw.Model:
    m = four_bar()
    m.connect(
        "s", lw.Spring(stiffness=60.0, length=0.4, damping=2.0), m.ground.at(0.3, 0, 0.6), m["bar1"].at(0.5, 0, 0)
    )
    return m


@cache
def loop() -> tuple[Any, lw.System]:
    return pair(sprung_four_bar())


@cache
def balls() -> tuple[Any, lw.System]:
    return pair(chain(2, lw.Spherical()))


@pytest.mark.slow
def test_free_rotations_and_forces_as_inputs() -> None:
    """Two bodies on ball joints, with indifferent turns: eigenvalues and the transfer of a force to a position."""
    tree, absolute = balls()
    one = lw.equilibrium(tree)
    other = lw.equilibrium(absolute, carried(tree, absolute, one.state))
    assert np.allclose(np.sort_complex(one.eigenvalues), np.sort_complex(other.eigenvalues), atol=1e-5)
    names = ["b1.position.x", "b1.velocity.z"]
    a = lw.linearize(tree, one, inputs=["b0.force.y", "b1.moment.x"], outputs=names)
    b = lw.linearize(absolute, other, inputs=["b0.force.y", "b1.moment.x"], outputs=names)
    assert np.allclose(a.response([0.3, 1.7]), b.response([0.3, 1.7]), rtol=1e-6, atol=1e-9)
    with pytest.raises(lw.ModelError, match="there is no input 'k'"):
        lw.linearize(absolute, other, inputs=["k"])
    with pytest.raises(lw.ModelError, match=r"there is no channel 'b1\.energy'"):
        lw.linearize(absolute, other, outputs=["b1.energy"])


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


def test_what_has_no_rest_is_said() -> None:
    m = lw.Model("thrown")
    m.body("stone", mass=2.0, inertia=(1.0, 1.0, 1.0))
    system = lw.compile_model(m, coordinates="absolute")
    with pytest.raises(lw.EquilibriumError, match=r"no restoring force in stone\.v_z, where 19\.62 stays"):
        lw.equilibrium(system)
    with pytest.raises(lw.ModelError, match=r"stone\.v_x"):
        lw.equilibrium(system, speeds={"stone.v_x": 1.0})


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


def crank(driven: bool = True) -> lw.Model:
    m = four_bar()
    drive = {"angle": lw.Polynomial((-0.8, 2.0, 0.3))} if driven else {}
    first = m.connections.pop("J0")
    m.connect("J0", first.element, *first.ends, drive=drive)
    return m


@pytest.mark.seed("S0.12")
def test_prescribed_motion_is_that_of_the_tree() -> None:
    tree, absolute = pair(crank())
    state = lw.assemble(tree, guess={"J1.angle": 0.9})
    times = np.linspace(0.0, 0.6, 4)
    one = lw.kinematics(tree, state, times=times)
    other = lw.kinematics(absolute, carried(tree, absolute, state), times=times)
    assert other.complete
    for k in range(len(times)):
        there = carried(tree, absolute, one.state(k))
        assert np.allclose(other["bar1.x"][k], there["bar1.x"], atol=1e-9)
        assert np.allclose(other["bar2.v_z"][k], there["bar2.v_z"], atol=1e-8)
    # Accelerations by differences of velocities, of a frame whose centre of mass is elsewhere.
    fine = lw.kinematics(absolute, carried(tree, absolute, state), times=[0.299, 0.3, 0.301])
    for name in ("bar1.v_x", "bar1.w_y", "bar2.v_z"):
        slope = (fine[name][2] - fine[name][0]) / 0.002
        assert fine[f"{name}_dot"][1] == pytest.approx(slope, rel=1e-4, abs=1e-4)


def test_motion_that_is_left_free_is_named() -> None:
    _, absolute = loop()
    start = lw.assemble(absolute, bodies={"bar1": (0.2, 0, -0.2), "bar2": (0.7, 0, -0.5)})
    with pytest.raises(lw.ModelError, match=r"body 'bar\d' can still move"):
        lw.kinematics(absolute, start, t_end=1.0)


@pytest.mark.slow
def test_a_drive_that_cannot_be_followed_ends_with_a_sentence() -> None:
    m = lw.Model("short arm")
    arm = m.body("arm", mass=1.0, inertia=(0.1, 0.1, 0.1))
    rod = m.body("rod", mass=1.0, inertia=(0.1, 0.1, 0.1))
    m.connect("slide", lw.Prismatic("x"), m.ground, rod, drive={"displacement": lw.Polynomial((0.5, 1.0))})
    m.connect("A", lw.Revolute("y"), m.ground, arm)
    m.connect("link", lw.FixedDistance(0.6), arm.at(0, 0, 0.8), rod)
    system = lw.compile_model(m, coordinates="absolute")
    start = lw.assemble(system, bodies={"rod": (0.5, 0, 0)})
    found = lw.kinematics(system, start, times=np.linspace(0.1, 3.0, 8))
    assert not found.complete and "cannot follow slide.displacement any further" in found.message


def test_rest_is_found_from_a_start_that_is_not_closed() -> None:
    system = lw.compile_model(four_bar(), coordinates="absolute")
    assert lw.equilibrium(system).verdict.is_good
    assert all(one.verdict.is_good for one in lw.equilibria(system, starts=4))
