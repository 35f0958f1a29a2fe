"""Spatial cam: a ball rides on the curved face of a turning plate, until the plate turns too fast for it.

The face is a polynomial of x and y, the follower a ball in a guide beside the axis, pressed down by a spring. The
contact has one side: above a certain speed the ball leaves the face where this falls away fastest, and drops back on it
(Sol, §1.1; lift and rates at twelve angles are those of the reference case K1).
"""

import numpy as np

import linkwork as lw

FACE = ((0, 0, 0.02), (1, 0, 0.12), (0, 1, -0.05), (2, 0, 1.5), (1, 1, -2.0), (0, 3, 20.0), (2, 2, 150.0))
"""z of the plate: rows (i, j, c) of c xⁱ yʲ."""
BALL, BESIDE, MASS = 0.012, 0.05, 0.2
STIFFNESS, LENGTH = 120.0, 0.08
TOP = 0.1
SPEED = 8.0
DURATION = 1.6
CONTROLS = {"return.stiffness": (20.0, 300.0), "shaft.angle_dot": (2.0, 20.0)}
TRACES = [lw.Trace("ball", "follower")]


def model(speed: float = SPEED, one_sided: bool = True, stiffness: float = STIFFNESS) -> lw.Model:
    """A plate about z, driven at a constant speed."""
    m = lw.Model("spatial cam")
    plate = m.body("plate", mass=1.0, inertia=(2e-3, 2e-3, 4e-3))
    follower = m.body("follower", lw.Sphere(BALL, mass=MASS))
    m.connect("shaft", lw.Revolute("z"), m.ground, plate, drive={"angle": lw.Polynomial((0.0, speed))})
    m.connect("guide", lw.Prismatic("z"), m.ground.at(BESIDE, 0, 0), follower, initial={"displacement": 0.042})
    face = lw.PolynomialSurface(FACE, over=((-0.08, 0.08), (-0.08, 0.08)))
    touch = lw.SurfaceOnSurface(face, lw.SphereSurface(BALL), one_sided=one_sided)
    m.connect("head", touch, plate, follower)
    m.connect("return", lw.Spring(stiffness, LENGTH), m.ground.at(BESIDE, 0, TOP), follower)
    return m


def start(system: lw.System) -> lw.State:
    touching = {"contact": "touch"} if system.model["head"].element.one_sided else {}
    if system.coordinates == "tree":
        return lw.assemble(system, guess={"guide.displacement": 0.042}, **touching)
    return lw.assemble(system, bodies={"follower": (BESIDE, 0, 0.042)}, **touching)


def fastest() -> float:
    """The speed at which the ball is about to leave: m z″ ω² + m g + F of the spring is zero at one angle."""
    system = lw.compile_model(model(one_sided=False))
    run = lw.simulate(system, start(system), 2 * np.pi / SPEED, times=721, rtol=1e-10, atol=1e-12)
    bend = run["follower.acceleration.z"] / SPEED**2
    down = MASS * 9.81 + STIFFNESS * (LENGTH - (TOP - run["follower.position.z"]))
    falls = bend < 0.0
    return float(np.sqrt((down[falls] / (-MASS * bend[falls])).min()))


def opened(speed: float) -> int:
    """How often the ball leaves the face in a turn."""
    system = lw.compile_model(model(speed))
    run = lw.simulate(system, start(system), 2 * np.pi / speed, rtol=1e-8, atol=1e-10)
    return int(run["head.gap"].max() > 1e-7)


def numbers() -> dict[str, float]:
    """The highest speed, and whether the ball leaves a little below and above it; the highest lift."""
    limit = fastest()
    system = lw.compile_model(model())
    run = lw.simulate(system, start(system), 2 * np.pi / SPEED, times=721, rtol=1e-9, atol=1e-11)
    return {
        "highest speed": limit,
        "leaves below": float(opened(0.98 * limit)),
        "leaves above": float(opened(1.03 * limit)),
        "lift at 0°": float(run["follower.position.z"][0]),
        "lift at 90°": float(run["follower.position.z"][180]),
    }
