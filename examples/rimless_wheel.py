"""Rimless wheel: spokes without a rim walk down a slope, each step an impact, and settle into a gait of their own.

The spoke on the ground is an inverted pendulum. When the next spoke lands, the foot moves on and the speed is
multiplied by cos 2α, where 2α is the angle between spokes.
"""

import numpy as np

import linkwork as lw

SPOKES, LENGTH, SLOPE = 8, 0.5, 0.1
HALF = np.pi / SPOKES
STEP = 2 * LENGTH * np.sin(HALF)
DURATION = 6.0
TRACES = [lw.Trace("hub", "wheel")]


def model() -> lw.Model:
    """The ground's x axis points down the slope."""
    m = lw.Model("rimless wheel", gravity=(9.81 * np.sin(SLOPE), 0, -9.81 * np.cos(SLOPE)))
    foot, spoke = lw.Parameter("foot", 0.0, unit="m"), lw.Parameter("spoke", 0.0, unit="rad")
    rods = [lw.Rod(length=LENGTH, radius=0.01, mass=0.0, rotate={"y": np.pi / 2 - 2 * k * HALF}) for k in range(SPOKES)]
    wheel = m.body("wheel", *rods, lw.PointMass(mass=1.0))
    tip = lw.rotation_y(spoke) @ np.array([0, 0, -LENGTH])
    m.connect("foot hinge", lw.Revolute("y"), m.ground.at(foot, 0, 0), wheel.at(*tip), initial={"angle": -HALF})
    return m


def land(system: lw.System, state: lw.State) -> dict[str, float]:
    """The next spoke takes over: the hinge moves to its tip, and the wheel keeps its orientation."""
    return {
        "foot": state["foot"] + STEP,
        "spoke": state["spoke"] - 2 * HALF,
        "foot hinge.angle_dot": state["foot hinge.angle_dot"] * np.cos(2 * HALF),
    }


EVENTS = [
    lw.Event("landing", lambda x: x["foot hinge.angle"] + x["spoke"] - HALF, direction="rising", action=land),
]


def start(system: lw.System) -> lw.State:
    return system.state({"foot hinge.angle_dot": 3.0})


def numbers() -> dict[str, float]:
    system = lw.compile_model(model())
    run = lw.simulate(system, start(system), t_end=8.0, events=EVENTS)
    landings = [event.t for event in run.events]
    return {"speed after a landing": run.at(landings[-1] + 1e-9)["foot hinge.angle_dot"], "steps": len(landings)}
