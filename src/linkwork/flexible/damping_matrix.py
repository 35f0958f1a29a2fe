r"""Damping of a modal body: ratios of its modes, or Rayleigh's.

$$ D = M_e V\,\mathrm{diag}(2\zeta_i\omega_i)\,V^T M_e,\qquad D = \alpha M_e + \beta K_e, $$

with V the modes of the body whose floating frame is held, of unit modal mass.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

import lazy_loader
import numpy as np

from ..contract.errors import ModelError

scipy = lazy_loader.load("scipy")

Ratios = float | Sequence[float] | Callable[[np.ndarray], Any] | None


def damping_matrix(
    name: str, mass: np.ndarray, stiffness: np.ndarray, ratios: Ratios, rayleigh: tuple[float, float] | None
) -> np.ndarray:
    """D in the elastic coordinates: the sum of both kinds."""
    D = np.zeros_like(mass)
    if rayleigh is not None:
        alpha, beta = rayleigh
        if alpha < 0 or beta < 0:
            raise ModelError(f"{name}: rayleigh=({alpha:g}, {beta:g}): both must be zero or more.")
        D += alpha * mass + beta * stiffness
    if ratios is None:
        return D
    squares, V = scipy.linalg.eigh(stiffness, mass)
    frequencies = np.sqrt(np.maximum(squares, 0.0))
    zeta = _by_mode(name, ratios, frequencies)
    MV = mass @ V
    return D + (MV * (2 * zeta * frequencies)) @ MV.T


def _by_mode(name: str, ratios: Any, frequencies: np.ndarray) -> np.ndarray:
    """One ratio a mode: the same for all, a list (its last for the rest), or a function of the frequency."""
    zeta = np.asarray(ratios(frequencies) if callable(ratios) else ratios, float)
    if zeta.ndim == 1 and 0 < len(zeta) < len(frequencies):
        zeta = np.concatenate([zeta, np.full(len(frequencies) - len(zeta), zeta[-1])])
    if zeta.ndim > 1 or zeta.size == 0 or np.any(zeta < 0) or not np.all(np.isfinite(zeta)):
        raise ModelError(f"{name}: damping must be ratios of zero or more: a number, a list, or a function of rad/s.")
    return np.broadcast_to(zeta[: len(frequencies)] if zeta.ndim else zeta, frequencies.shape)
