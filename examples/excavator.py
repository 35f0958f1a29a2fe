"""Excavator: hydraulic cylinders move boom, stick and bucket through a cycle of digging, slewing and dumping.

The cycle is given as poses of the arm. The law of cosines says how long each cylinder is in each of them; the cylinders
are driven, and the arm follows through its closed loops, among them the four-bar linkage of the bucket. The soil holds
the bucket back while it digs, and is a weight in it until it is dumped.
"""

from __future__ import annotations

from typing import Any

import numpy as np

import linkwork as lw

LOAD, RESISTANCE, PACE, GRAVITY = 1500.0, 4.0e4, 1.0, 9.81
"""Soil in a full bucket in kg, what holds the bucket back as it digs in N, and how fast the cycle runs."""
ARM, STICK, TOOTH = 5.7, 2.9, 1.45
FOOT, BOOM_BASE, BOOM_EYE, STICK_BASE, STICK_EYE = 0.25 + 1.7j, 0.85 + 1.25j, 2.45 + 0.62j, 2.6 + 1.38j, -0.8 - 0.08j
BUCKET_BASE, ROCKER_PIN, LUG, ROCKER, LINK = 0.3 + 0.45j, 2.5 + 0j, 0.42 * np.exp(2.2j), 0.6, 0.58
"""In m; pins as x + i z in the frame of their own part: x from pin to pin, z up where the part lies to the right."""
TIMES = np.array([0.0, 1.2, 2.2, 3.2, 4.2, 5.6, 6.4, 7.2, 8.0])
LIFT = [34.0, 20.5, 24.5, 29.5, 40.0, 46.0, 44.0, 40.0, 34.0]
REACH = [-62.0, -68.0, -94.0, -112.0, -106.0, -80.0, -72.0, -64.0, -62.0]
CURL = [-8.0, -32.0, -45.0, -84.0, -116.0, -114.0, -36.0, -8.0, -8.0]
POSES = np.radians(np.transpose([LIFT, REACH, CURL]))
"""Of the arm, at times: angles of boom over the horizon, of stick and of bucket each to the part before it."""
SLEW, DURATION = np.radians(75.0), 8.0
DIG, FILL, TURN = ((1.0, 1.6), (2.6, 3.2)), ((2.2, 3.4), (5.8, 6.4)), ((3.9, 5.7), (6.3, 7.9))
"""When the bucket digs and leaves the soil, when it fills and empties, and the upper structure turns and comes back."""
LOOK = (-62.0, 16.0)
CYLINDERS = ("boom", "stick", "bucket")
PLOTS = tuple(f"{name} cylinder.displacement.load" for name in CYLINDERS)
CONTROLS = {"load": (0.0, 3000.0), "resistance": (0.0, 1.0e5), "pace": (0.3, 1.5)}
TRACES = [lw.Trace("tooth", "bucket", (TOOTH, 0.0, 0.0))]
LIT = [lw.Lit(f"{k} barrel", f"{k} cylinder.displacement.load", (0.0, 4e5)) for k in CYLINDERS]
YELLOW, DARK, STEEL, GLASS, CHROME = "#f0ae1b", "#3b4046", "#6d747b", "#8fb9d0", "#d5d9dd"
FACE = {"x": np.pi / 2}


def knuckle(bucket: float) -> complex:
    """Where rocker and link meet, seen from the rocker's pin: the circles about their other pins."""
    way = STICK + LUG * np.exp(1j * bucket) - ROCKER_PIN
    d = abs(way)
    return ROCKER * way / d * np.exp(1j * np.arccos((ROCKER**2 + d**2 - LINK**2) / (2.0 * ROCKER * d)))


def lengths(boom: float, stick: float, bucket: float) -> np.ndarray:
    """Of the three cylinders, at angles of the arm."""
    lift, swing = BOOM_EYE * np.exp(1j * boom), STICK_EYE * np.exp(1j * stick)
    return np.abs([FOOT + lift - BOOM_BASE, ARM + swing - STICK_BASE, ROCKER_PIN + knuckle(bucket) - BUCKET_BASE])


