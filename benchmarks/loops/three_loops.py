"""A ladder of three cells of cranks with unequal couplers that falls: three loops, one degree of freedom."""

from __future__ import annotations

from math import cos, sin

import numba
import numpy as np

import linkwork as lw
from benchmarks.loops.cell import ratios, rocker_of, rod, side_of
from benchmarks.loops.loop import Hand, Joint, Loop, mark_centres

CELLS, BASE = 3, 2.0
CRANKS = tuple(1.0 + 0.1 * k for k in range(CELLS + 1))
COUPLERS = tuple(2.0 + 0.05 * k for k in range(CELLS))


def three_loops() -> Loop:
    """From a first crank at 1.2 radians, at rest; all couplers above."""
    m = lw.Model("three loops", gravity=(0.0, -9.81, 0.0))
    cranks = [m.body(f"crank {k}", lw.Rod(length=x, mass=1.0)) for k, x in enumerate(CRANKS)]
    couplers = [m.body(f"coupler {k}", lw.Rod(length=x, mass=1.0)) for k, x in enumerate(COUPLERS)]
    joints = []
    for k, crank in enumerate(cranks):
        m.connect(f"A{k}", lw.Revolute("z"), m.ground.at(BASE * k, 0, 0), crank)
        joints.append(Joint("revolute", "ground", f"crank {k}", on=f"crank {k}"))
    for k, coupler in enumerate(couplers):
        first, second, end = f"crank {k}", f"crank {k + 1}", (COUPLERS[k], 0.0, 0.0)
        m.connect(f"B{k}", lw.Revolute("z"), cranks[k].at(CRANKS[k], 0, 0), coupler)
        m.connect(f"C{k}", lw.Revolute("z"), coupler.at(*end), cranks[k + 1].at(CRANKS[k + 1], 0, 0))
        joints.append(Joint("revolute", first, f"coupler {k}", on=f"coupler {k}"))
        joints.append(Joint("revolute", f"coupler {k}", second, on=f"coupler {k}", point=end, cut=True))
    return Loop("three loops", mark_centres(m), {"A0.angle": 1.2}, 10.0, tuple(joints), _hand, planar=True)


def _hand(loop: Loop) -> Hand:
    side = np.zeros(CELLS)
    for k in range(CELLS):
        crank = loop.world(f"crank {k}", (CRANKS[k], 0, 0))[:2]
        pin = loop.world(f"coupler {k}", (COUPLERS[k], 0, 0))[:2]
        side[k] = side_of(crank - [BASE * k, 0.0], pin - crank, BASE)

    @numba.njit
    def rates(t, y, f):  # type: ignore[no-untyped-def]
        a, w, alpha = (cos(y[0]), sin(y[0])), 1.0, 0.0
        mass = bias = force = 0.0
        for k in range(CELLS + 1):
            m, h, q, end = rod(CRANKS[k], 1.0, (0.0, 0.0, 0.0, 0.0), a, w, alpha)
            mass, bias, force = mass + m, bias + h, force + q
            if k == CELLS:
                break
            lengths = (CRANKS[k], COUPLERS[k], CRANKS[k + 1])
            b_x, b_y, c_x, c_y = rocker_of(a[0], a[1], lengths[0], lengths[1], lengths[2], BASE, side[k])
            b, c = (b_x, b_y), (c_x, c_y)
            w_b, w_c, alpha_b, alpha_c = ratios(a, b, c, lengths, w, alpha)
            m, h, q, _ = rod(COUPLERS[k], 1.0, end, b, w_b, alpha_b)
            mass, bias, force = mass + m, bias + h, force + q
            a, w, alpha = c, w_c, alpha_c
        f[0] = y[1]
        f[1] = (force - bias * y[1] * y[1]) / mass

    def centres(y: np.ndarray) -> np.ndarray:
        a, w = np.array([cos(y[0]), sin(y[0])]), y[1]
        turned = np.array([[0.0, -1.0], [1.0, 0.0]])
        cranks, couplers, speeds, coupler_speeds = [], [], [], []
        for k in range(CELLS + 1):
            pivot = np.array([BASE * k, 0.0])
            cranks.append(pivot + 0.5 * CRANKS[k] * a)
            speeds.append(0.5 * CRANKS[k] * w * turned @ a)
            if k == CELLS:
                break
            lengths = (CRANKS[k], COUPLERS[k], CRANKS[k + 1])
            found = np.array(rocker_of(a[0], a[1], *lengths, BASE, side[k]))
            b, c = found[:2], found[2:]
            w_b, w_c, _, _ = ratios(a, b, c, lengths, w, 0.0)
            couplers.append(pivot + CRANKS[k] * a + 0.5 * COUPLERS[k] * b)
            coupler_speeds.append(CRANKS[k] * w * turned @ a + 0.5 * COUPLERS[k] * w_b * turned @ b)
            a, w = c, w_c
        flat = [*cranks, *couplers, *speeds, *coupler_speeds]
        return np.concatenate([[*v, 0.0] for v in flat])

    return Hand(rates, None, np.array([1.2, 0.0]), ("A0.angle",), centres)
