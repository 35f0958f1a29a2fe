"""Equations of motion against routes that share nothing with the recursion."""

from dataclasses import replace

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import linkwork as lw
from linkwork.formulation import derive_equations
from linkwork.system import compile_model
from tests.formulation.routes import PLAIN, consistent, energies, lagrange, random_tree, world_poses

NONE = np.zeros(0)
EXAMPLES = 15  # deriving the second route takes a second for larger trees
FREE = (lambda rng: lw.Spherical(), lambda rng: lw.Free())


@pytest.mark.seed("S0.7")
@settings(max_examples=EXAMPLES)
@given(seed=st.integers(0, 10_000), bodies=st.integers(1, 6))
def test_internal_frames_lead_back_to_the_poses_as_drawn(seed: int, bodies: int) -> None:
    equations = derive_equations(random_tree(seed, bodies, PLAIN + FREE))
    tree = equations.tree
    number = bodies
    expected = world_poses(equations)[number]
    found = tree.world(number) @ tree.links[number - 1].X_BI.inverse
    outputs = {"a": expected.R, "b": found.R, "c": expected.p, "d": found.p}
    q, u = consistent(equations, np.random.default_rng(seed))
    values = equations.tracer.function("poses", **outputs)(q, u, [], [], 0.0, NONE)
    np.testing.assert_allclose(values.a, values.b, atol=1e-13)
    np.testing.assert_allclose(values.c, values.d, atol=1e-13)


def crane(t: complex) -> np.ndarray:
    """The tip of a crane that turns, tilts, extends and swings, by the product of its rotations, in plain NumPy."""
    yaw, tilt, out, swing = 0.4 + 1.1 * t, -0.3 + 0.7 * t, 0.2 + 0.5 * t, 0.9 - 1.3 * t
    c, s = np.cos, np.sin
    about_z = np.array([[c(yaw), -s(yaw), 0], [s(yaw), c(yaw), 0], [0, 0, 1]])
    about_y = np.array([[c(tilt), 0, s(tilt)], [0, 1, 0], [-s(tilt), 0, c(tilt)]])
    about_x = np.array([[1, 0, 0], [0, c(swing), -s(swing)], [0, s(swing), c(swing)]])
    hook = np.array([1.0 + out, 0.1, 0.0]) + about_x @ np.array([0.0, 0.2, -0.6])
    return np.asarray(np.array([0.0, 0.0, 2.0]) + about_z @ (np.array([0.3, 0.0, 0.0]) + about_y @ hook))


@pytest.mark.few(1)
@pytest.mark.seed("S0.7", passage="§5.2")
@pytest.mark.parametrize("coordinates", ["tree", "absolute"])
def test_recursion_against_a_product_of_rotations(coordinates: str) -> None:
    """Position, velocity and acceleration of a tip; derivatives of the product by complex steps, which are exact."""
    m = lw.Model("crane", gravity=(0, 0, 0))
    post, boom, arm, hook = (m.body(n, lw.Box(size=(0.1, 0.2, 0.3), mass=1.0)) for n in ("post", "boom", "arm", "hook"))
    drive = [lw.Polynomial((a, b)) for a, b in ((0.4, 1.1), (-0.3, 0.7), (0.2, 0.5), (0.9, -1.3))]
    m.connect("yaw", lw.Revolute("z"), m.ground.at(0, 0, 2), post, drive={"angle": drive[0]})
    m.connect("tilt", lw.Revolute("y"), post.at(0.3, 0, 0), boom, drive={"angle": drive[1]})
    m.connect("out", lw.Prismatic("x"), boom.at(1, 0.1, 0), arm, drive={"displacement": drive[2]})
    m.connect("swing", lw.Revolute("x"), arm, hook, drive={"angle": drive[3]})
    hook.point("tip", (0, 0.2, -0.6))
    system = compile_model(m, coordinates=coordinates)
    state = lw.assemble(system, t=0.35)
    tip = {name: system.channels(state)[f"hook.tip.{name}"] for name in ("position", "velocity", "acceleration")}
    h = 1e-4
    velocity = [crane(complex(t, 1e-30)).imag / 1e-30 for t in (0.35 - h, 0.35, 0.35 + h)]
    np.testing.assert_allclose(tip["position"], crane(0.35).real, atol=1e-12)
    np.testing.assert_allclose(tip["velocity"], velocity[1], atol=1e-12)
    np.testing.assert_allclose(tip["acceleration"], (velocity[2] - velocity[0]) / (2 * h), atol=1e-7)


