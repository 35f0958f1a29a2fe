"""Table and memory of Radau IIA, as compiled code wants them."""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np

from ..tableaus.radau import Collocation
from .shifted_systems import ShiftedSystems

H_FACTORED, H_ACCEPTED, ERROR_ACCEPTED, THETA, H_PREVIOUS, DECAY = range(6)
"""Places in `RadauWork.state`: the step the factors are for, the last step and its error, the rate of convergence, …"""
HAS_JACOBIAN, IS_FRESH, HAS_BEFORE, NEWTON_TURNS, WAS_REJECTED = range(5)
"""Places in `RadauWork.flag`."""


class RadauTable(NamedTuple):
    """A collocation method as compiled code wants it."""

    c: Any
    a: Any
    t: Any
    t_inverse: Any
    error: Any
    dense: Any
    gamma: float
    alpha: float
    beta: float
    slow: float
    """Rate of convergence from which on the Jacobian is computed anew for the next step."""


class RadauWork(NamedTuple):
    """Memory of a step beside its ends: n entries with the energy integral, n − 1 where Newton's method solves."""

    before: Any
    """The polynomial of the step before, whose continuation Newton's method starts from."""
    f: Any
    z: Any
    w: Any
    right: Any
    error: Any
    systems: ShiftedSystems
    state: Any
    flag: Any


def radau_table(method: Collocation, slow: float) -> RadauTable:
    """A collocation method in arrays of its own; `slow` is the convergence that asks for a new Jacobian."""
    c, a, t, t_inverse, error, dense = (
        np.array(x) for x in (method.c, method.a, method.t, method.t_inverse, method.error, method.dense)
    )
    return RadauTable(c, a, t, t_inverse, error, dense, method.gamma, method.alpha, method.beta, slow)


def radau_memory(n: int, systems: ShiftedSystems) -> RadauWork:
    """Memory for steps of n entries, and the systems of Newton's method."""
    before, f, z = np.zeros((3, 3, n))
    w, right = np.zeros((2, 3, n - 1))
    return RadauWork(before, f, z, w, right, np.zeros(n - 1), systems, np.zeros(6), np.zeros(5, dtype=np.int64))
