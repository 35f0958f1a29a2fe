"""Jansen's leg: seven bars with the "holy numbers" turn the crank of a beach animal into a step."""

import numpy as np

import linkwork as lw

LENGTHS = {
    "b": 41.5, "c": 39.3, "d": 40.1, "e": 55.8, "f": 39.4, "g": 36.7, "h": 65.7, "i": 49.0, "j": 50.0,
    "k": 61.9, "m": 15.0,
}  # fmt: skip
"""In units of a centimetre."""
PIVOT = (-0.380, -0.078)
SPEED = 3.0
DURATION = 2 * np.pi / SPEED
Size = {name: x / 100 for name, x in LENGTHS.items()}


def corner(base: float, left: float, right: float) -> tuple[float, float]:
    """The corner above a base along x, `left` from its first end and `right` from its other."""
    x = (base**2 + left**2 - right**2) / (2 * base)
    return x, float(np.sqrt(left**2 - x**2))


KNEE = corner(Size["b"], Size["d"], Size["e"])
FOOT = corner(Size["g"], Size["i"], Size["h"])
CONTROLS = {
    "crank.angle_dot": (0.5, 8.0), "m.length": (0.05, 0.16), "j.length": (0.47, 0.53), "k.length": (0.58, 0.66),
    "c.length": (0.36, 0.42), "f.length": (0.36, 0.42),
}  # fmt: skip
TRACES = [lw.Trace("foot", "foot", (FOOT[0], 0, FOOT[1]))]


def triangle(m: lw.Model, name: str, base: float, tip: tuple[float, float]) -> lw.Body:
    """A body of three bars, from its origin along x to `base`, and to `tip`."""
    x, z = tip
    bars = [
        lw.Rod(length=base, radius=0.008, mass=base),
        lw.Rod(length=np.hypot(x, z), radius=0.008, mass=np.hypot(x, z), rotate={"y": -np.arctan2(z, x)}),
        lw.Rod(length=np.hypot(base - x, z), radius=0.008, mass=np.hypot(base - x, z), at=(base, 0, 0),
               rotate={"y": -np.arctan2(z, x - base)}),
    ]  # fmt: skip
    body = m.body(name, *bars)
    body.point("tip", at=(x, 0, z))
    return body


def model() -> lw.Model:
    m = lw.Model("Jansen leg")
    rods = {n: m.body(n, lw.Rod(length=Size[n], radius=0.008, mass=Size[n])) for n in ("m", "j", "k", "c", "f")}
    thigh, foot = triangle(m, "thigh", Size["b"], KNEE), triangle(m, "foot", Size["g"], FOOT)
    pivot = m.ground.at(PIVOT[0], 0, PIVOT[1])
    hinge = lw.Revolute("-y")
    m.connect("crank", hinge, m.ground, rods["m"], drive={"angle": lw.Polynomial((0.0, SPEED))})
    m.connect("upper", hinge, rods["m"].at(Size["m"], 0, 0), rods["j"])
    m.connect("lower", hinge, rods["m"].at(Size["m"], 0, 0), rods["k"])
    m.connect("hip", hinge, pivot, thigh)
    m.connect("thigh top", hinge, rods["j"].at(Size["j"], 0, 0), thigh.at(Size["b"], 0, 0))
    m.connect("shank", hinge, pivot, rods["c"])
    m.connect("ankle", hinge, rods["c"].at(Size["c"], 0, 0), foot)
    m.connect("push", hinge, rods["k"].at(Size["k"], 0, 0), rods["c"].at(Size["c"], 0, 0))
    m.connect("knee", hinge, thigh["tip"], rods["f"])
    m.connect("heel", hinge, rods["f"].at(Size["f"], 0, 0), foot.at(Size["g"], 0, 0))
    return m


def start(system: lw.System) -> lw.State:
    return lw.assemble(system, bodies=ATTITUDES)


def turned(x: float, z: float, angle: float) -> lw.Pose:
    return lw.Pose(lw.rotation_y(-angle), (x, 0, z))


ATTITUDES = {
    "j": turned(0.15, 0.0, 2.4),
    "k": turned(0.15, 0.0, 3.7),
    "thigh": turned(*PIVOT, 1.2),
    "c": turned(*PIVOT, 4.8),
    "f": turned(-0.77, 0.0, 4.6),
    "foot": turned(-0.36, -0.47, 2.9),
}
"""Roughly where the bodies are when the crank points along x; assembly does the rest."""


def numbers() -> dict[str, float]:
    system = lw.compile_model(model())
    run = lw.simulate(system, start(system), times=np.linspace(0.0, DURATION, 121))
    path = run["foot.tip.position"]
    return {
        "stride": float(np.ptp(path[:, 0])),
        "lift": float(np.ptp(path[:, 2])),
        "foot x": path[40, 0],
        "foot z": path[40, 2],
    }