@pytest.mark.seed("S0.9", passage="§6.2 (6.2.11)")
@pytest.mark.seed("S2.5")
@settings(max_examples=EXAMPLES)
@given(seed=st.integers(0, 10_000), bodies=st.integers(1, 4))
def test_mass_matrix_and_bias_are_those_of_lagrange(seed: int, bodies: int) -> None:
    equations = derive_equations(random_tree(seed, bodies))
    mass, bias = lagrange(equations)
    q, u = consistent(equations, np.random.default_rng(seed))
    values = equations.tracer.function("both", M=equations.dynamics.M, h=equations.dynamics.h, A=mass, b=bias)(
        q, u, [], [], 0.0, NONE
    )
    np.testing.assert_allclose(values.M, values.A, atol=1e-12 * np.abs(values.A).max())
    np.testing.assert_allclose(values.h, values.b, atol=1e-11 * (1 + np.abs(values.b).max()))


@pytest.mark.seed("S2.4")
@settings(max_examples=EXAMPLES)
@given(seed=st.integers(0, 10_000), bodies=st.integers(1, 5))
def test_energies_and_mass_matrix_with_euler_parameters(seed: int, bodies: int) -> None:
    equations = derive_equations(random_tree(seed, bodies, PLAIN + FREE + FREE))
    kinetic, potential = energies(equations)
    own = {"T": equations.energies.kinetic, "V": equations.energies.potential}
    function = equations.tracer.function("energies", M=equations.dynamics.M, A=kinetic, B=potential, **own)
    q, u = consistent(equations, np.random.default_rng(seed))
    values = function(q, u, [], [], 0.0, NONE)
    assert pytest.approx(values.A, rel=1e-12) == values.T
    assert pytest.approx(values.B, rel=1e-12, abs=1e-12) == values.V
    assert 0.5 * u @ values.M @ u == pytest.approx(values.T, rel=1e-12)


@settings(max_examples=EXAMPLES)
@given(seed=st.integers(0, 10_000), bodies=st.integers(1, 6))
def test_articulated_bodies_and_mass_matrix_agree(seed: int, bodies: int) -> None:
    equations = derive_equations(random_tree(seed, bodies, PLAIN + FREE))
    q, u = consistent(equations, np.random.default_rng(seed))
    outputs = {
        "a": equations.forward_dynamics.by_articulated_bodies[0],
        "b": equations.forward_dynamics.by_mass_matrix[0],
    }
    values = equations.tracer.function("both", **outputs)(q, u, [], [], 0.0, NONE)
    np.testing.assert_allclose(values.a, values.b, rtol=1e-8, atol=1e-9 * np.abs(values.b).max())


def held(seed: int = 3) -> lw.Model:
    """A tree with springs, a damper, loads in world and body axes."""
    model = random_tree(seed, 4, PLAIN + FREE)
    first, second, third = model["b0"], model["b1"], model["b3"]
    model.connect("spring", lw.Spring(300.0, length=0.3, damping=2.0), first.at(0.1, 0, 0), third.at(0, 0.2, 0))
    model.connect("tie", lw.Damper(4.0), model.ground.at(1, 1, 1), second.at(0, 0, 0.1))
    model.connect("twist", lw.TorsionSpring(5.0, damping=0.2), first, second)
    model.connect("push", lw.AppliedForce((1.0, -2.0, 0.5)), third.at(0.3, 0.1, 0))
    model.connect("jet", lw.AppliedForce((0, 3.0, 1.0), axes="body"), second.at(0, 0.2, 0))
    return model


