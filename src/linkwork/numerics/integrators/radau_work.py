"""Table and memory of Radau IIA, as compiled code wants them."""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np

from ...kernels.loops import loop
from ..tableaus.radau import Collocation
from .shifted_systems import ShiftedSystems
from .step_history import new_track

H_FACTORED, H_ACCEPTED, ERROR_ACCEPTED, THETA, H_PREVIOUS, DECAY, KAPPA = range(7)
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


class RadauWork(NamedTuple):
    """Memory of a step: n entries with the energy integral, n − 1 in what Newton's method solves for."""

    y: Any
    y_new: Any
    trial: Any
    shift: Any
    dense: Any
    before: Any
    """The polynomial of the step before, whose continuation Newton's method starts from."""
    f_0: Any
    f_1: Any
    f: Any
    z: Any
    w: Any
    right: Any
    error: Any
    systems: ShiftedSystems
    state: Any
    flag: Any
    track: Any
    """Where the last steps started."""
    scale: Any
    rtol: float


@loop
def forget(memory: RadauWork) -> None:
    """What is known of the past does not hold after an event."""
    for k in range(len(memory.flag)):
        memory.flag[k] = 0
    memory.state[H_ACCEPTED] = 0.0
    memory.state[DECAY] = 1.0


def radau_table(method: Collocation) -> RadauTable:
    """A collocation method in arrays of its own."""
    c, a, t, t_inverse, error, dense = (
        np.array(x) for x in (method.c, method.a, method.t, method.t_inverse, method.error, method.dense)
    )
    return RadauTable(c, a, t, t_inverse, error, dense, method.gamma, method.alpha, method.beta)


def radau_memory(n: int, rtol: float, atol: Any, systems: ShiftedSystems) -> RadauWork:
    """Memory for steps of n entries, and the systems of Newton's method."""
    state = np.zeros(7)
    state[KAPPA] = max(10.0 * np.finfo(float).eps / rtol, min(0.03, float(np.sqrt(rtol))))
    m = n - 1
    y, y_new, trial, shift, f_0, f_1 = np.zeros((6, n))
    dense, before, f, z = np.zeros((4, 3, n))
    w, right = np.zeros((2, 3, m))
    memory = RadauWork(
        y=y,
        y_new=y_new,
        trial=trial,
        shift=shift,
        dense=dense,
        before=before,
        f_0=f_0,
        f_1=f_1,
        f=f,
        z=z,
        w=w,
        right=right,
        error=np.zeros(m),
        systems=systems,
        state=state,
        flag=np.zeros(5, dtype=np.int64),
        track=new_track(n),
        scale=np.array(np.broadcast_to(np.asarray(atol, dtype=float), n)),
        rtol=float(rtol),
    )
    forget(memory)
    return memory
