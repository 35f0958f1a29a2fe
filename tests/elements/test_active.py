"""Active elements: motor, servo (reference case C3), linear element, hydraulics, controllers on channels."""

from __future__ import annotations

import json
from pathlib import Path

import numpy as np
import pytest
from scipy.optimize import brentq

import linkwork as lw
from linkwork.contract import Force, ModelError
from linkwork.expr import array, jacobian

from .acting import acting, moving

C3 = json.loads((Path(__file__).parent.parent / "reference" / "C3_position_servo.json").read_text(encoding="utf-8"))
GIVEN = C3["parameters"]
PHYSICAL, LITERAL = (C3["variants"][name] for name in ("physical_B=[b,-b,-c]/l", "literal_B=[b,-b,+c]/l"))
SERVO = lw.PositionServo(GIVEN["b"], GIVEN["c"], GIVEN["r"], GIVEN["l"], "x")


def linear(sign: float) -> Force:
    """The servo as S0 (3.5.9) writes it: A = −r/l, B = [b, −b, ±c]/l, C = c."""
    r, l_, c, b = (GIVEN[name] for name in "rlcb")
    B = [[b / l_, -b / l_, sign * c / l_]]
    return lw.LinearActuator([[-r / l_]], B, [[c]], signals="setpoint", on=lw.RelativeAngle("x"))


def pendulum(force: Force) -> lw.System:
    """The pendulum of the case, hanging along −z, turned by the force."""
    m = lw.Model("servo", gravity=(0, 0, -GIVEN["g"]))
    J = GIVEN["J_com"]
    arm = m.body("arm", mass=GIVEN["m"], com=(0, 0, -GIVEN["L_com"]), inertia=(J, J, J))
    m.connect("A", lw.Revolute("x"), m.ground, arm)
    m.connect("servo", force, m.ground, arm, inputs={"setpoint": GIVEN["setpoint"]})
    return lw.compile_model(m)


@pytest.mark.seed("S0.5")
@pytest.mark.parametrize(("force", "case"), [(SERVO, PHYSICAL), (linear(1.0), LITERAL)], ids=["servo", "literal"])
def test_eigenvalues_of_the_servo_meet_reference_c3(force, case):
    system = pendulum(force)
    angle, current = case["equilibrium_e"], case["equilibrium_current"]
    e = system.equations
    names = e.kinematics.symbols
    rates = array([*e.kinematics.q_dot, *e.forward_dynamics.acceleration[0], *e.laws.z_dot])
    slopes = e.tracer.function("slopes", A=jacobian(rates, array([*names.q, *names.u, *names.z])), rates=rates)
    found = slopes([angle], [0.0], [current], [], 0.0, [])
    np.testing.assert_allclose(found.rates, 0.0, atol=1e-9)
    wanted = sorted((complex(*x) for x in case["eigenvalues_at_equilibrium"]), key=lambda x: (x.real, x.imag))
    values = sorted(np.linalg.eigvals(found.A), key=lambda x: (x.real, x.imag))
    np.testing.assert_allclose(values, wanted, rtol=1e-9)


@pytest.mark.seed("S0.5", passage="§3.5 (3.5.7)–(3.5.9)")
def test_motor_runs_at_the_speed_where_torque_meets_load():
    c, r, voltage, load = 0.5, 2.0, 12.0, 0.3
    m = lw.Model("motor", gravity=(0, 0, 0))
    rotor = m.body("rotor", mass=1.0, inertia=(0.1, 0.1, 0.1))
    m.connect("A", lw.Revolute("y"), m.ground, rotor)
    m.connect("M", lw.DCMotor(c, r, 0.01, "y"), m.ground, rotor, inputs={"voltage": voltage})
    m.connect("brake", lw.AppliedMoment((0.0, -load, 0.0)), rotor)
    system = lw.compile_model(m)
    current, speed = load / c, (voltage - r * load / c) / c
    rates = system.evaluate("rates", system.state({"A.angle": 4.0, "A.angle_dot": speed, "M.current": current}))
    np.testing.assert_allclose([*rates.u_dot, *rates.z_dot], 0.0, atol=1e-10)
    found = acting(lw.DCMotor(c, r, 0.01, "y"), moving((0, 0, 0), w=(0, 3, 0)), z=[2.0], inputs={"voltage": 7.0})
    np.testing.assert_allclose(found.wrenches[0], [0, 1, 0, 0, 0, 0], atol=1e-15)
    np.testing.assert_allclose(found.outputs, [1.0, 14.0])
    # Electric power = heat + mechanical power + rate of the field's energy l x²/2.
    assert pytest.approx(r * 4 + 1.0 * 3 + 0.01 * 2.0 * found.z_dot[0]) == 14.0


