"""Discs that rub on each other."""

from __future__ import annotations

from typing import Any

import linkwork as lw


def discs(active: Any) -> lw.Model:
    """Two discs on one axis, J = 2 and 3, with a latch between them."""
    m = lw.Model("discs", gravity=(0, 0, 0))
    a = m.body("a", mass=1.0, inertia=(1.5, 1.5, 2.0))
    b = m.body("b", mass=1.0, inertia=(2.0, 2.0, 3.0))
    m.connect("A", lw.Revolute("z"), m.ground, a)
    m.connect("B", lw.Revolute("z"), m.ground, b)
    m.connect("latch", lw.Weld(), a, b, active=active)
    return m


def turning(system: lw.System, angle: float, w_a: float, w_b: float) -> lw.State:
    """B stands ahead of A by an angle, and both turn."""
    if system.coordinates == "tree":
        return system.state({"B.angle": angle, "A.angle_dot": w_a, "B.angle_dot": w_b})
    speeds = {"a": ((0, 0, w_a), (0, 0, 0)), "b": ((0, 0, w_b), (0, 0, 0))}
    return system.placed({"b": (lw.rotation_z(angle), (0, 0, 0))}, speeds)
