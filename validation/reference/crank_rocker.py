"""C1: a crank turns a four-bar once; angles, rates and accelerations follow from position equations."""

from collections.abc import Iterator

import numpy as np

import linkwork as lw
from validation.case import Case, Figure, compare, compiled
from validation.reference.numbers import case


def four_bar(lengths: tuple[float, float, float], ground: float, drive: lw.Polynomial | None = None) -> lw.Model:
    """Three bars in a plane and the ground, four parallel revolutes: a spatial loop with three redundant rows."""
    m = lw.Model("four-bar")
    names = ("crank", "coupler", "rocker")
    crank, coupler, rocker = (m.body(n, lw.Rod(length=x, mass=1.0)) for n, x in zip(names, lengths, strict=True))
    driven = {} if drive is None else {"angle": drive}
    m.connect("A", lw.Revolute("z"), m.ground, crank, drive=driven)
    m.connect("B", lw.Revolute("z"), crank.at(lengths[0], 0, 0), coupler)
    m.connect("C", lw.Revolute("z"), coupler.at(lengths[1], 0, 0), rocker)
    m.connect("D", lw.Revolute("z"), rocker.at(lengths[2], 0, 0), m.ground.at(ground, 0, 0))
    return m


def check() -> Iterator[Figure]:
    p = case("C1_fourbar")["case_a_crank_rocker"]
    q, qd, qdd = (np.array([[float(x) for x in row[name]] for row in p["table"]]) for name in ("q", "qd", "qdd"))
    rate = float(p["q1dot"])
    drive = lw.Polynomial((np.pi / 2, -rate))  # the reference measures from +y towards +x
    system = compiled(four_bar((p["l1"], p["l2"], p["l3"]), p["lx"], drive))
    start = lw.assemble(system, guess={"B.angle": -1.0, "C.angle": -1.8})
    run = lw.kinematics(system, start, times=np.radians([row["q1_deg"] for row in p["table"]]) / rate)
    angle = np.cumsum([run[f"{k}.angle"] for k in "ABC"], axis=0).T
    bars = ("crank", "coupler", "rocker")
    turning, speeding = (np.stack([run[f"{k}.angular_{x}.z"] for k in bars], 1) for x in ("velocity", "acceleration"))
    off = np.pi / 2 - angle - q
    yield compare("angles", off - 2 * np.pi * np.round(off / (2 * np.pi)) + q, q, 1e-16, allowed=1e-14)
    yield compare("rates", -turning, qd, 1e-16, allowed=1e-13)
    yield compare("accelerations", -speeding, qdd, 1e-16, allowed=1e-13)


def cases() -> Iterator[Case]:
    yield Case("C1_crank_rocker", "one turn of a four-bar, kinematics", check, (four_bar,))
