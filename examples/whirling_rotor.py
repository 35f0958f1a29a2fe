r"""Rotor on a flexible shaft: a disc at the end of a slender shaft whirls, slower against its spin and faster with it.

The rotor of a turbocharger or a saw blade: the shaft is held in a long bearing at one end. The disc tilts as the shaft
bends, so its gyroscopic moment splits each bending frequency into two: the Campbell diagram. The disc is heavier on one
side by a hair; as the spin rises through the first forward frequency the shaft bows out and straightens again, now
with the heavy side inwards.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np

import linkwork as lw

LENGTH, DIAMETER = 0.4, 0.012
DISC = {"radius": 0.12, "length": 0.015, "mass": 5.0}
OFFSET, SPEED, RISE = 2e-4, 140.0, 2.0
STEEL = lw.STEEL
DURATION = 3.0
LOOK = (-52.0, 14.0)
PLOTS = ("bearing.angle_dot", "shaft.tip_y", "shaft.tip_z")
CONTROLS = {"speed": (60.0, 200.0), "offset": (0.0, 5e-4)}
OPTIONS = {"method": "radau"}
TRACES = [lw.Trace("disc", "disc", (0, 0, 0))]


class RunUp(lw.Signal):
    """The angle of the shaft: its speed rises smoothly over the time RISE, then stays."""

    speed = lw.parameter(unit="rad/s")

    def value(self, t: Any) -> Any:
        """θ = Ω/T (t²/2 + p² (cos(t/p) − 1)) with p = T/2π, then Ω (t − T/2)."""
        pace = RISE / (2.0 * np.pi)
        rising = self.speed / RISE * (0.5 * t * t + pace**2 * (lw.cos(t / pace) - 1.0))
        return lw.where(t < RISE, rising, self.speed * (t - 0.5 * RISE))

    @property
    def smoothness(self) -> float:
        """Its speed and its acceleration are continuous at the end of the rise."""
        return 2.0


def model(driven: bool = True, offset: float = OFFSET) -> lw.Model:
    """The spin is about x."""
    m = lw.Model("rotor on a flexible shaft", gravity=(0, 0, 0))
    shaft = m.body("shaft", lw.FlexibleRod(LENGTH, lw.Circle(DIAMETER), STEEL, modes=2, shear=False))
    hub = [(DIAMETER / 2, -0.02), (0.032, -0.02), (0.026, 0.0), (0.032, 0.02), (DIAMETER / 2, 0.02)]
    rim = [(0.104, -0.0135), (0.1205, -0.0135), (0.1205, 0.0135), (0.104, 0.0135)]
    heavy = lw.Cylinder(0.012, 0.024, "x", mass=0.0, at=(0, 0.085, 0), color="#c0392b")
    dressed = [lw.Revolution(part, "x", mass=0.0, color="#9aa3ab") for part in (hub, rim)]
    disc = m.body("disc", lw.Cylinder(axis="x", **DISC, color="#b9c0c6"), *dressed, heavy)
    bush = [(0.007, -0.07), (0.03, -0.07), (0.03, -0.005), (0.02, 0.0), (0.007, 0.0)]
    foot = lw.Box((0.07, 0.11, 0.02), mass=1.0, at=(-0.035, 0, -0.16), color="#59636d")
    web = lw.Box((0.03, 0.05, 0.14), mass=1.0, at=(-0.037, 0, -0.085), color="#59636d")
    stand = m.body("pedestal", lw.Revolution(bush, "x", mass=1.0, color="#6d7780"), foot, web)
    m.connect("bed", lw.Fixed(), m.ground, stand)
    drive = {"angle": RunUp(lw.Parameter("speed", SPEED, "rad/s"))} if driven else None
    m.connect("bearing", lw.Revolute("x"), m.ground, shaft.at("root"), drive=drive)
    m.connect("seat", lw.Fixed(), shaft.at("tip"), disc.at(0, -lw.Parameter("offset", offset, "m"), 0))
    return m


def start(system: lw.System) -> lw.State:
    """Straight and at rest."""
    return system.rest


def campbell(speeds: Sequence[float]) -> lw.CampbellDiagram:
    """The frequencies at which a balanced disc whirls, seen from outside."""
    return lw.campbell(lw.compile_model(model(False, 0.0)), speeds, "bearing.angle_dot", modes=2)


def numbers() -> dict[str, float]:
    """Of the Campbell diagram: the slowest whirls against and along the spin, rad/s."""
    speeds = (50.0, 150.0, 300.0)
    found: dict[str, float] = {}
    for spin, pair in zip(speeds, campbell(speeds).eigenvalues.imag, strict=True):
        backward, forward = np.sort(np.abs(pair))
        found |= {f"backward_{spin:.0f}": float(backward), f"forward_{spin:.0f}": float(forward)}
    return found
