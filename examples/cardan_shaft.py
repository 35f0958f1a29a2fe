"""Cardan shaft: a cross joint between shafts at an angle turns a steady speed into one that wavers."""

import numpy as np

import linkwork as lw

BEND, SPEED = 0.5, 6.0
DURATION = 2 * np.pi / SPEED


def model() -> lw.Model:
    m = lw.Model("cardan shaft")
    disc = {"radius": 0.05, "axis": "x"}
    first = m.body("input", lw.Rod(length=0.3, radius=0.012, mass=1.0), lw.Cylinder(length=0.01, mass=0.5, **disc))
    second = m.body(
        "output", lw.Rod(length=0.3, radius=0.012, mass=1.0), lw.Cylinder(length=0.02, mass=1.0, at=(0.3, 0, 0), **disc)
    )
    bent = m.ground.at(0.3, 0, 0, rotate={"z": BEND})
    m.connect("drive", lw.Revolute("x"), m.ground, first, drive={"angle": lw.Polynomial((0.0, SPEED))})
    m.connect("cross", lw.Universal("y", "z"), first.at(0.3, 0, 0), second)
    m.connect("bearing", lw.Revolute("x"), bent, second, tree="branch")
    return m


def start(system: lw.System) -> lw.State:
    return lw.assemble(system)


def numbers() -> dict[str, float]:
    system = lw.compile_model(model())
    run = lw.simulate(system, start(system), times=np.linspace(0.0, DURATION, 121))
    rate = run["bearing.angle_dot"] / SPEED
    return {
        "slowest": float(rate.min()),
        "fastest": float(rate.max()),
        "angle": run["bearing.angle"][20],
        "of": run["drive.angle"][20],
    }
