"""A four-bar as it is written to files."""

import linkwork.elements as lw
from linkwork.contract import Parameter
from linkwork.model import Model


def four_bar() -> Model:
    m = Model("four-bar", gravity=(0, 0, -9.81))
    k, length = Parameter("k", 200, "N/m", "of the spring"), Parameter("L", 0.5, "m")
    crank, coupler = m.body("crank", lw.Rod(length=0.2, mass=1)), m.body("coupler", lw.Rod(length=0.9, mass=2))
    rocker = m.body("rocker", lw.Rod(length=length, mass=1.5), lw.Sphere(radius=0.01, mass=0.2), mass=1.9)
    tip = rocker.point("tip", (length, 0, 0), {"z": 0.3})
    pivot = m.ground.point("pivot", (0.8, 0, 0))
    m.connect("A", lw.Revolute("y"), m.ground, crank, drive={"angle": lw.Formula("a*sin(5*t)", Parameter("a", 0.1))})
    m.connect("B", lw.Revolute("y"), crank.at(0.2, 0, 0), coupler, initial={"angle": -0.4, "angle_dot": 2 * k})
    m.connect("C", lw.Revolute("y"), coupler.at(0.9, 0, 0, rotate={"y": 1.1, "x": 0.2}), rocker, lock={"angle": 0.2})
    m.connect("D", lw.Revolute((0.1, 1, 0.2)), tip, pivot, tree="cut")
    m.connect(
        "return", lw.Spring(stiffness=k, damping=k / 70, length=0.4), m.ground.at(0, 0, 0.3), rocker.at(0.2, 0, 0)
    )
    m.connect("gear", lw.Gear(2.0), "A.angle", "B.angle")
    return m
