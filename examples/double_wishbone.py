"""Double wishbone suspension: an upright on two wishbones and a tie rod, with spring and damper.

x points forward, y outward, z up. The tie rod is parallel to the lower wishbone and as long, so that the wheel does
not steer as it moves up and down.
"""

import numpy as np

import linkwork as lw

LOWER, UPPER = (0.30, 0.20), (0.35, 0.45)
"""(y, z) of the inner pivots."""
BALL_LOWER, BALL_UPPER = (0.65, 0.18), (0.60, 0.48)
"""(y, z) of the outer ball joints."""
WHEEL, BEHIND, SPRUNG = 0.3, 0.12, 350.0
DURATION = 2.0
LOOK = (150.0, 14.0)


def arm(m: lw.Model, name: str, pivot: tuple[float, float], ball: tuple[float, float]) -> lw.Body:
    """A wishbone: two rods from the axis to the ball joint."""
    out, up = ball[0] - pivot[0], ball[1] - pivot[1]
    ends = [np.array([x, 0, 0]) for x in (-0.15, 0.15)]
    rods = []
    for end in ends:
        leg = np.array([0, out, up]) - end
        turn = {"z": float(np.arctan2(leg[1], leg[0])), "y": float(-np.arctan2(leg[2], np.hypot(leg[0], leg[1])))}
        rods.append(lw.Rod(length=float(np.linalg.norm(leg)), radius=0.015, mass=1.5, at=end, rotate=turn))
    body = m.body(name, *rods)
    body.point("ball", at=(0, out, up))
    return body


def model() -> lw.Model:
    m = lw.Model("double wishbone")
    chassis = m.body("chassis", lw.Box(size=(0.3, 0.3, 0.3), mass=SPRUNG, at=(0, 0.1, 0.4)))
    tyre = lw.Cylinder(radius=WHEEL, length=0.18, axis="y", mass=18.0, at=(0, 0.75, WHEEL))
    upright = m.body("upright", tyre, lw.Box(size=(0.06, 0.06, 0.3), mass=6.0, at=(0, 0.66, 0.33)))
    lower, upper = arm(m, "lower", LOWER, BALL_LOWER), arm(m, "upper", UPPER, BALL_UPPER)
    m.connect("body", lw.Prismatic("z"), m.ground, chassis)
    m.connect("lower axis", lw.Revolute("x"), chassis.at(0, *LOWER), lower)
    m.connect("upper axis", lw.Revolute("x"), chassis.at(0, *UPPER), upper)
    m.connect("lower ball", lw.Spherical(), lower["ball"], upright.at(0, *BALL_LOWER))
    m.connect("upper ball", lw.Spherical(), upper["ball"], upright.at(0, *BALL_UPPER))
    length = float(np.hypot(BALL_LOWER[0] - LOWER[0], BALL_LOWER[1] - LOWER[1]))
    m.connect("tie rod", lw.FixedDistance(length), chassis.at(-BEHIND, *LOWER), upright.at(-BEHIND, *BALL_LOWER))
    strut = lw.Spring(stiffness=40_000.0, damping=2500.0, length=0.47)
    m.connect("strut", strut, chassis.at(0, 0.38, 0.6), lower.at(0, 0.25, 0.0))
    tyre_spring = lw.Spring(stiffness=200_000.0, damping=300.0, length=WHEEL + 0.02, on=lw.Displacement("z"))
    m.connect("tyre", tyre_spring, m.ground.at(0, 0.75, 0), upright.at(0, 0.75, WHEEL))
    return m


def start(system: lw.System) -> lw.State:
    return lw.assemble(system)


def numbers() -> dict[str, float]:
    system = lw.compile_model(model())
    found = {}
    for angle in (-0.1, 0.1):
        state = lw.assemble(system, fixed={"lower axis.angle": angle, "body.displacement": 0.0})
        R = lw.simulate(system, state, times=[0.0, 1e-3]).pose("upright")[0][0]
        found[f"camber at {angle:+}"] = float(np.arctan2(R[2, 1], R[1, 1]))
        found[f"steer at {angle:+}"] = float(np.arctan2(-R[0, 1], R[1, 1]))
    return found
