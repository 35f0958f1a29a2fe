r"""Unknowns of elements, made known by their residuals before anything else is computed: condensed out one by one.

$$ R(q, u, s, t) = 0, \qquad s_u = -R_s^{-1} R_u, \quad s_q = -R_s^{-1} R_q $$

by Newton's method with halved steps, for all elements of a kind at once. What depends on s then has exact derivatives
by motion alone.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import NamedTuple

import numpy as np

from ..numerics.newton import SINGULAR_SLOPE, NewtonResidual, approached, equilibrated, newton
from .unknown_loops import UNKNOWN_CONVERGED, UNKNOWN_ITERATIONS, UNKNOWN_ROUNDING

NO_SLOPES = np.zeros(0)
"""Of an element that joins no bodies and has no velocities."""

UnknownsResidual = Callable[[np.ndarray], Mapping[str, np.ndarray]]
"""s (unknowns × elements) → R, R_s, R_u, R_q, each with elements along the last axis."""


class Settled(NamedTuple):
    """Unknowns (… × elements), and how they follow velocities and places; NaN where there are none."""

    s: np.ndarray
    s_u: np.ndarray
    s_q: np.ndarray


def settle(residual: UnknownsResidual, guess: np.ndarray) -> Settled:
    """The unknowns nearest to a guess.

    A step is too long where the next correction, with the slopes that led to it, is larger than the step was to be: a
    test that does not depend on how residuals are scaled.
    """
    s, step = guess.copy(), np.zeros_like(guess)
    count = s.shape[1]
    wished, is_open, scale = np.full(count, np.inf), np.ones(count, dtype=bool), np.ones_like(s)
    fails, slopes = np.zeros(count, dtype=bool), np.zeros((len(s) ** 2, count))
    for iteration in range(UNKNOWN_ITERATIONS):
        found = residual(s)
        fails |= is_open & ~np.isfinite(found["R"]).all(axis=0) & (iteration == 0)
        longer = is_open & ~fails & (iteration > 0)
        if iteration:
            next_one = _size(_solved(slopes, found["R"][:, None])[:, 0], scale)
            longer &= ~(next_one <= wished)
        step[:, longer] *= 0.5
        s[:, longer] -= step[:, longer]
        forward = is_open & ~longer & ~fails
        slopes[:, forward] = found["R_s"][:, forward]
        step[:, forward] = -_solved(slopes, found["R"][:, None])[:, 0][:, forward]
        scale[:, forward] = 1.0 + np.abs(s[:, forward])
        s[:, forward] += step[:, forward]
        change = _size(step, scale)
        wished[forward] = change[forward]
        fails |= forward & ~np.isfinite(change)
        is_open &= ~((forward & (change <= UNKNOWN_CONVERGED)) | (longer & (change <= UNKNOWN_ROUNDING)) | fails)
        if not is_open.any():
            break
    found = residual(s)
    s[:, fails | is_open | ~_regular(found["R_s"], len(s))] = np.nan
    by_u, by_q = (
        -_solved(found["R_s"], found.get(name, NO_SLOPES).reshape(len(s), -1, count)) for name in ("R_u", "R_q")
    )
    return Settled(s, by_u, by_q)


def led(residual: UnknownsResidual, start: np.ndarray, found: np.ndarray) -> np.ndarray:
    """Unknowns to begin with: those found, and of elements that have none, ones to which loading them leads."""
    guess = np.where(np.isfinite(found), found, start)
    for k in np.flatnonzero(~np.isfinite(found).all(axis=0)):
        guess[:, k] = approached(_of_one(residual, guess, int(k)), start[:, k])
    return guess


def open_unknown(residual: UnknownsResidual, shape: tuple[int, int], k: int) -> int:
    """Which unknown of the element k, for which none are found, is furthest from its value."""
    zero = np.zeros(shape)
    return newton(_of_one(residual, zero, k), np.zeros(shape[0]))[1] or 0


def _of_one(residual: UnknownsResidual, every: np.ndarray, k: int) -> NewtonResidual:
    """The residual of one element, with `every` as the unknowns of the others."""
    m = len(every)

    def of_one(s: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
        every[:, k] = s
        at = residual(every)
        return at["R"][:, k], at["R_s"][:, k].reshape(m, m)

    return of_one


def _size(step: np.ndarray, scale: np.ndarray) -> np.ndarray:
    """How long steps are, for every element."""
    return np.asarray((np.abs(step) / scale).max(axis=0))


def _regular(slopes: np.ndarray, m: int) -> np.ndarray:
    """Whether the slopes of every element determine its unknowns: by the condition number of the scaled matrix."""
    scaled = equilibrated(slopes.reshape(m, m, -1).transpose(2, 0, 1)).transpose(1, 2, 0)
    inverse = _solved(scaled.reshape(m * m, -1), np.repeat(np.eye(m)[:, :, None], scaled.shape[2], axis=2))
    sizes = (np.abs(x).sum(axis=1).max(axis=0) for x in (scaled, inverse))
    return np.asarray(np.prod(list(sizes), axis=0) < 1.0 / SINGULAR_SLOPE)


def _solved(slopes: np.ndarray, right: np.ndarray) -> np.ndarray:
    """R_s⁻¹ times (unknowns × columns × elements); NaN where that has no inverse."""
    count = right.shape[2]
    matrices = slopes.reshape(len(right), len(right), count).transpose(2, 0, 1)
    columns = right.transpose(2, 0, 1)
    try:
        return np.asarray(np.linalg.solve(matrices, columns)).transpose(1, 2, 0)
    except np.linalg.LinAlgError:
        result = np.full_like(columns, np.nan)
        for k in range(count):
            if np.linalg.matrix_rank(matrices[k]) == len(right):
                result[k] = np.linalg.solve(matrices[k], columns[k])
        return result.transpose(1, 2, 0)
