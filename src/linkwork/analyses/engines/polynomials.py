"""States between the ends of steps, from the polynomials that were kept with them."""

from __future__ import annotations

import numpy as np

from .engine import StepInterpolator


def piecewise(t: np.ndarray, y: np.ndarray, dense: np.ndarray) -> StepInterpolator:
    """y(t_k + θh) = y_k + Σ_j dense_kj θ^(j+1), where dense_k belongs to the step that ends at t_(k+1)."""

    def between(wanted: np.ndarray) -> np.ndarray:
        if len(t) < 2:
            return np.repeat(y[:1], len(wanted), axis=0)
        k = np.clip(np.searchsorted(t, wanted, side="right") - 1, 0, len(t) - 2)
        theta = ((wanted - t[k]) / (t[k + 1] - t[k]))[:, None]
        powers = dense[k + 1]
        value = np.zeros((len(wanted), y.shape[1]))
        for j in reversed(range(dense.shape[1])):
            value = (value + powers[:, j]) * theta
        # The ends themselves are known exactly.
        return np.where(theta == 1.0, y[k + 1], y[k] + value)

    return between
