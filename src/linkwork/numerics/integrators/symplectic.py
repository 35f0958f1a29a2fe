"""Splitting methods for q̇ = u, u̇ = a(q, t): drifts and kicks in turn, with fixed steps.

E. Hairer, C. Lubich, G. Wanner, Geometric Numerical Integration, sections II.4 and V.3. The energy error stays bounded
over very long times where steps are equal.

Composition of three leapfrog steps, order 4, symplectic and symmetric.

E. Forest, R. D. Ruth, Fourth-order symplectic integration, Physica D 43 (1990) 105–117; H. Yoshida, Construction of
higher order symplectic integrators, Phys. Lett. A 150 (1990) 262–268.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, NamedTuple

import numpy as np

from ...kernels.loops import loop
from ..status import NOT_FINITE, RUN_DONE
from .flow import Flow, evaluate_flow
from .march import MarchLoops
from .projection import Projection
from .record import StepRecord, T
from .step_ends import HERMITE_POWERS, StepEnds, conclude_hermite, step_ends


@dataclass(frozen=True)
class Splitting:
    """Drifts (q moves at constant u) and kicks (u changes at constant q) in turn, a drift first and last."""

    name: str
    order: int
    drifts: tuple[float, ...]
    kicks: tuple[float, ...]


_OUTER = 1.0 / (2.0 - 2.0 ** (1.0 / 3.0))
_INNER = 1.0 - 2.0 * _OUTER

FOREST_RUTH = Splitting(
    name="symplectic",
    order=4,
    drifts=(0.5 * _OUTER, 0.5 * (_OUTER + _INNER), 0.5 * (_OUTER + _INNER), 0.5 * _OUTER),
    kicks=(_OUTER, _INNER, _OUTER),
)


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
