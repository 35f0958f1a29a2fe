r"""Residuals of an absolute system with all their derivatives, as sparse matrices: what linear analyses start from.

$$ r = M a - Q - B^T\lambda, \qquad \psi = A u + \ldots, \qquad c = A a + P_{00} $$

at accelerations a and multipliers λ. Derivatives by place (q) are by spatial rotations and displacements of the centres
of mass, and by the elements' own unknowns.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import lazy_loader
import numpy as np

from .configuration import Configuration
from .tables import Tables

scipy = lazy_loader.load("scipy")

OF_ROWS = ("A", "reactions", "psi_q", "c_q", "c_u")
SLOPE_NAMES = ("M", "r_u", "r_q", "r_lam", *OF_ROWS)


@dataclass(frozen=True, eq=False)
class AbsoluteSlopes:
    """Values and derivatives at a state."""

    r: np.ndarray
    g: np.ndarray
    psi: np.ndarray
    M: Any
    r_u: Any
    r_q: Any
    r_lam: Any
    """How forces depend on multipliers that elements look at, and friction on its own; −Aᵀ is not in it."""
    A: Any
    psi_q: Any
    c_q: Any
    c_u: Any


def absolute_slopes(
    system: Any, at: Configuration, tables: Tables, a: np.ndarray, lam: np.ndarray, dense: bool = False
) -> AbsoluteSlopes:
    """All elements together, with sparse matrices or arrays."""
    assembly = system.assembly
    if "slopes" not in assembly.kept:
        assembly.kept["slopes"] = {name: _Scatter.of(system, name) for name in SLOPE_NAMES}
    places: dict[str, _Scatter] = assembly.kept["slopes"]
    with assembly.borrowed(tables) as elements:
        sums, entries = elements.slopes(at, a, lam)
        found = {name: places[name].matrix(entries.get(name), dense) for name in SLOPE_NAMES}
    reactions = found.pop("reactions")
    if system.has_friction:
        found["r_lam"] = found["r_lam"] + (found["A"] - reactions).T
    return AbsoluteSlopes(*sums, **found)


@dataclass(frozen=True, eq=False)
class _Scatter:
    """Where the entries of one matrix stand."""

    shape: tuple[int, int]
    rows: np.ndarray
    columns: np.ndarray
    flat: np.ndarray

    @classmethod
    def of(cls, system: Any, name: str) -> _Scatter:
        shape = (system.rows if name in OF_ROWS else system.size, system.rows if name == "r_lam" else system.size)
        rows, columns = system.assembly.wiring("slopes").entries(name, name in OF_ROWS)
        return cls(shape, rows, columns, rows * shape[1] + columns)

    def matrix(self, entries: np.ndarray | None, dense: bool) -> Any:
        """Entries on one place are added."""
        values = np.zeros(0) if entries is None else entries
        if dense:
            count = self.shape[0] * self.shape[1]
            return np.bincount(self.flat, weights=values, minlength=count).reshape(self.shape)
        return scipy.sparse.csr_matrix((values, (self.rows, self.columns)), shape=self.shape)
