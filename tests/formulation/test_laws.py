"""Elements with states, inputs, unknowns and several ends; channels; the power that the energy follows."""

from __future__ import annotations

import numpy as np
import pytest

import linkwork as lw
from linkwork.system import System, compile_model
from tests.formulation.law_examples import Cubic, Friction, Motor, arm


class Sheet(lw.Force):
    """Three points in the plane of a triangle: energy ½ k (area − area₀)²."""

    ends = 3

    def energy(self, rel):
        normal = lw.cross(rel[0].p, rel[1].p)
        return 20.0 * (0.5 * lw.norm(normal) - 0.2) ** 2


class Winch(lw.Constraint):
    """A rope whose length is given."""

    def position(self, rel, t):
        return lw.norm(rel.p) - 1.7 - 0.05 * lw.sin(3 * t)


def energy_rate(system: System, state: lw.State) -> float:
    """d(T + V)/dt by a difference along the motion."""
    rates, h = system.evaluate("rates", state), 1e-5
    q, u, z = (np.asarray(x) for x in (rates.q_dot, rates.u_dot, rates.z_dot))
    values = []
    for s in (h, -h):
        moved = lw.State(
            system.layout, state.q + s * q, state.u + s * u, state.t + s, state.parameters, state.z + s * z
        )
        values.append(sum(system.evaluate("energy", moved)))
    return (values[0] - values[1]) / (2 * h)


def power_at(system: System, state: lw.State) -> float:
    e = system.equations
    found = lw.accelerations(system, state)
    function = e.tracer.motion_function("power", power=e.energies.power(*e.dynamics.known))
    return float(function(*system.arguments(state), found.u_dot, found.lam).power)


@pytest.mark.seed("S0.5")
def test_a_motor_has_a_current_and_a_voltage_that_depends_on_the_angle() -> None:
    m, body = arm()
    m.connect(
        "M", Motor(), m.ground, body, inputs={"voltage": lambda x: 5 * (1 - x["A.angle"])}, initial={"current": 0.3}
    )
    system = compile_model(m)
    state = system.state({"A.angle": 0.2, "A.angle_dot": 1.0})
    assert state["M.current"] == 0.3 and "M.current" in repr(state)
    rates = system.evaluate("rates", state)
    assert rates.u_dot == pytest.approx([0.5 * 0.3 * 3])
    assert rates.z_dot == pytest.approx([(5 * 0.8 - 0.6 - 0.5) / 0.1])
    assert power_at(system, state) == pytest.approx(energy_rate(system, state), rel=1e-8)


@pytest.mark.seed("S0.10")
def test_friction_may_depend_on_the_load_of_a_hinge() -> None:
    m, body = arm()
    m.connect("F", Friction(), m.ground, body, inputs={"normal": "A.force.x"})
    system = compile_model(m)
    assert system.unknowns == ("A.force.x",)
    state = system.state({"A.angle_dot": 2.0})
    # The rod pulls with m (l/2) ω² = 2 N; the moment is 0.2 Nm against J = 1/3.
    assert lw.accelerations(system, state).u_dot == pytest.approx([-0.6])
    assert lw.loads(system, state)["A"].force[0] == pytest.approx(-2.0)


def test_an_implicit_law_is_solved() -> None:
    m, body = arm()
    m.connect("C", Cubic(), m.ground, body)
    system = compile_model(m)
    (accelerated,) = lw.accelerations(system, system.state({"A.angle": 0.5})).u_dot
    force = accelerated / 3
    assert force + force**3 == pytest.approx(-1.5, rel=1e-12)


def test_three_ends_share_a_membrane() -> None:
    m = lw.Model("sheet", gravity=(0, 0, 0))
    bodies = [m.body(name, lw.Box(mass=1.0, size=(0.2, 0.3, 0.1))) for name in "abc"]
    for body, place in zip(bodies, ((0, 0, 0), (1, 0, 0.2), (0.1, 1, 0)), strict=True):
        m.connect(f"{body.name}_free", lw.Free(), m.ground.at(*place), body)
    m.connect("sheet", Sheet(), *(body.at(0.1, 0, 0) for body in bodies))
    system = compile_model(m)
    rng = np.random.default_rng(0)
    state = lw.State(system.layout, system.rest.q, rng.normal(size=18), 0.0, {})
    assert power_at(system, state) == pytest.approx(energy_rate(system, state), rel=1e-7)
    # Nothing outside pulls: the momenta stay.
    accelerated = lw.accelerations(system, system.rest).u_dot.reshape(3, 6)
    forces = accelerated[:, 3:]
    np.testing.assert_allclose(forces.sum(axis=0), 0.0, atol=1e-12)
    assert np.abs(forces).max() > 0.1


