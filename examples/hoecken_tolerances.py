"""Hoecken's four-bar, with tolerances: how far the lengths of its bars may be off, and what that does to the line.

The coupler point runs along a line while the crank makes half a turn. Bars and the distance of their bearings are made
to ± 0.2 mm. A study draws linkages, and `lw.stack_up` gives what each length adds to the height of the point in the
middle of its line: the rocker makes 45 % of its variance. The closed form has the same slopes (`height`).
"""

import numpy as np

import linkwork as lw

LENGTHS = {"crank": 0.1, "ground": 0.2, "rocker": 0.25, "coupler": 0.25, "reach": 0.5}
"""m; the coupler carries the rocker at half of its reach."""
TOLERANCE, SPEED = 2e-4, 2.0
DURATION = 2 * np.pi / SPEED
TRACES = [lw.Trace("coupler point", "coupler", (0.5, 0, 0))]


def model() -> lw.Model:
    p = {name: lw.Parameter(name, value, unit="m") for name, value in LENGTHS.items()}
    m = lw.Model("Hoecken linkage with tolerances")
    crank, coupler, rocker = (
        m.body(name, lw.Rod(length=length, radius=0.006, mass=mass))
        for name, length, mass in (("crank", 0.1, 0.2), ("coupler", 0.5, 1.0), ("rocker", 0.25, 0.5))
    )
    coupler.point("tip", at=(p["reach"], 0, 0))
    m.connect("A", lw.Revolute("-y"), m.ground, crank, drive={"angle": lw.Polynomial((np.pi / 2, SPEED))})
    m.connect("B", lw.Revolute("-y"), crank.at(p["crank"], 0, 0), coupler)
    m.connect("C", lw.Revolute("-y"), coupler.at(p["coupler"], 0, 0), rocker.at(p["rocker"], 0, 0))
    m.connect("D", lw.Revolute("-y"), m.ground.at(p["ground"], 0, 0), rocker)
    return m


def start(system: lw.System) -> lw.State:
    return lw.assemble(system, guess={"B.angle": -0.6, "C.angle": 1.0})


def tolerances(members: int = 128) -> lw.Study:
    """Linkages as they are made: the height of the point in the middle of its line, and how straight the line is."""
    over = {name: lw.uniform(x - TOLERANCE, x + TOLERANCE) for name, x in LENGTHS.items()}
    half = np.pi / SPEED
    measure = {"height": ("coupler.tip.position.z", 0.5 * half), "off the line": ("coupler.tip.position.z", "range")}
    guess = {"B.angle": -0.6, "C.angle": 1.0}
    return lw.study(model(), over, measure, half, members=members, guess=guess, times=21, progress=False)


def height(crank: float, ground: float, rocker: float, coupler: float, reach: float, angle: float = np.pi) -> float:
    """The height of the coupler point by triangles: the pins of crank and rocker, and the coupler through both."""
    pin = crank * np.array([np.cos(angle), np.sin(angle)])
    across = np.array([ground, 0.0]) - pin
    d = np.linalg.norm(across)
    along = (coupler**2 - rocker**2 + d**2) / (2 * d)
    out = np.sqrt(coupler**2 - along**2)
    joint = pin + (along * across + out * np.array([-across[1], across[0]])) / d
    return float((pin + reach / coupler * (joint - pin))[1])


def figure() -> object:
    return lw.plot_stack_up(lw.stack_up(tolerances(512), "height"))


def numbers() -> dict[str, float]:
    found = lw.stack_up(tolerances(), "height")
    slopes = {f"slope of {name}": x for name, x in found.slopes.items()}
    return {"height": found.nominal, "worst case": found.worst_case, "rss": found.rss, **slopes}
