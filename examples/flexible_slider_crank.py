r"""Slider-crank with a flexible rod: at 1400 turns a minute the connecting rod bends by its own inertia.

The rod is 6 mm thick and 300 mm long, a modal body: its vibrations below 20,000 rad/s are its elastic coordinates.
The crank starts smoothly in 50 ms. The rod's middle then swings by up to 4 mm off the line between its ends, and its
ends carry the slider along as they always do: the elastic motion adds to the known one.
"""

from __future__ import annotations

from typing import Any

import numpy as np

import linkwork as lw

CRANK, LENGTH, DIAMETER, SLIDER = 0.15, 0.3, 0.006, 0.033377851148064755
SPEED, RISE = 150.0, 0.05
STEEL = lw.Material(2e11, 0.3, 7870.0)
DURATION = 0.15
LOOK = (-90.0, 90.0)
OPTIONS = {"method": "radau"}
TRACES = [lw.Trace("middle", "rod", (LENGTH / 2, 0, 0))]


def angle(t: Any) -> Any:
    """Of the crank: its speed rises smoothly, then stays."""
    pace = RISE / (2.0 * np.pi)
    rising = SPEED / RISE * (0.5 * t * t + pace**2 * (lw.cos(t / pace) - 1.0))
    return lw.where(t < RISE, rising, SPEED * t - 0.5 * SPEED * RISE)


def model() -> lw.Model:
    m = lw.Model("flexible slider-crank", gravity=(0, 0, 0))
    crank = m.body("crank", lw.Rod(length=CRANK, radius=0.006, mass=1.0))
    rod = m.body(
        "rod", lw.FlexibleRod(LENGTH, lw.Circle(DIAMETER), STEEL, modes=6, highest=2e4, points={"middle": LENGTH / 2})
    )
    slider = m.body("slider", lw.Box(size=(0.03, 0.02, 0.02), mass=SLIDER))
    m.connect("axle", lw.Revolute("z"), m.ground, crank, drive={"angle": lw.Expression(angle, smooth=2)})
    m.connect("pin", lw.Revolute("z"), crank.at(CRANK, 0, 0), rod.at("root"))
    m.connect("guide", lw.Prismatic("x"), m.ground, slider, initial={"displacement": CRANK + LENGTH})
    m.connect("wrist", lw.Revolute("z"), rod.at("tip"), slider)
    return m


def start(system: lw.System) -> lw.State:
    """At rest and straight."""
    return system.rest


def deflection(run: lw.Trajectory) -> np.ndarray:
    """How far the rod's middle stands off the line between its ends."""
    root, middle, tip = (run[f"rod.{place}.position"][:, :2] for place in ("root", "middle", "tip"))
    chord = tip - root
    across = np.stack([-chord[:, 1], chord[:, 0]], axis=1) / np.linalg.norm(chord, axis=1)[:, None]
    return np.asarray(((middle - root) * across).sum(axis=1))


def numbers() -> dict[str, float]:
    times = [0.0, 0.05, 0.1, 0.15]
    run = lw.simulate(lw.compile_model(model()), t_end=0.15, method="radau", rtol=1e-5, atol=1e-9, times=times)
    bent = deflection(run)
    return {f"deflection_{round(1e3 * t)}": float(w) for t, w in zip(times[1:], bent[1:], strict=True)}
