"""Absolute systems against trees: runs by a Runge–Kutta method, and reactions as far as they are unique."""

from __future__ import annotations

from typing import Any

import numpy as np
from scipy.sparse import issparse

import linkwork as lw
from linkwork.absolute import Configuration
from linkwork.absolute.channels import wrenches
from linkwork.absolute.motion import Saddle, accelerate, project_configuration
from tests.absolute_models import carried

AT_ONCE = 1e-7
"""Differences of one state, relative to the size of what is compared."""


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


def unique(absolute: lw.System, state: lw.State) -> dict[str, np.ndarray]:
    """For every connection what takes away, from a wrench, all that redundant rows may share in many ways."""
    saddle = Saddle(
        absolute.elements, absolute.elements.configuration(state), absolute.elements.tables(state.parameters)
    )
    whole = saddle.matrix.toarray() if issparse(saddle.matrix) else saddle.matrix
    A = whole[absolute.elements.size :, : absolute.elements.size]
    size = np.abs(A).max(axis=1)
    size[size == 0.0] = 1.0
    _, values, vt = np.linalg.svd((A / size[:, None]).T)
    free = [row / size for row in vt[int(np.sum(values > 1e-9 * values[0])) :]]
    found = [wrenches(absolute.elements, state, lam) for lam in free]
    result = {}
    for name in wrenches(absolute.elements, state, np.zeros(absolute.elements.rows)):
        shared = np.array([w[name] for w in found]).reshape(-1, 6).T
        U, s, _ = np.linalg.svd(shared, full_matrices=False)
        U = U[:, s > 1e-9]
        result[name] = np.eye(6) - U @ U.T
    return result


def check_loads(tree: Any, absolute: lw.System, state: lw.State) -> None:
    """Reactions at one state: all that does not depend on how redundant rows share it."""
    here = carried(tree, absolute, state)
    one, other = lw.loads(tree, state), lw.loads(absolute, here)
    loaded = {name: w for name, w in one.wrenches.items() if not name.endswith("(free)")}
    scale = 1.0 + max((float(np.abs(w.force).max()) for w in loaded.values()), default=0.0)
    # A hinge that leaves everything free carries nothing, and has no rows.
    for name in loaded.keys() - other.wrenches.keys():
        idle = loaded.pop(name)
        assert max(np.abs(idle.force).max(), np.abs(idle.moment).max()) < AT_ONCE * scale
    assert loaded.keys() == other.wrenches.keys()
    kept = unique(absolute, here) if loaded else {}
    for name, wrench in loaded.items():
        x, y = (np.concatenate([w.moment, w.force]) for w in (wrench, other[name]))
        assert np.abs(kept[name] @ (x - y)).max() < AT_ONCE * scale, name
