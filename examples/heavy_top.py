"""Heavy top: a spinning disc on a point, started so that it precesses steadily without nodding.

Where A is the moment of inertia across the axis at the pivot, C the one about it, and θ the tilt, steady precession at
the rate Ω needs the axial spin (m g l + A Ω² cos θ)/(C Ω).
"""

import numpy as np

import linkwork as lw

MASS, RADIUS, HEIGHT, GRAVITY = 0.5, 0.08, 0.12, 9.81
TILT, PRECESSION = 0.4, 1.5
DURATION = 4.0
TRACES = [lw.Trace("centre", "top", (0, 0, HEIGHT))]


def model() -> lw.Model:
    m = lw.Model("heavy top", gravity=(0, 0, -GRAVITY))
    disc = lw.Cylinder(radius=RADIUS, length=0.02, axis="z", mass=MASS, at=(0, 0, HEIGHT))
    pin = lw.Cylinder(radius=0.004, length=HEIGHT, axis="z", mass=0.0, at=(0, 0, HEIGHT / 2))
    top = m.body("top", disc, pin)
    m.connect("tip", lw.Spherical(), m.ground, top)
    return m


def axial_spin() -> float:
    across = MASS * (RADIUS**2 / 4 + 0.02**2 / 12 + HEIGHT**2)
    along = MASS * RADIUS**2 / 2
    return (MASS * GRAVITY * HEIGHT + across * PRECESSION**2 * np.cos(TILT)) / (along * PRECESSION)


def start(system: lw.System) -> lw.State:
    attitude = {"tip.e0": np.cos(TILT / 2), "tip.e2": np.sin(TILT / 2)}
    return system.state({**attitude, "tip.w_x": -PRECESSION * np.sin(TILT), "tip.w_z": axial_spin()})


def numbers() -> dict[str, float]:
    system = lw.compile_model(model())
    run = lw.simulate(system, start(system), t_end=2.0)
    axis = run.pose("top")[0][:, :, 2]
    turned = np.unwrap(np.arctan2(axis[:, 1], axis[:, 0]))
    nodding = np.ptp(np.arccos(axis[:, 2]))
    return {"precession": (turned[-1] - turned[0]) / 2.0, "nodding": float(nodding), "spin": axial_spin()}
