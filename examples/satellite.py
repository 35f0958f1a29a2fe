"""Satellite with three reaction wheels: speeding one up turns it the other way; all spin stays in sum zero."""

import numpy as np

import linkwork as lw

INERTIA, WHEEL, TORQUE = (12.0, 10.0, 8.0), 0.05, 0.2
DURATION = 20.0
AXES = {"x": {"y": np.pi / 2}, "y": {"x": -np.pi / 2}, "z": None}
TRACES = [lw.Trace("antenna", "satellite", (0, 0, 1.2))]


def model() -> lw.Model:
    m = lw.Model("satellite", gravity=(0, 0, 0))
    # Its solar panels are there to be seen: `INERTIA` is that of the whole.
    panels = [lw.Box(size=(0.02, 2.0, 0.9), mass=0.0, at=(0, side * 1.8, 0)) for side in (-1, 1)]
    body = m.body("satellite", lw.Box(size=(1.0, 1.2, 1.4), mass=50.0), *panels, inertia=INERTIA)
    m.connect("orbit", lw.Free(), m.ground, body)
    for name, turn in AXES.items():
        # Speed up for five seconds, slow down for five; one axis after the other.
        motor = lw.Sine(amplitude=TORQUE, frequency=0.1, phase="xyz".index(name) * 0.4)
        m.connect(f"wheel {name}", lw.Wheel(inertia=WHEEL, motor=motor), body.at(0, 0, 0, rotate=turn))
    return m


def momentum(run: lw.Trajectory) -> np.ndarray:
    """Angular momentum of the body and of what the wheels add, in the world (J_a of a wheel is in the body's own J)."""
    spin = np.stack([run[f"wheel {name}.spin"] for name in AXES], axis=1)
    rate = np.stack([run[f"orbit.w_{name}"] for name in AXES], axis=1)
    return np.einsum("tij,tj->ti", run.pose("satellite")[0], rate * INERTIA + spin * WHEEL)


def start(system: lw.System) -> lw.State:
    return system.rest


def numbers() -> dict[str, float]:
    system = lw.compile_model(model())
    run = lw.simulate(system, start(system), t_end=10.0)
    R = run.pose("satellite")[0][-1]
    return {
        "turned by": float(np.arccos((np.trace(R) - 1) / 2)),
        "wheel x": run["wheel x.spin"][-1],
        "momentum": float(np.abs(momentum(run)).max()),
    }
