"""What a linear system says about the stability of an equilibrium."""

from __future__ import annotations

from typing import Any

import numpy as np

from ..results import State
from .variation import Variation

ZERO = 1e-7
"""Eigenvalues below this fraction of the largest, or real parts below it, are zero."""


def verdict_of(lin: Any, by_energy: bool) -> str:
    """The verdict: "stable", "unstable" or "undecided".

    All real parts negative: stable. One positive: unstable. Real parts of zero leave it to terms of higher order,
    unless the free motion starts from rest with a symmetric, positive definite stiffness (Dirichlet).
    """
    values = lin.eigenvalues
    if not len(values):
        return "stable"
    size = max(float(np.abs(values).max()), 1e-300)
    # A double root is known to half the digits only.
    if values.real.max() > max(ZERO, 1e-6 * float(_is_defective(values, size))) * size:
        return "unstable"
    if values.real.max() < -ZERO * size:
        return "stable"
    return "stable" if by_energy else "undecided"


def _is_defective(values: np.ndarray, size: float) -> bool:
    return bool(np.sum(np.abs(values) < 1e-4 * size) > 1)


def decides(state: State, v: Any) -> bool:
    """Whether the potential energy has a strict minimum: rest, K symmetric and positive definite, no element states."""
    M, _, K = v.stiffness
    if np.abs(state.u).max(initial=0.0) > 0.0 or state.layout.nz or M.shape != K.shape:
        return False
    if not K.size:
        return True
    size = max(float(np.abs(K).max(initial=0.0)), 1e-300)
    return bool(np.abs(K - K.T).max(initial=0.0) < 1e-6 * size and np.linalg.eigvalsh((K + K.T) / 2)[0] > ZERO * size)


def loose_directions(v: Variation, r: np.ndarray) -> tuple[list[int], float]:
    """(speeds along which unbalanced forces r meet no stiffness, how much force that is)."""
    V = v.speeds
    if not V.shape[1]:
        return [], 0.0
    scale = v.closures.speed_scale
    K = V.T @ v.force_y @ v.T[:, : v.displacements.shape[1]]
    left = V.T @ r
    u, values, _ = np.linalg.svd(K)
    size = float(values.max(initial=0.0))
    rank = int(np.sum(values > 1e-9 * size)) if size > 1e-12 * max(1.0, float(np.abs(left).max())) else 0
    space = u[:, rank:]
    unmet = space @ (space.T @ left)
    if np.linalg.norm(unmet) < 0.5 * np.linalg.norm(left):
        return [], 0.0
    along = np.abs(V @ unmet) * scale
    order = [int(k) for k in np.argsort(-along) if along[k] > 0.1 * along.max()]
    return order, float(np.linalg.norm(unmet))
