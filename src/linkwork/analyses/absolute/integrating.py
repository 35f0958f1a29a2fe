r"""Prescribed motion where rows on velocities take part: places are integrated, then closed.

All rows together leave no choice about velocities, $A u = -\psi_0$; so places follow
$\dot e = \tfrac12\,\omega\circ e$, $\dot p = v$ and the rates of unknowns, by Dormand and Prince's method of order 8.
"""

from __future__ import annotations

import numpy as np
from scipy.integrate import solve_ivp

from ...absolute import Configuration
from ...absolute.motion import closed, closed_speeds
from ...absolute.tables import Tables
from ...mechanics.absolute import AbsoluteSystem


def integrated(system: AbsoluteSystem, tables: Tables, at: Configuration, t: float, rtol: float) -> Configuration:
    """The configuration at a time from one before, and its velocities."""
    size, nu = at.pose.size, system.layout.nu
    still = np.concatenate([np.zeros(nu), at.u[nu:]])

    def placed(time: float, y: np.ndarray) -> Configuration:
        pose = y[:size].reshape(at.pose.shape).copy()
        pose[:4] /= np.sqrt((pose[:4] ** 2).sum(axis=0))
        return Configuration(pose, y[size:], still, time)

    def rates(time: float, y: np.ndarray) -> np.ndarray:
        now = placed(time, y)
        u = closed_speeds(system, now, tables).u
        twist = u[: 6 * now.bodies].reshape(-1, 6).T
        a, e, w = now.pose[0], now.pose[1:4], twist[:3]
        turning = np.vstack([-(w * e).sum(axis=0), a * w + np.cross(w, e, axis=0)])
        return np.concatenate([0.5 * turning.ravel(), twist[3:].ravel(), u[6 * now.bodies :]])

    found = at
    if t > at.t:
        start = np.concatenate([at.pose.ravel(), at.own])
        run = solve_ivp(rates, (at.t, t), start, method="DOP853", rtol=rtol, atol=1e-2 * rtol)
        found = placed(float(run.t[-1]), run.y[:, -1])
    return closed(system, found, tables)[0]
