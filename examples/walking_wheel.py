"""Walking wheel: the rimless wheel again, with feet that touch the slope where it had events that were written for it.

Where the next spoke lands, both feet touch for a moment: the old one is free to lift and the new one holds, by the laws
of contact alone. The rate falls by a ratio that the inertia and the angle between spokes decide; what a step gains by
gravity and what its landing costs are equal in the end.
"""

import numpy as np

import linkwork as lw

SPOKES, LENGTH, SLOPE, MASS, GYRATION = 8, 0.5, 0.1, 1.0, 0.2
HALF = np.pi / SPOKES
ANGLES = 2 * HALF * np.arange(SPOKES)
DURATION = 5.0
LOOK = (-75.0, 12.0)
TRACES = [lw.Trace("hub", "wheel")]


def model() -> lw.Model:
    """The ground's x axis points down the slope."""
    m = lw.Model("walking wheel", gravity=(9.81 * np.sin(SLOPE), 0, -9.81 * np.cos(SLOPE)))
    rods = [lw.Rod(length=LENGTH, radius=0.01, mass=0.0, rotate={"y": np.pi / 2 + angle}) for angle in ANGLES]
    hub = lw.Sphere(radius=GYRATION * np.sqrt(2.5), mass=MASS)
    wheel = m.body("wheel", *rods, hub)
    m.connect("plane", lw.Planar("y"), m.ground, wheel)
    slope = m.ground.outline(lw.LineCurve("-x"), rotate={"x": np.pi / 2})
    feet = [(-LENGTH * np.sin(angle), 0, -LENGTH * np.cos(angle)) for angle in ANGLES]
    m.connect("slope", lw.UnilateralContact(friction=0.8), slope, wheel.tips(feet))
    return m


def start(system: lw.System) -> lw.State:
    """On one foot that has just landed, another behind it about to lift."""
    rate, c, s = 3.0, np.cos(HALF), np.sin(HALF)
    place = {"plane.angle": -HALF, "plane.x": LENGTH * c, "plane.y": -LENGTH * s}
    return system.state(
        {**place, "plane.angle_dot": rate, "plane.x_dot": rate * LENGTH * s, "plane.y_dot": rate * LENGTH * c}
    )


def numbers() -> dict[str, float]:
    system = lw.compile_model(model())
    run = lw.simulate(system, start(system), t_end=8.0)
    landings = [event for event in run.events if event.contact and event.contact.kind == "impact"]
    last = landings[-1]
    return {
        "steps": len(landings),
        "rate before a landing": last.before["plane.angle_dot"],
        "rate after a landing": last.after["plane.angle_dot"],
        "step length": (last.after["plane.y"] - landings[-3].after["plane.y"]) / 2,
        "time of a step": last.t - landings[-2].t,
    }
