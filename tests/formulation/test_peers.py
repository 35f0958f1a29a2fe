"""Random forests against Pinocchio and MuJoCo: mass matrix, bias, accelerations, inverse dynamics, to rounding."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import linkwork as lw
from linkwork.formulation import TreeEquations, derive_equations
from linkwork.formulation.loads import needed_loads
from linkwork.formulation.recursion import generalised, joint_loads
from tests.formulation import peers

pin = pytest.importorskip("pinocchio")

TOLERANCE = 1e-10
# A forest of sixty takes a second or two; `HYPOTHESIS_PROFILE=thorough` draws the profile's five hundred.
FEW = {} if settings.get_current_profile_name() == "thorough" else {"max_examples": 5}
NOT_IN_MUJOCO = ("screw",)


def kinds(leave_out: tuple[str, ...] = ()) -> st.SearchStrategy[list[str]]:
    """1 to 60 joints: sizes are drawn evenly, as lists of hypothesis are mostly short."""
    known = [kind for kind in peers.KINDS if kind not in leave_out]
    return st.integers(1, 60).flatmap(lambda n: st.lists(st.sampled_from(known), min_size=n, max_size=n))


def ours(equations: TreeEquations, q: Any, u: Any, wanted: Any) -> tuple[peers.Numbers, np.ndarray]:
    """Our numbers; the second value is the acceleration by the mass matrix, the first has that by articulated bodies.

    The load is summed over the bodies from the tips inwards, without the mass matrix.
    """
    u_dot, lam = equations.dynamics.known
    links = equations.tree.links
    load = generalised(links, joint_loads(links, needed_loads(equations.dynamics, u_dot, lam)), len(u))
    outputs = {
        "a": equations.forward_dynamics.by_articulated_bodies[0],
        "b": equations.forward_dynamics.by_mass_matrix[0],
        "load": load,
    }
    function = equations.tracer.motion_function("all", M=equations.dynamics.M, h=equations.dynamics.h, **outputs)
    found = function(q, u, [], [], 0.0, np.zeros(0), wanted, np.zeros(0))
    return peers.Numbers(found.M, found.h, found.a, found.load), found.b


def compare(equations: TreeEquations, q: Any, u: Any, wanted: Any, theirs: peers.Numbers) -> None:
    found, by_mass_matrix = ours(equations, q, u, wanted)
    for name, mine, other in zip(peers.Numbers._fields, found, theirs, strict=True):
        assert deviation(mine, other) < TOLERANCE, name
    assert deviation(by_mass_matrix, theirs.u_dot) < TOLERANCE


def deviation(ours: Any, theirs: Any) -> float:
    return float(np.abs(ours - theirs).max() / np.abs(theirs).max())


@pytest.mark.seed("S0.9", "S2.5")
@settings(**FEW)
@given(kinds=kinds(), seed=st.integers(0, 2**32 - 1))
def test_forests_agree_with_pinocchio(kinds: list[str], seed: int) -> None:
    forest = peers.random_forest(kinds, seed)
    equations = derive_equations(peers.our_model(forest))
    q, u = peers.random_state(forest, equations.topology.layout, seed + 1)
    wanted = np.random.default_rng(seed + 2).normal(size=len(u))
    compare(equations, q, u, wanted, peers.by_pinocchio(pin, forest, equations.topology.layout, q, u, wanted))


@pytest.mark.seed("S0.9", "S2.5")
@settings(**FEW)
@given(kinds=kinds(NOT_IN_MUJOCO), seed=st.integers(0, 2**32 - 1))
def test_forests_agree_with_mujoco(kinds: list[str], seed: int) -> None:
    mujoco = pytest.importorskip("mujoco")
    forest = peers.random_forest(kinds, seed)
    equations = derive_equations(peers.our_model(forest))
    q, u = peers.random_state(forest, equations.topology.layout, seed + 1)
    wanted = np.random.default_rng(seed + 2).normal(size=len(u))
    compare(equations, q, u, wanted, peers.by_mujoco(mujoco, forest, equations.topology.layout, q, u, wanted))


@pytest.mark.parametrize("count", [1, 7, 60])
def test_compiled_forests_agree_with_pinocchio(count: int) -> None:
    """The same numbers out of native code, by the functions that a user calls."""
    forest = peers.random_forest((peers.KINDS * 10)[:count], seed=count)
    system = lw.compile_model(peers.our_model(forest))
    q, u = peers.random_state(forest, system.layout, count)
    wanted = np.random.default_rng(count).normal(size=len(u))
    theirs = peers.by_pinocchio(pin, forest, system.layout, q, u, wanted)
    state = lw.State(system.layout, q, u)
    assert deviation(system.mass_matrix(state), theirs.M) < TOLERANCE
    assert deviation(system.evaluate("dynamics", state).h, theirs.h) < TOLERANCE
    assert deviation(lw.accelerations(system, state).u_dot, theirs.u_dot) < TOLERANCE
    assert deviation(lw.inverse_dynamics(system, state, wanted), theirs.load) < TOLERANCE


@pytest.mark.parametrize("tilt", [0.0, 1e-13, 1e-9, 1e-6, 3.7e-6, 1e-3])
def test_almost_parallel_axes_lose_no_digits(tilt: float) -> None:
    model, peer = lw.Model("almost"), pin.Model()
    end: Any = model.ground
    place = pin.SE3.Identity()
    axis = np.array([0.0, np.sin(tilt), np.cos(tilt)])
    inertia = np.diag([0.2, 0.3, 0.4])
    for k in range(4):
        body = model.body(f"b{k}", mass=1.0, com=[0.1, 0.2, 0.3], inertia=inertia)
        n = axis if k % 2 else np.array([0.0, 0.0, 1.0])
        model.connect(f"j{k}", lw.Revolute(n), end, body)
        number = peer.addJoint(k, pin.JointModelRevoluteUnaligned(n), place, f"j{k}")
        peer.appendBodyToJoint(number, pin.Inertia(1.0, np.array([0.1, 0.2, 0.3]), inertia), pin.SE3.Identity())
        end, place = body.at(0.5, 0.2, 0.1), pin.SE3(np.eye(3), np.array([0.5, 0.2, 0.1]))
    equations = derive_equations(model)
    q, u = np.array([0.3, -0.4, 0.5, 0.7]), np.array([1.0, -2.0, 0.5, 0.3])
    ours = equations.tracer.function("a", u_dot=equations.forward_dynamics.acceleration[0])(
        q, u, [], [], 0.0, np.zeros(0)
    )
    theirs = pin.aba(peer, peer.createData(), q, u, np.zeros(4))
    assert deviation(ours.u_dot, theirs) < TOLERANCE
