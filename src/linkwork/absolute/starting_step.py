"""The step that a run of an absolute system begins with."""

from __future__ import annotations

from typing import Any

import numpy as np

from ..numerics.integrators.first_step import first_step
from .configuration import Configuration
from .measure import Tolerances, relative_size
from .motion import accelerate
from .tables import Tables


def starting_step(
    system: Any, tables: Tables, at: Configuration, u_dot: np.ndarray, allowed: Tolerances, order: int, span: float
) -> float:
    """A step from accelerations and their change, for a method of an order, in a run that takes so long."""
    places, bodies = np.zeros(system.size), 6 * at.bodies
    places[:bodies].reshape(-1, 6)[:, 0] = 1.0  # the size of orientations
    places[:bodies].reshape(-1, 6)[:, 3:] = at.pose[4:].T
    places[bodies:] = at.own

    def sized(x: np.ndarray, v: np.ndarray) -> float:
        return relative_size(system, x, v, at, at, allowed)

    def change(h: float) -> float:
        ahead = at.moved(h * at.u, at.u + h * u_dot, at.t + h)
        return sized(h * u_dot, accelerate(system, ahead, tables).u_dot - u_dot) / h

    return first_step(sized(places, at.u), sized(at.u, u_dot), change, order, span)
