"""Woodpecker: the toy bird that comes down its pole in jerks, pecking at it (Pfeiffer and Glocker).

A sleeve with some clearance sits on the pole, and the bird on a spring swings beside it. Tilted, the sleeve jams and
holds by friction at an edge; the bird swings and frees it, the sleeve slips down and jams again; the beak hits the pole
and sends the bird back. What a cycle loses in impacts and friction is what it has come down.
"""

from typing import Any

import numpy as np

import linkwork as lw

POLE, HOLE, HEIGHT = 0.0025, 0.0031, 0.0058
HINGE, BIRD, BEAK = 0.01, 0.015, (-0.0051, 0.02)
MASSES, STIFFNESS, FRICTION = (0.0003, 0.0045), 0.0056, 0.3
DURATION = 1.2
LOOK = (-90.0, 4.0)
PLOTS = ("guide.height", "hinge.angle", "guide.tilt")
CONTROLS = {
    "gravity": (5.0, 19.0),
    "edge.friction": (0.1, 0.9),
    "beak.restitution": (0.1, 0.9),
    "spring.stiffness": (0.003, 0.011),
}
TRACES = [lw.Trace("beak", "bird", (BEAK[0], 0, BEAK[1]))]
FACE = {"x": np.pi / 2}
RED, BLACK, WHITE, YELLOW, WOOD, BRASS = "#c0392b", "#2b2b2f", "#f2f2f2", "#e0b040", "#b98a56", "#c9a227"
HEAD = (BIRD - 0.003, 0.0, 0.0215)
BODY = [(0, -0.02), (0.004, -0.017), (0.0075, -0.008), (0.0085, 0.001), (0.0075, 0.01), (0.0055, 0.017), (0, 0.02)]
TAIL = [(0, -0.034), (0.0024, -0.034), (0.003, -0.024), (0.0045, -0.016), (0, -0.016)]
"""Of the bird, turned about its own axis: radius and height. Its looks have no mass."""


class OnPole(lw.Hinge):
    """A sleeve that slides along a pole and tilts on it."""

    coordinates = ("height", "tilt")

    def pose(self, q: Any, t: Any) -> lw.Pose:
        return lw.Pose(lw.rotation_y(-q.tilt), (0, 0, q.height))


def model() -> lw.Model:
    m = lw.Model("woodpecker")
    pole = m.body("pole", lw.Cylinder(radius=POLE, length=0.24, mass=1.0, at=(0, 0, -0.06), color=WOOD))
    ring = lw.Cylinder(radius=1.6 * HOLE, inner_radius=HOLE, length=2 * HEIGHT, mass=MASSES[0], color=BRASS)
    sleeve = m.body("sleeve", ring, mass=MASSES[0], com=(0, 0, 0), inertia=(5e-9, 5e-9, 5e-9))
    bird_looks = [lw.Revolution(part, mass=0.0, at=(BIRD, 0, 0), color=RED) for part in (BODY, TAIL)]
    bird_looks.append(lw.Sphere(0.0062, mass=0.0, at=HEAD, color=BLACK))
    bird_looks += [
        lw.Sphere(0.0012, mass=0.0, at=(HEAD[0] - 0.003, y, HEAD[2] + 0.002), color=WHITE) for y in (-0.005, 0.005)
    ]
    along = np.subtract(HEAD, (BEAK[0], 0, BEAK[1]))
    slope = {"y": np.arctan2(along[0], along[2]) + np.pi}
    bird_looks.append(lw.Cone(0.0022, float(np.linalg.norm(along)), mass=0.0, at=HEAD, rotate=slope, color=YELLOW))
    bird = m.body("bird", *bird_looks, mass=MASSES[1], com=(BIRD, 0, 0), inertia=(7e-7, 7e-7, 7e-7))
    m.connect("stand", lw.Fixed(), m.ground, pole)
    m.connect("guide", OnPole(), pole, sleeve)
    m.connect("hinge", lw.Revolute("-y"), sleeve.at(HINGE, 0, 0), bird)
    m.connect("spring", lw.TorsionSpring(stiffness=STIFFNESS, axis="-y"), sleeve.at(HINGE, 0, 0), bird)
    side = pole.outline(lw.LineCurve("y"), at=(POLE, 0, 0), rotate=FACE)
    edges = sleeve.tips([(HOLE, 0, -HEIGHT), (HOLE, 0, HEIGHT)], ("lower", "upper"))
    m.connect("edge", lw.UnilateralContact(friction=FRICTION), side, edges)
    m.connect("beak", lw.UnilateralContact(restitution=0.5, friction=FRICTION), side, bird.tip((BEAK[0], 0, BEAK[1])))
    return m


def start(system: lw.System) -> lw.State:
    """Jammed on the lower edge, about to slide."""
    tilt = np.arcsin(POLE / np.hypot(HOLE, HEIGHT)) - np.arctan2(HOLE, HEIGHT)
    swing = {"hinge.angle": -0.2788 - tilt, "hinge.angle_dot": -7.4583}
    return system.state({"guide.tilt": tilt, "guide.height_dot": -0.3411, **swing})


def numbers() -> dict[str, float]:
    system = lw.compile_model(model())
    run = lw.simulate(system, start(system), t_end=DURATION, rtol=1e-10, atol=1e-12)
    pecks = [event for event in run.events if event.contact and "beak" in event.contact.normal_impulses]
    one, other = (event.before for event in pecks[-2:])
    return {
        "pecks": len(pecks),
        "period": other.t - one.t,
        "descent": one["guide.height"] - other["guide.height"],
        "energy lost": sum(MASSES) * 9.81 * (one["guide.height"] - other["guide.height"]),
    }
