"""Chaplygin's sleigh: a body on a blade that cannot slide sideways; however it starts, it ends up going straight."""

import numpy as np

import linkwork as lw

MASS, SIZE, AHEAD = 2.0, (0.6, 0.3), 0.25
"""The centre of mass is ahead of the blade."""
DURATION = 6.0
TRACES = [lw.Trace("blade", "sleigh")]


def model() -> lw.Model:
    m = lw.Model("Chaplygin sleigh", gravity=(0, 0, 0))
    sleigh = m.body("sleigh", lw.Plate(size=SIZE, thickness=0.02, mass=MASS, at=(AHEAD, 0, 0)))
    m.connect("ice", lw.Planar("z"), m.ground, sleigh)
    m.connect("blade", lw.KnifeEdge("y"), m.ground, sleigh)
    return m


def start(system: lw.System) -> lw.State:
    return lw.assemble(system, velocities={"ice.angle_dot": 4.0, "ice.x_dot": 0.1})


def numbers() -> dict[str, float]:
    system = lw.compile_model(model())
    run = lw.simulate(system, start(system), t_end=2.0)
    speed = float(np.hypot(run["ice.x_dot"][-1], run["ice.y_dot"][-1]))
    return {
        "heading": run["ice.angle"][-1],
        "turning": run["ice.angle_dot"][-1],
        "speed": speed,
        "energy": run.energy[-1],
    }
