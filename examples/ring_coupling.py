"""Ring coupling: rubber bushings on a ring without mass join shafts that are not in line.

The ring is a node of an assembly: two bushings hold it to either shaft, and their forces and moments on it are in
equilibrium. It turns with the shafts, and its centre stays half way between them.
"""

from typing import Any

import numpy as np

import linkwork as lw

SPEED, TORQUE, OFFSET, GAP = 6.0, 3.0, 0.01, 0.04
RADIUS, RUBBER, TWIST = 0.06, 4e3, 1.5
"""Of the bushings: their distance from the axis, stiffness against displacements and against turns."""
DURATION = 2 * np.pi / SPEED
SHOWS = ("S0.10",)


class RingCoupling(lw.Assembly):
    """Bushings at ±y on the first shaft and at ±z on the second, with a ring between them."""

    nodes = ("ring",)

    def parts(self) -> Any:
        rubber = lw.Bushing((TWIST,) * 3 + (RUBBER,) * 3)
        half, r = 0.5 * GAP, RADIUS
        return {
            **{f"first {s}": (rubber, self.at(0, half, y=s * r), self.at("ring", y=s * r)) for s in (1, -1)},
            **{f"second {s}": (rubber, self.at("ring", z=s * r), self.at(1, -half, z=s * r)) for s in (1, -1)},
        }


def model(speed: float = SPEED) -> lw.Model:
    m = lw.Model("ring coupling", gravity=(0, 0, 0))
    disc = {"length": 0.01, "radius": 1.3 * RADIUS, "axis": "x"}
    first = m.body("input", lw.Rod(length=0.2, radius=0.012, mass=1.0), lw.Cylinder(mass=0.5, at=(0.2, 0, 0), **disc))
    second = m.body("output", lw.Rod(length=0.2, radius=0.012, mass=1.0), lw.Cylinder(mass=0.5, **disc))
    m.connect("drive", lw.Revolute("x"), m.ground, first, drive={"angle": lw.Polynomial((0.0, speed))})
    m.connect("bearing", lw.Revolute("x"), m.ground.at(0.2 + GAP, 0, OFFSET), second, initial={"angle_dot": speed})
    m.connect("coupling", RingCoupling(), first.at(0.2, 0, 0), second)
    m.connect("load", lw.AppliedMoment((-TORQUE, 0, 0)), second)
    return m


def start(system: lw.System) -> lw.State:
    return system.rest


def numbers() -> dict[str, float]:
    rest = lw.equilibrium(lw.compile_model(model(speed=0.0)))
    system = lw.compile_model(model())
    run = lw.simulate(system, start(system), times=np.linspace(0.0, DURATION, 61))
    ring = np.array([run[f"coupling.ring.position.{a}"] for a in "xyz"]).T
    return {
        "twist": float(rest["bearing.angle"]),
        "bearing": float(np.linalg.norm(rest["bearing.force"])),
        "off": float(np.abs(ring - [0.2 + GAP / 2, 0, OFFSET / 2]).max()),
        "turned": float(run["bearing.angle"][-1]),
    }
