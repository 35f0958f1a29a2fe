"""Flyball governor: balls on a spindle swing out with its speed and lift a sleeve.

With balls of mass m, a sleeve of mass M and arms and links of length l, the arms stand at cos φ = (m + M) g/(m Ω² l).
"""

from typing import Any

import numpy as np

import linkwork as lw

LENGTH, BALL, SLEEVE, SPEED = 0.2, 0.6, 1.5, 18.0
DURATION = 4.0


def model(ball: Any = BALL, sleeve_mass: Any = SLEEVE, length: Any = LENGTH, speed: Any = SPEED) -> lw.Model:
    """Values may be Parameters."""
    m = lw.Model("flyball governor")
    spindle = m.body("spindle", lw.Cylinder(radius=0.01, length=0.45, axis="z", mass=1.0, at=(0, 0, -0.2)))
    ring = lw.Cylinder(radius=0.035, inner_radius=0.012, length=0.03, axis="z", mass=sleeve_mass)
    sleeve = m.body("sleeve", ring)
    m.connect("bearing", lw.Revolute("z"), m.ground, spindle, drive={"angle": lw.Polynomial((0.0, speed))})
    m.connect("slide", lw.Prismatic("z"), spindle, sleeve, initial={"displacement": -2 * LENGTH * np.cos(0.8)})
    for name, side in (("left", -1.0), ("right", 1.0)):
        rod = lw.Rod(length=LENGTH, radius=0.006, mass=0.0, rotate={"y": np.pi / 2})
        arm = m.body(f"{name} arm", rod, lw.PointMass(mass=ball, at=(0, 0, -length)))
        hinge = lw.Revolute((0, -side, 0))
        m.connect(f"{name} hinge", hinge, spindle, arm, initial={"angle": 0.8})
        m.connect(f"{name} link", lw.FixedDistance(length), arm.at(0, 0, -length), sleeve)
    m.connect("dashpot", lw.Damper(damping=40.0, on=lw.Displacement("z")), spindle, sleeve)
    return m


def start(system: lw.System) -> lw.State:
    return lw.assemble(system)


def numbers() -> dict[str, float]:
    system = lw.compile_model(model())
    run = lw.simulate(system, start(system), t_end=4.0)
    return {
        "angle": run["right hinge.angle"][-1],
        "height": run["slide.displacement"][-1],
        "rate": run["slide.displacement_dot"][-1],
    }
