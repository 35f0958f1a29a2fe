"""Absolute runs against those of a Runge–Kutta method on the tree."""

from __future__ import annotations

from typing import Any

import numpy as np

import linkwork as lw
from linkwork.absolute import Configuration
from linkwork.absolute.motion import accelerate, project_configuration
from tests.absolute_models import carried


def by_runge_kutta(absolute: lw.System, state: lw.State, span: float, steps: int) -> lw.State:
    """The motion from accelerations of the absolute formulation, by the classical Runge–Kutta method."""
    tables = absolute.elements.tables(state.parameters)
    at, _ = project_configuration(absolute.elements, absolute.elements.configuration(state), tables)
    h = span / steps

    def rates(y: Configuration) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
        n = 6 * y.bodies
        twist = y.u[:n].reshape(-1, 6).T
        turning = product_of(np.vstack([np.zeros(y.bodies), twist[:3]]), y.pose[:4])
        return np.vstack([0.5 * turning, twist[3:]]), y.u[n:], accelerate(absolute.elements, y, tables).u_dot

    def moved(y: Configuration, k: Any, by: float) -> Configuration:
        return Configuration(y.pose + by * k[0], y.own + by * k[1], y.u + by * k[2], y.t + by)

    for _ in range(steps):
        a = rates(at)
        b = rates(moved(at, a, h / 2))
        c = rates(moved(at, b, h / 2))
        d = rates(moved(at, c, h))
        at = moved(at, [(w + 2 * x + 2 * y + z) / 6 for w, x, y, z in zip(a, b, c, d, strict=True)], h)
    return absolute.elements.state_of(at, state.parameters)


def product_of(p: np.ndarray, q: np.ndarray) -> np.ndarray:
    """p ∘ q of quaternions, not brought to unit length."""
    a, x, b, y = p[0], p[1:], q[0], q[1:]
    return np.concatenate([(a * b - (x * y).sum(axis=0))[None], a * y + b * x + np.cross(x, y, axis=0)])


def apart(tree: Any, absolute: lw.System, there: lw.State, here: lw.State) -> float:
    """The largest difference of places and velocities, relative to the largest velocity."""
    wanted, n = carried(tree, absolute, there), len(absolute.elements.bodies.names)
    places = (here.q - wanted.q)[: 7 * n].reshape(n, 7)[:, 4:]
    speeds = (here.u - wanted.u)[: 6 * n]
    return max(float(np.abs(places).max()), float(np.abs(speeds).max()) / (1.0 + float(np.abs(wanted.u).max())))
