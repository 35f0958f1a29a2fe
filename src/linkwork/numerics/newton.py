"""Newton's method with halved steps, for small systems."""

from __future__ import annotations

from collections.abc import Callable, Iterable

import numpy as np

MOST_NEWTON_STEPS = 60
MOST_NEWTON_HALVINGS = 30
FIRST_PATH_STEP = 0.25
SHORTEST_PATH_STEP = 1e-3
PATH_CORRECTIONS = 8
PATH_CONVERGED = 1e-6
SINGULAR_SLOPE = 1e-13
NEWTON_STARTS = (0.0, 1.0, -1.0, 1e3, -1e3)
"""Singular values of a scaled slope below this fraction of the largest are rounding."""

NewtonResidual = Callable[[np.ndarray], tuple[np.ndarray, np.ndarray]]
"""x → (r, ∂r/∂x)."""


def newton(residual: NewtonResidual, start: np.ndarray, tolerance: float = 1e-14) -> tuple[np.ndarray, int | None]:
    """The root of r(x), given as (r, ∂r/∂x), and the place of the worst entry where none was found, else None.

    It ends where a step no longer changes x, relative to its size, by more than the tolerance. A root at which the
    slope is singular is none: x may be anything there, and steps of least squares leave what they cannot meet.
    """
    x = np.array(start, dtype=float)
    r, slope = residual(x)
    for _ in range(MOST_NEWTON_STEPS):
        if not (np.isfinite(r).all() and np.isfinite(slope).all()):
            break
        step = np.linalg.lstsq(slope, -r, rcond=None)[0]
        if np.all(np.abs(step) <= tolerance * (1.0 + np.abs(x))):
            return x + step, left_open(slope)
        size = np.linalg.norm(r)
        for halving in range(MOST_NEWTON_HALVINGS):
            trial = x + step * 0.5**halving
            r_trial, slope_trial = residual(trial)
            if np.isfinite(r_trial).all() and np.linalg.norm(r_trial) < size:
                break
        else:
            # Round-off is all that is left of the residual, or there is no way down.
            settled = np.all(np.abs(step) <= 1e-9 * (1.0 + np.abs(x)))
            return x, left_open(slope) if settled else int(np.argmax(np.abs(r)))
        x, r, slope = trial, r_trial, slope_trial
    return x, int(np.argmax(np.where(np.isfinite(r), np.abs(r), np.inf)))


def finite_start(residual: Callable[[np.ndarray], Iterable[np.ndarray]], size: int) -> np.ndarray:
    """Where Newton's method begins: zero, or the first of few multiples of ones at which all values are finite.

    A law that reads a force may have no value where the force is zero, such as F/|F|, and one everywhere else.
    """
    starts = [np.full(size, x) for x in NEWTON_STARTS]
    return next((x for x in starts if all(np.isfinite(y).all() for y in residual(x))), starts[0])


def left_open(slope: np.ndarray) -> int | None:
    """The unknown that a slope ∂r/∂x determines least, None where it is regular; units of r and x do not matter."""
    _, values, Vt = np.linalg.svd(equilibrated(slope))
    if not len(values) or values[-1] > SINGULAR_SLOPE * values[0]:
        return None
    return int(np.argmax(np.abs(Vt[-1])))


def equilibrated(slopes: np.ndarray) -> np.ndarray:
    """Matrices (… × n × n) with the largest entry of every row, then of every column, brought to one."""
    for axis in (-1, -2):
        largest = np.abs(slopes).max(axis=axis, keepdims=True, initial=0.0)
        slopes = slopes / np.where(largest > 0.0, largest, 1.0)
    return slopes


def approached(residual: NewtonResidual, start: np.ndarray) -> np.ndarray:
    """A place near the root of r(x) that is continuously connected with the start: r(x) = (1 − τ) r(start), τ → 1.

    For structures this is loading step by step, where Newton's method on the whole load would lose its way. It ends
    where the path does.
    """
    x, at, step = np.array(start, dtype=float), 0.0, FIRST_PATH_STEP
    first = residual(x)[0]
    while at < 1.0 and step >= SHORTEST_PATH_STEP:
        to = min(1.0, at + step)
        found = _corrected(residual, (1.0 - to) * first, x)
        if found is None:
            step *= 0.5
        else:
            x, at, step = found, to, 1.5 * step
    return x


def _corrected(residual: NewtonResidual, left: np.ndarray, x: np.ndarray) -> np.ndarray | None:
    """Where the residual is what is left of it, by full Newton steps that become smaller; None where they do not."""
    before = np.inf
    for _ in range(PATH_CORRECTIONS):
        r, slope = residual(x)
        if not (np.isfinite(r).all() and np.isfinite(slope).all()):
            return None
        step = np.linalg.lstsq(slope, left - r, rcond=None)[0]
        size = float(np.max(np.abs(step) / (1.0 + np.abs(x)), initial=0.0))
        if size > before:
            return None
        x, before = x + step, size
        if size <= PATH_CONVERGED:
            return x
    return None
