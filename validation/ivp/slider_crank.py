"""Slider-crank with an elastic rod: two sines across it, a quadratic function along it, 1,432 turns a minute.

After B. Simeon, "Modelling a flexible slider crank mechanism by a mixed system of DAEs and PDEs", 1996. The mass
matrix of the quadratic function stands in the test set without its divisor 15; the reference was computed so.
"""

from collections.abc import Iterator

import numpy as np

import linkwork as lw
from validation.case import Case, Figure, compiled, started, turned
from validation.ivp.reference import at_the_end, problem

P = problem("crank")["parameters"]
LENGTH, AREA, PI = P["L2"], P["BB"] * P["HH"], np.pi
NAMES = ("v1", "v2", "u1", "u2")

REMARK = "the start is printed with nine digits; without damping, what is missing stays as vibration of the rod"


def rod() -> lw.ModalBody:
    """Integrals of the shapes, as the test set has them."""
    mass, stiff, pi = P["RHO"] * AREA * LENGTH, P["EE"] * AREA / LENGTH, PI
    C1, XX, XP, PP = (np.zeros(shape) for shape in ((3, 4), (3, 3), (3, 3, 4), (3, 3, 4, 4)))
    C1[0, 2:], C1[1, 0] = mass * np.array([2 / 3, 1 / 6]), mass * 2 / pi
    XX[0, 0] = P["J2"]
    XP[0, 0, 2:] = mass * LENGTH * np.array([1 / 3, 1 / 6])
    XP[0, 1, :2] = mass * LENGTH * np.array([1 / pi, -0.5 / pi])
    PP[0, 0, 2:, 2:] = mass * np.array([[8, 1], [1, 2]])
    PP[1, 1, :2, :2] = mass * np.diag([0.5, 0.5])
    PP[0, 1, 2:, :2] = mass * np.array([[16 / pi**3, 0], [1 / pi - 8 / pi**3, -0.5 / pi]])
    PP[1, 0] = PP[0, 1].T
    thin = (P["HH"] / LENGTH) ** 2 * pi**4
    bending = np.diag([thin / 24, thin * 2 / 3, 0, 0])
    bending[2:, 2:] = np.array([[16, -8], [-8, 7]]) / 3
    none, tip = np.zeros((3, 4)), np.zeros((3, 4))
    tip[0, 3] = 1.0
    ends = {"root": lw.ElasticFrame(np.zeros(3), np.eye(3), none, none)}
    ends["tip"] = lw.ElasticFrame(np.array([LENGTH, 0, 0]), np.eye(3), tip, none)
    data = lw.ModalData(
        NAMES,
        mass=P["M2"],
        d0=np.array([P["M2"] * LENGTH / 2, 0, 0]),
        C1=C1,
        XX=XX,
        XP=XP,
        PP=PP,
        stiffness=stiff * bending,
        damping=np.zeros((4, 4)),
        frames=ends,
        geometric=None,
        frequencies=np.zeros(0),
        stress={},
        nodes=np.zeros((0, 3)),
        shapes=np.zeros((0, 3, 4)),
        faces=None,
        notes=(),
    )
    return lw.ModalBody(data)


def model() -> lw.Model:
    m = lw.Model("elastic slider-crank", gravity=(0, 0, 0))
    crank = m.body("crank", mass=P["M1"], inertia=(P["J1"], P["J1"], P["J1"]))
    bar = m.body("rod", rod())
    slider = m.body("slider", lw.PointMass(P["M3"]))
    m.connect("axle", lw.Revolute("z"), m.ground, crank, drive={"angle": lw.Polynomial((0.0, P["OMEGA"]))})
    m.connect("pin", lw.Revolute("z"), crank.at(P["L1"], 0, 0), bar.at("root"))
    m.connect("guide", lw.Prismatic("x"), m.ground, slider)
    m.connect("wrist", lw.PointOnLine("z"), bar.at("tip"), slider)
    return m


def check() -> Iterator[Figure]:
    system = compiled(model())
    phi, phi_dot, x, x_dot = (problem("crank")["start"][k] for k in (1, 8, 2, 9))
    q, q_dot = problem("crank")["start"][3:7], problem("crank")["start"][10:14]
    values = {"pin.angle": phi, "pin.angle_dot": phi_dot - P["OMEGA"], "guide.displacement": x}
    values |= {"guide.displacement_dot": x_dot}
    values |= {f"rod.{n}": v for n, v in zip(NAMES, q, strict=True)}
    values |= {f"rod.{n}_dot": v for n, v in zip(NAMES, q_dot, strict=True)}
    run = lw.simulate(system, started(system, values), 0.1, rtol=1e-11, atol=1e-13)
    end = {name: x[-1] for name, x in run.channels(*values).items()}
    turn, speed = P["OMEGA"] * 0.1, P["OMEGA"]
    end["pin.angle"] = turned(end["pin.angle"], -turn)
    wrist = run.load("wrist", axes="world").force[-1]
    found = {
        "position": [turn, turn + end["pin.angle"], end["guide.displacement"]],
        "elastic": [end[f"rod.{n}"] for n in NAMES],
        "velocity": [speed, speed + end["pin.angle_dot"], end["guide.displacement_dot"]],
        "elastic speed": [end[f"rod.{n}_dot"] for n in NAMES],
        "multiplier": [wrist[1], -wrist[0], -run.load("axle", axes="world").moment[-1][2]],
    }
    yield from at_the_end("crank", found, 1e-13, {"": 1e-6, "elastic speed": 3e-5, "multiplier": 1e-5})


def cases() -> Iterator[Case]:
    yield Case("elastic_slider_crank", "slider-crank with an elastic rod, 0.1 s", check, (rod, model), REMARK)
