"""Pendulums with internal unknowns."""

from __future__ import annotations

from typing import Any

import linkwork as lw


class Bent(lw.Force):
    """Two unknowns: a cubic force and its strain, with a state that follows one of them."""

    measure = lw.Distance()
    stiffness = lw.parameter()
    states = ("set",)
    unknowns = ("F", "x")

    def law(self, s: Any, e_dot: Any) -> Any:
        return s.F - 0.3 * e_dot

    def residual(self, s: Any, z: Any, e: Any, e_dot: Any) -> Any:
        return [s.x - (e - 0.5 - z.set) - 0.01 * s.F, s.F + 0.0005 * s.F**3 + self.stiffness * s.x + 0.5 * e_dot]

    def state_dot(self, s: Any, z: Any) -> Any:
        return 0.5 * s.x - z.set


def pendulum() -> lw.Model:
    m = lw.Model("pendulum", gravity=(0, 0, -9.81))
    a = m.body("a", mass=1.0, com=(0.4, 0, 0.02), inertia=(0.02, 0.1, 0.1))
    b = m.body("b", mass=0.7, com=(0.3, 0, 0), inertia=(0.01, 0.05, 0.05))
    m.connect("A", lw.Revolute("y"), m.ground.at(0, 0, 0), a.at(0, 0, 0), initial={"angle": 0.3})
    m.connect("B", lw.Revolute("y"), a.at(0.8, 0, 0), b.at(0, 0, 0), initial={"angle": -0.5, "angle_dot": 1.0})
    for k, x in enumerate((0.3, 0.6)):
        m.connect(f"bent{k}", Bent(stiffness=120.0 + 10 * k), m.ground.at(x, 0, 0.8), a.at(x, 0, 0))
    m.connect(
        "cubic", lw.ImplicitForce(lambda F, e: F + 0.1 * F**3 + 200 * (e - 0.3)), a.at(0.2, 0, 0), b.at(0.5, 0, 0)
    )
    return m
