"""A planar four-bar that falls: crank, coupler and rocker, one loop."""

from __future__ import annotations

from math import cos, sin

import numba
import numpy as np

import linkwork as lw
from benchmarks.loops.cell import ratios, rocker_of, rod, side_of
from benchmarks.loops.loop import Hand, Joint, Loop, mark_centres

CRANK, COUPLER, ROCKER, BASE = 1.0, 2.0, 2.0, 2.5


def four_bar() -> Loop:
    """From a crank at one radian, at rest."""
    m = lw.Model("four-bar", gravity=(0.0, -9.81, 0.0))
    sizes = {"crank": CRANK, "coupler": COUPLER, "rocker": ROCKER}
    crank, coupler, rocker = (m.body(name, lw.Rod(length=x, mass=1.0)) for name, x in sizes.items())
    m.connect("A", lw.Revolute("z"), m.ground, crank)
    m.connect("B", lw.Revolute("z"), crank.at(CRANK, 0, 0), coupler)
    m.connect("C", lw.Revolute("z"), coupler.at(COUPLER, 0, 0), rocker)
    m.connect("D", lw.Revolute("z"), rocker.at(ROCKER, 0, 0), m.ground.at(BASE, 0, 0))
    joints = (
        Joint("revolute", "ground", "crank", on="crank"),
        Joint("revolute", "crank", "coupler", on="coupler"),
        Joint("revolute", "coupler", "rocker", on="rocker"),
        Joint("revolute", "rocker", "ground", on="rocker", point=(ROCKER, 0.0, 0.0), cut=True),
    )
    return Loop("four-bar", mark_centres(m), {"A.angle": 1.0}, 10.0, joints, _hand, planar=True)


def _hand(loop: Loop) -> Hand:
    crank, pin = loop.world("crank", (CRANK, 0, 0))[:2], loop.world("coupler", (COUPLER, 0, 0))[:2]
    side = side_of(crank, pin - crank, BASE)

    @numba.njit
    def rates(t, y, f):  # type: ignore[no-untyped-def]
        a = (cos(y[0]), sin(y[0]))
        b_x, b_y, c_x, c_y = rocker_of(a[0], a[1], CRANK, COUPLER, ROCKER, BASE, side)
        b, c = (b_x, b_y), (c_x, c_y)
        w_b, w_c, alpha_b, alpha_c = ratios(a, b, c, (CRANK, COUPLER, ROCKER), 1.0, 0.0)
        still = (0.0, 0.0, 0.0, 0.0)
        m_a, h_a, q_a, end = rod(CRANK, 1.0, still, a, 1.0, 0.0)
        m_b, h_b, q_b, _ = rod(COUPLER, 1.0, end, b, w_b, alpha_b)
        m_c, h_c, q_c, _ = rod(ROCKER, 1.0, still, c, w_c, alpha_c)
        f[0] = y[1]
        f[1] = (q_a + q_b + q_c - (h_a + h_b + h_c) * y[1] * y[1]) / (m_a + m_b + m_c)

    def centres(y: np.ndarray) -> np.ndarray:
        a = np.array([cos(y[0]), sin(y[0])])
        found = np.array(rocker_of(a[0], a[1], CRANK, COUPLER, ROCKER, BASE, side))
        b, c = found[:2], found[2:]
        w_b, w_c, _, _ = ratios(a, b, c, (CRANK, COUPLER, ROCKER), 1.0, 0.0)
        turned = np.array([[0.0, -1.0], [1.0, 0.0]])
        places = [0.5 * CRANK * a, CRANK * a + 0.5 * COUPLER * b, [BASE, 0.0] + 0.5 * ROCKER * c]
        v_b, v_c = COUPLER * w_b * turned @ b, ROCKER * w_c * turned @ c
        speeds = [0.5 * CRANK * turned @ a, CRANK * turned @ a + 0.5 * v_b, 0.5 * v_c]
        return np.concatenate([_spatial(places), y[1] * _spatial(speeds)])

    return Hand(rates, None, np.array([1.0, 0.0]), ("A.angle",), centres)


def _spatial(vectors: list[np.ndarray]) -> np.ndarray:
    return np.concatenate([[*v, 0.0] for v in vectors])
