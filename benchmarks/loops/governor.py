"""A flyball governor in the manner of the IFToMM benchmark: stiff rods close two loops, an implicit method is at home.

Two arms with balls hang on a free spindle and hold a sleeve by rods that are stiff springs with strong dampers, whose
fast decay (some 10⁴ per second) has long ended when the balls move out (about 0.1 per second).
"""

from __future__ import annotations

from math import cos, pi, sin, sqrt

import numba
import numpy as np

import linkwork as lw
from benchmarks.loops.loop import Hand, Joint, Loop, Spring, mark_centres

ARM, HOLD = 1.0, 0.5
"""Length of the arms; where on them the rods hold, which are as long."""
BALL, ROD, SLEEVE, SPINDLE = 5.0, 1.0, 3.0, 20.0
STIFFNESS, DAMPING = 8e5, 4e4
SPEED, ANGLE = 2.0 * pi, pi / 6
GRAVITY = 9.81
SIDES = {"left": -1.0, "right": 1.0}
INERTIA = (BALL + ROD / 3.0) * ARM**2
"""Of an arm about its hinge."""
WEIGHT = (BALL + ROD / 2.0) * ARM * GRAVITY
SPIN = 0.5 * SPINDLE * 0.05**2 + 0.5 * SLEEVE * (0.1**2 + 0.05**2)
"""Inertia of spindle and sleeve about the axis."""


def governor() -> Loop:
    """From arms at thirty degrees and one turn a second, the rods without tension."""
    m = lw.Model("governor", gravity=(0.0, 0.0, -GRAVITY))
    spindle = m.body("spindle", lw.Cylinder(radius=0.05, length=1.2, axis="z", mass=SPINDLE, at=(0, 0, -0.6)))
    ring = lw.Cylinder(radius=0.1, inner_radius=0.05, length=0.05, axis="z", mass=SLEEVE)
    sleeve = m.body("sleeve", ring)
    height = -2.0 * HOLD * cos(ANGLE)
    m.connect("bearing", lw.Revolute("z"), m.ground, spindle, initial={"angle_dot": SPEED})
    m.connect("slide", lw.Prismatic("z"), spindle, sleeve, initial={"displacement": height})
    joints = [
        Joint("revolute", "ground", "spindle", on="spindle", speed=SPEED),
        Joint("prismatic", "spindle", "sleeve", on="sleeve"),
    ]
    springs = []
    for name, side in SIDES.items():
        rod = lw.Rod(length=ARM, mass=ROD, rotate={"y": pi / 2})
        arm = m.body(f"{name} arm", rod, lw.PointMass(mass=BALL, at=(0, 0, -ARM)))
        m.connect(f"{name} hinge", lw.Revolute((0, -side, 0)), spindle, arm, initial={"angle": ANGLE})
        law = lw.Spring(stiffness=STIFFNESS, damping=DAMPING, length=HOLD)
        m.connect(f"{name} rod", law, arm.at(0, 0, -HOLD), sleeve)
        joints.append(Joint("revolute", "spindle", f"{name} arm", on=f"{name} arm", axis=(0.0, -side, 0.0)))
        ends = (f"{name} arm", (0.0, 0.0, -HOLD), "sleeve", (0.0, 0.0, 0.0))
        springs.append(Spring(*ends, STIFFNESS, DAMPING, HOLD))
    gravity = (0.0, 0.0, -GRAVITY)
    return Loop("governor", mark_centres(m), {}, 10.0, tuple(joints), _hand, tuple(springs), gravity, stiff=True)


@numba.njit(inline="always")
def tension(angle, z, angle_dot, z_dot):  # type: ignore[no-untyped-def]
    """(force, length, ∂length/∂angle, ∂length/∂z) of a rod between an arm and the sleeve."""
    s, c = sin(angle), cos(angle)
    x, y = HOLD * s, -HOLD * c - z
    length = sqrt(x * x + y * y)
    by_angle, by_z = (x * HOLD * c + y * HOLD * s) / length, -y / length
    rate = by_angle * angle_dot + by_z * z_dot
    return STIFFNESS * (length - HOLD) + DAMPING * rate, length, by_angle, by_z


