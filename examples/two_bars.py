"""Two bars: the first hangs on a ball joint, the second on the first by another, both thrown sideways.

Mello, Borri and Atluri give the velocities, from which the lengths follow; masses and inertias are assumed. Spinning
fast about itself, the second bar keeps its direction in space for a while, as a gyroscope does. The second joint may
also be a cross joint or a joint; `by_elements` computes all cases body by body, in finite elements in time.
"""

import numpy as np

import linkwork as lw

LENGTH, TURNING = 1.0, 4.0
INERTIA = (1 / 12, 0.01, 1 / 12)
"""Of a bar along its y axis, about its centre."""
DURATION = 2.0
SHOWS = ("S3.5",)
LOOK = (-50.0, 20.0)
TRACES = [lw.Trace("tip", "bar2", (0, -LENGTH / 2, 0))]
JOINTS = {"ball": lw.Spherical(), "cross": lw.Universal("x", "z"), "hinge": lw.Revolute("z")}


def model(joint: str = "ball") -> lw.Model:
    m = lw.Model("two bars", gravity=(0, 0, -9.81))
    upper, lower = (0, LENGTH / 2, 0), (0, -LENGTH / 2, 0)
    first, second = (m.body(f"bar{k}", mass=1.0, inertia=INERTIA) for k in (1, 2))
    second.point("tip", lower)
    m.connect("A", lw.Spherical(), m.ground, first.at(*upper))
    m.connect("B", JOINTS[joint], first.at(*lower), second.at(*upper))
    return m


def start(system: lw.System, spin: float = 0.0) -> lw.State:
    """Both in line along −y and turning about z together; B's speeds are relative."""
    return system.state({"A.w_z": TURNING, "B.w_y": spin})


def after(t: float, spin: float = 0.0) -> tuple[np.ndarray, np.ndarray]:
    """Centre and tip of the second bar."""
    system = lw.compile_model(model())
    run = lw.simulate(system, start(system, spin), times=[0.0, t])
    return run["bar2.position"][-1], run["bar2.tip.position"][-1]


def placed(system: lw.System, spin: float = 0.0) -> lw.State:
    """The start in absolute coordinates."""
    places = {"bar1": (np.eye(3), (0, -0.5, 0)), "bar2": (np.eye(3), (0, -1.5, 0))}
    return system.placed(places, {"bar1": ((0, 0, 4), (2, 0, 0)), "bar2": ((0, spin, 4), (6, 0, 0))})


def bent(system: lw.System) -> lw.State:
    """The first bar hanging, the second one horizontal, as the document starts with the cross joint."""
    hanging = np.array([[1.0, 0, 0], [0, 0, -1], [0, 1, 0]])
    places = {"bar1": (hanging, (0, 0, -0.5)), "bar2": (np.eye(3), (0, -0.5, -1))}
    return system.placed(places, {"bar1": ((0, 0, 6), (0, 0, 0)), "bar2": ((0, 0, 6), (3, 0, 0))})


def by_elements(joint: str, t: float, h: float, spin: float = 0.0, degree: int = 2) -> np.ndarray:
    """The centre of the second bar, bodies in absolute coordinates, by elements in time of length h."""
    system = lw.compile_model(model(joint), coordinates="absolute")
    at = bent(system) if joint == "cross" else placed(system, spin)
    return lw.simulate(system, at, t, h=h, times=[t], method=lw.TimeElements(degree=degree))["bar2.position"][-1]


def numbers() -> dict[str, float]:
    (centre, tip), (_, spun) = after(0.5), after(0.1, 1000.0)
    return {
        "centre x": centre[0],
        "centre y": centre[1],
        "centre z": centre[2],
        "tip z": tip[2],
        "tip x, spinning": spun[0],
        "tip z, spinning": spun[2],
    }