def test_memoryless_actuators():
    found = acting(lw.PressureActuator(0.01), moving((0, 2, 0)), inputs={"pressure": 5e5})
    np.testing.assert_allclose(found.wrenches[0, 3:], [0, 5e3, 0])
    gain = lw.LinearActuator(D=[[2.0, -3.0, -0.5]])
    found = acting(gain, moving((0, 2, 0), v=(0, 4, 0)), inputs={"input": 7.0})
    assert found.F[0] == pytest.approx(14 - 6 - 2)


HYDRAULIC = lw.HydraulicActuator(
    bore=2e-3,
    annulus=1.5e-3,
    stroke=0.4,
    length=0.5,
    supply=2e7,
    valve=1e-7,
    leakage=1e-13,
    damping=100.0,
    smoothing=1.0,
)


@pytest.mark.seed("S0.5")
def test_hydraulic_actuator_balances_flow():
    p1, p2, x, v, y = 9e6, 4e6, 0.15, 0.2, 0.6
    rel = moving((0, 0, 0.5 + x), v=(0, 0, v))
    found = acting(HYDRAULIC, rel, z=[p1, p2], inputs={"opening": y})
    assert found.F[0] == pytest.approx(2e-3 * p1 - 1.5e-3 * p2 - 100 * v)
    q1, q2 = y * 1e-7 * np.sqrt(2e7 - p1), -y * 1e-7 * np.sqrt(p2)
    np.testing.assert_allclose(found.outputs, [q1, q2], rtol=1e-9)
    leak, v1, v2 = 1e-13 * (p1 - p2), 1e-5 + 2e-3 * x, 1e-5 + 1.5e-3 * (0.4 - x)
    wanted = 1.4e9 * np.array([(q1 - 2e-3 * v - leak) / v1, (q2 + 1.5e-3 * v + leak) / v2])
    np.testing.assert_allclose(found.z_dot, wanted, rtol=1e-9)
    back = acting(HYDRAULIC, rel, z=[p1, p2], inputs={"opening": -y})
    np.testing.assert_allclose(back.outputs, [-y * 1e-7 * np.sqrt(p1), y * 1e-7 * np.sqrt(2e7 - p2)], rtol=1e-9)
    closed = acting(HYDRAULIC, moving((0, 0, 0.6)), z=[p1, p1], inputs={"opening": 0.0})
    np.testing.assert_array_equal(closed.z_dot, 0.0)


def test_states_start_where_the_element_says():
    m = lw.Model("m")
    body = m.body("b", mass=1.0, inertia=(1, 1, 1))
    m.connect("rail", lw.Prismatic("x"), m.ground, body)
    tanked = HYDRAULIC.with_values(tank=1e5)
    m.connect("H", tanked, m.ground.at(-0.6, 0, 0), body, inputs={"opening": 0.0}, initial={"pressure_2": 2e5})
    m.connect("M", lw.Muscle(100.0, 0.1, 0.2), m.ground.at(-0.3, 0, 0), body, inputs={"excitation": 0.5})
    rest = lw.compile_model(m).rest
    names = ("H.pressure_1", "H.pressure_2", "M.activation", "M.fibre_length")
    assert [rest[name] for name in names] == [1e5, 2e5, 0.01, 0.1]


def controlled(**limits: float) -> lw.System:
    m = lw.Model("controlled", gravity=(0, 0, 0))
    wheel = m.body("wheel", mass=1.0, inertia=(0.1, 0.1, 0.1))
    m.connect("A", lw.Revolute("z"), m.ground, wheel)
    m.connect(
        "drive",
        lw.LinearActuator(D=[[1.0, 0.0, 0.0]], on=lw.RelativeAngle()),
        m.ground,
        wheel,
        inputs={"input": "pid.output"},
    )
    m.connect("pid", lw.PID(5.0, 2.0, 0.3, 0.01, **limits), inputs={"target": 1.5, "measured": "A.angle"})
    return lw.compile_model(m)


def test_pid_drives_another_element_through_its_channel():
    system = controlled()
    values = {"A.angle": 0.4, "A.angle_dot": 0.2, "pid.integrated": 0.7, "pid.filtered": 1.05}
    rates = system.evaluate("rates", system.state(values))
    slope = (1.1 - 1.05) / 0.01
    assert rates.u_dot[0] == pytest.approx((5 * 1.1 + 0.7 + 0.3 * slope) / 0.1)
    np.testing.assert_allclose(rates.z_dot, [2 * 1.1, slope])
    # It comes to rest on the target.
    run = lw.simulate(system, system.rest, t_end=20.0)
    assert run["A.angle"][-1] == pytest.approx(1.5, abs=1e-3)


