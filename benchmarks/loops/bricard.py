"""Bricard's loop with threefold symmetry that falls: six skew revolutes, one of five closing conditions repeats others.

Which of the five may be left out changes on the way: no four of them that one would pick first last for a whole turn.
"""

from __future__ import annotations

from math import atan, cos, pi, sin, sqrt, tan

import numba
import numpy as np

import linkwork as lw
from benchmarks.loops.bennett import joint, rod
from benchmarks.loops.loop import Hand, Joint, Loop, mark_centres

LENGTH, TWIST = 0.5, pi / 2
LINKS = 5
"""Links that move, twisted by +90° and −90° in turn; the sixth is the ground."""
GRAVITY = 9.81
START = 1.0
"""The first angle."""
ENOUGH = (1, 1, 1, 1, 0, 0)
"""Of three translations and two rotations, the four that stay independent all the way round."""


def bricard() -> Loop:
    """From a first angle of one radian, at rest; it swings through where every second angle is zero."""
    m = lw.Model("Bricard", gravity=(0.0, -GRAVITY, 0.0))
    bodies = [m.body(f"link {k}", lw.Rod(length=LENGTH, mass=1.0)) for k in range(LINKS)]
    ends = [b.at(LENGTH, 0, 0, rotate={"x": _twist(k)}) for k, b in enumerate(bodies)]
    last = m.ground.at(-LENGTH, 0, 0, rotate={"x": -_twist(LINKS)})
    names = "ABCDEF"
    joints = []
    for k, name in enumerate(names[:LINKS]):
        m.connect(name, lw.Revolute("z"), ends[k - 1] if k else m.ground, bodies[k])
        joints.append(Joint("revolute", f"link {k - 1}" if k else "ground", f"link {k}", on=f"link {k}"))
    m.connect(names[LINKS], lw.Revolute("z"), ends[-1], last)
    axis = (0.0, -sin(_twist(LINKS - 1)), cos(_twist(LINKS - 1)))
    closing = Joint("revolute", "link 4", "ground", on="link 4", point=(LENGTH, 0.0, 0.0), axis=axis, cut=True)
    values = dict(zip((f"{name}.angle" for name in names[:LINKS]), _angles(_first()) * 3, strict=False))
    return Loop("Bricard's loop", mark_centres(m), values, 10.0, (*joints, closing), _hand, enough=ENOUGH)


def _twist(k: int) -> float:
    return TWIST if k % 2 == 0 else -TWIST


def _first() -> float:
    """The coordinate at the start: (1 + x²)(1 + y²) = 4 for the tangents x, y of half the angles, tan ψ = y / x."""
    x = tan(0.5 * START)
    return atan(sqrt(4.0 / (1.0 + x * x) - 1.0) / x)


@numba.njit(inline="always")
def radius(angle):  # type: ignore[no-untyped-def]
    """r(ψ) and its first and second derivatives, where x = r cos ψ and y = r sin ψ."""
    w = sqrt(1.0 + 3.0 * sin(2.0 * angle) ** 2)
    w_1 = 3.0 * sin(4.0 * angle) / w
    w_2 = (12.0 * cos(4.0 * angle) - w_1 * w_1) / w
    d = 1.0 / (1.0 + w)
    square, square_1 = 6.0 * d, -6.0 * w_1 * d * d
    square_2 = (-6.0 * w_2 + 12.0 * w_1 * w_1 * d) * d * d
    r = sqrt(square)
    r_1 = 0.5 * square_1 / r
    return r, r_1, (0.5 * square_2 - r_1 * r_1) / r


@numba.njit(inline="always")
def doubled(x, x_1, x_2):  # type: ignore[no-untyped-def]
    """Cosine, sine, and derivatives of the angle whose half has the tangent x."""
    d = 1.0 / (1.0 + x * x)
    return (1.0 - x * x) * d, 2.0 * x * d, 2.0 * x_1 * d, 2.0 * d * (x_2 - 2.0 * x * x_1 * x_1 * d)


@numba.njit(inline="always")
def both(angle):  # type: ignore[no-untyped-def]
    """Of both angles that alternate: cosine, sine, first and second derivatives by ψ."""
    r, r_1, r_2 = radius(angle)
    c, s = cos(angle), sin(angle)
    first = doubled(r * c, r_1 * c - r * s, r_2 * c - 2.0 * r_1 * s - r * c)
    return first, doubled(r * s, r_1 * s + r * c, r_2 * s + 2.0 * r_1 * c - r * s)


@numba.njit
def rates(t, y, f):  # type: ignore[no-untyped-def]
    """One equation for ψ, from which all six angles follow in closed form."""
    (ca, sa, a_1, a_2), (cb, sb, b_1, b_2) = both(y[0])
    still, up = (0.0, 0.0, 0.0), (0.0, 0.0, 1.0)
    x, z, w, alpha = (ca, sa, 0.0), up, (0.0, 0.0, a_1), (0.0, 0.0, a_2)
    m_0, h_0, q_0, v, a, _ = rod(LENGTH, x, w, alpha, still, still)
    x, z, w, alpha = joint(x, z, w, alpha, TWIST, cb, sb, b_1, b_2)
    m_1, h_1, q_1, v, a, _ = rod(LENGTH, x, w, alpha, v, a)
    x, z, w, alpha = joint(x, z, w, alpha, -TWIST, ca, sa, a_1, a_2)
    m_2, h_2, q_2, v, a, _ = rod(LENGTH, x, w, alpha, v, a)
    x, z, w, alpha = joint(x, z, w, alpha, TWIST, cb, sb, b_1, b_2)
    m_3, h_3, q_3, v, a, _ = rod(LENGTH, x, w, alpha, v, a)
    x, z, w, alpha = joint(x, z, w, alpha, -TWIST, ca, sa, a_1, a_2)
    m_4, h_4, q_4, v, a, _ = rod(LENGTH, x, w, alpha, v, a)
    f[0] = y[1]
    force, bias = q_0 + q_1 + q_2 + q_3 + q_4, h_0 + h_1 + h_2 + h_3 + h_4
    f[1] = (force - bias * y[1] * y[1]) / (m_0 + m_1 + m_2 + m_3 + m_4)


def _angles(angle: float) -> tuple[float, float]:
    r = radius(angle)[0]
    return 2.0 * atan(r * cos(angle)), 2.0 * atan(r * sin(angle))


def _centres(y: np.ndarray) -> np.ndarray:
    turns = both(y[0]) * 3
    still = (0.0, 0.0, 0.0)
    x, z, w, v, end, twist = (1.0, 0.0, 0.0), (0.0, 0.0, 1.0), still, still, np.zeros(3), 0.0
    places, speeds = [], []
    for k in range(LINKS):
        c, s, rate, _ = turns[k]
        x, z, w, _ = joint(x, z, w, still, twist, c, s, rate, 0.0)
        places.append(end + 0.5 * LENGTH * np.array(x))
        _, _, _, v, _, centre = rod(LENGTH, x, w, still, v, still)
        speeds.append(y[1] * np.array(centre))
        end, twist = end + LENGTH * np.array(x), _twist(k)
    return np.concatenate([*places, *speeds])


def _hand(loop: Loop) -> Hand:
    return Hand(rates, None, np.array([_first(), 0.0]), (), _centres)
