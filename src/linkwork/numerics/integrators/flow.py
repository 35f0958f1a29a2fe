"""A differential equation ẏ = f(t, y) as native code, the way compiled loops see it.

y = (q, u, z, w): coordinates, speeds, states of elements, and w, the integral of the power, which is carried along for
the energy balance and does not take part in step control.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np

from ...kernels.loops import loop
from ...kernels.loops.calls import call
from ..weighted_sums import are_finite, assign
from .lu import factor_lu, solve_lu

UNSEEN = np.array((np.inf, -np.inf, 1.0, np.nan, np.nan))
"""`Flow.pivot` before the first evaluation."""
CALLS, JACOBIANS, SETTLINGS, FAILED_CALLS = range(4)
"""Places in `Flow.count`."""


class Flow(NamedTuple):
    """Kernels and their buffers. A kernel is four integers: its address, and those of its inputs, outputs and work."""

    rhs: Any
    x: Any
    """What kernels read: y, then t."""
    f: Any
    """What `rhs` writes: ẏ, then the smallest pivot."""
    settle: Any
    """The kernel of the residual of the unknowns."""
    s: Any
    """Unknowns of elements, which all kernels read; kept from call to call as the start of the next search."""
    r: Any
    r_s: Any
    s_before: Any
    """The unknowns before a search."""
    ds: Any
    """The last change of the unknowns: compiled loops allocate nothing."""
    count: Any
    pivot: Any
    """(smallest pivot so far, largest so far, the one at the end of the last step; the root of that before, its time).

    A pivot is what elimination leaves of a row, relative to the row: zero where rows depend on each other.
    """


@loop
def evaluate_flow(flow: Flow, t: float, y: Any, f: Any) -> bool:
    """Writes f(t, y); False where it is not finite or the unknowns have no solution."""
    n = len(y)
    for i in range(n):
        flow.x[i] = y[i]
    flow.x[n] = t
    if len(flow.s) and not solve_unknowns(flow):
        return False
    call(flow.rhs)
    flow.count[CALLS] += 1
    wrong = 0
    for i in range(n):
        f[i] = flow.f[i]
        # Counted, where a sum of the rates would do too: counting vectorises.
        wrong += 0 if abs(flow.f[i]) < np.inf else 1
    pivot = flow.f[n]
    flow.pivot[0] = min(flow.pivot[0], pivot)
    flow.pivot[1] = max(flow.pivot[1], pivot)
    return wrong == 0


@loop
def rated(flow: Flow, t: float, kernel: Any, f: Any) -> bool:
    """The same for a state that `flow.x` holds, by a kernel that writes the rates and the smallest pivot into f."""
    n = len(f) - 1
    flow.x[n] = t
    if len(flow.s) and not solve_unknowns(flow):
        return False
    call(kernel)
    flow.count[CALLS] += 1
    flow.pivot[0] = min(flow.pivot[0], f[n])
    flow.pivot[1] = max(flow.pivot[1], f[n])
    return are_finite(f, n)


@loop
def rated_here(flow: Flow) -> bool:
    """The same for the time that `flow.x` holds too, into `flow.f`."""
    return rated(flow, flow.x[len(flow.f) - 1], flow.rhs, flow.f)


@loop
def evaluate_kernel(flow: Flow, kernel: Any, t: float, y: Any) -> bool:
    """Runs another kernel at a state; False where the unknowns have no solution."""
    assign(flow.x, y)
    flow.x[len(y)] = t
    if len(flow.s) and not solve_unknowns(flow):
        return False
    call(kernel)
    return True


@loop
def solve_unknowns(flow: Flow) -> bool:
    """Solves for the unknowns at what `flow.x` holds, by Newton's method with halved steps.

    Where it fails they are left as they were: a state that a step tried in vain must not spoil the search at the next.
    """
    assign(flow.s_before, flow.s)
    if found(flow):
        return True
    assign(flow.s, flow.s_before)
    return False


@loop
def found(flow: Flow) -> bool:
    """The same, with whatever is left in the unknowns where it fails."""
    m, step = len(flow.s), flow.ds
    before = np.inf
    for iteration in range(50):
        call(flow.settle)
        flow.count[SETTLINGS] += 1
        size = 0.0
        for i in range(m):
            size += flow.r[i] * flow.r[i]
        if not np.isfinite(size) and iteration == 0:
            return False
        if iteration > 0 and not size <= before and iteration < 40:
            # A longer step than the residual can follow: half of it back.
            change = 0.0
            for i in range(m):
                step[i] *= 0.5
                flow.s[i] -= step[i]
                change = max(change, abs(step[i]) / (1.0 + abs(flow.s[i])))
            if change > 1e-13:
                continue
            return size <= 1e-18 * (1.0 + before) or change <= 1e-15
        before = size
        for i in range(m):
            step[i] = -flow.r[i]
        if not solve_dense(flow.r_s, step):
            return False
        change = 0.0
        for i in range(m):
            flow.s[i] += step[i]
            change = max(change, abs(step[i]) / (1.0 + abs(flow.s[i])))
        if change <= 1e-14:
            return True
    return False


@loop
def solve_dense(a: Any, b: Any) -> bool:
    """Solves a x = b in place by elimination with row exchange; False where a is singular. `a` is destroyed."""
    n = len(b)
    for k in range(n):
        at = k
        for i in range(k + 1, n):
            if abs(a[i, k]) > abs(a[at, k]):
                at = i
        if not abs(a[at, k]) > 0.0:
            return False
        if at != k:
            for j in range(k, n):
                a[k, j], a[at, j] = a[at, j], a[k, j]
            b[k], b[at] = b[at], b[k]
        for i in range(k + 1, n):
            factor = a[i, k] / a[k, k]
            if factor != 0.0:
                for j in range(k + 1, n):
                    a[i, j] -= factor * a[k, j]
                b[i] -= factor * b[k]
    for i in range(n - 1, -1, -1):
        total = b[i]
        for j in range(i + 1, n):
            total -= a[i, j] * b[j]
        b[i] = total / a[i, i]
    return True


def no_kernel() -> np.ndarray:
    """Four integers where there is nothing to call."""
    return np.zeros(4, dtype=np.int64)


def make_flow(rhs: Any, x: Any, f: Any, settle: Any, s: Any, r: Any, r_s: Any) -> Flow:
    """A flow with fresh counters."""
    count, pivot = np.zeros(4, dtype=np.int64), UNSEEN.copy()
    return Flow(rhs, x, f, settle, s, r, r_s, np.zeros(len(s)), np.zeros(len(s)), count, pivot)


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
