"""The exact derivative J = ∂f/∂y of a flow, unknowns of elements eliminated: J = f_y − f_s r_s⁻¹ r_y."""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np

from ...kernels.loops import loop
from ...kernels.loops.calls import call
from .flow import JACOBIANS, Flow, solve_unknowns
from .lu import factor_lu, solve_lu


class Tangent(NamedTuple):
    """The kernel of the derivatives and what it writes; y is without the energy integral, which nothing depends on."""

    kernel: Any
    f_y: Any
    f_s: Any
    r_y: Any
    pivots: Any
    column: Any


@loop
def differentiate(flow: Flow, tangent: Tangent, t: float, y: Any) -> bool:
    """Leaves J in `tangent.f_y`; False where it is not finite."""
    n = len(y)
    for i in range(n):
        flow.x[i] = y[i]
    flow.x[n] = t
    if len(flow.s) and not solve_unknowns(flow):
        return False
    return tangent_here(flow, tangent)


@loop
def tangent_here(flow: Flow, tangent: Tangent) -> bool:
    """The same at what `flow.x` holds, where the unknowns are solved for."""
    n, m = len(tangent.f_y) + 1, len(flow.s)
    call(tangent.kernel)
    flow.count[JACOBIANS] += 1
    if m:
        call(flow.settle)
        if not factor_lu(flow.r_s, tangent.pivots):
            return False
        for j in range(n - 1):
            for k in range(m):
                tangent.column[k] = tangent.r_y[k, j]
            solve_lu(flow.r_s, tangent.pivots, tangent.column)
            for i in range(n - 1):
                for k in range(m):
                    tangent.f_y[i, j] -= tangent.f_s[i, k] * tangent.column[k]
    total = 0.0
    for i in range(n - 1):
        for j in range(n - 1):
            total += tangent.f_y[i, j]
    return bool(np.isfinite(total))


def make_tangent(kernel: Any, f_y: Any, f_s: Any, r_y: Any) -> Tangent:
    """A tangent with memory for elimination."""
    m = len(r_y)
    return Tangent(kernel, f_y, f_s, r_y, np.zeros(m, dtype=np.int64), np.zeros(m))
