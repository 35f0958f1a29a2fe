r"""Derivatives of an absolute system in compiled loops, dense: what implicit methods of small systems factor.

With r = M u̇ − h − Bᵀλ and c = A u̇ + P_00 at the accelerations and multipliers of a state,

$$ \begin{pmatrix} M & B^T \\ A & 0 \end{pmatrix} \begin{pmatrix} \delta\dot u \\ -\delta\lambda \end{pmatrix} =
   - \begin{pmatrix} r_q \\ c_q \end{pmatrix} \delta\vartheta - \begin{pmatrix} r_u \\ c_u \end{pmatrix} \delta u . $$

Derivatives "by q" are by spatial rotations and displacements ϑ; those of Euler parameters follow from
$\delta\vartheta = 2\,\delta e \circ \bar e$ and $\delta e = \delta\vartheta \circ e / 2$.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np

from ..kernels.loops import loop
from ..numerics.saddle import SADDLE_REFINED
from .evaluate import ElementCalls
from .saddle_loops import (
    MADE,
    SaddleFactors,
    SaddleWork,
    accelerate_here,
    chart_rates,
    evaluate_at,
    solve_saddle,
)


class SlopeEntries(NamedTuple):
    """The entries of a matrix: values that elements give, and their places."""

    values: Any
    rows: Any
    columns: Any


class SlopeWork(NamedTuple):
    """All derivatives of a system at a state."""

    calls: ElementCalls
    r: Any
    g: Any
    psi: Any
    r_q: SlopeEntries
    r_u: SlopeEntries
    M: SlopeEntries
    A: SlopeEntries
    reactions: SlopeEntries
    r_lam: SlopeEntries
    psi_q: SlopeEntries
    c_q: SlopeEntries
    c_u: SlopeEntries
    by_place: Any
    """Right sides, then changes of (u̇, −λ), one row for every direction ϑ."""
    by_speed: Any
    """The same for every velocity and state."""
    row: Any
    """Room for a row of derivatives by ϑ."""


@loop
def scatter_slopes(entries: SlopeEntries, into: Any, first: int) -> None:
    """Subtracts entries from right sides: `into` has a row for every column of the matrix; `first` is where its rows
    begin."""
    for k in range(len(entries.values)):
        into[entries.columns[k], first + entries.rows[k]] -= entries.values[k]


@loop
def to_coordinates(work: SaddleWork, by: Any, into: Any) -> None:
    """Derivatives by Euler parameters, positions and own coordinates, of derivatives by ϑ."""
    # A rotation by ϑ is that of ω = ϑ in a second; by Euler parameters, whose change is ϑ ∘ e / 2, it is 4 times that.
    chart_rates(work, by, into)
    for body in range(work.bodies):
        for k in range(4):
            into[7 * body + k] *= 4.0


@loop
def chart_slopes(work: SaddleWork, f_y: Any) -> None:
    """Rows of f_y of coordinates: ė = ω ∘ e / 2, ṗ = v, and own rates."""
    x, nq = work.memory, work.nq
    for i in range(nq):
        for j in range(f_y.shape[1]):
            f_y[i, j] = 0.0
    for body in range(work.bodies):
        e, w = 7 * body, nq + 6 * body
        a, b, c, d = 0.5 * x[e], 0.5 * x[e + 1], 0.5 * x[e + 2], 0.5 * x[e + 3]
        p, q, r = 0.5 * x[w], 0.5 * x[w + 1], 0.5 * x[w + 2]
        f_y[e, e + 1], f_y[e, e + 2], f_y[e, e + 3] = -p, -q, -r
        f_y[e + 1, e], f_y[e + 1, e + 3], f_y[e + 1, e + 2] = p, q, -r
        f_y[e + 2, e], f_y[e + 2, e + 1], f_y[e + 2, e + 3] = q, r, -p
        f_y[e + 3, e], f_y[e + 3, e + 2], f_y[e + 3, e + 1] = r, p, -q
        f_y[e, w], f_y[e, w + 1], f_y[e, w + 2] = -b, -c, -d
        f_y[e + 1, w], f_y[e + 1, w + 1], f_y[e + 1, w + 2] = a, d, -c
        f_y[e + 2, w], f_y[e + 2, w + 1], f_y[e + 2, w + 2] = -d, a, b
        f_y[e + 3, w], f_y[e + 3, w + 1], f_y[e + 3, w + 2] = c, -b, a
        for k in range(3):
            f_y[e + 4 + k, w + 3 + k] = 1.0
    for i in range(nq - 7 * work.bodies):
        f_y[7 * work.bodies + i, nq + 6 * work.bodies + i] = 1.0


@loop
def slopes_at(work: SaddleWork, it: SlopeWork) -> bool:
    """Derivatives at the accelerations and multipliers of the state in memory; False where there are none."""
    n = len(work.a)
    if not accelerate_here(work):
        return False
    for i in range(n):
        work.a[i] = work.factors.found[i]
    for i in range(len(work.lam)):
        work.lam[i] = -work.factors.found[n + i]
    evaluate_at(work, it.calls)
    return True


@loop
def solve_column(factors: SaddleFactors, b: Any) -> None:
    """b becomes the solution of the matrix itself."""
    for i in range(len(b)):
        factors.right[i] = b[i]
    solve_saddle(factors, np.inf, SADDLE_REFINED)
    for i in range(len(b)):
        b[i] = factors.found[i]


@loop
def dense_tangent(work: SaddleWork, it: SlopeWork, f_y: Any) -> None:
    """∂(q̇, u̇, ż)/∂(q, u, z); not a number where there are none."""
    n, nq = len(work.a), work.nq
    work.factors.made[MADE] = 0  # those of a place close by do not solve without iteration
    if not slopes_at(work, it):
        for i in range(len(f_y)):
            f_y[i, 0] = np.nan
        return
    for i in range(n):
        for j in range(n + len(work.lam)):
            it.by_place[i, j] = 0.0
            it.by_speed[i, j] = 0.0
    scatter_slopes(it.r_q, it.by_place, 0)
    scatter_slopes(it.c_q, it.by_place, n)
    scatter_slopes(it.r_u, it.by_speed, 0)
    scatter_slopes(it.c_u, it.by_speed, n)
    # Own coordinates of states have no place: nothing depends on these directions.
    places = nq - work.bodies
    for j in range(n):
        if j < places:
            solve_column(work.factors, it.by_place[j])
        solve_column(work.factors, it.by_speed[j])
    chart_slopes(work, f_y)
    for i in range(n):
        for j in range(n):
            it.row[j] = it.by_place[j, i] if j < places else 0.0
            f_y[nq + i, nq + j] = it.by_speed[j, i]
        to_coordinates(work, it.row, f_y[nq + i])
