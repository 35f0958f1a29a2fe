r"""Harbour crane: the trolley carries a container on a rope and stops without letting it swing.

The rope is elastic and has mass. The trolley speeds up evenly for just one period of the swing, and slows down in the
same way: the container lags by some $2a/\omega^2$ in between and hangs still after each. The period is that of a heavy
rope with a load: $\omega$ where the rope's shape, a sum of Bessel functions $J_0$ and $Y_0$ of
$2(\omega/g)\sqrt{T(s)/\mu}$, fits both ends.
"""

from __future__ import annotations

from typing import Any

import numpy as np
from scipy.optimize import brentq
from scipy.special import j0, j1, y0, y1

import linkwork as lw

GRAVITY, LENGTH, LOAD, LINE, AXIAL = 9.81, 12.0, 4000.0, 6.0, 4e7
ELEMENTS, ACCELERATION = 4, 0.4
LOOK = (-85.0, 8.0)
OPTIONS = {"method": "radau"}
TRACES = [lw.Trace("container", "container", (0, 0, 0))]


def swing() -> float:
    """ω of the rope with its load, rad/s: w = A J0(z) + B Y0(z) with T w' = −M ω² w below and w = 0 above."""

    def misfit(omega: float) -> float:
        pull = LOAD * GRAVITY
        low, high = (2.0 * omega / GRAVITY * np.sqrt(T / LINE) for T in (pull, pull + LINE * LENGTH * GRAVITY))
        # Upward dz/ds = ω √(μ/T), and J0' = −J1, Y0' = −Y1.
        slope = -pull * omega * np.sqrt(LINE / pull)
        below = [slope * f1(low) + LOAD * omega**2 * f0(low) for f0, f1 in ((j0, j1), (y0, y1))]
        return float(below[0] * y0(high) - below[1] * j0(high))

    simple = np.sqrt(GRAVITY / LENGTH)
    return float(brentq(misfit, 0.95 * simple, 1.1 * simple))


PERIOD = 2.0 * np.pi / swing()
RAMP, EVEN = 0.6, 3.0
CORNERS = (0.0, RAMP, PERIOD, PERIOD + RAMP)
"""Where the acceleration of speeding up has corners: it rises, stays, and falls after one period as it rose."""
BRAKES = PERIOD + RAMP + EVEN
DURATION = BRAKES + PERIOD + RAMP


def path(t: Any) -> Any:
    """Of the trolley: the acceleration is a sum of ramps, the path one of cubes."""
    result = 0.0
    for begin, way in ((0.0, 1.0), (BRAKES, -1.0)):
        for corner, sign in zip(CORNERS, (1.0, -1.0, -1.0, 1.0), strict=True):
            since = lw.maximum(t - begin - corner, 0.0)
            result = result + way * sign * ACCELERATION / (6.0 * RAMP) * since * since * since
    return result


def model() -> lw.Model:
    m = lw.Model("harbour crane", gravity=(0, 0, -GRAVITY))
    trolley = m.body("trolley", lw.Box(size=(1.6, 1.2, 0.5), mass=3000.0))
    m.connect("rail", lw.Prismatic("x"), m.ground, trolley, drive={"displacement": lw.Expression(path, smooth=2)})
    container = m.body("container", lw.Box(size=(2.4, 1.2, 1.2), mass=LOAD))
    section = lw.StiffnessSection(AXIAL, 1e6, 1e6, 100.0, 100.0, 100.0, LINE, (0.1, 0.05, 0.05), outline=(0.15, 0.15))
    stretched = LENGTH + (LOAD + 0.5 * LINE * LENGTH) * GRAVITY * LENGTH / AXIAL
    m.connect("free", lw.Free(), m.ground, container, initial={"z": -stretched})
    m.connect("rope", lw.Cable(section, None, LENGTH, ELEMENTS, damping=1e-3), trolley, container)
    return m


def start(system: lw.System) -> lw.State:
    """At rest."""
    return system.rest


def numbers() -> dict[str, float]:
    middle, even = 0.5 * (PERIOD + RAMP), PERIOD + RAMP + 0.5 * EVEN
    times = [0.0, middle, even, DURATION]
    run = lw.simulate(lw.compile_model(model()), method="radau", rtol=1e-6, atol=1e-8, times=times)
    behind = run["trolley.position"][:, 0] - run["container.position"][:, 0]
    return {"lag": float(behind[1]), "under way": float(behind[2]), "at the end": float(behind[3])}
