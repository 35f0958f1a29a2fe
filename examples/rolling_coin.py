"""Rolling coin: it leans into a circle that it follows steadily, without slipping."""

import numpy as np

import linkwork as lw

RADIUS, MASS, GRAVITY = 0.1, 0.2, 9.81
LEAN, TURNING = -0.3, 2.0
DURATION = np.pi
TRACES = [lw.Trace("rim", "coin", (0, 0, RADIUS))]


def model() -> lw.Model:
    m = lw.Model("rolling coin", gravity=(0, 0, -GRAVITY))
    coin = m.body("coin", lw.Cylinder(radius=RADIUS, length=0.004, axis="y", mass=MASS), inertia=[
        MASS * RADIUS**2 / 4, MASS * RADIUS**2 / 2, MASS * RADIUS**2 / 4,
    ])  # fmt: skip
    m.connect("rolling", lw.LeaningWheel(radius=RADIUS), m.ground, coin)
    return m


def rolling() -> float:
    """How fast it must roll for lean and turning to stay, from the moments about the axis along its heading."""
    s, c = np.sin(LEAN), np.cos(LEAN)
    spin = (TURNING**2 * c * s * RADIUS**2 / 4 - GRAVITY * RADIUS * s) / (1.5 * RADIUS**2 * TURNING * c)
    return spin - TURNING * s


def start(system: lw.System) -> lw.State:
    speeds = {"rolling.heading_dot": TURNING, "rolling.roll_dot": rolling()}
    return system.state({"rolling.lean": LEAN, **speeds})


def numbers() -> dict[str, float]:
    system = lw.compile_model(model())
    run = lw.simulate(system, start(system), t_end=2 * np.pi / TURNING)
    across = run.at(np.pi / TURNING)
    return {
        "radius": across["rolling.y"] / 2,
        "lean changes by": float(np.ptp(run["rolling.lean"])),
        "closes to": float(np.hypot(run["rolling.x"][-1], run["rolling.y"][-1])),
        "radius at this rolling": RADIUS * rolling() / TURNING,
    }
