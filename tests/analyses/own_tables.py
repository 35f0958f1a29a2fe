"""What methods of one's own run on."""

from functools import cache

import linkwork as lw


@cache
def double_pendulum() -> lw.System:
    m = lw.Model("double pendulum")
    rod, tip = m.body("rod", lw.Rod(length=1.0, mass=1.0)), m.body("tip", lw.Rod(length=0.8, mass=0.5))
    m.connect("A", lw.Revolute("y"), m.ground, rod)
    m.connect("B", lw.Revolute("y"), rod.at(1, 0, 0), tip)
    return lw.compile_model(m)


def start() -> lw.State:
    return double_pendulum().state({"A.angle": 0.5, "B.angle": 0.3})
