r"""Free rigid bodies in absolute coordinates: poses at centres of mass, velocities in world axes.

A row of q holds Euler parameters and the position, one of u the angular velocity and the velocity, as in absolute
coordinates everywhere. Behind the last body stands the ground: it has no inverse mass, so that pairs with it need no
case of their own.

A kick over the time dt changes velocities, in body axes by Euler's equations at the mean angular velocity
$\bar\omega = \tfrac12(\omega + \omega^+)$,
$$ I(\omega^+ - \omega) = dt\,(\tau - \bar\omega\times I\bar\omega), \qquad m(v^+ - v) = dt\,f , $$
a drift turns and shifts: $R^+ = \exp(dt\,\tilde w) R$, $p^+ = p + dt\,v$. A drift leaves $R^T w$ as it is, so that
kicks and drifts in turn keep the energy of a free body exactly, and are of second order.
"""

from __future__ import annotations

from math import cos, sin, sqrt
from typing import Any, NamedTuple

import numpy as np

from ...kernels.loops import vectorised
from ..collision.placement import rotation_matrix
from ..collision.vectors import cross3, dot3, turned_to_local, turned_to_world

GYRATION_STEPS = 20


class BodyTable(NamedTuple):
    """Inertia of bodies; the last row is the ground's."""

    inverse_mass: Any
    inertia: Any
    """(bodies + 1 × 9), in body axes at the centre of mass."""
    inverse_inertia: Any
    is_round: Any
    """Whether the inertia is a multiple of the unit matrix: such bodies have no gyroscopic torque."""


class BodyState(NamedTuple):
    """Where bodies are and how they move; rows as in `BodyTable`."""

    q: Any
    u: Any
    turn: Any
    """(bodies + 1 × 9): R."""
    inverse: Any
    """(bodies + 1 × 9): inverse inertia in world axes."""
    force: Any
    """(bodies + 1 × 6): given torque and force at centres of mass, in world axes, without gravity."""


def body_table(mass: Any, inertia: Any) -> BodyTable:
    """The table of bodies with masses (bodies) and inertias (bodies × 3 × 3) in body axes at their centres of mass."""
    mass, inertia = np.asarray(mass, dtype=float), np.array(inertia, dtype=float, order="C").reshape(-1, 3, 3)
    n = len(mass)
    wrong = [k for k in range(n) if not (mass[k] > 0.0 and np.linalg.eigvalsh(inertia[k])[0] > 0.0)]
    if wrong:
        raise ValueError(
            f"body {wrong[0]}: mass {mass[wrong[0]]:g} and inertia must be positive for a body that is free."
        )
    inverse_mass, inverse = np.zeros(n + 1), np.zeros((n + 1, 9))
    inverse_mass[:n], inverse[:n] = 1.0 / mass, np.linalg.inv(inertia).reshape(n, 9)
    whole = np.concatenate([inertia.reshape(n, 9), np.eye(3).reshape(1, 9)])
    mean = np.trace(whole.reshape(-1, 3, 3), axis1=1, axis2=2) / 3.0
    off = np.abs(whole.reshape(-1, 3, 3) - mean[:, None, None] * np.eye(3)).max(axis=(1, 2))
    return BodyTable(inverse_mass, whole, inverse, off <= 1e-14 * mean)


def body_state(q: Any, u: Any) -> BodyState:
    """Memory that starts at poses q (bodies × 7) and velocities u (bodies × 6)."""
    q, u = np.asarray(q, dtype=float).reshape(-1, 7), np.asarray(u, dtype=float).reshape(-1, 6)
    n = len(q)
    whole = np.concatenate([q, [[1.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0]]])
    turn = np.zeros((n + 1, 9))
    return BodyState(whole, np.concatenate([u, np.zeros((1, 6))]), turn, np.zeros((n + 1, 9)), np.zeros((n + 1, 6)))


@vectorised
def orient(bodies: BodyTable, motion: BodyState) -> None:
    """R and R I⁻¹ Rᵀ of all bodies, from their poses."""
    for k in range(len(bodies.inverse_mass)):
        rot, inner, at = motion.turn[k], bodies.inverse_inertia[k], motion.inverse[k]
        rotation_matrix(motion.q[k], rot)
        for i in range(3):
            x, y, z = rot[3 * i], rot[3 * i + 1], rot[3 * i + 2]
            a = x * inner[0] + y * inner[3] + z * inner[6]
            b = x * inner[1] + y * inner[4] + z * inner[7]
            c = x * inner[2] + y * inner[5] + z * inner[8]
            for j in range(3):
                at[3 * i + j] = a * rot[3 * j] + b * rot[3 * j + 1] + c * rot[3 * j + 2]


