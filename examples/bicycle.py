"""Bicycle: Whipple's model with the benchmark parameters of Meijaard, Papadopoulos, Ruina and Schwab (2007).

Knife-edge wheels roll without slipping. The rear wheel is one joint on the ground with three speeds; the front wheel
touches the ground by constraints. Here x points forward, y to the left, z up; the rear contact starts at the origin.
"""

import numpy as np

import linkwork as lw

WHEELBASE, TRAIL, TILT = 1.02, 0.08, np.pi / 10
REAR, FRONT = 0.3, 0.35
SPEED = 5.0
DURATION = 3.0
SHOWS = ("S4.6",)
LOOK = (-62.0, 12.0, "frame")
CONTROLS = {"rear.roll_dot": (13.0, 22.0), "rear.lean_dot": (0.1, 1.0)}
PLOTS = ("rear.lean", "steer.angle", "rear.lean_dot", "steer.angle_dot")
RUBBER, STEEL, PAINT = "#33383d", "#a9b1b8", "#c2472f"
CRANK, SEAT, STEM, CROWN = (0.43, 0.0, 0.27), (0.25, 0.0, 0.78), (0.83, 0.0, 0.82), (0.89, 0.0, 0.66)
FRAME = [
    (CRANK, (0.21, 0.0, 0.93)), (SEAT, STEM), (CRANK, CROWN), (CROWN, STEM),
    *(((0.0, y, REAR), end) for y in (-0.05, 0.05) for end in (CRANK, SEAT)),
]  # fmt: skip
FORK = [
    ((0.9, 0.0, 0.62), (0.8, 0.0, 0.93)), ((0.8, -0.24, 0.97), (0.8, 0.24, 0.97)), ((0.8, 0.0, 0.92), (0.8, 0.0, 0.97)),
    *(((WHEELBASE, y, FRONT), (0.92, 0.4 * y, 0.65)) for y in (-0.05, 0.05)),
]  # fmt: skip


def tube(a: tuple[float, ...], b: tuple[float, ...], color: str = PAINT) -> lw.Cylinder:
    """A tube between two places of the drawing, without mass."""
    along, middle = np.subtract(b, a), np.add(a, b) / 2
    length = float(np.linalg.norm(along))
    return lw.Cylinder(0.016, length, tuple(along / length), mass=0.0, at=tuple(middle), color=color)


def wheel(radius: float) -> list[lw.Shape]:
    """Tyre, rim, hub and spokes, without mass."""
    tyre = lw.Cylinder(radius, 0.014, "y", inner_radius=radius - 0.03, mass=0.0, color=RUBBER)
    rim = lw.Cylinder(radius - 0.03, 0.012, "y", inner_radius=radius - 0.042, mass=0.0, color=STEEL)
    spokes = [lw.Rod(radius - 0.035, 0.003, mass=0.0, rotate={"y": k * np.pi / 8}, color=STEEL) for k in range(16)]
    return [tyre, rim, *spokes, lw.Cylinder(0.022, 0.09, "y", mass=0.0, color=STEEL)]


def model() -> lw.Model:
    m = lw.Model("bicycle", gravity=(0, 0, -9.81))
    # Shapes are for looks; the numbers that follow count.
    saddle = lw.Ellipsoid((0.13, 0.07, 0.025), mass=0.0, at=(0.2, 0, 0.95), color=RUBBER)
    bars = [*(tube(a, b) for a, b in FRAME), saddle]
    rear = m.body("rear wheel", *wheel(REAR), mass=2.0, com=(0, 0, 0), inertia=(0.0603, 0.12, 0.0603))
    frame = m.body("frame", *bars, mass=85.0, com=(0.3, 0, 0.9), inertia=(9.2, 11.0, 2.8, 0, -2.4, 0))
    stem = [tube(a, b, STEEL) for a, b in FORK]
    fork = m.body("fork", *stem, mass=4.0, com=(0.9, 0, 0.7), inertia=(0.05892, 0.06, 0.00708, 0, 0.00756, 0))
    front = m.body("front wheel", *wheel(FRONT), mass=3.0, com=(0, 0, 0), inertia=(0.1405, 0.28, 0.1405))
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
