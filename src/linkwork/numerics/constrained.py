r"""Accelerations when rows repeat each other or the mass matrix is singular: M u̇ = h + Pᵀ λ, P u̇ = b.

Three ways that agree where all are defined:

* multipliers of least norm: λ = (P M⁻¹ Pᵀ)⁺ (b − P M⁻¹ h);
* the weighted pseudo-inverse (S2 §5): u̇ = a + M^(−1/2) (P M^(−1/2))⁺ (b − P a), a = M⁻¹ h;
* the orthogonal complement by the zero-eigenvalue theorem (S2 §5): C spans the eigenvectors of PᵀP with eigenvalue
  zero, u̇ = u̇_p + C (Cᵀ M C)⁻¹ Cᵀ (h − M u̇_p). It also serves where M is singular but the motion is determinate.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np
import scipy.linalg

RANK_TOLERANCE = 1e-10
EIGENVALUE_TOLERANCE = 1e-13
"""Below this fraction of the largest, an eigenvalue of PᵀP is zero: rounding leaves 1e-16 of it."""


@dataclass(frozen=True)
class Solution:
    """u̇ and λ, the rank of P, how far the rows are from being met, and whether the motion is determinate."""

    u_dot: np.ndarray
    lam: np.ndarray
    rank: int
    residual: float
    determinate: bool = True


def rank_of(p: np.ndarray) -> int:
    """The rank of P, relative to its largest singular value."""
    if p.size == 0:
        return 0
    values = np.linalg.svd(p, compute_uv=False)
    return int(np.sum(values > RANK_TOLERANCE * max(values[0], 1e-300)))


def by_multipliers(m: np.ndarray, h: np.ndarray, p: np.ndarray, b: np.ndarray) -> Solution:
    """Multipliers of least norm; M must be positive definite."""
    factor = scipy.linalg.cho_factor(m)
    a = scipy.linalg.cho_solve(factor, h)
    inner = p @ scipy.linalg.cho_solve(factor, p.T)
    lam = np.linalg.pinv(inner, rcond=RANK_TOLERANCE, hermitian=True) @ (b - p @ a)
    u_dot = a + scipy.linalg.cho_solve(factor, p.T @ lam)
    return _solution(u_dot, lam, p, b)


def by_pseudo_inverse(m: np.ndarray, h: np.ndarray, p: np.ndarray, b: np.ndarray) -> Solution:
    """The weighted pseudo-inverse; M must be positive definite."""
    values, vectors = np.linalg.eigh(m)
    if values[0] <= 0:
        raise np.linalg.LinAlgError("the mass matrix is singular")
    root = vectors @ np.diag(values**-0.5) @ vectors.T
    a = root @ (root @ h)
    inverse = np.linalg.pinv(p @ root, rcond=RANK_TOLERANCE)
    u_dot = a + root @ (inverse @ (b - p @ a))
    return _solution(u_dot, _multipliers(m, h, p, u_dot), p, b)


def by_complement(m: np.ndarray, h: np.ndarray, p: np.ndarray, b: np.ndarray) -> Solution:
    """The orthogonal complement; M may be singular as long as the rows leave nothing undetermined."""
    values, vectors = np.linalg.eigh(p.T @ p)
    free = vectors[:, values <= EIGENVALUE_TOLERANCE * max(values[-1], 1e-300)] if p.size else np.eye(len(h))
    particular = np.linalg.pinv(p, rcond=RANK_TOLERANCE) @ b if p.size else np.zeros(len(h))
    reduced = free.T @ m @ free
    determinate = free.shape[1] == 0 or rank_of(reduced) == free.shape[1]
    rates = np.linalg.lstsq(reduced, free.T @ (h - m @ particular), rcond=RANK_TOLERANCE)[0]
    u_dot = particular + free @ rates
    found = _solution(u_dot, _multipliers(m, h, p, u_dot), p, b)
    return Solution(found.u_dot, found.lam, found.rank, found.residual, determinate)


def robust(m: np.ndarray, h: np.ndarray, p: np.ndarray, b: np.ndarray) -> Solution:
    """Multipliers of least norm where M is positive definite, else the orthogonal complement."""
    try:
        return by_multipliers(m, h, p, b)
    except np.linalg.LinAlgError:
        return by_complement(m, h, p, b)


METHODS: dict[str, Callable[..., Solution]] = {
    "multipliers": by_multipliers,
    "pseudo-inverse": by_pseudo_inverse,
    "complement": by_complement,
    "robust": robust,
}


def _multipliers(m: np.ndarray, h: np.ndarray, p: np.ndarray, u_dot: np.ndarray) -> np.ndarray:
    return np.linalg.pinv(p.T, rcond=RANK_TOLERANCE) @ (m @ u_dot - h) if p.size else np.zeros(len(p))


def _solution(u_dot: np.ndarray, lam: np.ndarray, p: np.ndarray, b: np.ndarray) -> Solution:
    residual = float(np.abs(p @ u_dot - b).max()) if p.size else 0.0
    return Solution(u_dot, lam, rank_of(p), residual)