@numba.njit
def rates(t, y, f):  # type: ignore[no-untyped-def]
    """y: turn of the spindle, height of the sleeve, angles of the arms, and their rates."""
    spin, z, z_dot = y[4], y[1], y[5]
    whole, loss, pull = SPIN, 0.0, 0.0
    for k in (2, 3):
        angle, angle_dot = y[k], y[k + 4]
        s, c = sin(angle), cos(angle)
        force, _, by_angle, by_z = tension(angle, z, angle_dot, z_dot)
        f[k] = angle_dot
        f[k + 4] = s * c * spin * spin - (WEIGHT * s + force * by_angle) / INERTIA
        pull += force * by_z
        whole += INERTIA * s * s
        loss += 2.0 * INERTIA * s * c * angle_dot
    f[0], f[1] = spin, z_dot
    f[4] = -loss * spin / whole
    f[5] = -pull / SLEEVE - GRAVITY


@numba.njit
def jacobian(t, y, J):  # type: ignore[no-untyped-def]
    """∂f/∂y."""
    J[:] = 0.0
    for i in range(4):
        J[i, i + 4] = 1.0
    spin, z, z_dot = y[4], y[1], y[5]
    whole, loss = SPIN, 0.0
    for k in (2, 3):
        s, c = sin(y[k]), cos(y[k])
        whole += INERTIA * s * s
        loss += 2.0 * INERTIA * s * c * y[k + 4]
    J[4, 4] = -loss / whole
    for k in (2, 3):
        angle, rate = y[k], y[k + 4]
        s, c = sin(angle), cos(angle)
        force, length, a, b = tension(angle, z, rate, z_dot)
        # Second derivatives of the length, of whose square half the second derivatives are simple.
        a_a = (-HOLD * z * c - a * a) / length
        a_b = (-HOLD * s - a * b) / length
        b_b = (1.0 - b * b) / length
        by_angle = STIFFNESS * a + DAMPING * (a_a * rate + a_b * z_dot)
        by_z = STIFFNESS * b + DAMPING * (a_b * rate + b_b * z_dot)
        J[k + 4, k] = (c * c - s * s) * spin * spin - (WEIGHT * c + by_angle * a + force * a_a) / INERTIA
        J[k + 4, 1] = -(by_z * a + force * a_b) / INERTIA
        J[k + 4, 4] = 2.0 * s * c * spin
        J[k + 4, k + 4] = -DAMPING * a * a / INERTIA
        J[k + 4, 5] = -DAMPING * a * b / INERTIA
        J[5, k] = -(by_angle * b + force * a_b) / SLEEVE
        J[5, 1] -= (by_z * b + force * b_b) / SLEEVE
        J[5, k + 4] = -DAMPING * a * b / SLEEVE
        J[5, 5] -= DAMPING * b * b / SLEEVE
        slope = 2.0 * INERTIA * (c * c - s * s) * rate
        J[4, k] = -spin * (slope - loss * 2.0 * INERTIA * s * c / whole) / whole
        J[4, k + 4] = -2.0 * INERTIA * s * c * spin / whole


def _centres(y: np.ndarray) -> np.ndarray:
    out, along = np.array([cos(y[0]), sin(y[0]), 0.0]), np.array([-sin(y[0]), cos(y[0]), 0.0])
    down = np.array([0.0, 0.0, -1.0])
    lever = (BALL + ROD / 2.0) * ARM / (BALL + ROD)
    places, speeds = [0.6 * down, -y[1] * down], [0.0 * down, -y[5] * down]
    for k, side in zip((2, 3), SIDES.values(), strict=True):
        s, c = sin(y[k]), cos(y[k])
        places.append(lever * (side * s * out + c * down))
        speeds.append(lever * (y[k + 4] * (side * c * out - s * down) + y[4] * side * s * along))
    return np.concatenate([*places, *speeds])


def _hand(loop: Loop) -> Hand:
    start = np.array([0.0, -2.0 * HOLD * cos(ANGLE), ANGLE, ANGLE, SPEED, 0.0, 0.0, 0.0])
    names = ("bearing.angle", "slide.displacement", "left hinge.angle", "right hinge.angle")
    return Hand(rates, jacobian, start, names, _centres)
