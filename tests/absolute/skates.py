"""A skate of one's own, and wheels on a plane."""

from __future__ import annotations

from typing import Any

import linkwork as lw


class Skate(lw.Hinge):
    """A blade on the xy plane: it does not slide across itself (rows on speeds)."""

    coordinates = ("x", "y", "angle")

    def pose(self, q: Any, t: Any) -> lw.Pose:
        return lw.Pose(lw.rotation_z(q.angle), (q.x, q.y, 0.0))

    def velocity(self, q: Any, u: Any, t: Any) -> Any:
        return [lw.cos(q.angle) * u.y - lw.sin(q.angle) * u.x]


def on(hinge: lw.Hinge, **given: Any) -> lw.Model:
    """A body with its mass aside, on a hinge, in gravity that is not vertical."""
    m = lw.Model("rolling", gravity=(0.5, 0.2, -9.81))
    body = m.body("body", mass=2.0, com=(0.05, 0.02, -0.03), inertia=(0.02, 0.03, 0.025))
    m.connect("J", hinge, m.ground.at(0, 0, 0), body.at(0, 0, 0), **given)
    return m
