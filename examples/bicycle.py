"""Bicycle: Whipple's model with the benchmark parameters of Meijaard, Papadopoulos, Ruina and Schwab (2007).

Knife-edge wheels roll without slipping. The rear wheel is one joint on the ground with three speeds; the front wheel
touches the ground by constraints. Here x points forward, y to the left, z up; the rear contact starts at the origin.
"""

import numpy as np

import linkwork as lw

WHEELBASE, TRAIL, TILT = 1.02, 0.08, np.pi / 10
REAR, FRONT = 0.3, 0.35
SPEED = 5.0
DURATION = 0.6
SHOWS = ("S4.6",)


def model() -> lw.Model:
    m = lw.Model("bicycle", gravity=(0, 0, -9.81))
    tyre = {"length": 0.02, "axis": "y", "mass": 0.0}  # for looks; the numbers that follow count
    bars = [lw.Rod(length=1.0, radius=0.02, mass=0.0, at=(0, 0, REAR), rotate={"y": -0.6})]
    rear = m.body("rear wheel", lw.Cylinder(radius=REAR, **tyre), mass=2.0, inertia=(0.0603, 0.12, 0.0603))
    frame = m.body("frame", *bars, mass=85.0, com=(0.3, 0, 0.9), inertia=(9.2, 11.0, 2.8, 0, -2.4, 0))
    stem = lw.Rod(length=0.7, radius=0.02, mass=0.0, at=(WHEELBASE, 0, FRONT), rotate={"y": -np.pi / 2 - TILT})
    fork = m.body("fork", stem, mass=4.0, com=(0.9, 0, 0.7), inertia=(0.05892, 0.06, 0.00708, 0, 0.00756, 0))
    front = m.body("front wheel", lw.Cylinder(radius=FRONT, **tyre), mass=3.0, inertia=(0.1405, 0.28, 0.1405))
    head = (WHEELBASE + TRAIL - 0.9 * np.tan(TILT), 0, 0.9)
    axis = {"y": -TILT}
    m.connect("rear", lw.LeaningWheel(radius=REAR), m.ground, rear)
    m.connect("rear axle", lw.Revolute("-y"), rear, frame.at(0, 0, REAR))
    m.connect("steer", lw.Revolute("z"), frame.at(*head, rotate=axis), fork.at(*head, rotate=axis))
    m.connect("front axle", lw.Revolute("y"), fork.at(WHEELBASE, 0, FRONT), front)
    m.connect("front contact", lw.DiscOnPlane(FRONT), m.ground, front)
    m.connect("front rolling", lw.RollingDisc(FRONT), m.ground, front)
    return m


def start(
    system: lw.System, lean: float = 0.0, steer: float = 0.0, lean_rate: float = 0.5, steer_rate: float = 0.0
) -> lw.State:
    """Riding along x at the speed, pushed sideways."""
    attitude = {"rear.lean": lean, "steer.angle": steer, "rear.roll": 0.0}
    speeds = {"rear.roll_dot": SPEED / REAR, "rear.lean_dot": lean_rate, "steer.angle_dot": steer_rate}
    return lw.assemble(system, fixed=attitude, velocities=speeds)


def eigenvalues(system: lw.System) -> np.ndarray:
    """Of small motions about riding straight: differences of the accelerations of lean and steer."""
    step, A = 1e-4, np.zeros((4, 4))
    A[:2, 2:] = np.eye(2)
    rows = [system.layout.u_index(name) for name in ("rear.lean_dot", "steer.angle_dot")]
    for k in range(4):
        pushed = [start(system, *(side * step * np.eye(4)[k])) for side in (1, -1)]
        ahead, back = (lw.accelerations(system, state).u_dot[rows] for state in pushed)
        A[2:, k] = (ahead - back) / (2 * step)
    return np.sort_complex(np.linalg.eigvals(A))


def numbers() -> dict[str, float]:
    system = lw.compile_model(model())
    castering, weave, _, capsize = eigenvalues(system)
    return {
        "castering": castering.real,
        "weave": weave.real,
        "weave frequency": abs(weave.imag),
        "capsize": capsize.real,
    }
