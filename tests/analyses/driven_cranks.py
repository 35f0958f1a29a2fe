"""A driven crank with a bob."""

import linkwork as lw


def crank_with_bob(loop: bool) -> lw.Model:
    """A crank at 5 rad/s with a rod that hangs on it; `loop` adds a slider at the end of a coupler."""
    m = lw.Model("driven")
    crank, bob = m.body("crank", lw.Rod(length=0.2, mass=0.3)), m.body("bob", lw.Rod(length=0.3, mass=0.2))
    m.connect("A", lw.Revolute("y"), m.ground, crank, drive={"angle": lambda t: 0.3 + 5.0 * t})
    m.connect("B", lw.Revolute("y"), crank.at(0.2, 0, 0), bob)
    if loop:
        coupler, slider = m.body("coupler", lw.Rod(length=0.5, mass=0.1)), m.body("slider", mass=0.5)
        m.connect("C", lw.Revolute("y"), crank.at(0.2, 0, 0), coupler, initial={"angle": -0.42})
        m.connect("D", lw.Revolute("y"), coupler.at(0.5, 0, 0), slider)
        m.connect("E", lw.Prismatic("x"), m.ground, slider)
    return m
