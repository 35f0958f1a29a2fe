"""The functions of systems in absolute coordinates: equal to what follows from the tree, and to finite differences."""

from __future__ import annotations

import importlib
from dataclasses import replace
from typing import Any

import numpy as np
import pytest

import linkwork as lw
from tests.absolute_models import carried, chain, four_bar, pair

STEP = 1e-6
MODELS = ("chain", "four_bar", "rolling_coin", "chaplygin_sleigh", "viscous")


def viscous() -> lw.Model:
    """Two bodies and a law that has a state."""
    m = lw.Model("viscous", gravity=(0, 0, -9.81))
    arm = m.body("arm", mass=1.2, com=(0.3, 0.02, 0.1), inertia=(0.02, 0.11, 0.1))
    tip = m.body("tip", mass=0.7, com=(0.1, 0.0, -0.05), inertia=(0.02, 0.03, 0.04))
    m.connect("J", lw.Revolute("y"), m.ground.at(0, 0, 0), arm.at(-0.1, 0, 0))
    m.connect("K", lw.Spherical(), arm.at(0.8, 0, 0), tip.at(-0.2, 0, 0))
    m.connect(
        "pull", lw.Maxwell(stiffness=20.0, damping=3.0, on=lw.Distance()), m.ground.at(1, 0, 0), tip.at(0.1, 0, 0)
    )
    return m


def moving(name: str) -> tuple[Any, Any, lw.State, lw.State]:
    """(tree, absolute, states of both) in a general motion on all constraints."""
    if name in ("chain", "four_bar", "viscous"):
        tree, absolute = pair({"chain": chain, "four_bar": four_bar, "viscous": viscous}[name]())
        rng = np.random.default_rng(3)
        start = tree.state({q: 0.5 * rng.uniform(-1, 1) for q in tree.layout.q if ".e" not in q})
        speeds = {u: float(rng.uniform(-1, 1)) for u in tree.layout.u}
        state = start if name != "four_bar" else lw.assemble(tree, guess={"J0.angle": 0.4, "J1.angle": 0.3})
        state = replace(state, u=np.array(list(speeds.values())), z=0.3 + np.zeros(tree.layout.nz))
        if name == "four_bar":
            state = lw.accelerations(tree, replace(state, u=0.0 * state.u)).state
            state = lw.assemble(tree, guess={q: state[q] for q in tree.layout.q}, velocities={tree.layout.u[0]: 1.3})
    else:
        example = importlib.import_module(f"examples.{name}")
        tree, absolute = pair(example.model())
        state = example.start(tree)
    return tree, absolute, state, carried(tree, absolute, state)


@pytest.fixture(params=MODELS, scope="module")
def case(request: pytest.FixtureRequest) -> tuple[Any, Any, lw.State, lw.State]:
    return moving(request.param)


def along(system: Any, state: lw.State, h: float, u_dot: Any = None) -> lw.State:
    """The state after a very short time, with constant accelerations."""
    rate = system.functions.at("kinematics", state)
    q_dot = np.asarray(getattr(rate, "q_dot", rate))
    found = replace(state, q=state.q + h * q_dot, t=state.t + h)
    return found if u_dot is None else replace(found, u=state.u + h * u_dot)


def slope(function: Any, x: np.ndarray) -> np.ndarray:
    columns = [(function(x + STEP * row) - function(x - STEP * row)) / (2 * STEP) for row in np.eye(len(x))]
    return np.array(columns).T


@pytest.mark.few(1)
def test_the_motion_satisfies_the_equations_of_the_functions(case: Any) -> None:
    _, absolute, _, state = case
    found = absolute.functions.at("multipliers", state)
    dynamics, rows = absolute.functions.at("dynamics", state), absolute.functions.at("rows", state)
    left = dynamics.M @ found.u_dot - dynamics.h - rows.P.T @ found.lam
    assert np.abs(left).max() < 1e-9 * (1.0 + np.abs(dynamics.h).max())
    assert np.abs(rows.P @ found.u_dot + rows.P_00).max(initial=0.0) < 1e-9 * (1.0 + np.abs(found.u_dot).max())
    assert np.abs(rows.P @ state.u + rows.P_0 - absolute.functions.at("velocity", state).g_dot).max(initial=0.0) < 1e-12


