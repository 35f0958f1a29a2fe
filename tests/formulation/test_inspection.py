"""Partial velocities, Jacobians and generalised forces: Kane's equations rebuilt from them, and differences."""

from dataclasses import replace

import numpy as np
import pytest

import linkwork as lw
from tests.formulation.routes import PLAIN, consistent, random_tree

ALL = (*PLAIN, lambda rng: lw.Spherical(), lambda rng: lw.Free())


def loaded(seed: int, bodies: int = 5) -> lw.Model:
    """A tree with a driven and a locked hinge, a spring, a load and two wheels."""
    model = random_tree(seed, bodies, ALL)
    last = model.body("last", mass=1.3, com=(0.1, 0.2, -0.1), inertia=(0.3, 0.4, 0.5))
    drive = {"angle": lw.Sine(0.4, omega=2.0)}
    model.connect("driven", lw.Revolute("y"), model["b1"].at(0.1, 0, 0.2), last.at(0, 0.1, 0), drive=drive)
    model.connect("spring", lw.Spring(50.0, length=0.2, damping=1.0), model["b0"], last.at(0.3, 0, 0))
    model.connect("push", lw.AppliedForce((1.0, -2.0, 0.5)), last.at(0.3, 0.1, 0))
    model.connect("wheel", lw.Wheel(inertia=0.2, motor=0.7), model["b0"].at(0, 0, 0, rotate={"x": 0.5}))
    model.connect("gyro", lw.Wheel(inertia=0.1, spin=lw.Sine(3.0, omega=2.0)), last.at(0, 0, 0, rotate={"y": 0.5}))
    return model


def started(seed: int) -> tuple[lw.System, lw.State]:
    system = lw.compile_model(loaded(seed))
    q, u = consistent(system.equations, np.random.default_rng(seed))
    return system, system.prescribed(replace(system.state(t=0.3), q=q, u=u))


def along(system: lw.System, state: lw.State, u_dot: np.ndarray, h: float) -> lw.State:
    """The state a little later, to third order in h."""
    middle = replace(state, q=state.q + h / 2 * q_dot(system, state), u=state.u + h / 2 * u_dot, t=state.t + h / 2)
    return replace(state, q=state.q + h * q_dot(system, middle), u=state.u + h * u_dot, t=state.t + h)


def q_dot(system: lw.System, state: lw.State) -> np.ndarray:
    return np.asarray(system.evaluate("kinematics", state).q_dot)


@pytest.mark.few(2)
@pytest.mark.seed("S2.3", passage="§4 (15)–(17)")
@pytest.mark.seed("S2.5")
@pytest.mark.parametrize("seed", range(4))
def test_kane_gives_the_mass_matrix(seed: int) -> None:
    """a_lp = Σ m v_klm v_kpm + ω_klm I_kmn ω_kpn, S2 (36)."""
    system = lw.compile_model(random_tree(seed, 5, ALL))
    q, u = consistent(system.equations, np.random.default_rng(seed))
    state = lw.State(system.layout, q, u)
    found, at = lw.partial_velocities(system, state), system.evaluate("body_poses", state)
    total = np.zeros((len(u), len(u)))
    forces = np.zeros(len(u))
    for k, name in enumerate(found.bodies):
        body, R = system.model[name], at.R[system.topology.body(name).number]
        inertia = R @ np.asarray(body.inertia) @ R.T
        v, w, spin = found.v[k], found.w[k], found.spin[k]
        total += body.mass * v @ v.T + w @ inertia @ w.T
        forces += v @ (body.mass * (np.asarray(system.model.gravity) - found.a_0[k]))
        forces -= w @ (inertia @ found.alpha_0[k] + np.cross(spin, inertia @ spin))
    np.testing.assert_allclose(total, system.mass_matrix(state), atol=1e-11)
    np.testing.assert_allclose(forces, system.evaluate("dynamics", state).h, atol=1e-10)
    v, w = found.of("b2", system.layout.u[0])
    np.testing.assert_array_equal(v, found.v[found.index("b2"), 0])
    np.testing.assert_array_equal(w, found.w[found.index("b2"), 0])


@pytest.mark.seed("S2.2", "S2.3")
@pytest.mark.parametrize("seed", range(3))
def test_rates_are_derivatives(seed: int) -> None:
    """d/dt of the arrays along the motion; velocities of mass centres are those of their places."""
    system, state = started(seed)
    u_dot = np.random.default_rng(seed).normal(size=len(state.u))
    h = 1e-5
    now = lw.partial_velocities(system, state)
    up, down = (lw.partial_velocities(system, along(system, state, u_dot, s)) for s in (h, -h))
    np.testing.assert_allclose((up.v - down.v) / (2 * h), now.v_dot, atol=1e-7)
    np.testing.assert_allclose((up.w - down.w) / (2 * h), now.w_dot, atol=1e-7)
    velocity = np.einsum("klm,l->km", now.v, state.u) + now.v_0
    np.testing.assert_allclose((up.com - down.com) / (2 * h), velocity, atol=1e-7)
    np.testing.assert_allclose(np.einsum("klm,l->km", now.w, state.u) + now.w_0, now.spin, atol=1e-12)
    # Nothing here moves by time alone: the driven hinge has a speed.
    assert np.abs(now.v_0).max() < 1e-12
    np.testing.assert_allclose(np.einsum("klm,l->km", now.v_dot, state.u), now.a_0, atol=1e-10)
    np.testing.assert_allclose(np.einsum("klm,l->km", now.w_dot, state.u), now.alpha_0, atol=1e-10)


