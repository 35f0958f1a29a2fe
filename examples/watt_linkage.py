"""Watt's six-bar linkage: two four-bars in a row, joined by a rocker with three pins."""

import numpy as np

import linkwork as lw

CRANK, COUPLER, ROCKER, ARM, SECOND, OUTPUT = 0.3, 1.0, 0.6, 0.5, 1.1, 0.7
PIVOTS = {"A0": (0.0, 0.0), "B0": (1.0, 0.1), "C0": (2.2, 0.0)}
BEND = -0.6
"""Angle from the rocker's first arm to its second."""
SPEED = 2.0
DURATION = 2 * np.pi / SPEED


def model() -> lw.Model:
    m = lw.Model("Watt linkage")
    lengths = {"crank": CRANK, "coupler": COUPLER, "second": SECOND, "output": OUTPUT}
    crank, coupler, second, output = (m.body(n, lw.Rod(length=x, radius=0.02, mass=x)) for n, x in lengths.items())
    first_arm = lw.Rod(length=ROCKER, radius=0.02, mass=ROCKER)
    second_arm = lw.Rod(length=ARM, radius=0.02, mass=ARM, rotate={"y": -BEND})
    rocker = m.body("rocker", first_arm, second_arm)
    A0, B0, C0 = (m.ground.at(x, 0, z) for x, z in PIVOTS.values())
    coupler.point("tip", at=(COUPLER, 0, 0))
    second.point("tip", at=(SECOND, 0, 0))
    m.connect("A0", lw.Revolute("-y"), A0, crank, drive={"angle": lw.Polynomial((1.0, SPEED))})
    m.connect("A", lw.Revolute("-y"), crank.at(CRANK, 0, 0), coupler)
    m.connect("B", lw.Revolute("-y"), coupler["tip"], rocker.at(ROCKER, 0, 0))
    m.connect("B0", lw.Revolute("-y"), B0, rocker)
    m.connect("C", lw.Revolute("-y"), rocker.at(ARM * np.cos(BEND), 0, ARM * np.sin(BEND)), second)
    m.connect("D", lw.Revolute("-y"), second["tip"], output.at(OUTPUT, 0, 0))
    m.connect("C0", lw.Revolute("-y"), C0, output)
    return m


def start(system: lw.System) -> lw.State:
    return lw.assemble(system, bodies={"coupler": (0.2, 0, 0.3), "second": (1.5, 0, 0.3), "output": (2.2, 0, 0.0)})


def numbers() -> dict[str, float]:
    system = lw.compile_model(model())
    first = start(system)
    run = lw.simulate(system, first, times=np.linspace(0.0, DURATION, 9))
    places = {
        f"{n}{k} {a}": run[f"{n}.tip.position.{a}"][k] for n in ("coupler", "second") for k in (0, 3, 6) for a in "xz"
    }
    return {"left free": lw.mobility(system, first).degrees_of_freedom, **places}
