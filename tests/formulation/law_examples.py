"""Laws of one's own."""

from __future__ import annotations

import linkwork as lw
from linkwork.system import System, compile_model


class Motor(lw.Active):
    """L i̇ + R i = V − k ω, torque k i."""

    states = ("current",)
    inputs = ("voltage",)
    outputs = ("torque",)
    measure = lw.RelativeAngle()

    def law(self, z):
        return 0.5 * z.current

    def state_dot(self, z, i, e_dot):
        return (i.voltage - 2.0 * z.current - 0.5 * e_dot) / 0.1

    def output(self, z):
        return 0.5 * z.current


class Cubic(lw.Force):
    """F + F³ = −k e, an implicit law."""

    unknowns = ("F",)
    measure = lw.RelativeAngle()

    def law(self, s):
        return s.F

    def residual(self, s, e):
        return s.F + s.F**3 + 3.0 * e


def arm() -> tuple[lw.Model, lw.Body]:
    m = lw.Model("arm")
    body = m.body("arm", lw.Rod(length=1.0, mass=1.0))
    body.point("tip", (1, 0, 0))
    m.connect("A", lw.Revolute("z"), m.ground, body)
    return m, body


class Friction(lw.Active):
    """A moment that depends on a load which depends on it."""

    inputs = ("normal",)
    measure = lw.RelativeAngle()

    def law(self, i, e_dot):
        return -0.1 * abs(i.normal) * lw.tanh(e_dot / 0.01)


def motor_with_friction() -> System:
    m, body = arm()
    second = m.body("second", lw.Box(size=(0.3, 0.2, 0.1), mass=0.4))
    m.connect("B", lw.Universal("x", "y"), body.at(1, 0, 0), second.at(0.2, 0, 0))
    m.connect("motor", Motor(), m.ground, body, inputs={"voltage": 3.0})
    m.connect("friction", Friction(), m.ground, body, inputs={"normal": "A.force.x"})
    m.connect("cubic", Cubic(), body, second)
    return compile_model(m)


def loop_with_drive() -> System:
    m = lw.Model("loop")
    a, b, c = (m.body(n, lw.Rod(length=x, mass=1.0)) for n, x in (("a", 0.3), ("b", 0.9), ("c", 0.7)))
    m.connect("A", lw.Revolute("z"), m.ground, a)
    m.connect("B", lw.Revolute("z"), a.at(0.3, 0, 0), b)
    m.connect("C", lw.Revolute("z"), b.at(0.9, 0, 0), c)
    m.connect("D", lw.Revolute("z"), c.at(0.7, 0, 0), m.ground.at(0.8, 0, 0))
    top = m.body("top", lw.Box(size=(0.1, 0.2, 0.3), mass=0.5))
    m.connect("S", lw.Spherical(), b.at(0.5, 0, 0), top.at(0, 0, -0.3))
    m.connect("spring", lw.Spring(stiffness=80, damping=2, length=0.2), m.ground.at(0, 1, 0.3), top)
    slider = m.body("slider", lw.Sphere(radius=0.05, mass=0.3))
    m.connect(
        "P", lw.Prismatic("x"), m.ground, slider, drive={"displacement": lw.Polynomial(coefficients=(0.1, 0.4, 0.3))}
    )
    m.connect("pull", lw.Spring(stiffness=30, length=0.1), slider, top.at(0.1, 0, 0))
    return compile_model(m)