class Lift(lw.Hinge):
    """A turn on a platform that time alone lifts."""

    coordinates = ("angle",)

    def pose(self, q, t):
        return lw.Pose(lw.rotation_z(q.angle), (0, 0, 0.5 * t * t))


@pytest.mark.seed("S2.3")
def test_what_time_alone_gives() -> None:
    model = lw.Model("lift")
    body = model.body("b", mass=1.0, inertia=(1, 1, 1))
    model.connect("lift", Lift(), model.ground, body)
    system = lw.compile_model(model)
    found = lw.point_jacobian(system, body.at(1, 0, 0), system.state({"lift.angle_dot": 2.0}, t=3.0))
    np.testing.assert_allclose(found.J[:, 0], [0, 0, 1, 0, 1, 0])
    np.testing.assert_allclose(found.V_0, [0, 0, 0, 0, 0, 3])
    np.testing.assert_allclose(found.bias, [0, 0, 0, -4, 0, 1])


@pytest.mark.seed("S2.3")
@pytest.mark.parametrize("seed", range(3))
def test_the_jacobian_of_a_point_and_its_bias(seed: int) -> None:
    system, state = started(seed)
    point = system.model["last"].at(0.3, -0.2, 0.5)
    u_dot = lw.accelerations(system, state).u_dot
    h = 1e-4

    def place(s: float) -> np.ndarray:
        at = system.evaluate("body_poses", along(system, state, u_dot, s))
        number = system.topology.body("last").number
        return at.p[number] + at.R[number] @ np.array([0.3, -0.2, 0.5])

    found = lw.point_jacobian(system, point, state)
    velocity, rate = found.J @ state.u + found.V_0, found.J @ u_dot + found.bias
    np.testing.assert_allclose((place(h) - place(-h)) / (2 * h), velocity[3:], atol=1e-6)
    later, before = (
        lw.point_jacobian(system, point, s).J @ s.u for s in (along(system, state, u_dot, s) for s in (1e-5, -1e-5))
    )
    np.testing.assert_allclose((later - before) / 2e-5, rate, atol=1e-5 * (1 + np.abs(rate).max()))
    plain, ground = (
        lw.point_jacobian(system, system.model["last"], state),
        lw.point_jacobian(system, system.model.ground.at(1, 0, 0), state),
    )
    np.testing.assert_array_equal(plain.J[:3], found.J[:3])
    assert not ground.J.any() and ground.J.shape == (6, system.layout.nu)


@pytest.mark.seed("S2.5", passage="§7 (32)–(38)")
@pytest.mark.parametrize("seed", range(3))
def test_forces_by_origin_sum_to_the_bias(seed: int) -> None:
    system, state = started(seed)
    found = lw.generalized_forces(system, state)
    np.testing.assert_allclose(
        found.total, system.evaluate("dynamics", state).h, atol=1e-10 * (1 + np.abs(found.total).max())
    )
    assert list(found.elements) == ["spring", "push", "wheel", "gyro"]
    push = lw.point_jacobian(system, system.model["last"].at(0.3, 0.1, 0), state).J[3:].T @ np.array([1.0, -2.0, 0.5])
    np.testing.assert_allclose(found["push"], push, atol=1e-12)
    assert found["wheel"][system.layout.u_index("wheel.spin")] == 0.7
    still = lw.generalized_forces(system, replace(state, u=0 * state.u))
    np.testing.assert_allclose(still.gravity, found.gravity, atol=1e-12)


def test_a_table_of_forces() -> None:
    model = lw.Model("mass", gravity=lambda p, t: (0, 0, -2.0))
    body = model.body("b", mass=3.0, inertia=(1, 1, 1))
    model.connect("slide", lw.Prismatic("z"), model.ground, body)
    model.connect("push", lw.AppliedForce((0, 0, 1.0)), body)
    system = lw.compile_model(model)
    found = lw.generalized_forces(system, system.rest)
    assert " ".join(str(found).split()) == ("speed push (gravity) (velocities) (sum) slide.displacement_dot 1 -6 0 -5")
    with pytest.raises(lw.ModelError, match="Did you mean 'push'"):
        found["pusch"]


def test_unknown_bodies_are_named() -> None:
    system, state = started(0)
    with pytest.raises(lw.ModelError, match="there is no body 'b9'"):
        lw.partial_velocities(system, state).of("b9", system.layout.u[0])
    with pytest.raises(lw.ModelError, match="there is no speed 'x'"):
        lw.partial_velocities(system, state).of("b0", "x")
    other = lw.Model("other").body("stranger", mass=1.0, inertia=(1, 1, 1))
    with pytest.raises(lw.ModelError, match="there is no body 'stranger'"):
        lw.point_jacobian(system, other.at(0, 0, 0), state)
