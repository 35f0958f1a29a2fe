"""Elements with states, and how far two motions are apart."""

from __future__ import annotations

from typing import Any, ClassVar

import numpy as np

import linkwork as lw
from tests.absolute_models import carried


class Maxwell(lw.Force):
    """A spring and a damper in series: the force of both is a state."""

    measure = lw.Distance()
    stiffness = lw.parameter()
    time = lw.parameter()
    states = ("pull",)

    def law(self, z: Any) -> Any:
        return -z.pull

    def state_dot(self, z: Any, e_dot: Any) -> Any:
        return self.stiffness * e_dot - z.pull / self.time


class Servo(lw.Active):
    """A first-order servo that pushes towards a length."""

    measure = lw.Distance()
    gain = lw.parameter()
    states = ("force", "error")
    inputs = ("length",)
    start: ClassVar = {"error": 0.1}

    def law(self, z: Any) -> Any:
        return z.force

    def state_dot(self, z: Any, i: Any, e: Any) -> Any:
        return [5.0 * (self.gain * z.error - z.force), 3.0 * (i.length - e - 0.2 * z.error)]


BEAT = lw.Sine(0.1, 0.5, offset=0.7)


def rods(length: Any = BEAT) -> lw.Model:
    """Two rods on hinges, two Maxwell elements and a servo."""
    m = lw.Model("rods", gravity=(0, 0, -9.81))
    a = m.body("a", mass=1.0, com=(0.4, 0, 0.02), inertia=(0.02, 0.1, 0.1))
    b = m.body("b", mass=0.7, com=(0.3, 0, 0), inertia=(0.01, 0.05, 0.05))
    m.connect("A", lw.Revolute("y"), m.ground.at(0, 0, 0), a.at(0, 0, 0), initial={"angle": 0.3})
    m.connect("B", lw.Revolute("y"), a.at(0.8, 0, 0), b.at(0, 0, 0), initial={"angle": -0.5, "angle_dot": 1.0})
    m.connect("hold", lw.Spring(stiffness=90.0, length=0.4), m.ground.at(0.5, 0, 0.7), a.at(0.6, 0, 0))
    m.connect("one", Maxwell(stiffness=40.0, time=0.3), m.ground.at(0.2, 0, -0.5), b.at(0.5, 0, 0))
    m.connect(
        "two", Maxwell(stiffness=25.0, time=0.1), m.ground.at(0.9, 0, 0.6), a.at(0.7, 0, 0), initial={"pull": 2.0}
    )
    m.connect("servo", Servo(gain=30.0), a.at(0.1, 0, 0.1), b.at(0.2, 0, 0), inputs={"length": length})
    return m


def gyrostat() -> lw.Model:
    """A body on a ball joint with two wheels, one of them free."""
    m = lw.Model("gyrostat", gravity=(0, 0, -9.81))
    body = m.body("body", mass=2.0, com=(0.0, 0.1, 0.3), inertia=(0.2, 0.25, 0.1))
    m.connect("ball", lw.Spherical(), m.ground.at(0, 0, 0), body.at(0, 0, 0))
    motor = lw.Sine(amplitude=0.3, frequency=1.5, phase=0.3)
    m.connect(
        "free", lw.Wheel(inertia=0.03, motor=motor), body.at(0, 0, 0.1, rotate={"x": 0.4}), initial={"spin": 50.0}
    )
    m.connect("driven", lw.Wheel(inertia=0.02, spin=lw.Ramp(30.0)), body.at(0.1, 0, 0, rotate={"y": 1.1}))
    return m


def apart(tree: Any, absolute: lw.System, there: lw.State, here: lw.State) -> float:
    """The largest difference of states, Euler parameters up to their sign."""
    wanted, n = carried(tree, absolute, there), len(absolute.elements.bodies.names)
    q, p = here.q.copy(), wanted.q.copy()
    for x in (q, p):
        e = x[: 7 * n].reshape(n, 7)
        e[:, :4] *= np.sign(e[:, :1])
    return max(float(np.abs(x).max(initial=0.0)) for x in (q - p, here.u - wanted.u, here.z - wanted.z))
