"""What forces on the free speeds of a system do while rows of constraints are kept, dense or sparse."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Sequence
from typing import Any

import lazy_loader
import numpy as np

from ...contract import ModelError
from ...numerics.saddle import SparseSaddle

scipy = lazy_loader.load("scipy")

NULL_TOLERANCE = 1e-10
"""Singular values (of P, of K Bᵀ) and eigenvalues of G below this part of the largest, or of 1 in comparable units,
are zero: rows repeat each other, or a direction changes nothing."""
MASSLESS = (
    "contacts: some motion that constraints allow moves nothing that has mass, so that no impulse changes its speed; "
    "give the bodies mass and inertia."
)


class ForceResponse(ABC):
    """What forces on free speeds do, P being kept."""

    @abstractmethod
    def to_forces(self, forces: np.ndarray) -> np.ndarray:
        """K f of several forces, one a row."""

    @abstractmethod
    def accelerations(self, load: np.ndarray, wanted: np.ndarray) -> np.ndarray:
        """u̇ with M u̇ = load + Pᵀλ, P u̇ = wanted."""

    @abstractmethod
    def reactions(self, needed: np.ndarray) -> np.ndarray:
        """The least λ with Pᵀλ = needed."""


def response_of(M: Any, P: Any, free: Any, repeating: Sequence[int] = ()) -> ForceResponse:
    """What forces on free speeds do under rows P; `free` are places, or a slice of all.

    Beside the constraints by O(h²), rows that repeat others on them contradict these by as much, and would lock a
    linkage that moves though its rows outnumber its speeds. Such `repeating` rows are left out: where the others hold,
    so do they.
    """
    taken = np.setdiff1d(np.arange(P.shape[0]), np.array(repeating, dtype=int))
    if isinstance(M, np.ndarray):
        return DenseResponse(M[free][:, free], P[:, free], taken)
    return SparseResponse(M[free][:, free], P[:, free], taken)


class DenseResponse(ForceResponse):
    """K = N (NᵀMN)⁻¹ Nᵀ by the null space N of the rows of P that are taken."""

    def __init__(self, M: np.ndarray, P: np.ndarray, taken: np.ndarray) -> None:
        self.M = M
        self.basis: np.ndarray | None = None
        """N; None where there are no rows."""
        if P.size:
            U, values, Vt = np.linalg.svd(P[taken])
            known = int((values > NULL_TOLERANCE * values.max(initial=0.0)).sum())
            self._inverse = np.zeros(P.T.shape)
            self._inverse[:, taken] = (Vt[:known].T / values[:known]) @ U[:, :known].T
            self.basis = Vt[known:].T
        try:
            lower = np.linalg.cholesky(M if self.basis is None else self.basis.T @ M @ self.basis)
        except np.linalg.LinAlgError:
            raise ModelError(MASSLESS) from None
        root = np.linalg.inv(lower)
        self._root = root if self.basis is None else root @ self.basis.T

    def to_forces(self, forces: np.ndarray) -> np.ndarray:
        """By the root of K."""
        return np.asarray((forces @ self._root.T) @ self._root)

    def accelerations(self, load: np.ndarray, wanted: np.ndarray) -> np.ndarray:
        """A particular solution, and what the load does beside it."""
        if self.basis is None:
            return self.to_forces(load)
        met = self._inverse @ wanted
        return np.asarray(met + self.to_forces(load - self.M @ met))

    def reactions(self, needed: np.ndarray) -> np.ndarray:
        """By the pseudo-inverse."""
        return np.zeros(0) if self.basis is None else np.asarray(needed @ self._inverse)


class SparseResponse(ForceResponse):
    """K by sparse factors of the saddle-point matrix."""

    def __init__(self, M: Any, P: Any, taken: np.ndarray) -> None:
        self._saddle, self._P, self._taken = SparseSaddle(M, P[taken]), P, taken

    def to_forces(self, forces: np.ndarray) -> np.ndarray:
        """One solution after the other."""
        none = np.zeros(len(self._taken))
        return np.array([self._saddle.solve(force, none)[0] for force in forces])

    def accelerations(self, load: np.ndarray, wanted: np.ndarray) -> np.ndarray:
        """By the same factors."""
        return self._saddle.solve(load, wanted[self._taken])[0]

    def reactions(self, needed: np.ndarray) -> np.ndarray:
        """By least squares."""
        return np.asarray(scipy.sparse.linalg.lsqr(self._P.T, needed, atol=1e-15, btol=1e-15)[0])