@pytest.mark.few(2)
@pytest.mark.seed("S0.9")
@pytest.mark.parametrize("seed", range(5))
def test_power_of_all_elements_is_the_rate_of_energy(seed: int) -> None:
    system = compile_model(held(seed))
    equations = system.equations
    total = equations.energies.kinetic + equations.energies.potential
    function = equations.tracer.function(
        "balance", power=sum(a.power for a in equations.dynamics.loads.actions), energy=total
    )
    q, u = consistent(equations, np.random.default_rng(seed))
    state = replace(system.rest, q=q, u=u)
    rates = system.evaluate("rates", state)
    h = 1e-6
    up, down = (function(q + s * h * rates.q_dot, u + s * h * rates.u_dot, [], [], 0.0, NONE).energy for s in (1, -1))
    assert (up - down) / (2 * h) == pytest.approx(function(q, u, [], [], 0.0, NONE).power, rel=1e-6, abs=1e-6)


@pytest.mark.seed("S0.8", passage="§5.3 (5.3.19)")
@pytest.mark.parametrize("constraint", [lw.FixedDistance(length=0.5), lw.PointInPlane(), lw.Weld(), lw.PointOnLine()])
def test_constraint_rows_are_derivatives_of_their_residuals(constraint: lw.Constraint) -> None:
    model = random_tree(8, 4, PLAIN + FREE)
    model.connect("c", constraint, model["b2"].at(0.1, 0.2, 0), model["b3"].at(0, 0, 0.3))
    equations = derive_equations(model)
    p, p_0, p_00 = equations.rows.matrices
    outputs = {"g": equations.rows.g, "P": p, "P_0": p_0, "P_00": p_00, "q_dot": equations.kinematics.q_dot}
    function = equations.tracer.function("rows", **outputs)
    q, u = consistent(equations, np.random.default_rng(1))
    here = function(q, u, [], [], 0.0, NONE)
    h = 1e-6

    def along(s: float):
        return function(q + s * h * here.q_dot, u, [], [], 0.0, NONE)

    np.testing.assert_allclose((along(1).g - along(-1).g) / (2 * h), here.P @ u + here.P_0, atol=2e-8)
    rate = (along(1).P @ u + along(1).P_0 - along(-1).P @ u - along(-1).P_0) / (2 * h)
    np.testing.assert_allclose(rate, here.P_00, atol=2e-7)


def test_parameters_stay_inputs() -> None:
    k = lw.Parameter("k", 100.0)
    model = lw.Model("mass", gravity=(0, 0, 0))
    body = model.body("b", mass=lw.Parameter("m", 2.0), inertia=(1, 1, 1))
    model.connect("slide", lw.Prismatic("x"), model.ground, body)
    model.connect("spring", lw.Spring(k, length=0.0), model.ground, body)
    system = compile_model(model)
    state = system.state({"slide.displacement": 0.1})
    assert lw.accelerations(system, state).u_dot == pytest.approx([-5.0])
    assert lw.accelerations(system, state.with_values({"k": 200.0, "m": 1.0})).u_dot == pytest.approx([-20.0])


def test_prescribed_motion_takes_parameters_from_the_state() -> None:
    size, place = lw.Parameter("size", 0.1), lw.Parameter("place", 0.2)
    model = lw.Model("table", gravity=(0, 0, 0))
    body = model.body("b", mass=2.0, inertia=(1, 1, 1))
    drive, lock = {"x": lw.Sine(size, omega=3.0)}, {"y": place}
    model.connect("table", lw.Translation(), model.ground, body, drive=drive, lock=lock)
    system = compile_model(model)
    for method in ("compiled", "complement"):
        for values, x, y in (({}, 0.1, 0.2), ({"size": 0.5, "place": 0.7}, 0.5, 0.7)):
            state = system.prescribed(system.state(values, t=0.4))
            assert (state["table.x"], state["table.y"]) == pytest.approx((x * np.sin(1.2), y))
            assert state["table.x_dot"] == pytest.approx(3 * x * np.cos(1.2))
            found = lw.accelerations(system, state, method)
            assert found["table.x_dot"] == pytest.approx(-9 * x * np.sin(1.2))


