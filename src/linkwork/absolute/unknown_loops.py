r"""Unknowns of elements in compiled loops, element by element: the equations of `condensation` without Python.

$$ R(q, u, s, t) = 0, \qquad s_u = -R_s^{-1} R_u, \quad s_q = -R_s^{-1} R_q $$

Newton's method begins at the last solution, then at zero. A step is halved where the next correction, with the slopes
that led to it, is larger than the step: a test that does not depend on how residuals are scaled.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np

from ..kernels.loops import loop
from ..kernels.loops.calls import call
from ..numerics.integrators.lu import factor_lu, solve_lu

UNKNOWN_ITERATIONS = 50
UNKNOWN_CONVERGED = 1e-14
"""A correction, relative to 1 + |s|, that ends the iteration."""
UNKNOWN_ROUNDING = 1e-13
"""Halved steps below this are rounding: residuals get no smaller."""
M_COUNT, BY_U, BY_Q, AT_INPUTS, AT_S, AT_SLOPES, AT_U, AT_Q = range(8)
"""Columns of `UnknownLoops.table`: unknowns, velocities, directions; then where inputs and results begin."""


class UnknownLoops(NamedTuple):
    """All elements that have unknowns, one row each."""

    calls: Any
    """Calls of the residuals of single elements."""
    table: Any
    source: Any
    gathered: Any
    t: Any
    s: Any
    R: Any
    R_s: Any
    R_u: Any
    R_q: Any
    target: Any
    """Where s, s_u and s_q of an element go in `given`, element by element."""
    given: Any
    """What the functions of elements read."""
    step: Any
    scale: Any
    last: Any
    """Unknowns before a search, for one element."""
    before_step: Any
    """Unknowns before the last step of Newton's method."""
    taken: Any
    """The last step of Newton's method, at its whole length."""
    pivots: Any
    matrix: Any
    """Slopes that led to the last step, factored; room for the largest element."""


@loop
def solve_element_unknowns(it: UnknownLoops, memory: Any, t: float) -> bool:
    """Unknowns of all elements at the state in `memory`; False where one has none."""
    for i in range(len(it.source)):
        it.gathered[i] = memory[it.source[i]]
    it.t[0] = t
    at = 0
    for k in range(len(it.calls)):
        m, first = it.table[k, M_COUNT], it.table[k, AT_S]
        for i in range(m):
            it.last[i] = it.s[first + i]
        if not newton_element(it, k):
            for i in range(m):
                it.s[first + i] = 0.0
            if not newton_element(it, k):
                for i in range(m):
                    it.s[first + i] = it.last[i]
                return False
        at = hand_out(it, k, at)
    return True


@loop
def unknown_correction(it: UnknownLoops, m: int) -> float:
    """The step relative to 1 + |s|."""
    size = 0.0
    for i in range(m):
        part = abs(it.step[i]) / it.scale[i]
        size = part if part > size or not np.isfinite(part) else size
    return size


@loop
def factor_slopes(it: UnknownLoops, k: int) -> bool:
    """Factors of R_s of an element: in the corner of `matrix`, the rest of which is a unit matrix."""
    m, first = it.table[k, M_COUNT], it.table[k, AT_SLOPES]
    for i in range(len(it.matrix)):
        for j in range(len(it.matrix)):
            it.matrix[i, j] = it.R_s[first + i * m + j] if i < m and j < m else 1.0 if i == j else 0.0
    return bool(factor_lu(it.matrix, it.pivots))


@loop
def solve_slopes(it: UnknownLoops, m: int) -> None:
    """`step` becomes R_s⁻¹ times itself."""
    for i in range(m, len(it.step)):
        it.step[i] = 0.0
    solve_lu(it.matrix, it.pivots, it.step)


@loop
def newton_element(it: UnknownLoops, k: int) -> bool:
    """Newton's method for one element, from where its unknowns stand."""
    m, first = it.table[k, M_COUNT], it.table[k, AT_S]
    wished, fraction, change = np.inf, 1.0, np.inf
    for iteration in range(UNKNOWN_ITERATIONS):
        call(it.calls[k])
        for i in range(m):
            it.step[i] = it.R[first + i]
        if iteration > 0:
            # The correction that would follow, with the slopes that led here.
            solve_slopes(it, m)
            if not unknown_correction(it, m) <= wished:
                fraction *= 0.5
                change = 0.0
                for i in range(m):
                    it.s[first + i] = it.before_step[first + i] + fraction * it.taken[first + i]
                    change = max(change, fraction * abs(it.taken[first + i]) / it.scale[i])
                if change <= UNKNOWN_ROUNDING:
                    return True
                continue
        for i in range(m):
            it.step[i] = -it.R[first + i]
            it.scale[i] = 1.0 + abs(it.s[first + i])
        if not factor_slopes(it, k):
            return False
        solve_slopes(it, m)
        wished, fraction = unknown_correction(it, m), 1.0
        if not wished < np.inf:
            return False
        for i in range(m):
            it.before_step[first + i] = it.s[first + i]
            it.taken[first + i] = it.step[i]
            it.s[first + i] += it.step[i]
        if wished <= UNKNOWN_CONVERGED:
            return True
    return False


@loop
def hand_out(it: UnknownLoops, k: int, at: int) -> int:
    """Gives s, s_u and s_q of an element to its functions; where those of the next begin."""
    m, first = it.table[k, M_COUNT], it.table[k, AT_S]
    call(it.calls[k])
    factor_slopes(it, k)
    for i in range(m):
        it.given[it.target[at + i]] = it.s[first + i]
    at += m
    for side in range(2):
        columns = it.table[k, BY_U] if side == 0 else it.table[k, BY_Q]
        start = it.table[k, AT_U] if side == 0 else it.table[k, AT_Q]
        for j in range(columns):
            for i in range(m):
                it.step[i] = -(it.R_u[start + i * columns + j] if side == 0 else it.R_q[start + i * columns + j])
            solve_slopes(it, m)
            for i in range(m):
                it.given[it.target[at + i * columns + j]] = it.step[i]
        at += m * columns
    return at
