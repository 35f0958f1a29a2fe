"""A five-bar with a stop."""

from __future__ import annotations

from typing import Any

import linkwork as lw
from tests.contact_models import PointOnPlane


def parameter(name: str, value: float) -> lw.Parameter:
    return lw.Parameter(name, value)


def five_bar(friction: Any, restitution: Any = 0.0, height: Any = -0.5, length: Any = 0.3, mass: Any = 0.3) -> lw.Model:
    """Two degrees of freedom and a loop; the joint in the middle falls on a floor."""
    m = lw.Model("five-bar")
    a, b = m.body("a", lw.Rod(length, mass=mass)), m.body("b", lw.Rod(0.5, mass=0.5))
    c, d = m.body("c", lw.Rod(0.5, mass=0.4)), m.body("d", lw.Rod(0.3, mass=0.3))
    m.connect("A", lw.Revolute("y"), m.ground, a)
    m.connect("B", lw.Revolute("y"), a.at(length, 0, 0), b)
    m.connect("D", lw.Revolute("y"), m.ground.at(0.6, 0, 0), d)
    m.connect("C", lw.Revolute("y"), d.at(0.3, 0, 0), c)
    m.connect("E", lw.Revolute("y"), b.at(0.5, 0, 0), c.at(0.5, 0, 0))
    floor = PointOnPlane(height=height, restitution=restitution, friction=friction)
    m.connect("floor", floor, m.ground, b.at(0.5, 0, 0))
    return m


def placed(system: lw.System, rates: tuple[float, float] = (0.0, 0.0)) -> lw.State:
    velocities = {"A.angle_dot": rates[0], "D.angle_dot": rates[1]}
    guess = {"B.angle": 0.5, "C.angle": 0.2}
    return lw.assemble(system, fixed={"A.angle": 0.3, "D.angle": 2.5}, velocities=velocities, guess=guess)


FIVE = ("A.angle", "D.angle", "A.angle_dot", "D.angle_dot")
