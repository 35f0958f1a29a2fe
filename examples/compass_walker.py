"""Compass walker: two straight legs with point feet walk down a slope, without a motor and without knees.

A leg as long as the other cannot swing past it over plain ground: walkers of this kind were shown on tiles, each leg on
a row of its own, and so is this one. The gap of a foot is written here: its height over the tiles of its leg. What a
step gains by gravity is lost where the next foot lands, and the gait finds itself (Goswami, Thuilot and Espiau, 1998).
"""

from typing import Any

import numpy as np

import linkwork as lw

LENGTH, LEG, HIP, SLOPE = 1.0, 5.0, 10.0, np.radians(3.0)
SPREAD, STANCE_RATE, SWING_RATE = 0.271, 1.0918, 0.3772
STEP, DEPTH, SHARPNESS = 0.53544542, 0.06, 3.0
DURATION = 4.0
LOOK = (-80.0, 10.0)
TRACES = [lw.Trace("hip", "left"), lw.Trace("right foot", "right", (0, 0, -LENGTH))]


class Tiles(lw.Contact):
    """A foot over tiles that lie two steps apart, the first at `first`, and over a trench between them."""

    first = lw.parameter(unit="m")

    def height(self, x: Any) -> tuple[Any, Any]:
        """Of the ground at x, and its slope."""
        phase = lw.pi * (x - self.first) / STEP
        up = lw.tanh(SHARPNESS * lw.cos(phase)) / np.tanh(SHARPNESS)
        fall = (1.0 / np.tanh(SHARPNESS) ** 2 - up * up) * np.tanh(SHARPNESS) * SHARPNESS * lw.sin(phase) * lw.pi / STEP
        return 0.5 * DEPTH * (up - 1.0), -0.5 * DEPTH * fall

    def gap(self, rel: Any, t: Any) -> Any:
        return rel.p[2] - self.height(rel.p[0])[0]

    def tangents(self, rel: Any, t: Any) -> Any:
        slope = self.height(rel.p[0])[1]
        long = lw.sqrt(1.0 + slope * slope)
        return (1.0 / long, 0.0, slope / long)


def model() -> lw.Model:
    """The ground's x axis points down the slope; the left leg carries the hip."""
    m = lw.Model("compass walker", gravity=(9.81 * np.sin(SLOPE), 0, -9.81 * np.cos(SLOPE)))
    legs = []
    for name, hip in (("left", HIP), ("right", 0.0)):
        rod = lw.Rod(length=LENGTH, radius=0.012, mass=0.0, rotate={"y": np.pi / 2})
        weights = [lw.PointMass(mass=LEG, at=(0, 0, -LENGTH / 2))] + ([lw.PointMass(mass=hip)] if hip else [])
        legs.append(m.body(name, rod, *weights))
    left, right = legs
    m.connect("plane", lw.Planar("y"), m.ground, left)
    m.connect("hip", lw.Revolute("y"), left, right)
    for leg, first in ((left, 0.0), (right, STEP)):
        m.connect(f"{leg.name}_foot", Tiles(first=first, friction=0.8), m.ground, leg.at(0, 0, -LENGTH))
    return m


def start(system: lw.System) -> lw.State:
    """The left foot has just landed at the origin; the right one is about to leave the ground behind it."""
    c, s = np.cos(SPREAD), np.sin(SPREAD)
    place = {"plane.angle": -SPREAD, "plane.x": LENGTH * c, "plane.y": -LENGTH * s, "hip.angle": 2 * SPREAD}
    rates = {
        "plane.angle_dot": STANCE_RATE,
        "plane.x_dot": STANCE_RATE * LENGTH * s,
        "plane.y_dot": STANCE_RATE * LENGTH * c,
    }
    return system.state({**place, **rates, "hip.angle_dot": SWING_RATE - STANCE_RATE})


def numbers() -> dict[str, float]:
    system = lw.compile_model(model())
    run = lw.simulate(system, start(system), t_end=10.0)
    landings = [event for event in run.events if event.contact and event.contact.kind == "impact"]
    last = landings[-1]
    return {
        "steps": len(landings),
        "time of a step": last.t - landings[-2].t,
        "half the spread of the legs": abs(last.before["hip.angle"]) / 2,
        "energy lost in a landing": last.contact.energy_before - last.contact.energy_after,
        "fall of a step": (LEG * 2 + HIP) * 9.81 * STEP * np.sin(SLOPE),
    }
