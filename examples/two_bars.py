"""Two bars: the first hangs on a ball joint, the second on the first by another, both thrown sideways (S3).

Mello, Borri and Atluri give the velocities, from which the lengths follow; masses and inertias are assumed. Spinning
fast about itself, the second bar keeps its direction in space for a while, as a gyroscope does.
"""

import numpy as np

import linkwork as lw

LENGTH, TURNING = 1.0, 4.0
INERTIA = (1 / 12, 0.01, 1 / 12)
"""Of a bar along its y axis, about its centre."""
DURATION = 2.0
LOOK = (-50.0, 20.0)
TRACES = [lw.Trace("tip", "bar2", (0, -LENGTH / 2, 0))]


def model() -> lw.Model:
    m = lw.Model("two bars", gravity=(0, 0, -9.81))
    upper, lower = (0, LENGTH / 2, 0), (0, -LENGTH / 2, 0)
    first, second = (m.body(f"bar{k}", mass=1.0, inertia=INERTIA) for k in (1, 2))
    second.point("tip", lower)
    m.connect("A", lw.Spherical(), m.ground, first.at(*upper))
    m.connect("B", lw.Spherical(), first.at(*lower), second.at(*upper))
    return m


def start(system: lw.System, spin: float = 0.0) -> lw.State:
    """Both in line along −y and turning about z together; B's speeds are relative."""
    return system.state({"A.w_z": TURNING, "B.w_y": spin})


def after(t: float, spin: float = 0.0) -> tuple[np.ndarray, np.ndarray]:
    """Centre and tip of the second bar."""
    system = lw.compile_model(model())
    run = lw.simulate(system, start(system, spin), times=[0.0, t])
    return run["bar2.position"][-1], run["bar2.tip.position"][-1]


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
