"""Elements with states, and how far two motions are apart."""

from __future__ import annotations

from typing import Any

import numpy as np

import linkwork as lw
from tests.absolute_models import carried


def gyrostat() -> lw.Model:
    """A body on a ball joint with two wheels, one of them free."""
    m = lw.Model("gyrostat", gravity=(0, 0, -9.81))
    body = m.body("body", mass=2.0, com=(0.0, 0.1, 0.3), inertia=(0.2, 0.25, 0.1))
    m.connect("ball", lw.Spherical(), m.ground.at(0, 0, 0), body.at(0, 0, 0))
    motor = lw.Sine(amplitude=0.3, frequency=1.5, phase=0.3)
    m.connect(
        "free", lw.Wheel(inertia=0.03, motor=motor), body.at(0, 0, 0.1, rotate={"x": 0.4}), initial={"spin": 50.0}
    )
    m.connect("driven", lw.Wheel(inertia=0.02, spin=lw.Ramp(30.0)), body.at(0.1, 0, 0, rotate={"y": 1.1}))
    return m


def apart(tree: Any, absolute: lw.System, there: lw.State, here: lw.State) -> float:
    """The largest difference of states, Euler parameters up to their sign."""
    wanted, n = carried(tree, absolute, there), len(absolute.elements.bodies.names)
    q, p = here.q.copy(), wanted.q.copy()
    for x in (q, p):
        e = x[: 7 * n].reshape(n, 7)
        e[:, :4] *= np.sign(e[:, :1])
    return max(float(np.abs(x).max(initial=0.0)) for x in (q - p, here.u - wanted.u, here.z - wanted.z))
