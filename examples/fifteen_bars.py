"""Fifteen-bar linkage: bars between two fixed points fall and rebound when their corners are let go.

The lengths, masses and inertias are those of Mello, Borri and Atluri, after Kamman and Huston. The figure with the
first shape is lost; five bars down at 60°, five level and five up again give the times that the text tells: the middle
is lowest at 0.47 s and turns again at 0.69 s.
"""

import numpy as np

import linkwork as lw

FOOT, SLUG = 0.3048, 14.593903
COUNT, LENGTH, MASS = 15, FOOT, 0.4565 * SLUG
INERTIA = 0.0308 * SLUG * FOOT**2
GRAVITY = 32.2 * FOOT
SLOPES = (-np.pi / 3,) * 5 + (0.0,) * 5 + (np.pi / 3,) * 5
"""Angles of the bars above the horizontal at the start."""
DURATION = 1.0
SHOWS = ("S3.5",)
TRACES = [lw.Trace("middle", "bar8", (LENGTH / 2, 0, 0))]


def model() -> lw.Model:
    m = lw.Model("fifteen bars", gravity=(0, 0, -GRAVITY))
    before, slope = m.ground.at(0, 0, 0), 0.0
    for k, angle in enumerate(SLOPES, 1):
        bar = m.body(f"bar{k}", mass=MASS, com=(LENGTH / 2, 0, 0), inertia=(0.0, INERTIA, INERTIA))
        m.connect(f"J{k}", lw.Revolute("-y"), before, bar, initial={"angle": angle - slope})
        before, slope = bar.at(LENGTH, 0, 0), angle
    m.connect("D", lw.Revolute("-y"), m.ground.at(10 * LENGTH, 0, 0), before, tree="cut")
    return m


def start(system: lw.System) -> lw.State:
    return lw.assemble(system)


def fall(system: lw.System) -> lw.Trajectory:
    """A run with an event where the middle turns: it stays level, so that its origin is as fast as its middle."""
    turns = [lw.Event(name, "bar8.velocity.z", direction=name) for name in ("rising", "falling")]
    return lw.simulate(system, start(system), t_end=DURATION, events=turns)


def numbers() -> dict[str, float]:
    run = fall(lw.compile_model(model()))
    low, high = (next(event for event in run.events if event.event == name) for name in ("rising", "falling"))
    return {
        "lowest at": low.t,
        "turns at": high.t,
        "depth": float(-run["bar8.position.z"].min() / LENGTH),
    }
