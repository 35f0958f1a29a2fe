"""Mechanisms with Parameters, for linear analyses and their derivatives."""

from __future__ import annotations

import numpy as np

import linkwork as lw
from linkwork.system import System


def coupler_four_bar(values: dict[str, float]) -> lw.Model:
    """A planar four-bar whose dimensions are Parameters; `coupler.pen` is the coupler point."""
    p = {name: lw.Parameter(name, value) for name, value in values.items()}
    m = lw.Model("four-bar", gravity=(0, 0, 0))
    bars = {name: m.body(name, mass=1.0, inertia=(0.1, 0.1, 0.1)) for name in ("crank", "coupler", "rocker")}
    m.connect("A", lw.Revolute("z"), m.ground.at(p["ax"], p["ay"], 0), bars["crank"].at(0, 0, 0))
    m.connect("B", lw.Revolute("z"), bars["crank"].at(p["a"], 0, 0), bars["coupler"].at(0, 0, 0))
    m.connect("C", lw.Revolute("z"), bars["coupler"].at(p["b"], 0, 0), bars["rocker"].at(0, 0, 0))
    m.connect("D", lw.Revolute("z"), bars["rocker"].at(p["c"], 0, 0), m.ground.at(p["dx"], p["dy"], 0), tree="cut")
    bars["coupler"].point("pen", (p["px"], p["py"], 0))
    bars["rocker"].point("end", (p["c"], 0, 0))
    return m


TARGET = {"ax": 0.0, "ay": 0.0, "a": 0.4, "b": 1.1, "c": 0.9, "dx": 1.2, "dy": 0.1, "px": 0.6, "py": 0.5}
POOR = {"ax": 0.2, "ay": -0.2, "a": 0.6, "b": 1.5, "c": 1.3, "dx": 1.6, "dy": 0.3, "px": 0.3, "py": 0.2}
ANGLES = np.radians(36.0) * np.arange(10)
GUESS = {"B.angle": 0.8, "C.angle": -2.0}


def pen_positions(system: System, angles: np.ndarray = ANGLES) -> np.ndarray:
    """Where the coupler point is at crank angles, on one branch."""
    guess, found = dict(GUESS), []
    for angle in angles:
        state = lw.assemble(system, fixed={"A.angle": angle}, guess=guess)
        guess = {name: state[name] for name in ("B.angle", "C.angle")}
        found.append(_place(system, state))
    return np.array(found)


def _place(system: System, state: lw.State) -> np.ndarray:
    at = system.evaluate("body_poses", state)
    k = system.topology.body("coupler").number
    pen = system.model.bodies["coupler"]["pen"]
    return np.asarray((at.p[k] + at.R[k] @ state.worth(pen.X.p))[:2])


def synthesise(points: np.ndarray, start: dict[str, float]) -> tuple[System, lw.Optimum]:
    """The four-bar whose coupler point passes the points; the angles of the bars at each of them are variables too."""
    system = lw.compile_model(coupler_four_bar(start))
    names = [[f"{bar}_{k}" for bar in "ABC"] for k in range(len(points))]

    def misses(at: lw.Design) -> lw.Varied:
        rows: list[lw.Varied] = []
        for (one, two, three), point in zip(names, points, strict=True):
            placed = at.place(system, {"A.angle": at[one], "B.angle": at[two], "C.angle": at[three]})
            pen, end = placed["coupler.pen.position"], placed["rocker.end.position"]
            rows += [pen[0] - point[0], pen[1] - point[1], end[0] - at["dx"], end[1] - at["dy"]]
        return lw.stacked(rows)

    turn = ANGLES[: len(points)] + 0.4
    angles = {
        n: float(x) for (a, b, c), t in zip(names, turn, strict=True) for n, x in ((a, t), (b, 0.8 - t), (c, -2.0))
    }
    return system, lw.optimise(misses, {**start, **angles}, iterations=400)


def cart(length: float = 0.8) -> lw.Model:
    """A cart of 2 kg on a rail with a point mass of 0.5 kg hanging from it; the length is the Parameter `l`."""
    m = lw.Model("cart", gravity=(0, 0, -9.81))
    body, bob = m.body("cart", mass=2.0), m.body("bob", mass=0.5, com=(0, 0, -lw.Parameter("l", length)))
    m.connect("rail", lw.Prismatic("x"), m.ground, body)
    m.connect("pin", lw.Revolute("y"), body, bob)
    return m


