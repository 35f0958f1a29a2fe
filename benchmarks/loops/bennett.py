"""Bennett's loop that falls: four skew revolutes, three of whose six closing conditions repeat the others."""

from __future__ import annotations

from math import cos, pi, sin

import numba
import numpy as np

import linkwork as lw
from benchmarks.loops.loop import Hand, Joint, Loop, mark_centres

LINKS = ((0.5, pi / 6), (1.0, pi / 2)) * 2
"""Length and twist of the links, the last of which is the ground; opposite ones are alike, and all a / sin α."""
ENOUGH = (0, 0, 1, 0, 1, 0)
"""Found by trial: two conditions close this loop, but not any two."""
GRAVITY = 9.81
HALVES = sin((LINKS[0][1] + LINKS[1][1]) / 2) / sin((LINKS[1][1] - LINKS[0][1]) / 2)
"""tan A/2 · tan B/2 of neighbouring angles (G. T. Bennett, 1903)."""


def bennett() -> Loop:
    """From a first angle of one radian, at rest."""
    m = lw.Model("Bennett", gravity=(0.0, -GRAVITY, 0.0))
    bodies = [m.body(f"link {k}", lw.Rod(length=a, mass=1.0)) for k, (a, _) in enumerate(LINKS[:-1])]
    ends = [b.at(a, 0, 0, rotate={"x": twist}) for b, (a, twist) in zip(bodies, LINKS, strict=False)]
    a, twist = LINKS[-1]
    m.connect("A", lw.Revolute("z"), m.ground, bodies[0])
    m.connect("B", lw.Revolute("z"), ends[0], bodies[1])
    m.connect("C", lw.Revolute("z"), ends[1], bodies[2])
    m.connect("D", lw.Revolute("z"), ends[2], m.ground.at(-a, 0, 0, rotate={"x": -twist}))
    length, twist = LINKS[2]
    axis = (0.0, -sin(twist), cos(twist))
    joints = (
        Joint("revolute", "ground", "link 0", on="link 0"),
        Joint("revolute", "link 0", "link 1", on="link 1"),
        Joint("revolute", "link 1", "link 2", on="link 2"),
        Joint("revolute", "link 2", "ground", on="link 2", point=(length, 0.0, 0.0), axis=axis, cut=True),
    )
    return Loop("Bennett's loop", mark_centres(m), {"A.angle": 1.0}, 10.0, joints, _hand, enough=ENOUGH)


@numba.njit(inline="always")
def cross(a, b):  # type: ignore[no-untyped-def]
    """a × b."""
    return a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]


@numba.njit(inline="always")
def dot(a, b):  # type: ignore[no-untyped-def]
    """a · b."""
    return a[0] * b[0] + a[1] * b[1] + a[2] * b[2]


@numba.njit(inline="always")
def mixed(s, a, r, b):  # type: ignore[no-untyped-def]
    """s a + r b."""
    return s * a[0] + r * b[0], s * a[1] + r * b[1], s * a[2] + r * b[2]


@numba.njit(inline="always")
def joint(x, z, w, alpha, twist, c, s, rate, change):  # type: ignore[no-untyped-def]
    """The axes x, z, the angular velocity and acceleration behind a joint, at the end of a link with axes x, z."""
    y = cross(z, x)
    z_new = mixed(cos(twist), z, -sin(twist), y)
    y = mixed(cos(twist), y, sin(twist), z)
    turning = mixed(1.0, alpha, rate, cross(w, z_new))
    return mixed(c, x, s, y), z_new, mixed(1.0, w, rate, z_new), mixed(1.0, turning, change, z_new)


@numba.njit(inline="always")
def rod(length, x, w, alpha, v, a):  # type: ignore[no-untyped-def]
    """A thin rod's share of (M, bias, force), and velocity and acceleration of its end, as in `cell.rod`."""
    x_dot = cross(w, x)
    x_ddot = mixed(1.0, cross(alpha, x), 1.0, cross(w, x_dot))
    v_c, a_c = mixed(1.0, v, 0.5 * length, x_dot), mixed(1.0, a, 0.5 * length, x_ddot)
    own = length * length / 12.0
    mass = dot(v_c, v_c) + own * dot(x_dot, x_dot)
    bias = dot(v_c, a_c) + own * dot(x_dot, x_ddot)
    return mass, bias, -GRAVITY * v_c[1], mixed(1.0, v, length, x_dot), mixed(1.0, a, length, x_ddot), v_c


@numba.njit
def rates(t, y, f):  # type: ignore[no-untyped-def]
    """One equation for the first angle: B follows in closed form, and C = −A."""
    ca, sa, c, s = cos(y[0]), sin(y[0]), cos(0.5 * y[0]), sin(0.5 * y[0])
    d = HALVES * HALVES * c * c + s * s
    cb, sb = (s * s - HALVES * HALVES * c * c) / d, 2.0 * HALVES * c * s / d
    rate, change = -HALVES / d, HALVES * (1.0 - HALVES * HALVES) * s * c / (d * d)
    nothing, up = (0.0, 0.0, 0.0), (0.0, 0.0, 1.0)
    x = (ca, sa, 0.0)
    m_0, h_0, q_0, v, a, _ = rod(LINKS[0][0], x, up, nothing, nothing, nothing)
    x, z, w, alpha = joint(x, up, up, nothing, LINKS[0][1], cb, sb, rate, change)
    m_1, h_1, q_1, v, a, _ = rod(LINKS[1][0], x, w, alpha, v, a)
    x, z, w, alpha = joint(x, z, w, alpha, LINKS[1][1], ca, -sa, -1.0, 0.0)
    m_2, h_2, q_2, v, a, _ = rod(LINKS[2][0], x, w, alpha, v, a)
    f[0] = y[1]
    f[1] = (q_0 + q_1 + q_2 - (h_0 + h_1 + h_2) * y[1] * y[1]) / (m_0 + m_1 + m_2)


def _centres(y: np.ndarray) -> np.ndarray:
    b = 2.0 * np.arctan2(HALVES * cos(0.5 * y[0]), sin(0.5 * y[0]))
    rate = -HALVES / (HALVES**2 * cos(0.5 * y[0]) ** 2 + sin(0.5 * y[0]) ** 2)
    angles = ((y[0], 1.0), (b, rate), (-y[0], -1.0))
    x, z, w, still = (1.0, 0.0, 0.0), (0.0, 0.0, 1.0), (0.0, 0.0, 0.0), (0.0, 0.0, 0.0)
    end, v, twist = np.zeros(3), still, 0.0
    places, speeds = [], []
    for (length, next_twist), (angle, speed) in zip(LINKS[:3], angles, strict=True):
        x, z, w, _ = joint(x, z, w, still, twist, cos(angle), sin(angle), speed, 0.0)
        places.append(end + 0.5 * length * np.array(x))
        _, _, _, v, _, centre = rod(length, x, w, still, v, still)
        speeds.append(y[1] * np.array(centre))
        end, twist = end + length * np.array(x), next_twist
    return np.concatenate([*places, *speeds])


def _hand(loop: Loop) -> Hand:
    return Hand(rates, None, np.array([1.0, 0.0]), ("A.angle",), _centres)