STROKES = np.array([lengths(*pose) for pose in POSES])


class Course(lw.Signal):
    """A smooth course through values at the times of the poses, over and over."""

    through = lw.option()
    pace = lw.parameter()
    smoothness = 2.0

    def value(self, t: Any) -> Any:
        return lw.PeriodicSpline(TIMES, self.through).polynomial(self.pace * t)


class Phase(lw.Signal):
    """What rises from zero to its size in each cycle, between two times, and falls back between two others."""

    size = lw.parameter()
    pace = lw.parameter()
    times = lw.option()
    smoothness = 2.0

    def value(self, t: Any) -> Any:
        up, down = (lw.SmoothStep(*times).value(self.pace * t % DURATION) for times in self.times)
        return self.size * (up - down)


def arc(a: float, b: float) -> np.ndarray:
    """Of a circle of radius one, between angles in half turns."""
    turn = np.pi * np.linspace(a, b, 13)
    return np.column_stack([np.cos(turn), np.sin(turn)])


def plate(outline: Any, width: float, mass: float, y: float = 0.0, color: str = YELLOW) -> lw.Extrusion:
    """A prism on an outline in the plane of the arm."""
    return lw.Extrusion(outline, width, mass=mass, at=(0, y, 0), rotate=FACE, color=color)


def place(z: complex) -> tuple[float, float, float]:
    """A pin in the middle plane of its part."""
    return float(z.real), 0.0, float(z.imag)


def carriage() -> list[lw.Shape]:
    """Two tracks with wheels and pads, and a turntable between them."""
    end = arc(0.5, 1.5)
    around, inside = (np.concatenate([(-1.6, 0.46) + r * end, (1.6, 0.46) - r * end]) for r in (0.42, 0.33))
    parts: list[lw.Shape] = [lw.Box((1.9, 1.9, 0.35), mass=1500.0, at=(0, 0, 0.65), color=DARK)]
    for y in (-1.25, 1.25):
        belt = lw.Extrusion(around, 0.6, holes=[inside], mass=900.0, at=(0, y, 0), rotate=FACE, color=DARK)
        parts += [belt, lw.Box((3.0, 0.4, 0.32), mass=400.0, at=(0, y, 0.46), color=STEEL)]
        parts += [lw.Cylinder(0.3, 0.5, "y", mass=80.0, at=(x, y, 0.46), color=STEEL) for x in (-1.6, 1.6)]
        pads = [(x, y, z) for x in np.linspace(-1.6, 1.6, 17) for z in (0.04, 0.88)]
        parts += [lw.Box((0.1, 0.62, 0.06), mass=5.0, at=at, color=STEEL) for at in pads]
    return [*parts, lw.Cylinder(0.75, 0.25, mass=300.0, at=(0, 0, 0.95), color=STEEL)]


def upper() -> list[lw.Shape]:
    """Deck, engine, counterweight, cab, and the cheeks that carry the boom."""
    cheek = [(-0.35, 1.25), (1.15, 1.1), (1.05, 1.38), (0.42, 1.85), (0.08, 1.85)]
    round_end = (-0.55, 0.0) + (2.1, 1.4) * arc(0.6, 1.4)
    frame = [(1.0, 0.0), (1.0, 0.8), (0.75, 1.75), (-0.75, 1.75), (-0.75, 0.0)]
    pane = [(0.9, 0.2), (0.9, 0.75), (0.68, 1.6), (-0.6, 1.6), (-0.6, 0.2)]
    cab = {"mass": 200.0, "rotate": FACE}
    return [
        lw.Extrusion(round_end, 0.95, mass=4000.0, at=(0, 0, 1.75), color=DARK),
        lw.Box((3.5, 2.6, 0.2), mass=2500.0, at=(-0.35, 0, 1.17), color=DARK),
        lw.Box((1.3, 2.5, 0.85), mass=1500.0, at=(-0.85, 0, 1.7), color=YELLOW),
        lw.Box((1.9, 0.75, 0.6), mass=500.0, at=(0.35, -0.9, 1.57), color=YELLOW),
        lw.Cylinder(0.06, 0.5, mass=5.0, at=(-0.8, -0.7, 2.35), color=STEEL),
        lw.Extrusion(frame, 0.9, holes=[pane], at=(0.45, 0.82, 1.27), color=YELLOW, **cab),
        lw.Extrusion(pane, 0.84, at=(0.45, 0.82, 1.27), color=GLASS, **cab),
        *(plate(cheek, 0.08, 150.0, y, DARK) for y in (-0.36, 0.36)),
        lw.Cylinder(0.09, 0.85, "y", mass=10.0, at=place(FOOT), color=STEEL),
    ]


