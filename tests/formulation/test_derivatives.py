"""Derivatives of accelerations against forward differentiation of the accelerations, and against Pinocchio."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import linkwork as lw
from linkwork.expr import forward_derivatives
from linkwork.expr.graph import as_expr
from linkwork.formulation import TreeEquations, derive_equations
from linkwork.formulation.derivatives import Derivatives
from linkwork.system import compile_model
from tests.formulation.routes import PLAIN, consistent, random_inertia, random_pose, random_tree

NONE = np.zeros(0)
TURNING = (lambda rng: lw.Spherical(), lambda rng: lw.Free())
ROWS = (lambda rng: lw.Revolute(rng.normal(size=3)), lambda rng: lw.Prismatic(rng.normal(size=3)))
TOLERANCE = 1e-10


def chain(links: int, spring: bool = False) -> lw.Model:
    """A spatial chain, perhaps with springs and a damper on it."""
    rng = np.random.default_rng(links)
    model = lw.Model("chain")
    end: Any = model.ground
    for k in range(links):
        body = model.body(f"b{k}", mass=rng.uniform(1, 3), com=rng.normal(size=3) * 0.1, inertia=random_inertia(rng))
        model.connect(f"j{k}", lw.Revolute(rng.normal(size=3)), end, body)
        end = body.at(**random_pose(rng))
    if spring:
        model.connect(
            "s", lw.Spring(30.0, length=0.3, damping=2.0), model.ground.at(1, 0, 0), model["b2"].at(0.1, 0, 0)
        )
        model.connect("d", lw.Damper(4.0), model["b0"].at(0, 0.1, 0), model[f"b{links - 1}"].at(0, 0, 0.1))
    return model


def four_bar() -> lw.Model:
    """A loop with two rows in its plane."""
    model = lw.Model("four-bar")
    crank = model.body("crank", lw.Rod(length=0.2, mass=1.0))
    coupler = model.body("coupler", lw.Rod(length=0.9, mass=2.0))
    rocker = model.body("rocker", lw.Rod(length=0.5, mass=1.5))
    model.connect("A", lw.Revolute("y"), model.ground, crank)
    model.connect("B", lw.Revolute("y"), crank.at(0.2, 0, 0), coupler)
    model.connect("C", lw.Revolute("y"), coupler.at(0.9, 0, 0), rocker)
    model.connect("D", lw.PointInPlane(normal="x"), model.ground.at(0.8, 0, 0), rocker.at(0.5, 0, 0))
    model.connect("E", lw.PointInPlane(normal="z"), model.ground.at(0.8, 0, 0), rocker.at(0.5, 0, 0))
    return model


def driven(hinge: lw.Hinge, drive: dict[str, Any]) -> lw.Model:
    """A pendulum on a hinge, part of which follows a signal."""
    model = lw.Model("driven")
    cart = model.body("cart", mass=2.0, com=(0.1, 0.0, 0.2), inertia=(0.1, 0.2, 0.3))
    bob = model.body("bob", mass=1.0, com=(0.3, 0.1, 0.0), inertia=(0.1, 0.1, 0.2))
    model.connect("base", hinge, model.ground, cart, drive=drive)
    model.connect("pin", lw.Revolute((1, 2, 0)), cart.at(0.2, 0, 0), bob)
    model.connect("spring", lw.Spring(50.0, length=0.1), model.ground.at(0, 0, 1), bob.at(0.1, 0, 0))
    return model


def gyrostat(kind: str) -> lw.Model:
    """A pendulum with a wheel inside."""
    model = random_tree(4, 2, ROWS)
    model.connect(
        "wheel", lw.Wheel(inertia=0.2, **({} if kind == "free" else {"spin": 30.0})), model["b1"].at(0.1, 0, 0)
    )
    return model


def massive() -> lw.Model:
    """A double pendulum whose mass and stiffness are parameters."""
    model = lw.Model("parameters")
    upper = model.body("upper", mass=lw.Parameter("m", 2.0), com=(0.2, 0, 0), inertia=(0.1, 0.2, 0.3))
    lower = model.body("lower", lw.Rod(length=0.4, mass=0.6))
    model.connect("a", lw.Revolute("y"), model.ground, upper)
    model.connect("b", lw.Revolute("z"), upper.at(0.4, 0, 0), lower)
    model.connect("s", lw.TorsionSpring(lw.Parameter("k", 5.0)), upper, lower)
    return model


MODELS = {
    "arm": lambda: chain(7),
    "springs": lambda: chain(4, spring=True),
    "large": lambda: chain(12, spring=True),
    "gimbal": lambda: random_tree(3, 3, PLAIN),
    "free body": lambda: random_tree(1, 1, (lambda rng: lw.Free(),)),
    "spherical": lambda: random_tree(2, 3, TURNING),
    "four-bar": four_bar,
    "driven": lambda: driven(lw.Revolute("z"), {"angle": lw.Sine(0.3, omega=2.0)}),
    "half driven": lambda: driven(lw.Cylindrical("z"), {"angle": lw.Sine(0.3, omega=2.0)}),
    "free wheel": lambda: gyrostat("free"),
    "spinning wheel": lambda: gyrostat("driven"),
    "parameters": massive,
}


def by_forward(equations: TreeEquations) -> Any:
    """(∂u̇/∂q along q̇ of each speed, ∂u̇/∂u) by forward differentiation of the solved accelerations."""
    names = equations.kinematics.symbols
    u_dot = [as_expr(x) for x in equations.forward_dynamics.by_mass_matrix[0]]
    along = []
    for k in range(len(names.u)):
        unit = {s: float(i == k) for i, s in enumerate(names.u)}
        rates = forward_derivatives([as_expr(x) for x in equations.kinematics.q_dot], unit)
        along.append(forward_derivatives(u_dot, dict(zip(names.q, rates, strict=True))))
    by_u = [forward_derivatives(u_dot, {s: 1.0}) for s in names.u]
    n = [forward_derivatives([as_expr(x) for x in equations.kinematics.q_dot], {s: 1.0}) for s in names.u]
    return equations.tracer.function("forward", along=np.array(along).T, by_u=np.array(by_u).T, N=np.array(n).T)


def at(equations: TreeEquations, q: np.ndarray, u: np.ndarray, t: float = 0.0) -> dict[str, Any]:
    """The arguments of traced functions and kernels."""
    values = np.array([p.value for p in equations.parameters])
    return {"q": q, "u": u, "z": NONE, "s": NONE, "t": t, "parameters": values}


def close(found: Any, expected: Any) -> None:
    np.testing.assert_allclose(found, expected, rtol=0, atol=TOLERANCE * (1.0 + np.abs(expected).max()))


@pytest.mark.few(2)
@pytest.mark.parametrize("name", MODELS)
def test_derivatives_are_those_of_the_solved_accelerations(name: str) -> None:
    system = compile_model(MODELS[name]())
    equations = system.equations
    q, u = consistent(equations, np.random.default_rng(5))
    state = at(equations, q, u, 0.7)
    found = system.kernel("acceleration_derivatives")(**state)
    expected = by_forward(equations)(**state)
    # Along q̇ of each speed: Euler parameters stay on their unit sphere.
    close(found.u_dot_q @ expected.N, expected.along)
    close(found.u_dot_u, expected.by_u)
    assert found.pivot > 0.0


@pytest.mark.few(1)
@pytest.mark.parametrize("name", MODELS)
def test_generalised_forces_act_through_the_constrained_mass_matrix(name: str) -> None:
    """K answers a force τ as the equations do: M K τ = τ + Pᵀ λ and P K τ = 0 for the free speeds."""
    system = compile_model(MODELS[name]())
    equations, free = system.equations, system.equations.kinematics.free
    q, u = consistent(equations, np.random.default_rng(6))
    state = at(equations, q, u, 0.2)
    k = system.kernel("acceleration_derivatives")(**state).u_dot_tau[np.ix_(free, free)]
    mass = system.kernel("mass_matrix")(**state).M[np.ix_(free, free)]
    p = system.kernel("rows")(**state).P[:, free]
    saddle = np.block([[mass, p.T], [p, np.zeros((len(p), len(p)))]])
    # Rows of a planar loop that repeat others are dropped by least squares.
    expected = np.linalg.lstsq(saddle, np.eye(len(saddle))[:, : len(free)], rcond=1e-12)[0][: len(free)]
    close(k, expected)


@settings(max_examples=10)
@given(seed=st.integers(0, 10_000), bodies=st.integers(1, 5))
def test_recursion_and_tracing_give_the_same_residual_derivatives(seed: int, bodies: int) -> None:
    equations = derive_equations(random_tree(seed, bodies, (*ROWS, lambda rng: lw.Cylindrical(rng.normal(size=3)))))
    derivatives = Derivatives(equations)
    assert derivatives.by_recursion
    u_dot, _ = equations.dynamics.known
    slopes = derivatives.slopes
    r_q, r_u = derivatives.by_symbols(equations.dynamics.M @ u_dot - equations.dynamics.h)
    function = equations.tracer.motion_function("both", a=slopes.r_q, b=slopes.r_u, c=r_q, d=r_u)
    rng = np.random.default_rng(seed)
    q, u = consistent(equations, rng)
    found = function(**at(equations, q, u), u_dot=rng.normal(size=len(u)), lam=NONE)
    close(found.a, found.c)
    close(found.b, found.d)


@pytest.mark.parametrize("name", ["four-bar", "half driven", "springs"])
def test_residual_derivatives_are_differences_of_the_residuals(name: str) -> None:
    system = compile_model(MODELS[name]())
    rng = np.random.default_rng(8)
    q, u = consistent(system.equations, rng)
    u_dot, lam = rng.normal(size=len(u)), rng.normal(size=len(system.equations.rows.g_dot))

    def residuals(q: np.ndarray, u: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
        dynamics, rows = (system.kernel(k)(**at(system.equations, q, u, 0.3)) for k in ("dynamics", "rows"))
        return dynamics.M @ u_dot - dynamics.h - rows.P.T @ lam, rows.P @ u_dot + rows.P_00

    found = system.kernel("residual_derivatives")(**at(system.equations, q, u, 0.3), u_dot=u_dot, lam=lam)
    step = 1e-5
    for k, e in enumerate(np.eye(len(q))):
        # Richardson: differences at two steps, the error of second order taken out.
        coarse, fine = (
            [(a - b) / (2 * h) for a, b in zip(residuals(q + h * e, u), residuals(q - h * e, u), strict=True)]
            for h in (100 * step, 50 * step)
        )
        for column, a, b in zip((found.r_q[:, k], found.c_q[:, k]), coarse, fine, strict=True):
            np.testing.assert_allclose(column, (4 * b - a) / 3, atol=1e-8 * (1 + np.abs(b).max(initial=0.0)))
    for k, e in enumerate(np.eye(len(u))):
        up, down = residuals(q, u + e), residuals(q, u - e)  # at most quadratic in u
        for column, a, b in zip((found.r_u[:, k], found.c_u[:, k]), up, down, strict=True):
            np.testing.assert_allclose(column, (a - b) / 2, atol=1e-9 * (1 + np.abs(a).max(initial=0.0)))


class Valve(lw.Force):
    """A moment of a state and of an unknown."""

    states = ("p",)
    unknowns = ("F",)
    measure = lw.RelativeAngle()

    def law(self, z, s, e):
        return z.p * e + s.F**2

    def state_dot(self, z):
        return -z.p

    def residual(self, s, e):
        return s.F + s.F**3 + 3.0 * e


def test_states_and_unknowns_of_elements_have_columns_of_their_own() -> None:
    model = chain(2)
    model.connect("valve", Valve(), model["b0"], model["b1"])
    system = compile_model(model)
    q, u, u_dot = np.random.default_rng(2).normal(size=(3, 2))
    state = {"q": q, "u": u, "t": 0.0, "parameters": NONE}
    z, s = np.array([0.7]), np.array([1.3])
    found = system.kernel("residual_derivatives")(**state, z=z, s=s, u_dot=u_dot, lam=NONE)

    def bias(z: np.ndarray, s: np.ndarray) -> np.ndarray:
        return np.asarray(system.kernel("dynamics")(**state, z=z, s=s).h)

    # Linear in z, quadratic in s.
    close(found.r_z[:, 0], -(bias(z + 1.0, s) - bias(z, s)))
    close(found.r_s[:, 0], -(bias(z, s + 1.0) - bias(z, s - 1.0)) / 2)
    assert np.abs(found.r_z).max() > 0.01 and np.abs(found.r_s).max() > 0.01


@pytest.mark.slow
def test_large_trees_run_in_batches_as_they_run_alone() -> None:
    system = compile_model(chain(12, spring=True))
    assert Derivatives(system.equations).is_large
    kernel = system.kernel("acceleration_derivatives")
    rng = np.random.default_rng(3)
    q, u = rng.normal(size=(2, 7, 12))
    together = kernel.batch(**at(system.equations, q, u))
    for k in range(7):
        state = at(system.equations, q[k], u[k])
        for a, b, c in zip(together, kernel(**state), kernel.function(**state), strict=True):
            np.testing.assert_allclose(a[k], b, rtol=0, atol=1e-11 * (1 + np.abs(b).max()))
            np.testing.assert_allclose(b, c, rtol=0, atol=1e-9 * (1 + np.abs(b).max()))


def test_operations_of_a_large_chain_grow_with_its_joints() -> None:
    """At half as many joints more, the factors of a chain take little more than that in operations: no brute force."""
    counts = [
        equations.tracer.function("f", **Derivatives(equations).separated).operations
        for equations in (derive_equations(chain(12)), derive_equations(chain(18)))
    ]
    assert counts[1] < 1.6 * counts[0]


@pytest.mark.parametrize("joints", [7, 16])
def test_chains_agree_with_pinocchio(joints: int) -> None:
    pin = pytest.importorskip("pinocchio")
    rng = np.random.default_rng(joints)
    model, peer = lw.Model("chain", gravity=(0.3, -9.0, -3.0)), pin.Model()
    peer.gravity.linear = np.array([0.3, -9.0, -3.0])
    end: Any = model.ground
    for k in range(joints):
        mass, com, inertia, place = rng.uniform(1, 3), rng.normal(size=3) * 0.1, random_inertia(rng), random_pose(rng)
        body = model.body(f"b{k}", mass=mass, com=com, inertia=inertia)
        model.connect(f"j{k}", lw.Revolute("z"), end.at(**place), body)
        number = peer.addJoint(k, pin.JointModelRZ(), pin.SE3(place["rotate"], place["x"]), f"j{k}")
        peer.appendBodyToJoint(number, pin.Inertia(mass, com, inertia), pin.SE3.Identity())
        end = body
    q, u = rng.normal(size=(2, joints))
    system = compile_model(model)
    found = system.kernel("acceleration_derivatives")(**at(system.equations, q, u))
    data = peer.createData()
    pin.computeABADerivatives(peer, data, q, u, np.zeros(joints))
    for ours, theirs in ((found.u_dot_q, data.ddq_dq), (found.u_dot_u, data.ddq_dv)):
        assert np.abs(ours - theirs).max() < 1e-9 * np.abs(theirs).max()
    upper = np.triu(data.Minv)
    close(found.u_dot_tau, upper + np.triu(upper, 1).T)
