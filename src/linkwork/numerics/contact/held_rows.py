r"""Motions that rows allow, in loops: what forces do where rows of constraints are kept.

With rows P and $S = P M^{-1} P^T$,

$$ u = M^{-1}f + M^{-1}P^T S^{+}(w - P M^{-1} f) $$

solves M u = f + Pᵀμ, P u = w. Rows that repeat others are left out by their pivots. Where speeds have no inertia but
through rows, σ PᵀP is added to M and σ Pᵀw to f: u stays what it is, as P u is given.

Beside the constraints by O(h²), rows that repeat others on them contradict these by as much, and would lock a linkage
that moves though its rows outnumber its speeds. No more of them are taken than are independent on the constraints:
where those hold, so do the others.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np

from ...kernels.loops import loop, vectorised

WITHOUT_INERTIA = 1e-14
"""Part of its diagonal below which a pivot of M is zero."""
REPEATED_ROW = 1e-12
"""Part of the largest below which a pivot of S is that of a row that repeats others."""


class HeldRows(NamedTuple):
    """Rows that are kept, and the factors of M and S."""

    count: Any
    """How many rows there are now; the arrays have room for more."""
    P: Any
    """Rows × free speeds."""
    L: Any
    """M as it is given, then its Cholesky factor."""
    Z: Any
    """M⁻¹Pᵀ, a row for each of P."""
    S: Any
    """The Cholesky factor of S, in the order of `order`."""
    order: Any
    """Rows that do not repeat others first."""
    rank: Any
    """How many these are."""
    limit: Any
    """(How many rows stand first in P that may repeat each other on the constraints, how many of them are independent
    there)."""
    right: Any
    """Work: a number for each row."""
    sigma: Any
    """σ; zero where M has all its pivots."""


@vectorised
def factor_symmetric(a: Any, n: int) -> bool:
    """The Cholesky factor of a in its lower half; False where a pivot vanishes."""
    for i in range(n):
        diagonal = a[i, i]
        for j in range(i):
            total = a[i, j]
            for k in range(j):
                total -= a[i, k] * a[j, k]
            a[i, j] = total / a[j, j]
        left = diagonal
        for k in range(i):
            left -= a[i, k] * a[i, k]
        if not left > WITHOUT_INERTIA * diagonal:
            return False
        a[i, i] = np.sqrt(left)
    return True


@loop
def solve_symmetric(a: Any, b: Any, n: int) -> None:
    """b becomes x with A x = b, by the factor of A."""
    for i in range(n):
        total = b[i]
        for k in range(i):
            total -= a[i, k] * b[k]
        b[i] = total / a[i, i]
    for i in range(n - 1, -1, -1):
        total = b[i]
        for k in range(i + 1, n):
            total -= a[k, i] * b[k]
        b[i] = total / a[i, i]


@loop
def put_inertia(held: HeldRows, M: Any, free: Any) -> None:
    """M of the free speeds, not factored."""
    for i in range(len(free)):
        for j in range(len(free)):
            held.L[i, j] = M[free[i], free[j]]


@loop
def factor_held(held: HeldRows, M: Any, free: Any) -> bool:
    """Factors of M and S for the rows in `held.P`; False where some motion that they allow moves no mass."""
    n, m = len(free), held.count[0]
    held.sigma[0] = 0.0
    put_inertia(held, M, free)
    if not factor_symmetric(held.L, n):
        largest, size = 0.0, 0.0
        for i in range(n):
            largest = max(largest, M[free[i], free[i]])
        for k in range(m):
            for i in range(n):
                size = max(size, held.P[k, i] * held.P[k, i])
        if not size > 0.0:
            return False
        held.sigma[0] = largest / size
        put_inertia(held, M, free)
        for k in range(m):
            for i in range(n):
                for j in range(n):
                    held.L[i, j] += held.sigma[0] * held.P[k, i] * held.P[k, j]
        if not factor_symmetric(held.L, n):
            return False
    for k in range(m):
        for i in range(n):
            held.Z[k, i] = held.P[k, i]
        solve_symmetric(held.L, held.Z[k], n)
    factor_rows(held, n)
    return True


@loop
def factor_rows(held: HeldRows, n: int) -> None:
    """The Cholesky factor of S, largest pivots first, until only rows are left that repeat others."""
    m, S, order = held.count[0], held.S, held.order
    largest, limited = 0.0, 0
    for i in range(m):
        order[i] = i
        for j in range(m):
            total = 0.0
            for k in range(n):
                total += held.P[i, k] * held.Z[j, k]
            S[i, j] = total
        largest = max(largest, S[i, i])
    held.rank[0] = m
    for k in range(m):
        at, pivot = k, 0.0
        for i in range(k, m):
            is_spent = order[i] < held.limit[0] and limited >= held.limit[1]
            if S[i, i] > pivot and not is_spent:
                at, pivot = i, S[i, i]
        if not pivot > REPEATED_ROW * largest:
            held.rank[0] = k
            return
        limited += 1 if order[at] < held.limit[0] else 0
        if at != k:
            order[k], order[at] = order[at], order[k]
            for j in range(m):
                S[k, j], S[at, j] = S[at, j], S[k, j]
            for i in range(m):
                S[i, k], S[i, at] = S[i, at], S[i, k]
        S[k, k] = np.sqrt(S[k, k])
        for i in range(k + 1, m):
            S[i, k] /= S[k, k]
        for i in range(k + 1, m):
            for j in range(k + 1, m):
                S[i, j] -= S[i, k] * S[j, k]


@loop
def add_held(held: HeldRows, u: Any, n: int) -> None:
    """u += M⁻¹Pᵀ S⁺ r, r being what `held.right` holds in the order of rows."""
    order, right, rank = held.order, held.right, held.rank[0]
    for i in range(rank):
        total = right[order[i]]
        for k in range(i):
            total -= held.S[i, k] * right[order[k]]
        right[order[i]] = total / held.S[i, i]
    for i in range(rank - 1, -1, -1):
        total = right[order[i]]
        for k in range(i + 1, rank):
            total -= held.S[k, i] * right[order[k]]
        right[order[i]] = total / held.S[i, i]
    for i in range(rank):
        for j in range(n):
            u[j] += held.Z[order[i], j] * right[order[i]]


@loop
def moved_by(held: HeldRows, f: Any, wanted: Any, n: int) -> None:
    """f becomes u with M u = f + Pᵀμ, P u = wanted."""
    for k in range(held.count[0]):
        for i in range(n):
            f[i] += held.sigma[0] * held.P[k, i] * wanted[k]
    solve_symmetric(held.L, f, n)
    for k in range(held.count[0]):
        total = wanted[k]
        for i in range(n):
            total -= held.P[k, i] * f[i]
        held.right[k] = total
    add_held(held, f, n)


def make_held_rows(room: int, n: int) -> HeldRows:
    """Memory for up to `room` rows on n free speeds."""
    whole = {name: np.zeros(1, dtype=np.int64) for name in ("count", "rank")}
    return HeldRows(
        whole["count"],
        np.zeros((room, n)),
        np.zeros((n, n)),
        np.zeros((room, n)),
        np.zeros((room, room)),
        np.zeros(room, dtype=np.int64),
        whole["rank"],
        np.zeros(2, dtype=np.int64),
        np.zeros(room),
        np.zeros(1),
    )