@pytest.mark.seed("S2.7", passage="§10 (55)")
@pytest.mark.parametrize("kind", ["driven", "wheel", "free wheel", "moving constraint", "driven, moving constraint"])
def test_the_energy_follows_the_power(kind: str) -> None:
    m, body = arm()
    m.gravity = (1.0, -9.81, 0.5)
    second = m.body("second", lw.Rod(length=0.5, mass=0.5))
    drive = {"angle": lw.Sine(0.3, omega=4.0)} if kind.startswith("driven") else None
    m.connect("B", lw.Revolute((0, 1, 1)), body.at(1, 0, 0), second, drive=drive)
    if kind == "wheel":
        m.connect("W", lw.Wheel(0.02, spin=lw.Sine(30.0, omega=2.0)), second.at(0.1, 0, 0, rotate={"x": 0.4}))
    if kind == "free wheel":
        m.connect("W", lw.Wheel(0.02), second.at(0.1, 0, 0, rotate={"x": 0.4}))
    if kind.endswith("moving constraint"):
        m.connect("D", Winch(), m.ground.at(0.3, 1, 0) if drive else m.ground.at(0, 0, 1), second.at(0.5, 0, 0))
    system = compile_model(m)
    state = lw.assemble(system, t=0.3)
    assert power_at(system, state) == pytest.approx(energy_rate(system, state), rel=1e-6, abs=1e-8)


def test_channels_have_names() -> None:
    m, body = arm()
    m.connect("M", Motor(), m.ground, body, inputs={"voltage": lw.Sine(1.0, omega=2.0)})
    system = compile_model(m)
    e = system.equations
    state = system.state({"A.angle": 0.4, "A.angle_dot": 2.0, "M.current": 1.5}, t=0.7)
    names = ("arm.tip.position.x", "arm.tip.velocity.y", "M.torque", "M.force", "energy", "arm.angular_velocity.z")
    function = e.tracer.function("some", **{f"c{k}": e.channels[name] for k, name in enumerate(names)})
    found = np.array(list(function(*system.arguments(state))))
    wanted = [np.cos(0.4), 2 * np.cos(0.4), 0.75, 0.75, 0.5 * 4 / 3, 2.0]
    np.testing.assert_allclose(found, wanted, rtol=1e-14)
    moving = e.channels.at_motion(*e.dynamics.known)
    function = e.tracer.motion_function(
        "moving", a=moving["arm.tip.acceleration"], b=moving["A.angle_ddot"], c=moving["A.moment.z"]
    )
    found = function(*system.arguments(state), [3.0], [])
    turn = np.array([[np.cos(0.4), -np.sin(0.4)], [np.sin(0.4), np.cos(0.4)]])
    np.testing.assert_allclose(found.a, [*(turn @ [-4.0, 3.0]), 0.0], atol=1e-14)
    assert found.b == 3.0 and found.c == pytest.approx(1.0 - 0.75)
    with pytest.raises(lw.ModelError, match=r"no channel 'arm.tip.positon'. Did you mean 'arm.tip.position'"):
        e.channels["arm.tip.positon"]


class Echo(lw.Active):
    """A moment that is an input, and says so."""

    inputs = ("x",)
    outputs = ("y",)
    measure = lw.RelativeAngle()

    def law(self, i):
        return i.x

    def output(self, i):
        return i.x


@pytest.mark.parametrize(
    ("given", "message"),
    [
        ("A.angel", "connection 'E': input 'x': there is no channel 'A.angel'. Did you mean 'A.angle'?"),
        ("arm.position", "connection 'E': input 'x' has shape (3,); an input is one number"),
        ("E.y", "connection 'E': input 'x' depends on itself"),
    ],
)
def test_wrong_inputs_are_explained(given: str, message: str) -> None:
    m, body = arm()
    m.connect("E", Echo(), m.ground, body, inputs={"x": given})
    with pytest.raises(lw.ModelError) as caught:
        compile_model(m).evaluate("dynamics", compile_model(m).rest)
    assert message in str(caught.value)
