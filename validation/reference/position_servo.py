"""C3: a motor with position feedback turns a pendulum."""

from __future__ import annotations

from collections.abc import Iterator

import linkwork as lw
from validation.case import Case, Figure, compare, compiled
from validation.reference.numbers import TIGHT, case, column, times


class Servo(lw.Active):
    """A motor with position feedback: l ẋ = −r x + b (i − e) − c ė, torque c x (S0 §3.5.9)."""

    states = ("current",)
    inputs = ("setpoint",)
    measure = lw.RelativeAngle()
    emf = lw.parameter(default=1.0)

    def law(self, z):
        return 0.5 * z.current

    def state_dot(self, z, i, e, e_dot):
        return (-2.0 * z.current + 40.0 * (i.setpoint - e) - 0.5 * self.emf * e_dot) / 0.01


def servo(emf: float = 1.0) -> lw.Model:
    """C3: a servo turns a pendulum."""
    p = case("C3_position_servo")["parameters"]
    m = lw.Model("servo", gravity=(0, -p["g"], 0))
    arm = m.body("arm", mass=p["m"], com=(0, -p["L_com"], 0), inertia=(p["J_com"], 0, p["J_com"]))
    m.connect("shaft", lw.Revolute("z"), m.ground, arm)
    m.connect("motor", Servo(emf=emf), m.ground, arm, inputs={"setpoint": p["setpoint"]})
    return m


def check() -> Iterator[Figure]:
    samples = case("C3_position_servo")["variants"]["physical_B=[b,-b,-c]/l"]["samples"]
    run = lw.simulate(compiled(servo()), times=times(samples), **TIGHT)
    yield compare("angle", run["shaft.angle"], column(samples, "e"), 1e-11, allowed=1e-9)
    yield compare("current", run["motor.current"], column(samples, "current"), 1e-11, allowed=1e-9)


def cases() -> Iterator[Case]:
    yield Case("C3_position_servo", "a servo turns a pendulum", check, (Servo, servo))
