r"""Car body on its suspension: a floor that bends and twists rides over a bump, one axle after the other.

The floor, 4 m by 1.6 m, is a plate of sandwich panel as stiff as a light car body: free, it would bend at 14 Hz and
twist at 22 Hz. It stands on four springs and dampers, and soft links hold it sideways. At 10 m/s the front wheels meet
the bump first; the body heaves, pitches, and shivers in its first bending.
"""

from __future__ import annotations

from typing import Any

import numpy as np

import linkwork as lw

SIZE, THICKNESS = (4.0, 1.6), 0.08
PANEL = lw.Material(1.2e10, 0.3, 1600.0)
SEAT = (0.4, 0.4)
MOUNTS = {"front_left": (1.4, 0.7), "front_right": (1.4, -0.7), "rear_left": (-1.3, 0.7), "rear_right": (-1.3, -0.7)}
STIFFNESS, SIDEWAYS, DAMPING = 3e4, 2e5, 2e3
SPEED, BUMP, BUMP_LENGTH = 10.0, 0.05, 1.0
RADIUS, SPRING = 0.3, 0.35
DURATION = 1.5
LOOK = (-60.0, 8.0)
TRACES = [lw.Trace("seat", "body", (0.4, 0.4, 0.0))]


def road(x: float) -> Any:
    """Height of the road under a wheel that stands at x at the start: a bump one metre ahead of the front axle."""

    def height(t: Any) -> Any:
        s = (x + SPEED * t - MOUNTS["front_left"][0] - 1.0) / BUMP_LENGTH
        return lw.where((s > 0.0) & (s < 1.0), BUMP * lw.sin(np.pi * s) ** 4, 0.0)

    return height


def model(damping: float = DAMPING) -> lw.Model:
    m = lw.Model("car body", gravity=(0, 0, 0))
    shape = lw.FlexiblePlate(
        SIZE,
        THICKNESS,
        PANEL,
        modes=8,
        interfaces={"seat": SEAT},
        root="mean axes",
        points=MOUNTS,
        highest=300.0,
        damping=0.02,
    )
    body = m.body("body", shape)
    m.connect("ride", lw.Free(), m.ground.at(*SEAT, RADIUS + SPRING), body.at("seat"))
    for name, (x, y) in MOUNTS.items():
        wheel = m.body(f"wheel_{name}", lw.Cylinder(radius=RADIUS, length=0.18, mass=25.0, axis="y"))
        drive = {"displacement": lw.Expression(road(x), smooth=3)}
        m.connect(f"road_{name}", lw.Prismatic("z"), m.ground.at(x, 1.15 * y, RADIUS), wheel, drive=drive)
        m.connect(f"spring_{name}", lw.Spring(STIFFNESS, SPRING, damping), wheel.at(0, -0.15 * y, 0), body.at(name))
        links = lw.Bushing((0, 0, 0, SIDEWAYS, SIDEWAYS, 0), (0, 0, 0, damping, damping, 0))
        m.connect(f"links_{name}", links, wheel.at(0, -0.15 * y, SPRING), body.at(name))
    return m


def start(system: lw.System) -> lw.State:
    """At rest on a level road; springs carry the weight already."""
    return system.rest


def numbers() -> dict[str, float]:
    """Frequencies of the undamped body in Hz: its rides, first bending and first twist."""
    modes = lw.linearize(lw.compile_model(model(damping=0.0))).modes()
    return {f"mode {k}": float(f) for k, f in enumerate(sorted(modes.frequencies), start=1)}