def test_accelerations_are_those_of_the_tree(case: Any) -> None:
    tree, absolute, state, own = case
    u_dot = lw.accelerations(tree, state).u_dot
    number = 6 * len(absolute.elements.bodies.names)
    sides = [tree.functions.at("body_velocities", along(tree, state, side * STEP, u_dot)) for side in (1, -1)]
    fast, slow = (np.hstack([side.w, side.v]).ravel() for side in sides)
    expected = (fast - slow) / (2 * STEP)
    found = absolute.functions.at("acceleration", own).u_dot[:number]
    assert np.abs(found - expected).max() < 1e-6 * (1.0 + np.abs(expected).max())


def test_energy_and_inertia_are_those_of_the_tree(case: Any) -> None:
    tree, absolute, state, own = case
    one, other = tree.functions.at("energy", state), absolute.functions.at("energy", own)
    assert other.kinetic == pytest.approx(one.kinetic, rel=1e-9)
    assert other.potential == pytest.approx(one.potential, rel=1e-9, abs=1e-9)
    M = absolute.functions.at("mass_matrix", own).M
    assert 0.5 * own.u @ M @ own.u == pytest.approx(one.kinetic, rel=1e-9)
    assert np.abs(M - M.T).max() < 1e-12 * np.abs(M).max()


def test_rows_are_the_derivatives_of_residuals(case: Any) -> None:
    _, absolute, _, state = case
    found = absolute.functions.at("closure", state)

    def position(q: np.ndarray) -> np.ndarray:
        return absolute.functions.at("residuals", replace(state, q=q)).position

    expected = slope(position, state.q)
    assert np.abs(np.vstack([found.g_q, found.invariants_q]) - expected).max() < 1e-7
    rows = absolute.functions.at("rows", state)
    sides = [absolute.functions.at("velocity", along(absolute, state, side * STEP)).g_dot for side in (1, -1)]
    expected = (sides[0] - sides[1]) / (2 * STEP)
    assert np.abs(rows.P_00 - expected).max(initial=0.0) < 1e-6 * (1.0 + np.abs(expected).max(initial=0.0))


def test_body_poses_and_their_slopes(case: Any) -> None:
    tree, absolute, state, own = case
    names = tuple(absolute.elements.bodies.names)
    one, other = tree.functions.at("body_poses", state), absolute.functions.at("body_poses", own)
    for k, name in enumerate(names):
        number = tree.topology.body(name).number
        assert np.abs(one.R[number] - other.R[k + 1]).max() < 1e-9
        assert np.abs(one.p[number] - other.p[k + 1]).max() < 1e-9
    found = absolute.functions.at("body_pose_slopes", own)
    for part in ("R", "p"):
        value = getattr(absolute.functions.at("body_poses", own), part)
        flat = slope(
            lambda q, part=part: getattr(absolute.functions.at("body_poses", replace(own, q=q)), part).ravel(), own.q
        )
        assert np.abs(getattr(found, f"{part}_q") - flat.reshape(*value.shape, -1)).max() < 1e-7


def test_rates_of_states_are_those_of_the_tree() -> None:
    tree, absolute, state, own = moving("viscous")
    one = tree.functions.at("state_rates", state)
    assert absolute.layout.nz == 1
    assert absolute.functions.at("state_rates", own).z_dot == pytest.approx(
        np.ravel(getattr(one, "z_dot", one)), rel=1e-9
    )


def test_matrices_of_large_systems_are_sparse() -> None:
    m = lw.Model("long chain", gravity=(0.3, -0.2, -9.81))
    before = m.ground.at(0, 0, 0)
    for k in range(60):
        body = m.body(f"b{k}", mass=1.0, com=(0.4, 0.05, -0.02), inertia=(0.02, 0.11, 0.1))
        m.connect(f"J{k}", lw.Revolute("y"), before, body.at(-0.1, 0, 0))
        before = body.at(0.9, 0, 0)
    absolute = lw.compile_model(m, coordinates="absolute")
    state = absolute.rest
    rows = absolute.functions.at("rows", state)
    assert rows.P.format == "csr"
    found = absolute.functions.at("multipliers", state)
    dynamics = absolute.functions.at("dynamics", state)
    left = dynamics.M @ found.u_dot - dynamics.h - rows.P.T @ found.lam
    assert np.abs(left).max() < 1e-8 * (1.0 + np.abs(dynamics.h).max())


def test_a_function_that_is_not_there_is_told() -> None:
    _, absolute = pair(chain(1))
    with pytest.raises(lw.ModelError, match=r"no function of a system in absolute coordinates 'mass_matrx'"):
        absolute.functions.at("mass_matrx", absolute.rest)
