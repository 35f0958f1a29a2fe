r"""Unknowns of elements, made known by their residuals before anything else is computed: condensed out one by one.

$$ R(q, u, s, t) = 0, \qquad s_u = -R_s^{-1} R_u, \quad s_q = -R_s^{-1} R_q $$

by Newton's method with halved steps, for all elements of a kind at once. What depends on s then has exact derivatives
by motion alone.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import NamedTuple

import numpy as np

TURNS = 50
MET = 1e-14
"""A last correction, relative to 1 + |s|, that is none."""
ROUNDED = 1e-13
"""Corrections that no longer make residuals smaller are rounding below this."""

Residual = Callable[[np.ndarray], Mapping[str, np.ndarray]]
"""s (unknowns × elements) → R, R_s, R_u, R_q, each with elements along the last axis."""


class Settled(NamedTuple):
    """Unknowns (… × elements), and how they follow velocities and places; NaN where there are none."""

    s: np.ndarray
    s_u: np.ndarray
    s_q: np.ndarray


def settle(residual: Residual, guess: np.ndarray) -> Settled:
    """The unknowns nearest to a guess."""
    s, step = guess.copy(), np.zeros_like(guess)
    before, is_open = np.full(s.shape[1], np.inf), np.ones(s.shape[1], dtype=bool)
    fails = np.zeros_like(is_open)
    for _ in range(TURNS):
        found = residual(s)
        size = (found["R"] ** 2).sum(axis=0)
        # A longer step than the residual can follow: half of it back.
        longer = is_open & np.isfinite(before) & ~(size <= before)
        step[:, longer] *= 0.5
        s[:, longer] -= step[:, longer]
        forward = is_open & ~longer
        fails |= forward & ~np.isfinite(size)
        before = np.where(forward, size, before)
        step[:, forward] = -_solved(found, found["R"][:, None])[:, 0][:, forward]
        s[:, forward] += step[:, forward]
        change = (np.abs(step) / (1.0 + np.abs(s))).max(axis=0)
        is_open &= ~((forward & (change <= MET)) | (longer & (change <= ROUNDED)) | fails)
        if not is_open.any():
            break
    found = residual(s)
    s[:, fails | is_open] = np.nan
    n = len(s)
    by_u, by_q = (-_solved(found, found[name].reshape(n, -1, s.shape[1])) for name in ("R_u", "R_q"))
    return Settled(s, by_u, by_q)


def _solved(found: Mapping[str, np.ndarray], right: np.ndarray) -> np.ndarray:
    """R_s⁻¹ times (unknowns × columns × elements); NaN where that has no inverse."""
    count = right.shape[2]
    matrices = found["R_s"].reshape(len(right), len(right), count).transpose(2, 0, 1)
    columns = right.transpose(2, 0, 1)
    try:
        return np.asarray(np.linalg.solve(matrices, columns)).transpose(1, 2, 0)
    except np.linalg.LinAlgError:
        result = np.full_like(columns, np.nan)
        for k in range(count):
            if np.linalg.matrix_rank(matrices[k]) == len(right):
                result[k] = np.linalg.solve(matrices[k], columns[k])
        return result.transpose(1, 2, 0)
