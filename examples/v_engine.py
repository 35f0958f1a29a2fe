r"""V-engine: eight pistons in two banks turn a crossplane crankshaft, each pushed once in two turns by burning gas.

The gas follows polytropes $p V^n$: compression, fire at the top and expansion, and open valves in the strokes between.
Pins stand at 0°, 90°, 270° and 180° and carry two rods each, so that a cylinder fires every quarter turn. The crank is
held at its speed; what that takes, or gives, is the torque of the engine, seen with the pressure of each cylinder.
"""

from __future__ import annotations

from typing import Any

import numpy as np

import linkwork as lw

SPEED = 2.0 * np.pi * 0.5
"""Of the crank in rad/s: half a turn a second, so that one can see it."""
BORE, THROW, ROD, BANK = 0.043, 0.040, 0.130, np.pi / 4
"""Radius of a piston, radius of a crank, length of a rod, and half the angle between banks."""
DECK = THROW + ROD
PINS = np.array([0.0, 0.5, 1.5, 1.0]) * np.pi
STATIONS = 0.11 * (np.arange(4) - 1.5)
ORDER = {"L1": 0, "R2": 1, "L3": 2, "R4": 3}
AMBIENT, PEAK, EXPONENT, RATIO = 1.0e5, 4.5e6, 1.32, 10.0
DURATION = 4.0 * np.pi / SPEED
LOOK = (-70.0, 24.0)
PLOTS = ("crank.angle.load", "gas L1.pressure", "gas R1.pressure", "bore L1.displacement")
CONTROLS = {"crank.angle_dot": (1.0, 12.0)}
STEEL, IRON, ALLOY = "#8d949b", "#5c636b", "#c3c7cb"
CYLINDERS = [(f"{side}{k + 1}", k, sign) for k in range(4) for side, sign in (("L", 1.0), ("R", -1.0))]
LIT = [lw.Lit(f"piston {name}", f"gas {name}.pressure", (0.0, PEAK)) for name, _, _ in CYLINDERS]


class Gas(lw.Active):
    """What burns above a piston: four strokes in two turns of the crank, the fire at the top after `firing`."""

    measure = lw.Displacement("z")
    firing = lw.parameter(unit="rad", doc="the angle of the crank at the top where it fires")
    inputs = ("angle",)
    outputs = ("pressure",)

    def output(self, i: Any) -> Any:
        """p: polytropes of the volume over its compression volume, joined where valves move."""
        phase = (i.angle - self.firing) / 2.0  # a whole cycle is one turn of it
        cycle = lw.atan2(lw.sin(phase), lw.cos(phase))  # −π/2 … 0 compression, 0 … π/2 expansion
        turn = 2.0 * cycle
        height = THROW * (1.0 - lw.cos(turn)) + ROD - lw.sqrt(ROD**2 - (THROW * lw.sin(turn)) ** 2)
        volume = 1.0 + (RATIO - 1.0) * height / (2.0 * THROW)
        squeezed = AMBIENT * (RATIO / volume) ** EXPONENT
        # The fire raises the pressure within 20° behind the top; valves let it go within 40° before the bottom.
        fire = _step(turn, 0.0, 0.35) * (1.0 - _step(turn, np.pi - 0.7, np.pi))
        closed = _step(turn, -np.pi, -np.pi + 0.7)
        return AMBIENT + closed * (
            (1.0 - fire) * (squeezed - AMBIENT) * (1.0 - _step(turn, 0.0, 0.35))
            + fire * (PEAK * volume**-EXPONENT - AMBIENT)
        )

    def law(self, i: Any) -> Any:
        """The force on the piston, towards the crank."""
        return -np.pi * BORE**2 * (self.output(i) - AMBIENT)


def _step(x: Any, low: float, high: float) -> Any:
    """From 0 to 1 with slopes that have no corner."""
    s = lw.minimum(lw.maximum((x - low) / (high - low), 0.0), 1.0)
    return s * s * (3.0 - 2.0 * s)


def crank() -> list[lw.Shape]:
    """Journals, pins and webs with counterweights, a ring gear on the flywheel, a pulley."""
    parts: list[lw.Shape] = []
    turn = np.linspace(-1.25, 1.25, 13)
    weight = np.concatenate(
        [
            [(THROW + 0.016, -0.016), (THROW + 0.016, 0.016), (0.0, 0.026)],
            -0.062 * np.column_stack([np.cos(turn), np.sin(turn)]),
            [(0.0, -0.026)],
        ]
    )
    for y, pin in zip(STATIONS, PINS, strict=True):
        for side in (-0.034, 0.034):
            web = [("y", -pin), ("x", np.pi / 2)]
            parts.append(lw.Extrusion(weight, 0.014, density=7800.0, at=(0, y + side, 0), rotate=web, color=IRON))
        at = (THROW * np.cos(pin), y, THROW * np.sin(pin))
        parts.append(lw.Cylinder(0.013, 0.06, "y", density=7800.0, at=at, color=STEEL))
    for k in range(5):
        parts.append(lw.Cylinder(0.016, 0.042, "y", density=7800.0, at=(0, 0.11 * (k - 2), 0), color=STEEL))
    parts.append(lw.GearWheel(64, 0.0024, 0.014, "y", density=7800.0, bore=0.02, at=(0, 0.245, 0), color=IRON))
    pulley = [(0.012, 0), (0.042, 0), (0.034, 0.008), (0.034, 0.012), (0.042, 0.02), (0.012, 0.02)]
    parts.append(lw.Revolution(pulley, "y", density=7800.0, at=(0, -0.27, 0), color=STEEL))
    return parts


