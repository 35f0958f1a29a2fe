"""What forces on the free speeds of a system do while rows of constraints are kept, dense or sparse."""

from __future__ import annotations

from abc import ABC, abstractmethod
from typing import Any

import lazy_loader
import numpy as np

from ...contract import ModelError
from ...numerics.saddle import SparseSaddle

scipy = lazy_loader.load("scipy")

NULL_TOLERANCE = 1e-10
"""Below this fraction of the largest, a singular value of P is zero."""
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


def response_of(M: Any, P: Any, free: Any) -> ForceResponse:
    """What forces on free speeds do under rows P; `free` are places, or a slice of all."""
    if isinstance(M, np.ndarray):
        return DenseResponse(M[free][:, free], P[:, free])
    return SparseResponse(M[free][:, free], P[:, free])


class DenseResponse(ForceResponse):
    """K = N (NᵀMN)⁻¹ Nᵀ by the null space N of P."""

    def __init__(self, M: np.ndarray, P: np.ndarray) -> None:
        self.M, self.P = M, P
        basis = scipy.linalg.null_space(P, rcond=NULL_TOLERANCE) if len(P) else None
        try:
            lower = np.linalg.cholesky(M if basis is None else basis.T @ M @ basis)
        except np.linalg.LinAlgError:
            raise ModelError(MASSLESS) from None
        root = np.linalg.inv(lower)
        self._root = root if basis is None else root @ basis.T

    def to_forces(self, forces: np.ndarray) -> np.ndarray:
        """By the root of K."""
        return np.asarray((forces @ self._root.T) @ self._root)

    def accelerations(self, load: np.ndarray, wanted: np.ndarray) -> np.ndarray:
        """A particular solution, and what the load does beside it."""
        if not len(self.P):
            return self.to_forces(load)
        met = np.linalg.pinv(self.P, rcond=NULL_TOLERANCE) @ wanted
        return np.asarray(met + self.to_forces(load - self.M @ met))

    def reactions(self, needed: np.ndarray) -> np.ndarray:
        """By the pseudo-inverse."""
        return np.asarray(np.linalg.pinv(self.P.T, rcond=NULL_TOLERANCE) @ needed) if len(self.P) else np.zeros(0)


class SparseResponse(ForceResponse):
    """K by sparse factors of the saddle-point matrix."""

    def __init__(self, M: Any, P: Any) -> None:
        self._saddle, self._P = SparseSaddle(M, P), P
        self._rows = P.shape[0]

    def to_forces(self, forces: np.ndarray) -> np.ndarray:
        """One solution after the other."""
        none = np.zeros(self._rows)
        return np.array([self._saddle.solve(force, none)[0] for force in forces])

    def accelerations(self, load: np.ndarray, wanted: np.ndarray) -> np.ndarray:
        """By the same factors."""
        return self._saddle.solve(load, wanted)[0]

    def reactions(self, needed: np.ndarray) -> np.ndarray:
        """By least squares."""
        return np.asarray(scipy.sparse.linalg.lsqr(self._P.T, needed, atol=1e-15, btol=1e-15)[0])
