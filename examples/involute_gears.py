"""Involute gears: two flanks that touch as surfaces, and turn the wheels at a constant ratio.

Nothing here knows of a gear ratio: each flank is a function of two parameters, slightly crowned across its width so
that it touches at one point, and the contact slides along both. That the ratio is that of the base circles at every
instant, and the force the load over the base radius, is what involutes are cut for. Only one pair of teeth is there:
after it the next one would take over.
"""

from typing import Any

import numpy as np

import linkwork as lw

TEETH, MODULE, PRESSURE = (20, 30), 0.005, np.radians(20.0)
RADII = tuple(0.5 * MODULE * z for z in TEETH)
BASES = tuple(r * np.cos(PRESSURE) for r in RADII)
WIDTH, CROWN = 0.02, 0.5
SPEED, LOAD = 1.0, 20.0
INVOLUTE = np.tan(PRESSURE) - PRESSURE
DURATION = 0.3
OPTIONS: dict[str, Any] = {"method": "dop853"}


def flank(base: float) -> lw.FunctionSurface:
    """An involute of a circle along z; its solid falls back from the middle by CROWN v²."""

    def point(u: Any, v: Any) -> list[Any]:
        c, s, back = lw.cos(u), lw.sin(u), CROWN * v * v
        return [base * (c + u * s) - back * s, base * (s - u * c) + back * c, v]

    return lw.FunctionSurface(point, over=((0.03, 0.65), (-0.5 * WIDTH, 0.5 * WIDTH)))


def model() -> lw.Model:
    """Wheels about z, at first with the contact before the pitch point; the first turns backwards."""
    m = lw.Model("involute gears", gravity=(0, 0, 0))
    angles = (-INVOLUTE + 0.5 * SPEED * DURATION, np.pi - INVOLUTE - 0.5 * SPEED * DURATION * RADII[0] / RADII[1])
    wheels = []
    for k, (base, x) in enumerate(zip(BASES, (0.0, sum(RADII)), strict=True)):
        name = "wheel" if k else "pinion"
        wheels.append(m.body(name, mass=1.0, inertia=(1e-3, 1e-3, 2e-3)))
        hub = m.body(f"{name} hub", lw.Cylinder(radius=0.93 * base, length=0.8 * WIDTH, mass=0.5))
        drive = {} if k else {"angle": lw.Polynomial((angles[0], -SPEED))}
        axle = lw.Revolute("z")
        m.connect(f"{name} axle", axle, m.ground.at(x, 0, 0), wheels[k], drive=drive)
        m.connect(f"{name} seat", lw.Fixed(), wheels[k], hub)
    m.connect("teeth", lw.SurfaceOnSurface(*map(flank, BASES)), *wheels)
    m.connect("load", lw.AppliedMoment((0, 0, -LOAD)), wheels[1])
    return m


def start(system: lw.System) -> lw.State:
    lead = 0.5 * SPEED * DURATION
    guess = {"teeth.u1": np.tan(PRESSURE) - lead, "teeth.u2": np.tan(PRESSURE) + lead * RADII[0] / RADII[1]}
    angle = np.pi - INVOLUTE - lead * RADII[0] / RADII[1]
    if system.coordinates == "tree":
        return lw.assemble(system, guess=guess | {"wheel axle.angle": angle})
    places = {"wheel": lw.Pose(lw.rotation_z(angle), (sum(RADII), 0.0, 0.0))}
    return lw.assemble(system, guess=guess, bodies=places | {"wheel hub": places["wheel"]})


def numbers() -> dict[str, float]:
    """The ratio and the force between the teeth: how far from constant, and the values."""
    system = lw.compile_model(model())
    run = lw.simulate(system, start(system), DURATION, times=61, rtol=1e-10, atol=1e-12)
    ratio = -run["pinion.angular_velocity.z"] / run["wheel.angular_velocity.z"]
    force = run["teeth.normal_force"]
    return {
        "ratio": float(ratio.mean()),
        "ratio, spread": float(np.ptp(ratio)),
        "force": float(force.mean()),
        "force, spread": float(np.ptp(force)),
    }
