r"""How far the rows of an absolute system are from becoming dependent, in compiled loops.

With rows and velocities of comparable size, $\tilde A = D^{-1/2} A \bar M^{-1/2}$ with the mean inertia of each body,
what tells a singular configuration is the smallest singular value σ that is not zero by structure: rows that always
repeat each other tell nothing new. From fixed velocities w,

$$ \tilde\mu = (\tilde A \tilde A^T + \varepsilon)^{-1} \tilde A w, \qquad
   w' = \tilde A^T (\tilde A \tilde A^T + \varepsilon)^{-1} \tilde\mu, \qquad
   \rho = |\tilde\mu|^2 / |w'|^2 \to \sigma^2, $$

a step and a half of inverse iteration in the range of the rows; then w is w', and so again, since a direction may have
next to no part in the first w. Directions in which rows repeat each other have no part in it: $\tilde A w$ has none,
and what rounding puts there moves nothing. Both are solutions of the saddle point with −εD in the place of its zero.
Like a pivot of elimination, ρ goes to zero with the square of the distance.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from ..kernels.loops import loop, vectorised
from ..numerics.integrators.projection import RANK, RANK_AGAIN
from ..numerics.saddle import SADDLE_REGULARISATION
from .saddle_loops import (
    MADE,
    SaddleWork,
    evaluate_saddle,
    factor_saddle,
    projection_here,
    substitute_saddle,
    without_multipliers,
)

RANK_MOVED = 0.2
"""Way of coordinates, in radians or lengths of the model, and part by which √ρ may change, below which ρ is not new.

The way is below √ρ, too: a singular value that is not the smallest yet may come to zero as fast as rows turn, and how
the smallest one has changed tells nothing of it.
"""
ITERATIONS = 2
"""How often w is renewed: the part of a direction in w′ grows with its σ⁻²ᵏ after k times."""


def not_ranked(ranked: np.ndarray) -> np.ndarray:
    """`SaddleWork.ranked` where nothing is known."""
    ranked[:-1], ranked[-1] = -np.inf, np.nan
    return ranked


@loop
def rows_here(work: SaddleWork, dq: Any, du: Any, residual: Any, asks: Any, tolerance: float) -> None:
    """What a projection asks for: changes that close rows, or ρ."""
    if asks[0] < RANK:
        projection_here(work, dq, du, residual, asks, tolerance)
    else:
        residual[2] = rank_again(work) if asks[0] == RANK_AGAIN else rank_here(work)


@loop
def rank_again(work: SaddleWork) -> float:
    """ρ at what memory holds; not a number where it was found so near to here that it is about the same.

    How fast √ρ changes with what moves is known from before; no singular value changes faster than rows turn.
    """
    moved, known, n = 0.0, work.ranked, work.nq
    for i in range(n):
        moved = max(moved, abs(work.memory[i] - known[i]) / work.units[i])
    is_near = moved < min(RANK_MOVED, known[n])
    if known[n + 1] >= 0.0 and is_near and known[n + 1] * moved < RANK_MOVED * known[n]:
        return np.nan
    found = rank_here(work)
    if abs(found) < np.inf:
        root = np.sqrt(found)
        if moved < np.inf:
            known[n + 1] = max(known[n + 1], abs(root - known[n]) / moved)
        known[n], known[n + 2] = root, found
        for i in range(n):
            known[i] = work.memory[i]
    return found


@loop
def rank_here(work: SaddleWork) -> float:
    """ρ at what memory holds; not a number where there is none."""
    factors = work.factors
    without_multipliers(work)
    if not evaluate_saddle(work):
        return np.nan
    weigh_rows(work)
    found = inverse_iteration(work) if factor_saddle(factors) else np.nan
    factors.made[MADE] = 0  # what follows has another diagonal
    return found


@vectorised
def weigh_rows(work: SaddleWork) -> None:
    """M̄_jj and D_i = Σ_j A_ij² / M̄_jj into `left`, the matrix (M̄, Aᵀ; A, −εD) into entries, A w into `found`."""
    factors, n = work.factors, len(work.a)
    size, found, total, count = factors.left, factors.found, 0.0, 0
    for i in range(len(size)):
        size[i], found[i] = 0.0, 0.0
    for k in range(factors.exact):
        i, j = factors.rows[k], factors.columns[k]
        if i < n and j < n:
            size[i] += factors.entries[k] if i == j else 0.0
            factors.entries[k] = 0.0
    for i in range(n):
        total, count = total + size[i], count + (1 if size[i] > 0.0 else 0)
    for b in range(work.bodies):
        # The mean about all axes: slender bodies have next to nothing about one.
        mean = (size[6 * b] + size[6 * b + 1] + size[6 * b + 2]) / 3.0
        size[6 * b], size[6 * b + 1], size[6 * b + 2] = mean, mean, mean
    for i in range(n):
        size[i] = size[i] if size[i] > 0.0 else total / count
        factors.entries[factors.exact + i] = size[i]
    for k in range(factors.exact):
        i, j = factors.rows[k], factors.columns[k]
        if i >= n and j < n:
            size[i] += factors.entries[k] * factors.entries[k] / size[j]
            found[i] += factors.entries[k] * work.noise[j] / np.sqrt(size[j])
    for i in range(n, len(size)):
        if size[i] > 0.0:
            factors.entries[factors.exact + i] = -SADDLE_REGULARISATION * size[i]


@vectorised
def inverse_iteration(work: SaddleWork) -> float:
    """ρ with the factors that were made last, of what `weigh_rows` has left."""
    factors, n = work.factors, len(work.a)
    size, found, above, below = factors.left, factors.found, 0.0, 0.0
    for count in range(ITERATIONS):
        if count > 0:
            turn_into_rows(work)
        above, below = 0.0, 0.0
        substitute_saddle(factors, found)
        for i in range(n):
            found[i] = 0.0
        for i in range(n, len(found)):
            above += size[i] * found[i] * found[i]
            found[i] *= size[i]
        substitute_saddle(factors, found)
        for i in range(n):
            below += size[i] * found[i] * found[i]
    return above / below if below > 0.0 else np.nan


@vectorised
def turn_into_rows(work: SaddleWork) -> None:
    """A w′ in the place of w′."""
    factors, found, n = work.factors, work.factors.found, len(work.a)
    for i in range(n, len(found)):
        found[i] = 0.0
    for k in range(factors.exact):
        i, j = factors.rows[k], factors.columns[k]
        if i >= n and j < n:
            found[i] += factors.entries[k] * found[j]
    for i in range(n):
        found[i] = 0.0
