"""A ring of many links."""

from __future__ import annotations

from typing import Any

import numpy as np

import linkwork as lw

BALL, CROSS = lw.Spherical(), lw.Universal("y", "z")
"""A cross joint's reaction on one body turns with the other; a ball joint's does not."""


def ring(links: int, gravity: float = 9.81, joint: lw.Hinge = BALL) -> tuple[lw.System, lw.State]:
    """A closed ring of links that hangs on one point, out of shape a little."""
    m = lw.Model("ring", gravity=(0.3, 0.2, -gravity))
    angle = 2 * np.pi / links
    radius = 0.5 / np.tan(angle / 2)
    poses: dict[str, Any] = {}
    bodies = []
    for k in range(links):
        phi = angle * (k + 0.5)
        x, z = np.array([-np.sin(phi), 0, np.cos(phi)]), np.array([np.cos(phi), 0, np.sin(phi)])
        bodies.append(m.body(f"b{k}", mass=1.0 + 0.1 * (k % 3), inertia=(0.01, 0.08, 0.09)))
        poses[f"b{k}"] = np.column_stack([x, np.cross(z, x), z]), radius * z
    for k in range(links):
        m.connect(f"J{k}", joint, bodies[k].at(0.5, 0, 0), bodies[(k + 1) % links].at(-0.5, 0, 0))
    R, p = poses["b0"]
    m.connect("held", lw.Spherical(), m.ground.at(*(p - 0.5 * R[:, 0])), bodies[0].at(-0.5, 0, 0))
    system = lw.compile_model(m, coordinates="absolute")
    return system, system.placed(poses)