def test_states_are_read_and_built_by_name() -> None:
    system = compile_model(held())
    state = system.rest.with_values(t=2.0)
    assert state.t == 2.0
    with pytest.raises(lw.ModelError, match="there is no coordinate, speed, state or parameter"):
        _ = state["nothing.angle"]
    with pytest.raises(lw.ModelError, match="must be finite"):
        state.with_values({next(iter(state.layout.q)): np.nan})
    assert "State at t = 2" in repr(state)
    with pytest.raises(lw.ModelError, match="there is no function of a system 'accelration'"):
        system.kernel("accelration")


def satellite(spin: object = None, motor: object = None) -> lw.Model:
    """A free body with a wheel on a skew axis."""
    model = lw.Model("satellite", gravity=(0, 0, 0))
    hull = model.body("hull", mass=5.0, com=(0.1, 0, 0), inertia=(1.0, 1.5, 2.0))
    model.connect("free", lw.Free(), model.ground, hull)
    kwargs = {"spin": spin} if spin is not None else {"motor": motor} if motor is not None else {}
    model.connect("wheel", lw.Wheel(inertia=0.2, **kwargs), hull.at(0.2, 0, 0, rotate={"x": 0.7}))
    return model


@pytest.mark.seed("S1.4", passage="§1")
@pytest.mark.parametrize("kind", ["constant", "driven", "free"])
def test_gyrostats_keep_their_angular_momentum(kind: str) -> None:
    """Nothing acts from outside: H = R(I ω + J s a) about the centre of mass is constant in the world."""
    spins = {"constant": 30.0, "driven": lw.Sine(20.0, omega=2.0), "free": None}
    system = compile_model(satellite(spins[kind]))
    equations = system.equations
    tree = equations.tree
    wheel = equations.dynamics.loads.wheels[0]
    link, w = tree.links[0], tree.velocities[0][1]
    com = link.moment / link.mass
    about_com = link.inertia - link.mass * ((com @ com) * np.eye(3) - np.outer(com, com))
    momentum = tree.world(1).R @ (about_com @ w + wheel.inertia * wheel.spin * wheel.axis)
    function = equations.tracer.function("momentum", H=momentum)
    q, u = consistent(equations, np.random.default_rng(2))
    state = replace(system.rest, q=q, u=u, t=0.4)
    rates = system.evaluate("rates", state)
    h = 1e-6
    q_dot, u_dot = h * rates.q_dot, h * rates.u_dot
    up, down = (function(q + s * q_dot, u + s * u_dot, [], [], 0.4 + s * h, NONE).H for s in (1, -1))
    np.testing.assert_allclose((up - down) / (2 * h), 0.0, atol=1e-6)


def test_a_motor_turns_wheel_and_body_against_each_other() -> None:
    model = lw.Model("flat", gravity=(0, 0, 0))
    plate = model.body("plate", mass=1.0, inertia=(1, 1, 2.0))
    model.connect("axle", lw.Revolute("z"), model.ground, plate)
    model.connect("wheel", lw.Wheel(inertia=0.5, motor=3.0), plate)
    system = compile_model(model)
    found = dict(zip(system.layout.u, lw.accelerations(system, system.rest).u_dot, strict=True))
    # I α + J ṡ = 0 and J (ṡ + α) = 3 with I = 2, J = 0.5.
    alpha = -3.0 / (2.0 - 0.5)
    assert found["axle.angle_dot"] == pytest.approx(alpha)
    assert found["wheel.spin"] == pytest.approx(3.0 / 0.5 - alpha)
