"""Furuta pendulum: a pendulum on the end of an arm that turns about the vertical."""

import numpy as np

import linkwork as lw

ARM, ROD, MASS_ARM, MASS_ROD = 0.2, 0.3, 0.25, 0.12
DURATION = 6.0
TRACES = [lw.Trace("tip", "rod", (0, 0, -ROD))]


def model() -> lw.Model:
    m = lw.Model("Furuta pendulum")
    arm = m.body("arm", lw.Rod(length=ARM, mass=MASS_ARM))
    rod = m.body("rod", lw.Rod(length=ROD, mass=MASS_ROD, rotate={"y": np.pi / 2}))
    m.connect("motor", lw.Revolute("z"), m.ground, arm)
    m.connect("pivot", lw.Revolute("x"), arm.at(ARM, 0, 0), rod)
    return m


def start(system: lw.System) -> lw.State:
    return system.state({"pivot.angle": 2.8, "motor.angle_dot": 3.0})


def numbers() -> dict[str, float]:
    system = lw.compile_model(model())
    run = lw.simulate(system, start(system), t_end=2.0, rtol=1e-10)
    return {"arm": run["motor.angle"][-1], "rod": run["pivot.angle"][-1], "drift": float(np.ptp(run.energy))}
