"""Delta robot: three driven arms carry a plate on parallelograms, so that it moves without turning.

The bars of the parallelograms are so light that they are distances between points.
"""

import numpy as np

import linkwork as lw

BASE, PLATE, ARM, BAR, WIDTH = 0.2, 0.06, 0.25, 0.5, 0.08
ANGLES = (0.3, 0.5, 0.1)
DURATION = 2.0
LOOK = (-60.0, 14.0)
AMPLITUDE, PACE = lw.Parameter("amplitude", 0.3, "rad"), lw.Parameter("pace", 1.0)
CONTROLS = {"amplitude": (0.0, 0.4), "pace": (0.3, 2.0), "gravity": (0.0, 20.0)}
PLOTS = ("plate.position", "motor0.angle", "motor1.angle", "motor0.angle.load")
PAINT, STEEL, DARK = "#e08a2e", "#b4bcc4", "#4a545e"
TRACES = [lw.Trace("plate", "plate")]


def model() -> lw.Model:
    m = lw.Model("Delta robot")
    plate = m.body("plate", lw.Cylinder(radius=PLATE, length=0.01, axis="z", mass=0.3, color=STEEL))
    for k, angle in enumerate(ANGLES):
        turn = {"z": 2 * np.pi * k / 3}
        out = lw.rotation_z(2 * np.pi * k / 3) @ np.array([[1.0, 0, 0], [0, 1, 0]]).T
        # Without mass: the motor about which it turns, and the axle of the two bars at its end.
        motor = lw.Cylinder(0.03, 0.09, "y", mass=0.0, color=DARK)
        axle = lw.Cylinder(0.008, 1.2 * WIDTH, "y", mass=0.0, at=(ARM, 0, 0), color=DARK)
        arm = m.body(f"arm{k}", lw.Rod(length=ARM, radius=0.012, mass=0.5, color=PAINT), motor, axle)
        swing = lw.Sine(amplitude=AMPLITUDE, frequency=PACE * (0.5 + 0.25 * k), offset=angle)
        m.connect(
            f"motor{k}", lw.Revolute("y"), m.ground.at(*(BASE * out[:, 0]), rotate=turn), arm, drive={"angle": swing}
        )
        for side in (-1, 1):
            shift = side * WIDTH / 2
            elbow, corner = arm.at(ARM, shift, 0), plate.at(*(PLATE * out[:, 0] + shift * out[:, 1]))
            m.connect(f"bar{k}{'-+'[side > 0]}", lw.FixedDistance(BAR), elbow, corner)
    return m


def start(system: lw.System) -> lw.State:
    return lw.assemble(system, bodies={"plate": (0, 0, -0.45)})


def numbers() -> dict[str, float]:
    system = lw.compile_model(model())
    first = start(system)
    run = lw.simulate(system, first, times=[0.0, 0.3])
    R, p = run.pose("plate")
    turn = float(np.linalg.norm(R[-1] - np.eye(3)))
    return {"x": p[-1, 0], "y": p[-1, 1], "z": p[-1, 2], "turn": turn}
