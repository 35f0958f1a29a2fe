"""Slider-crank: a piston driven at constant speed, with the torque that the drive needs."""

import numpy as np

import linkwork as lw

CRANK, ROD, SPEED = 0.05, 0.16, 40.0
DURATION = 4 * np.pi / SPEED
CONTROLS = {"crank.length": (0.02, 0.08), "rod.length": (0.1, 0.25), "A.angle_dot": (5.0, 80.0)}


def model() -> lw.Model:
    m = lw.Model("slider-crank", gravity=(0, 0, 0))
    crank = m.body("crank", lw.Rod(length=CRANK, radius=0.008, mass=0.4))
    rod = m.body("rod", lw.Rod(length=ROD, radius=0.006, mass=0.6))
    piston = m.body("piston", lw.Cylinder(radius=0.03, length=0.04, axis="x", mass=0.5))
    m.connect("A", lw.Revolute("-y"), m.ground, crank, drive={"angle": lw.Polynomial((0.0, SPEED))})
    m.connect("B", lw.Revolute("-y"), crank.at(CRANK, 0, 0), rod)
    m.connect("C", lw.Revolute("-y"), rod.at(ROD, 0, 0), piston)
    # The loop is opened at a hinge that can be cut; this one keeps its coordinate.
    m.connect("bore", lw.Prismatic("x"), m.ground, piston, tree="branch")
    return m


def start(system: lw.System) -> lw.State:
    return lw.assemble(system, guess={"bore.displacement": CRANK + ROD})


def numbers() -> dict[str, float]:
    system = lw.compile_model(model())
    turn = lw.kinematics(system, start(system), times=np.linspace(0.0, 2 * np.pi / SPEED, 101))
    run = lw.simulate(system, start(system), t_end=2 * np.pi / SPEED)
    k = 20
    return {
        "time": turn.times[k],
        "place": turn["bore.displacement"][k],
        "acceleration": turn["bore.displacement_ddot"][k],
        "greatest torque": np.abs(run["A.angle.load"]).max(),
        "work of a turn": run.work[-1],
    }
