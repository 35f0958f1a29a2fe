r"""Residuals of an absolute system with all their derivatives, as sparse matrices: what linear analyses start from.

$$ r = M a - Q - A^T\lambda, \qquad \psi = A u + \ldots, \qquad c = A a + P_{00} $$

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

OF_ROWS = ("A", "psi_q", "c_q", "c_u")
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
    """How forces depend on multipliers that elements look at; −Aᵀ is not in it."""
    A: Any
    psi_q: Any
    c_q: Any
    c_u: Any


def absolute_slopes(system: Any, at: Configuration, tables: Tables, a: np.ndarray, lam: np.ndarray) -> AbsoluteSlopes:
    """All elements together."""
    given: list[tuple[Any, Any]] = [
        (system.bodies, system.bodies.evaluate("slopes", at, tables.bodies, tables.gravity, a))
    ]
    for group, data in zip(system.groups, tables.groups, strict=True):
        given.append((group, group.evaluate("slopes", at, data, system.threads, lam=lam, a=a)))
    r, g, psi = np.zeros(system.size), np.zeros(system.rows), np.zeros(system.rows)
    for part, found in given:
        r += np.bincount(part.dofs.ravel(), weights=found["r"].ravel(), minlength=system.size)
        for name, whole in (("g", g), ("psi", psi)):
            if name in found:
                whole[part.rows] = found[name]
    return AbsoluteSlopes(r, g, psi, **{name: _matrix(system, given, name) for name in SLOPE_NAMES})


def _matrix(system: Any, given: list[tuple[Any, Any]], name: str) -> Any:
    rows, columns, values = [np.zeros(0, dtype=np.int64)], [np.zeros(0, dtype=np.int64)], [np.zeros(0)]
    for part, found in given:
        if name in found:
            places = part.entries("slopes")[name]
            side, across = part.rows if name in OF_ROWS else part.dofs, part.seen if name == "r_lam" else part.dofs
            rows.append(side[places.rows].ravel())
            columns.append(across[places.columns].ravel())
            values.append(found[name].ravel())
    shape = (system.rows if name in OF_ROWS else system.size, system.rows if name == "r_lam" else system.size)
    return scipy.sparse.csr_matrix(
        (np.concatenate(values), (np.concatenate(rows), np.concatenate(columns))), shape=shape
    )
