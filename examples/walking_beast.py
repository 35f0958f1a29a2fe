r"""Walking beast: twelve of Jansen's legs on one crankshaft carry a body over the floor.

Legs stand in pairs, mirrored fore and aft on the same crank pin, and the pins are a sixth of a turn apart, so that some
feet always stand. The beast moves in its plane: it heaves, pitches and walks by the friction under its feet alone,
which land and lift as they like. Bars that only push or pull are distances; what has a corner is a body.
"""

from __future__ import annotations

from typing import Any

import numpy as np
from jansen_leg import FOOT, KNEE, PIVOT, Size

import linkwork as lw

SPEED, FRICTION = 3.0, 0.8
STATIONS = np.linspace(-0.75, 0.75, 6)
"""Where pairs of legs stand along the shaft."""
PINS = 2.0 * np.pi * np.array([0, 2, 4, 1, 3, 5]) / 6.0
SIDES = {"fore": -1, "aft": 1}
LEGS = [(f"{k + 1} {side}", k, sign) for k in range(6) for side, sign in SIDES.items()]
DURATION = 4.0 * np.pi / SPEED
OPTIONS: dict[str, Any] = {"method": "moreau", "h": 1e-3}
LOOK = (-52.0, 14.0, "body")
PLOTS = ("walk.x", "walk.y", "walk.angle")
CONTROLS = {"crank.angle_dot": (1.0, 5.0), "gravity": (3.0, 15.0)}
TOP = (0.0, 0.34)
SAND, REED, IRON = "#d9b877", "#9c6b3c", "#7d858c"
FACE = {"x": np.pi / 2}
"""Outlines are drawn in the plane of motion, x to the right and z up."""
X, Z = 0, 1


def bar(a: Any, b: Any, color: str = SAND) -> lw.Extrusion:
    """A flat bar between two places in the plane of motion, 1.2 kg a metre."""
    along = np.subtract(b, a)
    length, turn = float(np.hypot(*along)), float(np.arctan2(along[Z], along[X]))
    at = (a[X], 0.0, a[Z])
    return lw.Extrusion.link(
        length, 0.026, 0.022, 0.01, mass=1.2 * length, at=at, rotate=[("y", -turn), ("x", np.pi / 2)], color=color
    )


def triangle(m: lw.Model, name: str, corners: list[Any], color: str = SAND) -> lw.Body:
    """A body of bars between corners."""
    pairs = zip(corners, corners[1:] + corners[:1], strict=True)
    return m.body(name, *(bar(a, b, color) for a, b in (pairs if len(corners) > 2 else [tuple(corners)])))


def model() -> lw.Model:
    """The plane of motion has x to the right and z up."""
    m = lw.Model("walking beast")
    hips = [(side * PIVOT[X], PIVOT[Z]) for side in SIDES.values()]
    beams = [lw.Box((0.07, 1.76, 0.05), mass=3.0, at=(x, 0.0, z), color=REED) for x, z in (*hips, TOP)]
    ribs = [
        part.with_values(at=(part.at[X], y, part.at[2]))
        for y in (-0.85, 0.85)
        for hip in hips
        for part in (bar(hip, TOP),)
    ]
    posts = [bar((0.0, 0.0), TOP).with_values(at=(0.0, y, 0.0)) for y in (-0.85, 0.85)]
    body = m.body("body", *beams, *ribs, *posts)
    m.connect("walk", lw.Planar("z"), m.ground.at(0, 0, 0, rotate=FACE), body.at(0, 0, 0, rotate=FACE))
    webs = [lw.Cylinder(0.03, 0.02, "y", density=700.0, at=(0, y, 0), color=IRON) for y in (-0.85, 0.85)]
    cranks = [
        part
        for y, (x, z) in zip(STATIONS, pins(), strict=True)
        for part in (
            *(
                lw.Extrusion.link(
                    Size["m"],
                    0.03,
                    0.015,
                    mass=0.15,
                    at=(0, y + side, 0),
                    rotate=[("y", -np.arctan2(z, x)), ("x", np.pi / 2)],
                    color=IRON,
                )
                for side in (-0.06, 0.06)
            ),
            lw.Cylinder(0.014, 0.12, "y", mass=0.1, at=(x, y, z), color=IRON),
        )
    ]
    ends = np.concatenate([[-0.9], np.repeat(STATIONS, 2) + np.tile([-0.06, 0.06], 6), [0.9]])
    journals = [
        lw.Cylinder(0.016, b - a, "y", mass=0.2, at=(0, (a + b) / 2, 0), color=IRON)
        for a, b in zip(ends[::2], ends[1::2], strict=True)
    ]
    shaft = m.body("shaft", *webs, *cranks, *journals)
    m.connect("crank", lw.Revolute("-y"), body, shaft, drive={"angle": lw.Polynomial((0.0, SPEED))})
    floor = m.ground.plane("z")
    hinge = lw.Revolute("-y")
    for name, k, side in LEGS:
        y = STATIONS[k] + 0.02 * side
        thigh = triangle(m, f"thigh {name}", [(0.0, 0.0), (side * Size["b"], 0.0), (side * KNEE[X], KNEE[Z])])
        shank = triangle(m, f"shank {name}", [(0.0, 0.0), (side * Size["c"], 0.0)])
        foot = triangle(m, f"foot {name}", [(0.0, 0.0), (side * Size["g"], 0.0), (side * FOOT[X], FOOT[Z])])
        pin, hip = shaft.at(pins()[k][X], y, pins()[k][Z]), body.at(side * PIVOT[X], y, PIVOT[Z])
        ankle, top = shank.at(side * Size["c"], 0, 0), thigh.at(side * Size["b"], 0, 0)
        knee, heel = thigh.at(side * KNEE[X], 0, KNEE[Z]), foot.at(side * Size["g"], 0, 0)
        m.connect(f"hip {name}", hinge, hip, thigh)
        m.connect(f"pelvis {name}", hinge, hip, shank)
        m.connect(f"ankle {name}", hinge, ankle, foot)
        m.connect(f"upper {name}", lw.FixedDistance(Size["j"]), pin, top)
        m.connect(f"lower {name}", lw.FixedDistance(Size["k"]), pin, ankle)
        m.connect(f"rear {name}", lw.FixedDistance(Size["f"]), knee, heel)
        tip = foot.tip((side * FOOT[X], 0, FOOT[Z]))
        m.connect(f"sole {name}", lw.UnilateralContact(friction=FRICTION), floor, tip)
    return m


