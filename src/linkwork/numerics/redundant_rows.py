r"""Accelerations when rows repeat each other or the mass matrix is singular: M u̇ = h + Pᵀ λ, P u̇ = b.

Three ways that agree where all are defined:

* multipliers of least norm: λ = (P M⁻¹ Pᵀ)⁺ (b − P M⁻¹ h);
* the weighted pseudo-inverse (S2 §9): u̇ = a + M^(−1/2) (P M^(−1/2))⁺ (b − P a), a = M⁻¹ h;
* the orthogonal complement by the zero-eigenvalue theorem (S2 §9): C spans the eigenvectors of PᵀP with eigenvalue
  zero, u̇ = u̇_p + C (Cᵀ M C)⁻¹ Cᵀ (h − M u̇_p). It also serves where M is singular but the motion is determinate.

Friction that follows multipliers, M u̇ = h + (P + D)ᵀ λ, is a force that any of them is given besides h.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

import lazy_loader
import numpy as np

scipy = lazy_loader.load("scipy")
"""Loaded when it is first used: that takes a quarter of a second."""

ROW_RANK_TOLERANCE = 1e-10
EIGENVALUE_TOLERANCE = 1e-13
"""Below this fraction of the largest, an eigenvalue of PᵀP is zero: rounding leaves 1e-16 of it."""
MASS_TOLERANCE = 1e-12
"""Below this fraction of the largest, an eigenvalue of a mass matrix in comparable units is zero."""
NO_MASS = 1e-15
"""Below this fraction of the largest, an entry on the diagonal of a mass matrix is what rounding left of zero."""


@dataclass(frozen=True)
class Solution:
    """u̇ and λ, the rank of P, how far the rows are from being met, and what is left undetermined."""

    u_dot: np.ndarray
    lam: np.ndarray
    rank: int
    residual: float
    loose: np.ndarray = field(default_factory=lambda: np.zeros((0, 0)))
    """Directions of u̇, as columns, that neither inertia nor rows determine."""

    @property
    def determinate(self) -> bool:
        """Whether nothing is left open."""
        return self.loose.size == 0


def row_rank(p: np.ndarray) -> int:
    """The rank of P, relative to its largest singular value."""
    if p.size == 0:
        return 0
    values = np.linalg.svd(p, compute_uv=False)
    return int(np.sum(values > ROW_RANK_TOLERANCE * max(values[0], 1e-300)))


def by_multipliers(m: np.ndarray, h: np.ndarray, p: np.ndarray, b: np.ndarray) -> Solution:
    """Multipliers of least norm; M must be positive definite."""
    factor = scipy.linalg.cho_factor(m)
    a = scipy.linalg.cho_solve(factor, h)
    inner = p @ scipy.linalg.cho_solve(factor, p.T)
    lam = np.linalg.pinv(inner, rcond=ROW_RANK_TOLERANCE, hermitian=True) @ (b - p @ a)
    u_dot = a + scipy.linalg.cho_solve(factor, p.T @ lam)
    return _solution(u_dot, lam, p, b)


def by_pseudo_inverse(m: np.ndarray, h: np.ndarray, p: np.ndarray, b: np.ndarray) -> Solution:
    """The weighted pseudo-inverse; M must be positive definite."""
    values, vectors = np.linalg.eigh(m)
    if values[0] <= 0:
        raise np.linalg.LinAlgError("the mass matrix is singular")
    root = vectors @ np.diag(values**-0.5) @ vectors.T
    a = root @ (root @ h)
    inverse = np.linalg.pinv(p @ root, rcond=ROW_RANK_TOLERANCE)
    u_dot = a + root @ (inverse @ (b - p @ a))
    return _solution(u_dot, _multipliers(m, h, p, u_dot), p, b)


def by_complement(m: np.ndarray, h: np.ndarray, p: np.ndarray, b: np.ndarray) -> Solution:
    """The orthogonal complement; M may be singular as long as the rows leave nothing undetermined."""
    values, vectors = np.linalg.eigh(p.T @ p)
    free = vectors[:, values <= EIGENVALUE_TOLERANCE * max(values[-1], 1e-300)] if p.size else np.eye(len(h))
    particular = np.linalg.pinv(p, rcond=ROW_RANK_TOLERANCE) @ b if p.size else np.zeros(len(h))
    values, vectors = np.linalg.eigh(free.T @ m @ free)
    # The size of M counts too: where rows leave only directions without inertia, all of these values are rounding.
    felt = values > MASS_TOLERANCE * max(float(np.abs(m).max(initial=0.0)), 1e-300)
    inverse = np.divide(1.0, values, out=np.zeros_like(values), where=felt)
    rates = vectors @ (inverse * (vectors.T @ (free.T @ (h - m @ particular))))
    u_dot = particular + free @ rates
    return replace(_solution(u_dot, _multipliers(m, h, p, u_dot), p, b), loose=free @ vectors[:, ~felt])


def robust(m: np.ndarray, h: np.ndarray, p: np.ndarray, b: np.ndarray) -> Solution:
    """Multipliers of least norm where M is positive definite, else the orthogonal complement.

    Speeds are scaled to unit inertia first, so that small bodies beside large ones are not taken for massless.
    """
    if not len(h):
        return by_complement(m, h, p, b)
    diagonal = np.diag(m)
    largest = max(float(diagonal.max()), 1e-300)
    scale = 1.0 / np.sqrt(np.where(diagonal > NO_MASS * largest, diagonal, largest))
    if np.linalg.eigvalsh(scale[:, None] * m * scale)[0] > MASS_TOLERANCE:
        return by_multipliers(m, h, p, b)
    found = by_complement(scale[:, None] * m * scale, scale * h, p * scale, b)
    loose = scale[:, None] * found.loose if found.loose.size else found.loose
    return replace(found, u_dot=scale * found.u_dot, rank=row_rank(p), loose=loose)


CONSTRAINED_SOLVERS: dict[str, Callable[..., Solution]] = {
    "multipliers": by_multipliers,
    "pseudo-inverse": by_pseudo_inverse,
    "complement": by_complement,
    "robust": robust,
}


def with_friction(
    solve: Callable[..., Solution], m: np.ndarray, h: np.ndarray, p: np.ndarray, b: np.ndarray, d: np.ndarray
) -> Solution:
    """The same under M u̇ = h + (P + D)ᵀ λ: of λ = λ(h + Dᵀλ), which is linear, for the rows of D that are not zero."""
    rows = np.flatnonzero(np.abs(d).max(axis=1, initial=0.0))
    if not len(rows):
        return solve(m, h, p, b)
    plain = solve(m, h, p, b).lam
    more = np.array([solve(m, h + d[k], p, b).lam - plain for k in rows])
    own = np.linalg.solve(np.eye(len(rows)) - more[:, rows].T, plain[rows])
    return solve(m, h + own @ d[rows], p, b)


@dataclass(frozen=True)
class ConstrainedSolution:
    """How accelerations are solved for: by one of the ways above, whatever rows repeat each other.

    `weights`, one a row, say how rows share a load that they could carry in many ways: Σ λ²/weight is least, so that
    rows that repeat each other carry it as their weights are. None are all equal.
    """

    method: str
    weights: tuple[float, ...] = ()

    def __call__(
        self, m: np.ndarray, h: np.ndarray, p: np.ndarray, b: np.ndarray, d: np.ndarray | None = None
    ) -> Solution:
        """u̇ and λ of M u̇ = h + (P + D)ᵀ λ, P u̇ = b; no D where there is no friction."""
        return self._plain(m, h, p, b) if d is None else with_friction(self._plain, m, h, p, b, d)

    def _plain(self, m: np.ndarray, h: np.ndarray, p: np.ndarray, b: np.ndarray) -> Solution:
        solve = CONSTRAINED_SOLVERS[self.method]
        if not self.weights:
            return solve(m, h, p, b)
        scale = np.sqrt(np.array(self.weights))
        found = solve(m, h, scale[:, None] * p, scale * b)
        return replace(_solution(found.u_dot, scale * found.lam, p, b), loose=found.loose)

    def of(self, rows: Sequence[int]) -> ConstrainedSolution:
        """The same for some of the rows."""
        return replace(self, weights=tuple(self.weights[k] for k in rows)) if self.weights else self

    def flat(self, n: int, rows: int) -> Callable[..., np.ndarray]:
        """The same as a function of all numbers of M, h, P and b, for n speeds, that gives those of u̇ and λ."""

        def solve(*given: Any) -> np.ndarray:
            m, h, p, b = np.split(np.array(given), np.cumsum([n * n, n, rows * n]))
            found = self(m.reshape(n, n), h, p.reshape(rows, n), b)
            if not found.determinate:
                raise np.linalg.LinAlgError("the accelerations are not determined")
            return np.concatenate([found.u_dot, found.lam])

        return solve


def _multipliers(m: np.ndarray, h: np.ndarray, p: np.ndarray, u_dot: np.ndarray) -> np.ndarray:
    return np.linalg.pinv(p.T, rcond=ROW_RANK_TOLERANCE) @ (m @ u_dot - h) if p.size else np.zeros(len(p))


def _solution(u_dot: np.ndarray, lam: np.ndarray, p: np.ndarray, b: np.ndarray) -> Solution:
    residual = float(np.abs(p @ u_dot - b).max()) if p.size else 0.0
    return Solution(u_dot, lam, row_rank(p), residual)
