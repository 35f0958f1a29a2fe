"""Skewed trough: a ball slides freely along one groove while it is shaken along another at a slant.

The joint is the example of Schwertassek and Senger: its free and its driven mode are not orthogonal. A spring pulls
the ball along x, so that its place swings harmonically whatever the shaker does; its way along the groove does not.
"""

from typing import Any

import numpy as np

import linkwork as lw

MASS, STIFFNESS, REST, SKEW = 0.5, 20.0, 0.3, 0.5
AMPLITUDE, OMEGA = 0.1, 9.0
START = 0.0
"""Where it begins; the spring rests at `REST`."""
DURATION = 4.0
SHOWS = ("S1.5",)
LOOK = (-60.0, 50.0)
TRACES = [lw.Trace("ball", "ball")]


class Trough(lw.Hinge):
    """M slides by `s` along x of F, and by `eta` along a groove that leans from y towards x by `skew`."""

    coordinates = ("s", "eta")
    skew = lw.parameter(unit="rad")

    def pose(self, q: Any, t: Any) -> lw.Pose:
        """Place of M in F."""
        return lw.Pose(lw.rotation_z(0.0), (q.s + q.eta * lw.sin(self.skew), q.eta * lw.cos(self.skew), 0.0))


def model() -> lw.Model:
    m = lw.Model("skewed trough")
    ball = m.body("ball", lw.Sphere(radius=0.03, mass=MASS))
    shaken = {"eta": lw.Sine(amplitude=AMPLITUDE, omega=OMEGA)}
    m.connect("trough", Trough(skew=SKEW), m.ground, ball, drive=shaken)
    m.connect("spring", lw.Spring(STIFFNESS, REST, on=lw.Displacement("x")), m.ground, ball)
    return m


def start(system: lw.System) -> lw.State:
    # At rest along x: the shaker's speed is taken away by that along the groove.
    return system.state({"trough.s_dot": -AMPLITUDE * OMEGA * np.sin(SKEW)})


def numbers() -> dict[str, float]:
    system = lw.compile_model(model())
    run = lw.simulate(system, start(system), times=[0.0, 1.7])
    return {"x": run["ball.position.x"][-1], "s": run["trough.s"][-1], "shaker": run["trough.eta.load"][-1]}
