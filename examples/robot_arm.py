"""Robot arm: six joints with the Denavit–Hartenberg parameters of the Puma 560, held against gravity."""

import numpy as np

import linkwork as lw

#          a        alpha       d      mass of the link
TABLE = (
    (0.0, np.pi / 2, 0.672, 8.0),
    (0.4318, 0.0, 0.0, 17.4),
    (0.0203, -np.pi / 2, 0.1505, 4.8),
    (0.0, np.pi / 2, 0.4318, 0.82),
    (0.0, -np.pi / 2, 0.0, 0.34),
    (0.0, 0.0, 0.0563, 0.09),
)
POSTURE = (0.3, 0.5, -0.8, 0.4, 0.6, -0.2)
DURATION = 1.0
TRACES = [lw.Trace("hand", "link6")]


def model() -> lw.Model:
    """Frame k is at the end of link k: a turn about z, d along z, a along x, alpha about x."""
    m = lw.Model("robot arm")
    before = m.ground.at(0, 0, 0)
    for k, (a, alpha, d, mass) in enumerate(TABLE, start=1):
        length = np.hypot(a, d)
        # The link's own frame is at its end; its hinge is at M, which is seen from there.
        hinge = lw.rotation_x(-alpha)
        place = -np.array([a, 0, 0]) - hinge @ np.array([0, 0, d])
        size = (max(a, 0.09), 0.09, 0.09) if a > d else (0.09, 0.09, max(length, 0.09))
        box = lw.Box(size=size, mass=mass, at=tuple(place / 2), rotate=hinge)
        link = m.body(f"link{k}", box)
        m.connect(f"joint{k}", lw.Revolute("z"), before, link.at(*place, rotate=hinge))
        before = link.at(0, 0, 0)
    return m


def start(system: lw.System) -> lw.State:
    return system.state({f"joint{k}.angle": angle for k, angle in enumerate(POSTURE, start=1)})


def numbers() -> dict[str, float]:
    system = lw.compile_model(model())
    state = start(system)
    torques = lw.inverse_dynamics(system, state, np.zeros(6))
    return {f"torque {k}": float(x) for k, x in enumerate(torques, start=1)}