@vectorised
def drift(motion: BodyState, dt: float) -> None:
    """Turns and shifts all bodies with their velocities."""
    for k in range(len(motion.q) - 1):
        q, u = motion.q[k], motion.u[k]
        x, y, z = 0.5 * dt * u[0], 0.5 * dt * u[1], 0.5 * dt * u[2]
        angle = sqrt(x * x + y * y + z * z)
        if angle > 0.0:
            part = sin(angle) / angle
            a, b, c, d = cos(angle), part * x, part * y, part * z
            e, f, g, h = q[0], q[1], q[2], q[3]
            s, t, v, w = (
                a * e - b * f - c * g - d * h,
                a * f + b * e + c * h - d * g,
                a * g - b * h + c * e + d * f,
                a * h + b * g - c * f + d * e,
            )
            # Rounding would let the norm wander over a million steps.
            size = 1.0 / sqrt(s * s + t * t + v * v + w * w)
            q[0], q[1], q[2], q[3] = s * size, t * size, v * size, w * size
        for axis in range(3):
            q[4 + axis] += dt * u[3 + axis]


@vectorised
def kick(bodies: BodyTable, motion: BodyState, gravity: Any, dt: float) -> None:
    """Changes velocities by gravity, given forces and gyroscopic torques."""
    for k in range(len(motion.q) - 1):
        u, force, inverse = motion.u[k], motion.force[k], bodies.inverse_mass[k]
        for axis in range(3):
            u[3 + axis] += dt * (gravity[axis] + inverse * force[3 + axis])
        if bodies.is_round[k]:
            at = motion.inverse[k]
            for axis in range(3):
                x = at[3 * axis] * force[0] + at[3 * axis + 1] * force[1] + at[3 * axis + 2] * force[2]
                u[axis] += dt * x
        else:
            gyrate(bodies.inertia[k], motion.turn[k], force, u, dt)


@vectorised
def gyrate(inertia: Any, turn: Any, force: Any, u: Any, dt: float) -> None:
    """Changes an angular velocity by Euler's equations at its mean over the kick, by Newton's method."""
    wx, wy, wz = turned_to_local(turn, u[0], u[1], u[2])
    tx, ty, tz = turned_to_local(turn, force[0], force[1], force[2])
    x, y, z = wx, wy, wz
    half = 0.5 * dt
    for _ in range(GYRATION_STEPS):
        lx = inertia[0] * x + inertia[1] * y + inertia[2] * z
        ly = inertia[3] * x + inertia[4] * y + inertia[5] * z
        lz = inertia[6] * x + inertia[7] * y + inertia[8] * z
        dx, dy, dz = x - wx, y - wy, z - wz
        gx, gy, gz = cross3(x, y, z, lx, ly, lz)
        rx = inertia[0] * dx + inertia[1] * dy + inertia[2] * dz + half * (gx - tx)
        ry = inertia[3] * dx + inertia[4] * dy + inertia[5] * dz + half * (gy - ty)
        rz = inertia[6] * dx + inertia[7] * dy + inertia[8] * dz + half * (gz - tz)
        # The slope I + dt/2 (x̃ I − (I x)~), by its columns.
        ax, ay, az = cross3(x, y, z, inertia[0], inertia[3], inertia[6])
        bx, by, bz = cross3(x, y, z, inertia[1], inertia[4], inertia[7])
        cx, cy, cz = cross3(x, y, z, inertia[2], inertia[5], inertia[8])
        ax, ay, az = inertia[0] + half * ax, inertia[3] + half * (ay - lz), inertia[6] + half * (az + ly)
        bx, by, bz = inertia[1] + half * (bx + lz), inertia[4] + half * by, inertia[7] + half * (bz - lx)
        cx, cy, cz = inertia[2] + half * (cx - ly), inertia[5] + half * (cy + lx), inertia[8] + half * cz
        px, py, pz = cross3(bx, by, bz, cx, cy, cz)
        scale = 1.0 / dot3(ax, ay, az, px, py, pz)
        sx = scale * dot3(rx, ry, rz, px, py, pz)
        px, py, pz = cross3(cx, cy, cz, ax, ay, az)
        sy = scale * dot3(rx, ry, rz, px, py, pz)
        px, py, pz = cross3(ax, ay, az, bx, by, bz)
        sz = scale * dot3(rx, ry, rz, px, py, pz)
        x, y, z = x - sx, y - sy, z - sz
        if abs(sx) + abs(sy) + abs(sz) <= 1e-15 * (abs(x) + abs(y) + abs(z)):
            break
    u[0], u[1], u[2] = turned_to_world(turn, 2.0 * x - wx, 2.0 * y - wy, 2.0 * z - wz)
