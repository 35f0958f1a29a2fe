"""Stephenson's six-bar linkage: a four-bar whose coupler point moves a second crank."""

import numpy as np

import linkwork as lw

CRANK, COUPLER, ROCKER, LINK, OUTPUT = 0.3, 0.9, 0.7, 0.8, 0.5
POINT = (0.45, 0.4)
"""Of the coupler: along it and beside it."""
PIVOTS = {"A0": (0.0, 0.0), "B0": (1.0, 0.0), "C0": (-0.6, 0.9)}
SPEED = 2.0
DURATION = 2 * np.pi / SPEED
TRACES = [lw.Trace("coupler point", "coupler", (POINT[0], 0, POINT[1]))]


def model() -> lw.Model:
    m = lw.Model("Stephenson linkage")
    lengths = {"crank": CRANK, "rocker": ROCKER, "link": LINK, "output": OUTPUT}
    crank, rocker, link, output = (m.body(n, lw.Rod(length=x, radius=0.02, mass=x)) for n, x in lengths.items())
    side = lw.Rod(length=np.hypot(*POINT), radius=0.02, mass=0.5, rotate={"y": -np.arctan2(POINT[1], POINT[0])})
    coupler = m.body("coupler", lw.Rod(length=COUPLER, radius=0.02, mass=COUPLER), side)
    A0, B0, C0 = (m.ground.at(x, 0, z) for x, z in PIVOTS.values())
    coupler.point("tip", at=(COUPLER, 0, 0))
    link.point("tip", at=(LINK, 0, 0))
    m.connect("A0", lw.Revolute("-y"), A0, crank, drive={"angle": lw.Polynomial((0.0, SPEED))})
    m.connect("A", lw.Revolute("-y"), crank.at(CRANK, 0, 0), coupler)
    m.connect("B", lw.Revolute("-y"), coupler["tip"], rocker.at(ROCKER, 0, 0))
    m.connect("B0", lw.Revolute("-y"), B0, rocker)
    m.connect("P", lw.Revolute("-y"), coupler.at(POINT[0], 0, POINT[1]), link)
    m.connect("D", lw.Revolute("-y"), link["tip"], output.at(OUTPUT, 0, 0))
    m.connect("C0", lw.Revolute("-y"), C0, output)
    return m


def start(system: lw.System) -> lw.State:
    return lw.assemble(system, bodies={"coupler": (0.3, 0, 0), "rocker": (1.0, 0, 0), "output": (-0.6, 0, 0.9)})


def numbers() -> dict[str, float]:
    system = lw.compile_model(model())
    first = start(system)
    run = lw.simulate(system, first, times=np.linspace(0.0, DURATION, 9))
    places = {
        f"{n}{k} {a}": run[f"{n}.tip.position.{a}"][k] for n in ("coupler", "link") for k in (0, 3, 6) for a in "xz"
    }
    return {"left free": lw.mobility(system, first).degrees_of_freedom, **places}