def pins() -> np.ndarray:
    """Crank pins of the six stations, on the shaft."""
    return Size["m"] * np.column_stack([np.cos(PINS), np.sin(PINS)])


def meet(a: Any, to_a: float, b: Any, to_b: float) -> np.ndarray:
    """Where two circles meet, to the left of the way from a to b."""
    way = np.subtract(b, a)
    d = np.hypot(*way)
    x = (d**2 + to_a**2 - to_b**2) / (2 * d)
    return a + (x * way + np.sqrt(to_a**2 - x**2) * np.array([-way[Z], way[X]])) / d


def leg(turn: float, side: int) -> dict[str, float | np.ndarray]:
    """Angles of a leg whose crank pin stands at a turn, and its foot, seen from the body: circles that meet."""
    pin = Size["m"] * np.array([side * np.cos(turn), np.sin(turn)])
    top = meet(PIVOT, Size["b"], pin, Size["j"])
    ankle = meet(pin, Size["k"], PIVOT, Size["c"])
    thigh = np.arctan2(*(top - PIVOT)[::-1])
    shank = np.arctan2(*(ankle - PIVOT)[::-1])
    heel = meet(ankle, Size["g"], PIVOT + turned(thigh) @ KNEE, Size["f"])
    foot = np.arctan2(*(heel - ankle)[::-1])
    tip = ankle + turned(foot) @ FOOT
    return {"hip": side * thigh, "pelvis": side * shank, "ankle": side * (foot - shank), "tip": tip * (side, 1.0)}


def turned(angle: float) -> np.ndarray:
    """R in the plane."""
    return np.array([[np.cos(angle), -np.sin(angle)], [np.sin(angle), np.cos(angle)]])


def start(system: lw.System) -> lw.State:
    """Level, with the lowest foot on the floor, and as fast as the legs say that stand."""
    legs = {name: leg(PINS[k], side) for name, k, side in LEGS}
    angles = {
        f"{joint} {name}.angle": found[joint] for name, found in legs.items() for joint in ("hip", "pelvis", "ankle")
    }
    low = min(found["tip"][Z] for found in legs.values())
    return lw.assemble(
        system,
        fixed={**angles, "walk.x": 0.0, "walk.y": -low, "walk.angle": 0.0},
        velocities={"walk.x_dot": stride() * SPEED / (2 * np.pi), "walk.y_dot": 0.0, "walk.angle_dot": 0.0},
    )


def stride() -> float:
    """How far a turn of the crank carries a level body, whose lowest foot stands: the sum of its ways back."""
    turns = np.linspace(0.0, 2.0 * np.pi, 721)
    tips = np.array([[leg(PINS[k] + turn, side)["tip"] for _, k, side in LEGS] for turn in turns])
    low = tips[:-1, :, Z].argmin(axis=1)
    return -float(sum(tips[j + 1, k, X] - tips[j, k, X] for j, k in enumerate(low)))


def numbers() -> dict[str, float]:
    """What a turn of the crank is worth, walked and by geometry; how far it heaves."""
    system = lw.compile_model(model())
    run = lw.simulate(system, start(system), t_end=DURATION, **OPTIONS)
    turn = run.t >= run.t[-1] - 2.0 * np.pi / SPEED
    return {
        "stride": float(np.ptp(run["walk.x"][turn])),
        "stride by geometry": stride(),
        "heave": float(np.ptp(run["walk.y"][turn])),
        "pitch": float(np.ptp(run["walk.angle"][turn])),
    }
