"""Hoecken's four-bar: while the crank makes half a turn, a point of the coupler moves along a line.

The lengths are 1 (crank), 2 (ground), 2.5 (rocker) and 5 (coupler, the rocker in its middle).
"""

import numpy as np

import linkwork as lw

UNIT, SPEED = 0.1, 2.0
DURATION = 2 * np.pi / SPEED
TRACES = [lw.Trace("coupler point", "coupler", (5 * UNIT, 0, 0))]
CONTROLS = {"crank.length": (0.05, 0.15), "rocker.length": (0.2, 0.3), "A.angle_dot": (0.5, 6), "gravity": (0, 20)}


def model() -> lw.Model:
    m = lw.Model("Hoecken linkage")
    crank = m.body("crank", lw.Rod(length=UNIT, radius=0.006, mass=0.2))
    coupler = m.body("coupler", lw.Rod(length=5 * UNIT, radius=0.006, mass=1.0))
    rocker = m.body("rocker", lw.Rod(length=2.5 * UNIT, radius=0.006, mass=0.5))
    coupler.point("tip", at=(5 * UNIT, 0, 0))
    m.connect("A", lw.Revolute("-y"), m.ground, crank, drive={"angle": lw.Polynomial((0.0, SPEED))})
    m.connect("B", lw.Revolute("-y"), crank.at(UNIT, 0, 0), coupler)
    m.connect("C", lw.Revolute("-y"), coupler.at(2.5 * UNIT, 0, 0), rocker.at(2.5 * UNIT, 0, 0))
    m.connect("D", lw.Revolute("-y"), m.ground.at(2 * UNIT, 0, 0), rocker)
    return m


def start(system: lw.System) -> lw.State:
    return lw.assemble(system, guess={"B.angle": 1.4, "C.angle": 0.4})


def tip(times: np.ndarray) -> np.ndarray:
    """Positions of the coupler point."""
    system = lw.compile_model(model())
    run = lw.simulate(system, start(system), times=times)
    return run["coupler.tip.position"]


def numbers() -> dict[str, float]:
    angles = np.linspace(np.pi / 2, 3 * np.pi / 2, 50)
    path = tip(np.concatenate([[0.0], angles / SPEED]))[1:]
    return {"length": float(np.ptp(path[:, 0])), "off the line": float(np.ptp(path[:, 2]))}
