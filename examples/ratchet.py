"""Ratchet: a winch that a swinging lever winds up, with a pawl that holds the load while the lever goes back.

The pawl of the lever drives the drum one way: 0 ≤ ω_drum − ω_lever ⊥ λ ≥ 0, a freewheel. The pawl of the frame lets the
drum turn one way: 0 ≤ ω_drum ⊥ λ ≥ 0. So the load rises with each stroke, coasts on where the lever is braked harder
than its weight would brake it, and hangs still until the next one.
"""

import numpy as np

import linkwork as lw

RADIUS, DRUM, LOAD = 0.1, 6.0, 2.0
SWING, OMEGA, LEVER = 0.35, 12.0, 0.4
TEETH = 2 * np.pi * np.arange(16) / 16
INERTIA = DRUM * RADIUS**2 / 2 + LOAD * RADIUS**2
BRAKING = LOAD * 9.81 * RADIUS / INERTIA
"""The load's weight slows the free drum by so much (rad/s²)."""
STROKE = 2 * np.pi / OMEGA
DURATION = 4 * STROKE
LOOK = (-80.0, 10.0)
TRACES = [lw.Trace("handle", "lever", (0, 0, LEVER)), lw.Trace("load", "load")]


def model() -> lw.Model:
    m = lw.Model("ratchet")
    teeth = [
        lw.Box(size=(0.014, 0.02, 0.014), mass=0.0, at=(RADIUS * np.cos(a), -0.03, RADIUS * np.sin(a))) for a in TEETH
    ]
    drum = m.body("drum", lw.Cylinder(radius=RADIUS, length=0.04, axis="y", mass=DRUM), *teeth)
    lever = m.body("lever", lw.Rod(length=LEVER, radius=0.008, mass=0.5, at=(0, -0.05, 0), rotate={"y": -np.pi / 2}))
    cord = lw.Cylinder(radius=0.002, length=0.35, mass=0.0, at=(0, 0, 0.175))
    load = m.body("load", lw.Box(size=(0.1, 0.1, 0.1), mass=LOAD, at=(0, 0, -0.05)), cord)
    m.connect("shaft", lw.Revolute("y"), m.ground, drum)
    swing = lw.Sine(-SWING, omega=OMEGA, phase=np.pi / 2)
    m.connect("pivot", lw.Revolute("y"), m.ground, lever, drive={"angle": swing})
    m.connect("hoist", lw.Prismatic("z"), m.ground.at(-RADIUS, 0, -0.35), load)
    m.connect("cord", lw.RackAndPinion(radius=RADIUS), "shaft.angle", "hoist.displacement")
    m.connect("drive", lw.OneWayClutch(), "pivot.angle", "shaft.angle")
    m.connect("pawl", lw.Ratchet(), "shaft.angle")
    return m


def start(system: lw.System) -> lw.State:
    return system.state({})


def numbers() -> dict[str, float]:
    system = lw.compile_model(model())
    run = lw.simulate(system, start(system), t_end=DURATION, rtol=1e-10, atol=1e-12)
    left, held = (
        next(change.t for change in run.contacts if change.modes.get(name) == mode and change.t > 0.01)
        for name, mode in (("drive", "open"), ("pawl", "stick"))
    )
    return {
        "lever lets go": left,
        "pawl holds": held,
        "moment of the pawl": system.channels(run.at(0.98 * STROKE))["pawl.normal_force"],
        "moment at the lever": system.channels(run.at(0.1 * STROKE))["drive.normal_force"],
        "turn of a stroke": run.at(STROKE)["shaft.angle"],
        "turn of four strokes": run.final["shaft.angle"],
    }
