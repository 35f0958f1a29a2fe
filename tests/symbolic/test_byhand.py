"""Derivations by hand: textbook cases, every step readable, energy that follows the power, symbols of all kinds."""

import numpy as np
import pytest
import sympy as sp
from sympy.physics.mechanics import dynamicsymbols

import linkwork as lw
from examples import elastic_beam as beam
from examples import gyroscopes
from linkwork.expr import forward_derivatives
from linkwork.expr.graph import as_expr
from linkwork.symbolic import A_x, A_y, A_z, tilde

q, u, t = lw.motion_symbols("x phi")
x, phi = q
x_dot, phi_dot = u
M, m, l, g, k = sp.symbols("M m l g k")  # noqa: E741


def cart() -> lw.LagrangeEquations:
    """A cart with a pendulum."""
    bob = sp.Matrix([x + l * sp.sin(phi), -l * sp.cos(phi)])
    v = bob.jacobian(q) * u
    return lw.LagrangeEquations(M * x_dot**2 / 2 + m * v.dot(v) / 2, m * g * bob[1] + k * x**2 / 2, q, u=u, t=t)


def test_the_cart_has_the_equations_of_the_textbook() -> None:
    found = cart()
    assert sp.simplify(
        found.M - sp.Matrix([[M + m, m * l * sp.cos(phi)], [m * l * sp.cos(phi), m * l**2]])
    ) == sp.zeros(2)
    h = sp.Matrix([m * l * sp.sin(phi) * phi_dot**2 - k * x, -m * g * l * sp.sin(phi)])
    assert sp.simplify(found.h - h) == sp.zeros(2, 1)


@pytest.mark.seed("S4.1")
def test_every_step_of_a_derivation_can_be_read() -> None:
    found = beam.by_newton_euler()
    centres, _, _ = beam.kinematics()
    assert sp.simplify(found.intermediate("J_T of bar 2") - centres[1].jacobian(beam.q)) == sp.zeros(3)
    rate = centres[1].jacobian(beam.q) * beam.u + centres[1].diff(beam.t)
    bias = rate.jacobian(beam.q) * beam.u + rate.diff(beam.t)
    real = {s: sp.Symbol(s.name, real=True) for s in bias.free_symbols}
    assert sp.simplify((found.intermediate("j_T of bar 2") - bias).xreplace(real)) == sp.zeros(3, 1)
    assert "J_T of bar 1[1,1] = -l*sin(phi1)/2" in found.derivation().text()
    assert "p[1] = " in cart().derivation().text()


@pytest.mark.seed("S4.8", passage="§2.4 (13)–(18)")
def test_constraint_rows_are_those_of_the_listing() -> None:
    found = beam.by_lagrange("loop")
    height = beam.kinematics()[2][1]
    W = sp.Matrix([height]).jacobian(beam.q)
    rate = (W * beam.u)[0] + height.diff(beam.t)
    bias = (sp.Matrix([rate]).jacobian(beam.q) * beam.u)[0] + rate.diff(beam.t)
    assert sp.simplify(found.W - W) == sp.zeros(1, 3)
    assert sp.simplify(found.w_bar[0] - bias) == 0


def test_functions_of_time_are_coordinates_too() -> None:
    theta, time = dynamicsymbols("theta"), dynamicsymbols._t
    found = lw.LagrangeEquations(m * l**2 * theta.diff(time) ** 2 / 2, -m * g * l * sp.cos(theta), [theta])
    system = lw.compile_equations(found, {m: 2.0, l: 0.5, g: 9.81})
    assert system.layout.q == ("theta",)
    assert system.layout.u == ("theta_dot",)
    state = system.state({"theta": 0.3})
    assert lw.accelerations(system, state).u_dot[0] == pytest.approx(-9.81 / 0.5 * np.sin(0.3))


def test_an_angular_velocity_that_is_not_given_follows_from_the_rotation() -> None:
    (a, b), (a_dot, b_dot), _ = lw.motion_symbols("a b")
    turned = A_x(a) * A_y(b)
    body = lw.RigidBody("top", m, sp.diag(1, 2, 3), [0, 0, 0], turned)
    found = lw.NewtonEuler([body], [a, b])
    expected = A_y(b).T * sp.Matrix([a_dot, 0, 0]) + sp.Matrix([0, b_dot, 0])
    assert sp.simplify(found.intermediate("omega of top") - expected) == sp.zeros(3, 1)


def test_helper_rotations_are_those_of_the_library() -> None:
    for ours, theirs in ((A_x, lw.rotation_x), (A_y, lw.rotation_y), (A_z, lw.rotation_z)):
        np.testing.assert_allclose(np.array(ours(sp.Float(0.3)), dtype=float), theirs(0.3), atol=1e-15)
    v = sp.Matrix([1, 2, 3])
    assert tilde(v) * sp.Matrix([4, 5, 6]) == v.cross(sp.Matrix([4, 5, 6]))


SYSTEMS = {
    "beam, Lagrange": lambda: beam.by_hand("lagrange"),
    "beam, Newton–Euler": lambda: beam.by_hand("newton-euler"),
    "loop, Lagrange": lambda: beam.by_hand("lagrange", "loop"),
    "loop, Newton–Euler": lambda: beam.by_hand("newton-euler", "loop"),
    "gyroscopes, Lagrange": lambda: gyroscopes.by_hand("lagrange"),
    "gyroscopes, Newton–Euler": lambda: gyroscopes.by_hand("newton-euler"),
}


@pytest.mark.parametrize("name", SYSTEMS)
def test_the_energy_follows_the_power(name: str) -> None:
    """d(T + V)/dt along the motion, by differentiating the energy, against what forces and moving supports do."""
    system = SYSTEMS[name]()
    e = system.equations
    u_dot, lam = e.dynamics.known
    moving = {**e.kinematics.motion, **dict(zip(e.kinematics.symbols.u, u_dot, strict=True))}
    rate = forward_derivatives([as_expr(e.energies.kinetic + e.energies.potential)], moving)[0]
    function = e.tracer.motion_function("balance", rate=rate, power=e.energies.power(u_dot, lam))
    start = lw.assemble(system, guess={system.layout.q[0]: 0.3, system.layout.q[2]: -0.2}, t=0.07)
    if not e.rows.by_connection:
        start = lw.State(start.layout, start.q, 0.5 + 0.3 * np.arange(len(start.u)), 0.07)
    found = lw.accelerations(system, start)
    balance = function(*system.arguments(start), found.u_dot, found.lam)
    assert balance.power == pytest.approx(balance.rate, rel=1e-10, abs=1e-9)
    assert abs(balance.rate) > 1e-3
