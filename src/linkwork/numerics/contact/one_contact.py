r"""The exact solution of one contact while all others hold still: the step of a block Gauss–Seidel sweep.

With its block G and the velocities q that it would have without its own impulse, y = G x + q: no impulse where q_N ≥ 0,
else x = −G⁻¹ q where that lies in the cone, else slip. In the plane slip has two directions; in space it is the root of
the equation of `slip_direction`, found by Newton's method on the unit vector d from the last direction on. Projecting
normal and tangential impulses one after the other would go round in circles where friction is large.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from ...kernels.loops import loop

SLIP_ITERATIONS = 12
LAST_TURN = 1e-13
"""A direction that turns by less is found."""
REGULAR_BLOCK = 1e-12
"""Determinants below this, relative to the diagonal, are zero."""
EIGHTH = float(np.sqrt(0.5))


@loop
def planar_contact(g: Any, q: Any, mu: float, x: Any) -> None:
    """Writes x of one planar contact: g (2 × 2), q (2); x holds the last one."""
    nn, nt, tn, tt, a, b = g[0, 0], g[0, 1], g[1, 0], g[1, 1], q[0], q[1]
    if a >= 0.0:
        x[0], x[1] = 0.0, 0.0
        return
    det = nn * tt - nt * tn
    if det > REGULAR_BLOCK * nn * tt:
        n, t = (nt * b - tt * a) / det, (tn * a - nn * b) / det
        if n >= 0.0 and abs(t) <= mu * n:
            x[0], x[1] = n, t
            return
    for turn in range(2):
        s = mu if turn == 0 else -mu
        slope = nn - s * nt
        if slope > 0.0:
            n = -a / slope
            y = b + (tn - s * tt) * n
            if y * s >= 0.0:
                x[0], x[1] = n, -s * n
                return
    project_planar(g, q, mu, x)


@loop
def project_planar(g: Any, q: Any, mu: float, x: Any) -> None:
    """One projected step instead, where no mode fits: normal first, then the interval of friction."""
    x[0] = max(0.0, -(q[0] + g[0, 1] * x[1]) / g[0, 0])
    t = -(q[1] + g[1, 0] * x[0]) / g[1, 1] if g[1, 1] > 0.0 else 0.0
    x[1] = min(max(t, -mu * x[0]), mu * x[0])


@loop
def spatial_contact(g: Any, q: Any, mu: float, x: Any) -> None:
    """Writes x of one contact in space: g (3 × 3), q (3); x holds the last one."""
    a, b, c = q[0], q[1], q[2]
    if a >= 0.0:
        x[0], x[1], x[2] = 0.0, 0.0, 0.0
        return
    c0 = g[1, 1] * g[2, 2] - g[1, 2] * g[2, 1]
    c1 = g[1, 2] * g[2, 0] - g[1, 0] * g[2, 2]
    c2 = g[1, 0] * g[2, 1] - g[1, 1] * g[2, 0]
    det = g[0, 0] * c0 + g[0, 1] * c1 + g[0, 2] * c2
    s, t = x[1], x[2]
    if det > REGULAR_BLOCK * g[0, 0] * g[1, 1] * g[2, 2]:
        n = -(c0 * a + (g[0, 2] * g[2, 1] - g[0, 1] * g[2, 2]) * b + (g[0, 1] * g[1, 2] - g[0, 2] * g[1, 1]) * c) / det
        s = -(c1 * a + (g[0, 0] * g[2, 2] - g[0, 2] * g[2, 0]) * b + (g[0, 2] * g[1, 0] - g[0, 0] * g[1, 2]) * c) / det
        t = -(c2 * a + (g[0, 1] * g[2, 0] - g[0, 0] * g[2, 1]) * b + (g[0, 0] * g[1, 1] - g[0, 1] * g[1, 0]) * c) / det
        if n >= 0.0 and s * s + t * t <= mu * mu * n * n:
            x[0], x[1], x[2] = n, s, t
            return
    # The friction that would hold the contact, or the last one, points the way.
    length = np.sqrt(s * s + t * t)
    if length > 0.0 and slide(g, q, mu, -s / length, -t / length, x):
        return
    d, e = 1.0, 0.0
    for _ in range(8):
        if slide(g, q, mu, d, e, x):
            return
        d, e = EIGHTH * (d - e), EIGHTH * (d + e)
    project_spatial(g, q, mu, x)


@loop
def slide(g: Any, q: Any, mu: float, d: float, e: float, x: Any) -> bool:
    """Slip near the direction (d, e): whether it was found, and x with it."""
    nn = g[0, 0]
    alpha = -q[0] / nn
    b0, b1 = -g[0, 1] / nn, -g[0, 2] / nn
    c0, c1 = q[1] + g[1, 0] * alpha, q[2] + g[2, 0] * alpha
    h00, h01 = g[1, 1] + g[1, 0] * b0, g[1, 2] + g[1, 0] * b1
    h10, h11 = g[2, 1] + g[2, 0] * b0, g[2, 2] + g[2, 0] * b1
    for _ in range(SLIP_ITERATIONS):
        pressed = 1.0 + mu * (b0 * d + b1 * e)
        v0 = c0 * pressed - mu * alpha * (h00 * d + h01 * e)
        v1 = c1 * pressed - mu * alpha * (h10 * d + h11 * e)
        # Across d is (−e, d); the slope is that of turning d.
        f, along = d * v1 - e * v0, d * v0 + e * v1
        turned = mu * (b1 * d - b0 * e)
        w0 = c0 * turned - mu * alpha * (h01 * d - h00 * e)
        w1 = c1 * turned - mu * alpha * (h11 * d - h10 * e)
        slope = d * w1 - e * w0 - along
        if slope == 0.0:
            return False
        step = min(max(-f / slope, -0.5), 0.5)
        d, e = d - step * e, e + step * d
        length = np.sqrt(d * d + e * e)
        d, e = d / length, e / length
        if abs(step) < LAST_TURN:
            n = alpha / pressed if pressed > 0.0 else -1.0
            if n < 0.0 or along < 0.0:
                return False
            x[0], x[1], x[2] = n, -mu * n * d, -mu * n * e
            return True
    return False


@loop
def project_spatial(g: Any, q: Any, mu: float, x: Any) -> None:
    """One projected step instead, where slip was not found: normal first, then the disc of friction."""
    x[0] = max(0.0, -(q[0] + g[0, 1] * x[1] + g[0, 2] * x[2]) / g[0, 0])
    size = g[1, 1] + g[2, 2]
    r = 1.0 / size if size > 0.0 else 0.0
    s = x[1] - r * (q[1] + g[1, 0] * x[0] + g[1, 1] * x[1] + g[1, 2] * x[2])
    t = x[2] - r * (q[2] + g[2, 0] * x[0] + g[2, 1] * x[1] + g[2, 2] * x[2])
    length, radius = np.sqrt(s * s + t * t), mu * x[0]
    part = radius / length if length > radius else 1.0
    x[1], x[2] = part * s, part * t
