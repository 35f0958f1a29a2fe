"""A pendulum that drives a rack."""

from __future__ import annotations

from typing import Any

import linkwork as lw


def geared(pin: dict[str, Any] | None = None, slide: dict[str, Any] | None = None) -> lw.Model:
    """A pendulum that drives a rack by a pinion: angle and displacement are coupled."""
    m = lw.Model("geared", gravity=(0.0, 0.0, -9.81))
    arm = m.body("arm", mass=1.5, com=(0.3, 0.0, 0.1), inertia=(0.02, 0.1, 0.09))
    rack = m.body("rack", mass=0.7, com=(0.0, 0.02, 0.0), inertia=(0.01, 0.02, 0.02))
    m.connect("pin", lw.Revolute("y"), m.ground.at(0, 0, 0.2), arm.at(-0.1, 0, 0), **(pin or {}))
    m.connect("slide", lw.Prismatic("x"), arm.at(0.2, 0, 0), rack.at(0.1, 0, 0), **(slide or {}))
    m.connect("mesh", lw.RackAndPinion(0.15), "pin.angle", "slide.displacement")
    m.connect("spring", lw.Spring(stiffness=40.0, length=0.3, damping=0.5), m.ground.at(0.5, 0, 0.8), rack.at(0, 0, 0))
    return m