def test_limited_pid_does_not_wind_up():
    system = controlled(least=-2.0, most=3.0, tracking=0.5)
    values = {"A.angle": 0.4, "pid.integrated": 0.7, "pid.filtered": 1.1}
    rates = system.evaluate("rates", system.state(values))
    assert rates.u_dot[0] == pytest.approx(30.0)
    wanted = 5 * 1.1 + 0.7
    assert rates.z_dot[0] == pytest.approx(2 * 1.1 + (3.0 - wanted) / 0.5)
    kinks = system.equations.laws.by_name["pid"].kinks
    found = system.equations.tracer.function("kinks", kinks=kinks)(*system.arguments(system.state(values)))
    np.testing.assert_allclose(found.kinks, [wanted + 2.0, wanted - 3.0])


def test_closed_loop_poles_of_a_pd_controller():
    """J s² + (k_d/(T s + 1)) s + k_p = 0: the poles of the model against the roots of the polynomial."""
    system = controlled()
    e, names = system.equations, system.equations.kinematics.symbols
    rates = array([*e.kinematics.q_dot, *e.forward_dynamics.acceleration[0], *e.laws.z_dot])
    A = e.tracer.function("A", A=jacobian(rates, array([*names.q, *names.u, *names.z])))(*system.arguments(system.rest))
    J, kp, ki, kd, T = 0.1, 5.0, 2.0, 0.3, 0.01
    wanted = np.roots([J * T, J, kp * T + kd, kp + ki * T, ki])
    np.testing.assert_allclose(
        sorted(np.linalg.eigvals(A.A), key=lambda x: (x.real, x.imag)),
        sorted(wanted, key=lambda x: (x.real, x.imag)),
        rtol=1e-9,
    )


def test_included_models_keep_their_channels():
    inner = lw.Model("inner", gravity=(0, 0, 0))
    wheel = inner.body("wheel", mass=1.0, inertia=(0.1, 0.1, 0.1))
    inner.connect("A", lw.Revolute("z"), inner.ground, wheel)
    gain = lw.LinearActuator(D=[[1.0, 0.0, 0.0]], on=lw.RelativeAngle())
    inner.connect("text", gain, inner.ground, wheel, inputs={"input": "A.angle"})
    inner.connect("function", gain, inner.ground, wheel, inputs={"input": lambda x: 3 * x["A.angle"] + x["t"]})
    outer = lw.Model("outer", gravity=(0, 0, 0))
    outer.include(inner, "left_")
    outer.include(inner, "right_")
    system = lw.compile_model(outer)
    found = lw.accelerations(system, system.state({"left_A.angle": 0.2, "right_A.angle": -0.3}, t=1.0)).u_dot
    np.testing.assert_allclose(found, [(4 * 0.2 + 1) / 0.1, (4 * -0.3 + 1) / 0.1])


@pytest.mark.parametrize(
    ("make", "message"),
    [
        (lambda: lw.LinearActuator(), "LinearActuator: give A, B and C, or D, or all of them"),
        (
            lambda: lw.LinearActuator([[1.0]], [[1.0, 2.0]], [[1.0]]),
            "B is 1 × 2; with 1 states, 1 inputs and 1 measured numbers it must be 1 × 3",
        ),
        (lambda: lw.LinearActuator([[1.0]], [[1.0, 2.0, 3.0]]), "C is missing; with 1 states"),
        (lambda: lw.PID(1.0, least=0.0), "PID: give both least and most, or neither"),
        (lambda: lw.PID(1.0, least=1.0, most=0.0), "PID: least must be below most"),
        (
            lambda: HYDRAULIC.with_values(tank=3e7),
            "HydraulicActuator: the supply pressure must be above that of the tank",
        ),
        (lambda: lw.DCMotor(0.5, 2.0, 0.0), "DCMotor: inductance = 0 must be positive"),
    ],
)
def test_bad_actuators_are_explained(make, message):
    with pytest.raises(ModelError) as caught:
        make()
    assert message in str(caught.value)


def test_an_input_that_nobody_drives_is_named():
    m = lw.Model("m")
    body = m.body("b", mass=1.0)
    with pytest.raises(ModelError, match=r"connection 'M': nobody drives the input 'voltage' of DCMotor; give inputs="):
        m.connect("M", lw.DCMotor(0.5, 2.0, 0.01), m.ground, body)
    with pytest.raises(ModelError, match=r"connection 'pid': nobody drives the input 'measured' of PID"):
        m.connect("pid", lw.PID(1.0), inputs={"target": 1.0})
    with pytest.raises(ModelError, match=r"connection 'pid': PID has 0 ends, not 2"):
        m.connect("pid", lw.PID(1.0), m.ground, body, inputs={"target": 1.0, "measured": 0.0})


def test_equilibrium_of_the_servo_is_where_gravity_meets_the_torque():
    m, g, L, b, c, r = (GIVEN[name] for name in ("m", "g", "L_com", "b", "c", "r"))
    angle = brentq(lambda e: c * b * (1 - e) / r - m * g * L * np.sin(e), 0.0, 1.0, xtol=1e-14)
    assert angle == pytest.approx(PHYSICAL["equilibrium_e"], abs=1e-12)
