"""Stewart platform: six legs of changing length carry a plate with six degrees of freedom."""

import numpy as np

import linkwork as lw

BASE, PLATE, HEIGHT = 0.5, 0.3, 0.6
SPREAD = 0.35
"""Half the angle between the two legs of a pair, on the base."""
DURATION = 2.0
LOOK = (-62.0, 16.0)
AMPLITUDE, PACE = lw.Parameter("amplitude", 0.04, "m"), lw.Parameter("pace", 1.0)
CONTROLS = {"amplitude": (0.0, 0.05), "pace": (0.3, 2.0), "gravity": (0.0, 20.0)}
PLOTS = ("leg0.displacement", "leg1.displacement", "plate.position", "leg0.displacement.load")
TRACES = [lw.Trace("plate", "plate")]
STEEL, PAINT, DARK = "#b4bcc4", "#2f6f9f", "#4a545e"


def corners(radius: float, offset: float) -> np.ndarray:
    """Where the six legs are attached: pairs around a circle."""
    angles = [2 * np.pi * k / 3 + side * offset for k in range(3) for side in (-1, 1)]
    return np.array([[radius * np.cos(a), radius * np.sin(a), 0.0] for a in angles])


FEET, TOPS = corners(BASE, SPREAD), corners(PLATE, np.pi / 3 - SPREAD)
LEGS = TOPS + np.array([0, 0, HEIGHT]) - FEET
LENGTHS = np.linalg.norm(LEGS, axis=1)


def stroke(k: int) -> lw.Signal:
    """The length of a leg over time."""
    return lw.Sine(amplitude=AMPLITUDE, frequency=PACE * (0.5 + 0.1 * k), offset=float(LENGTHS[k]))


BARREL = [(0.0, 0.03), (0.02, 0.03), (0.03, 0.05), (0.03, 0.07), (0.026, 0.075), (0.026, 0.36), (0.031, 0.365),
          (0.031, 0.395), (0.014, 0.405), (0.0, 0.405)]  # fmt: skip
"""Of an actuator, along x: its foot, its tube, and its gland."""


def along(direction: np.ndarray) -> np.ndarray:
    """A frame whose x axis points in a direction."""
    x = direction / np.linalg.norm(direction)
    y = np.cross([0, 0, 1], x) / np.linalg.norm(np.cross([0, 0, 1], x))
    return np.stack([x, y, np.cross(x, y)], axis=1)


def plate_looks() -> list[lw.Shape]:
    """A plate of six corners with a hole in its middle, and a ball where each leg is attached; without mass."""
    turn = 2 * np.pi * np.arange(24) / 24
    hole = 0.45 * PLATE * np.column_stack([np.cos(turn), np.sin(turn)])
    ends = 1.15 * TOPS[np.argsort(np.arctan2(TOPS[:, 1], TOPS[:, 0])), :2]
    balls = [lw.Sphere(0.024, mass=0.0, at=tuple(top), color=STEEL) for top in TOPS]
    return [lw.Extrusion(ends, 0.02, holes=[hole], mass=0.0, color=PAINT), *balls]


def model() -> lw.Model:
    m = lw.Model("Stewart platform")
    # Shapes without mass are for looks; the disc and the rods count.
    disc = lw.Cylinder(radius=PLATE, length=0.02, axis="z", mass=10.0).properties()
    plate = m.body("plate", *plate_looks(), mass=disc.mass, com=disc.com, inertia=disc.inertia)
    for k, (foot, top, leg) in enumerate(zip(FEET, TOPS, LEGS, strict=True)):
        frame = along(leg)
        rod, barrel = (
            lw.Rod(length=0.4, radius=0.018, mass=0.8).properties(),
            lw.Revolution(BARREL, "x", mass=0.0, color=DARK),
        )
        cylinder = m.body(f"cylinder{k}", barrel, mass=rod.mass, com=rod.com, inertia=rod.inertia)
        piston = m.body(f"piston{k}", lw.Rod(length=0.4, radius=0.01, mass=0.4, at=(-0.4, 0, 0), color=STEEL))
        m.connect(f"foot{k}", lw.Universal("y", "z"), m.ground.at(*foot, rotate=frame), cylinder)
        m.connect(f"leg{k}", lw.Prismatic("x"), cylinder, piston, drive={"displacement": stroke(k)})
        m.connect(f"top{k}", lw.Spherical(), plate.at(*top, rotate=frame), piston)
    return m


def start(system: lw.System) -> lw.State:
    return lw.assemble(system, bodies={"plate": (0, 0, HEIGHT)})


def numbers() -> dict[str, float]:
    system = lw.compile_model(model())
    first = start(system)
    run = lw.simulate(system, first, times=[0.0, 0.4])
    R, p = run.pose("plate")
    legs = np.linalg.norm(p[-1] + TOPS @ R[-1].T - FEET, axis=1)
    lengths = {f"length {k}": legs[k] for k in range(6)}
    return {"left free": lw.mobility(system, first).degrees_of_freedom, **lengths}
