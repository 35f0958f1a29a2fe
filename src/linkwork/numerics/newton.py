"""Newton's method with halved steps, for small systems."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np

MOST_NEWTON_STEPS = 60
MOST_NEWTON_HALVINGS = 30


def newton(
    residual: Callable[[np.ndarray], tuple[np.ndarray, np.ndarray]], start: np.ndarray, tolerance: float = 1e-14
) -> tuple[np.ndarray, int | None]:
    """The root of r(x), given as (r, ∂r/∂x), and the place of the worst entry where none was found, else None.

    It ends where a step no longer changes x, relative to its size, by more than the tolerance.
    """
    x = np.array(start, dtype=float)
    r, slope = residual(x)
    for _ in range(MOST_NEWTON_STEPS):
        if not (np.isfinite(r).all() and np.isfinite(slope).all()):
            break
        step = np.linalg.lstsq(slope, -r, rcond=None)[0]
        if np.all(np.abs(step) <= tolerance * (1.0 + np.abs(x))):
            return x + step, None
        size = np.linalg.norm(r)
        for halving in range(MOST_NEWTON_HALVINGS):
            trial = x + step * 0.5**halving
            r_trial, slope_trial = residual(trial)
            if np.isfinite(r_trial).all() and np.linalg.norm(r_trial) < size:
                break
        else:
            # Round-off is all that is left of the residual, or there is no way down.
            settled = np.all(np.abs(step) <= 1e-9 * (1.0 + np.abs(x)))
            return x, None if settled else int(np.argmax(np.abs(r)))
        x, r, slope = trial, r_trial, slope_trial
    return x, int(np.argmax(np.where(np.isfinite(r), np.abs(r), np.inf)))