def arm() -> dict[str, list[lw.Shape]]:
    """Boom, with a fork for the stick; stick; bucket, a shell between side plates, with its teeth; its linkage."""
    boom = [(-0.2, 0.1), (2.1, 1.2), (2.4, 1.24), (2.5, 1.5), (2.7, 1.5), (2.85, 1.22), (4.9, 0.48), (4.9, -0.02)]
    boom += [(2.9, 0.52), (2.3, 0.42), (0.15, -0.2), (-0.15, -0.17)]
    fork = [(4.6, 0.56), (5.75, 0.2), (5.88, 0.0), (5.75, -0.18), (4.6, 0.08)]
    stick = [(-0.95, -0.1), (-0.85, -0.22), (0.0, -0.3), (2.9, -0.13), (3.02, 0.0), (2.9, 0.13), (0.6, 0.34)]
    stick += [(0.38, 0.58), (0.22, 0.58), (0.0, 0.36), (-0.85, 0.06)]
    middle = np.array([0.62, 0.06])
    shell = np.concatenate([[(1.35, -0.03)], middle + 0.66 * arc(0.0, 0.9), [(0.0, 0.05)]])
    inner = middle + 0.93 * (shell[::-1] - middle)
    lug = [(-0.1, -0.08), (0.1, -0.08), (0.3, 0.5), (-0.15, 0.44), (-0.3, 0.44), (-0.35, 0.34)]
    teeth = [(1.2, -0.05), (TOOTH, -0.01), (1.25, 0.1)]
    pins = [lw.Cylinder(0.09, 0.62, "y", mass=10.0, at=(x, 0, 0), color=STEEL) for x in (0, ROCKER_PIN.real, STICK)]
    strap = {"mass": 25.0, "rotate": FACE, "color": STEEL}
    return {
        "boom": [plate(boom, 0.46, 1500.0), *(plate(fork, 0.06, 40.0, y) for y in (-0.26, 0.26))],
        "stick": [plate(stick, 0.36, 780.0), *pins],
        "bucket": [
            plate(np.concatenate([shell, inner]), 1.15, 400.0, 0.0, STEEL),
            *(plate(shell, 0.04, 80.0, y, DARK) for y in (-0.58, 0.58)),
            *(plate(lug, 0.05, 30.0, y, DARK) for y in (-0.23, 0.23)),
            *(plate(teeth, 0.1, 8.0, y, CHROME) for y in (-0.5, -0.25, 0.0, 0.25, 0.5)),
        ],
        "rocker": [lw.Extrusion.link(ROCKER, 0.09, 0.04, at=(0, y, 0), **strap) for y in (-0.27, 0.27)],
        "link": [lw.Extrusion.link(LINK, 0.09, 0.04, at=(0, y, 0), **strap) for y in (-0.18, 0.18)],
    }