def rod() -> list[lw.Shape]:
    """A rod along x, its large eye at the origin."""
    turn = np.linspace(0.6, 2 * np.pi - 0.6, 17)
    large = 0.024 * np.column_stack([np.cos(turn), np.sin(turn)])
    turn = np.linspace(-2.3, 2.3, 11)
    small = (ROD, 0.0) + 0.0145 * np.column_stack([np.cos(turn), np.sin(turn)])
    ring = 2 * np.pi * np.arange(16) / 16
    eyes = [c + r * np.column_stack([np.cos(ring), np.sin(ring)]) for c, r in (((0, 0), 0.0132), ((ROD, 0), 0.0085))]
    outline = np.concatenate([large, small])
    return [lw.Extrusion(outline, 0.018, holes=eyes, density=7800.0, rotate={"x": np.pi / 2}, color=STEEL)]


def piston() -> list[lw.Shape]:
    """A crown with grooves for its rings, and a skirt, along z; the pin is its origin."""
    r, g = BORE - 0.0005, BORE - 0.003
    grooves = [
        (z, x)
        for k in range(3)
        for z, x in ((0.030 - 0.006 * k, r), (0.030 - 0.006 * k, g), (0.027 - 0.006 * k, g), (0.027 - 0.006 * k, r))
    ]
    profile = [
        (0.0, 0.034),
        (r, 0.034),
        *((x, z) for z, x in grooves),
        (r, -0.026),
        (r - 0.005, -0.026),
        (r - 0.006, 0.022),
        (0.0, 0.022),
    ]
    pin = lw.Cylinder(0.0084, 1.7 * BORE, "y", density=7800.0, color=STEEL)
    return [lw.Revolution(profile[::-1], density=2700.0, color=ALLOY), pin]


def model() -> lw.Model:
    """The crankshaft lies along y; the left bank leans to positive x."""
    m = lw.Model("V-engine")
    shaft = m.body("crankshaft", *crank())
    m.connect("crank", lw.Revolute("-y"), m.ground, shaft, drive={"angle": lw.Polynomial((0.0, SPEED))})
    liners = []
    for name, k, side in CYLINDERS:
        y = STATIONS[k] + 0.0105 * side
        lean = {"y": side * BANK}
        liners.append(
            lw.Cylinder(
                BORE + 0.004,
                0.115,
                inner_radius=BORE,
                mass=0.5,
                at=_up(side, DECK - 0.022, y),
                rotate=lean,
                color="#9fb6c83a",
            )
        )
        slug, arm = m.body(f"piston {name}", *piston()), m.body(f"rod {name}", *rod())
        m.connect(f"bore {name}", lw.Prismatic("z"), m.ground.at(0, y, 0, rotate=lean), slug)
        pin = (THROW * np.cos(PINS[k]), y, THROW * np.sin(PINS[k]))
        m.connect(f"big end {name}", lw.Revolute("-y"), shaft.at(*pin), arm)
        m.connect(f"wrist {name}", lw.PointCoincidence(), arm.at(ROD, 0, 0), slug)
        m.connect(
            f"gas {name}",
            Gas(firing=firing(k, side)),
            m.ground.at(0, y, 0, rotate=lean),
            slug,
            inputs={"angle": "crank.angle"},
        )
    block = m.body("block", *liners)
    m.connect("mounts", lw.Fixed(), m.ground, block)
    return m


def _up(side: float, height: float, y: float) -> tuple[float, float, float]:
    """A place on the axis of a cylinder."""
    return height * np.sin(side * BANK), y, height * np.cos(side * BANK)


def top(k: int, side: float) -> float:
    """The angle of the crank at which a piston is at its top."""
    return float(np.pi / 2 - side * BANK - PINS[k])


def firing(k: int, side: float) -> float:
    """The top at which it fires: of the two in a cycle that which keeps fires a quarter turn apart."""
    number = {(0, 1): 0, (0, -1): 1, (1, 1): 1, (1, -1): 0, (2, 1): 1, (2, -1): 0, (3, 1): 0, (3, -1): 1}[k, int(side)]
    return top(k, side) + 2.0 * np.pi * number


def start(system: lw.System) -> lw.State:
    """At its speed, each rod from its pin to its bore."""
    fixed = {}
    for name, k, side in CYLINDERS:
        across = THROW * np.sin(-top(k, side))
        lean = np.arcsin(-across / ROD)
        fixed[f"bore {name}.displacement"] = height(-top(k, side))
        fixed[f"big end {name}.angle"] = np.pi / 2 - side * BANK + lean
    return lw.assemble(system, fixed=fixed)


def height(turn: Any) -> Any:
    """Of a piston over the crank's axis, so far past its top: the closed form of a slider-crank."""
    return THROW * np.cos(turn) + np.sqrt(ROD**2 - (THROW * np.sin(turn)) ** 2)


def numbers() -> dict[str, float]:
    """A piston's place, the mean torque of a cycle, and what the strokes of the gas say that it must be."""
    system = lw.compile_model(model())
    run = lw.simulate(system, start(system), t_end=DURATION, times=np.linspace(0.0, DURATION, 1441))
    torque, places = -run["crank.angle.load"], {n: run[f"bore {n}.displacement"] for n, _, _ in CYLINDERS}
    work = 0.0
    for name, x in places.items():
        p = run[f"gas {name}.pressure"] - AMBIENT
        work -= float(np.pi * BORE**2 * np.sum((p[1:] + p[:-1]) / 2 * np.diff(x)))
    turn = SPEED * run.t
    return {
        "piston": float(np.abs(places["R3"] - height(turn - top(2, -1.0))).max()),
        "mean torque": float(np.mean(torque[:-1])),
        "work of the gas over a cycle": work,
        "ripple": float(np.ptp(torque)),
    }