def hoop(radius: float = 0.3) -> lw.Model:
    """A thin ring of 1 kg that rolls on the ground."""
    m = lw.Model("hoop", gravity=(0, 0, -9.81))
    ring = m.body("ring", mass=1.0, inertia=(radius**2 / 2, radius**2, radius**2 / 2))
    m.connect("w", lw.LeaningWheel(radius), m.ground, ring)
    return m


def shaft(speed: float, mass: float = 2.0, stiffness: float = 800.0) -> lw.Model:
    """A disc on an elastic shaft that turns: two slides in turning axes, held by springs."""
    m = lw.Model("shaft", gravity=(0, 0, 0))
    turning, slide, disc = m.body("turning", mass=0.0), m.body("slide", mass=0.0), m.body("disc", mass=mass)
    m.connect("spin", lw.Revolute("z"), m.ground, turning, drive={"angle": lw.Polynomial((0.0, speed))})
    m.connect("x", lw.Prismatic("x"), turning, slide)
    m.connect("y", lw.Prismatic("y"), slide, disc)
    m.connect("bend", lw.Spring(stiffness, length=0.0), turning.at(0, 0, 0), disc.at(0, 0, 0))
    return m


def loop(length: float = 0.9, stiffness: float = 200.0) -> lw.Model:
    """A four-bar with a spring; Parameters `L` (coupler) and `k`."""
    L, k = lw.Parameter("L", length), lw.Parameter("k", stiffness)
    m = lw.Model("loop", gravity=(0, 0, -9.81))
    crank, coupler = m.body("crank", lw.Rod(length=0.2, mass=1.0)), m.body("coupler", lw.Rod(length=0.9, mass=2.0))
    rocker = m.body("rocker", lw.Rod(length=0.5, mass=1.5))
    m.connect("A", lw.Revolute("y"), m.ground.at(0, 0, 0), crank.at(0, 0, 0))
    m.connect("B", lw.Revolute("y"), crank.at(0.2, 0, 0), coupler.at(0, 0, 0))
    m.connect("C", lw.Revolute("y"), coupler.at(L, 0, 0), rocker.at(0, 0, 0))
    m.connect("D", lw.Revolute("y"), rocker.at(0.5, 0, 0), m.ground.at(0.8, 0, 0))
    m.connect("return", lw.Spring(k, damping=3, length=0.4), m.ground.at(0, 0, 0.3), rocker.at(0.2, 0, 0))
    return m


def suspension() -> lw.Model:
    """A wheel and a body on springs; Parameters `k`, `d` of the suspension and `road`, a set height."""
    k, d, road = lw.Parameter("k", 2e4), lw.Parameter("d", 1.5e3), lw.Parameter("road", 0.0)
    m = lw.Model("suspension", gravity=(0, 0, -9.81))
    wheel, body = m.body("wheel", mass=40.0), m.body("body", mass=400.0)
    m.connect("W", lw.Prismatic("z"), m.ground, wheel)
    m.connect("S", lw.Prismatic("z"), wheel, body)
    m.connect("tyre", lw.Spring(2e5, damping=50.0, length=0.3), m.ground.at(0, 0, road), wheel.at(0, 0, 0.4))
    m.connect("spring", lw.Spring(k, damping=d, length=0.5), wheel.at(0, 0, 0), body.at(0, 0, 0.5))
    return m


def gyro() -> lw.Model:
    """A body on a ball joint with a spring at its top (Euler parameters); Parameter `k`."""
    k = lw.Parameter("k", 50.0)
    m = lw.Model("gyro", gravity=(0, 0, -9.81))
    top = m.body("top", mass=1.0, com=(0, 0, -0.3), inertia=(0.02, 0.03, 0.01))
    m.connect("ball", lw.Spherical(), m.ground, top)
    m.connect("spring", lw.Spring(k, damping=1.0, length=0.3), m.ground.at(0.5, 0.1, -0.5), top.at(0.1, 0, -0.6))
    return m