def cylinder(m: lw.Model, k: int, pace: Any, base: lw.Frame, eye: lw.Frame, radius: float) -> None:
    """Barrel and rod between two pins, driven out of each other; those of the boom are a pair."""
    name, size = CYLINDERS[k], 0.92 * float(STROKES[:, k].min())
    sides = (-0.29, 0.29) if name == "boom" else (0.0,)
    tube = [lw.Cylinder(radius, size, "x", mass=120.0, at=(size / 2, y, 0), color=DARK) for y in sides]
    bar = [lw.Cylinder(0.55 * radius, size, "x", mass=60.0, at=(-size / 2, y, 0), color=CHROME) for y in sides]
    barrel, rod = m.body(f"{name} barrel", *tube), m.body(f"{name} rod", *bar)
    out = {"displacement": Course(STROKES[:, k] - size, pace)}
    m.connect(f"{name} base", lw.Revolute("-y"), base, barrel)
    m.connect(f"{name} cylinder", lw.Prismatic("x"), barrel.at(size / 2, 0, 0), rod.at(-size / 2, 0, 0), drive=out)
    m.connect(f"{name} eye", lw.PointCoincidence(), eye, rod)


def model() -> lw.Model:
    """The arm lies in the plane of x and z of the upper structure, which turns about z."""
    load, pace = lw.Parameter("load", LOAD, unit="kg"), lw.Parameter("pace", PACE)
    resistance = lw.Parameter("resistance", RESISTANCE, unit="N")
    m, hinge = lw.Model("excavator", gravity=(0, 0, -GRAVITY)), lw.Revolute("-y")
    tracks, house = m.body("undercarriage", *carriage()), m.body("upper structure", *upper())
    boom, stick, bucket, rocker, link = (m.body(name, *shapes) for name, shapes in arm().items())
    m.connect("stand", lw.Fixed(), m.ground, tracks)
    m.connect("slew", lw.Revolute("z"), tracks, house, drive={"angle": Phase(SLEW, pace, TURN)})
    m.connect("boom pin", hinge, house.at(*place(FOOT)), boom)
    m.connect("stick pin", hinge, boom.at(ARM, 0, 0), stick)
    m.connect("bucket pin", hinge, stick.at(STICK, 0, 0), bucket)
    m.connect("rocker pin", hinge, stick.at(*place(ROCKER_PIN)), rocker)
    m.connect("knuckle", hinge, rocker.at(ROCKER, 0, 0), link)
    m.connect("lug", lw.PointCoincidence(), link.at(LINK, 0, 0), bucket.at(*place(LUG)))
    cylinder(m, 0, pace, house.at(*place(BOOM_BASE)), boom.at(*place(BOOM_EYE)), 0.12)
    cylinder(m, 1, pace, boom.at(*place(STICK_BASE)), stick.at(*place(STICK_EYE)), 0.13)
    cylinder(m, 2, pace, stick.at(*place(BUCKET_BASE)), rocker.at(ROCKER, 0, 0), 0.12)
    m.connect("soil", lw.AppliedForce((0.0, 0.0, Phase(-GRAVITY * load, pace, FILL))), bucket.at(0.6, 0, 0.3))
    m.connect("cut", lw.AppliedForce((Phase(resistance, pace, DIG), 0.0, 0.0)), bucket.at(TOOTH, 0, 0))
    return m


def start(system: lw.System) -> lw.State:
    """In the first pose; how fast it passes through it is what the drives say."""
    angles = {f"{name} pin.angle": angle for name, angle in zip(CYLINDERS, POSES[0], strict=True)}
    return lw.assemble(system, guess={**angles, "rocker pin.angle": float(np.angle(knuckle(POSES[0, 2])))})


def numbers() -> dict[str, float]:
    """How far the arm is from its poses when it should stand in them; the greatest force of each cylinder."""
    system = lw.compile_model(model())
    run = lw.simulate(system, start(system), times=TIMES)
    found = np.transpose([run[f"{name} pin.angle"] for name in CYLINDERS])
    forces = {f"{name} cylinder": float(run[f"{name} cylinder.displacement.load"].max()) for name in CYLINDERS}
    return {"off the poses": float(np.abs(found - POSES).max()), **forces}
