"""A skate of one's own, and wheels on a plane."""

from __future__ import annotations

from typing import Any

import numpy as np

import linkwork as lw


class Skate(lw.Hinge):
    """A blade on the xy plane: it does not slide across itself (rows on speeds)."""

    coordinates = ("x", "y", "angle")

    def pose(self, q: Any, t: Any) -> lw.Pose:
        return lw.Pose(lw.rotation_z(q.angle), (q.x, q.y, 0.0))

    def velocity(self, q: Any, u: Any, t: Any) -> Any:
        return [lw.cos(q.angle) * u.y - lw.sin(q.angle) * u.x]


class RollingBall(lw.Hinge):
    """A ball that rolls on the xy plane: Euler parameters and a place, three speeds (its own axes)."""

    coordinates = ("e0", "e1", "e2", "e3", "x", "y")
    speeds = ("w_x", "w_y", "w_z")
    rest = (1.0, 0.0, 0.0, 0.0, 0.0, 0.0)
    radius = lw.parameter(unit="m")

    def pose(self, q: Any, t: Any) -> lw.Pose:
        return lw.Pose(lw.rotation_euler_parameters(q[:4]), (q.x, q.y, self.radius))

    def q_dot(self, q: Any, u: Any, t: Any) -> Any:
        a, b, c, d = q[:4]
        x, y, z = u
        turning = [-b * x - c * y - d * z, a * x + c * z - d * y, a * y + d * x - b * z, a * z + b * y - c * x]
        w = lw.rotation_euler_parameters(q[:4]) @ np.array([x, y, z], dtype=object)
        return [*(0.5 * r for r in turning), self.radius * w[1], -self.radius * w[0]]

    def invariants(self, q: Any) -> Any:
        return [q.e0**2 + q.e1**2 + q.e2**2 + q.e3**2 - 1.0]


def on(hinge: lw.Hinge, **given: Any) -> lw.Model:
    """A body with its mass aside, on a hinge, in gravity that is not vertical."""
    m = lw.Model("rolling", gravity=(0.5, 0.2, -9.81))
    body = m.body("body", mass=2.0, com=(0.05, 0.02, -0.03), inertia=(0.02, 0.03, 0.025))
    m.connect("J", hinge, m.ground.at(0, 0, 0), body.at(0, 0, 0), **given)
    return m
