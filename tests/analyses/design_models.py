"""Mechanisms with Parameters, for linear analyses and their derivatives."""

from __future__ import annotations

import numpy as np

import linkwork as lw


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


def pen_positions(system: lw.System, angles: np.ndarray = ANGLES) -> np.ndarray:
    """Where the coupler point is at crank angles, on one branch."""
    guess, found = dict(GUESS), []
    for angle in angles:
        state = lw.assemble(system, fixed={"A.angle": angle}, guess=guess)
        guess = {name: state[name] for name in ("B.angle", "C.angle")}
        found.append(_place(system, state))
    return np.array(found)


def _place(system: lw.System, state: lw.State) -> np.ndarray:
    at = system.evaluate("attitudes", state)
    k = system.topology.body("coupler").number
    return (at.p[k] + at.R[k] @ state.worth(system.model["coupler"]["pen"].X.p))[:2]


def synthesise(points: np.ndarray, start: dict[str, float]) -> tuple[lw.System, lw.Optimum]:
    """The four-bar whose coupler point passes the points; the angles of the bars at each of them are variables too."""
    system = lw.compile_model(coupler_four_bar(start))
    names = [[f"{bar}_{k}" for bar in "ABC"] for k in range(len(points))]

    def misses(at):
        rows = []
        for (one, two, three), point in zip(names, points, strict=True):
            placed = at.place(system, {"A.angle": at[one], "B.angle": at[two], "C.angle": at[three]})
            pen, end = placed["coupler.pen.position"], placed["rocker.end.position"]
            rows += [pen[0] - point[0], pen[1] - point[1], end[0] - at["dx"], end[1] - at["dy"]]
        return lw.stacked(rows)

    turn = ANGLES[: len(points)]
    angles = {n: float(x) for (a, b, c), t in zip(names, turn, strict=True) for n, x in ((a, t), (b, 0.8 - t), (c, -2.0))}
    return system, lw.optimise(misses, {**start, **angles}, iterations=400)
