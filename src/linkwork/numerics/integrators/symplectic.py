"""Splitting methods for q̇ = u, u̇ = a(q, t): drifts and kicks in turn, with fixed steps.

E. Hairer, C. Lubich, G. Wanner, Geometric Numerical Integration, sections II.4 and V.3. The energy error stays bounded
over very long times where steps are equal.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np

from ...kernels.loops import loop
from ..status import NOT_FINITE, RUN_DONE
from .flow import Flow, evaluate_flow
from .hermite import HERMITE_POWERS, conclude_hermite
from .march import MarchLoops
from .projection import Projection
from .record import StepRecord, T
from .step_ends import StepEnds, step_ends


class SymplecticMethod(NamedTuple):
    """A splitting method on its way."""

    loops: MarchLoops
    flow: Flow
    projection: Projection
    order: int
    drifts: Any
    kicks: Any
    f_half: Any
    ends: StepEnds


@loop
def try_symplectic(
    method: SymplecticMethod, record: StepRecord, h: float, t_new: float, shortened: bool
) -> tuple[int, float]:
    """(status, 0) of a step."""
    flow, ends, drifts, kicks, t = method.flow, method.ends, method.drifts, method.kicks, record.clock[T]
    y_new, nu = ends.y_new, (len(ends.y) - 1) // 2
    for i in range(len(ends.y)):
        y_new[i] = ends.y[i]
    now = t
    for k in range(len(drifts)):
        for i in range(nu):
            y_new[i] += drifts[k] * h * y_new[nu + i]
        now += drifts[k] * h
        if k < len(kicks):
            if not evaluate_flow(flow, now, y_new, ends.f_1):
                return NOT_FINITE, 0.0
            for i in range(nu, 2 * nu):
                y_new[i] += kicks[k] * h * ends.f_1[i]
    return RUN_DONE if conclude_hermite(flow, ends, method.f_half, t, h, t_new) else NOT_FINITE, 0.0


SYMPLECTIC_LOOPS = MarchLoops(try_symplectic)


def symplectic_method(flow: Flow, projection: Projection, drifts: Any, kicks: Any) -> SymplecticMethod:
    """A method with memory of its own."""
    n = len(flow.f) - 1
    ends, table = step_ends(n, HERMITE_POWERS), (np.array(drifts), np.array(kicks))
    return SymplecticMethod(SYMPLECTIC_LOOPS, flow, projection, 0, *table, np.zeros(n), ends)
