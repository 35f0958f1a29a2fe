"""Laws of one's own."""

from __future__ import annotations

import linkwork as lw


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
