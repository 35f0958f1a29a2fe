r"""The whole out of its elements: residuals added up, tangents scattered by a pattern that is found once.

Unknowns are steps x of all bodies and −λ of all rows; the matrix is

$$ \begin{pmatrix} c_0 r_a + c_1 r_u + c_2 r_q & A^T \\ B & -\varepsilon \end{pmatrix} $$

with ε > 0 in the place of the multipliers only, never in a residual: rows that repeat each other then share their
load in the way of least squares, and the motion is not changed (S3; regularisation of the tangent).
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import Any

import numpy as np

from ..numerics.sparse import Pattern, SparseSolver
from .configuration import Configuration
from .tables import Tables

EPSILON = 1e-10
"""ε, relative to the size of A M⁻¹ Aᵀ."""


@dataclass(frozen=True, eq=False)
class Rates:
    """What all elements give at a state."""

    Q: np.ndarray
    g: np.ndarray
    psi: np.ndarray
    P_00: np.ndarray


@dataclass(frozen=True, eq=False)
class Assembly:
    """The elements of one system together."""

    system: Any

    @property
    def size(self) -> int:
        """Velocities and rows."""
        return int(self.system.size + self.system.rows)

    @cached_property
    def is_holonomic(self) -> np.ndarray:
        """For every row, whether it is one of positions."""
        found = np.zeros(self.system.rows, dtype=bool)
        for group in self.system.groups:
            found[group.rows] = group.kind.is_holonomic
        return found

    @cached_property
    def pattern(self) -> Pattern:
        """Of the matrix, triplets in the order in which `tangent` gives them."""
        system, n = self.system, self.system.size
        rows: list[np.ndarray] = []
        columns: list[np.ndarray] = []
        for part in (system.bodies, *system.groups):
            places = part.entries("tangent")
            dofs = part.dofs
            if "r_x" in places:
                rows.append(dofs[places["r_x"].rows].ravel())
                columns.append(dofs[places["r_x"].columns].ravel())
            if "A" in places:
                at, by = part.rows[places["A"].rows].ravel() + n, dofs[places["A"].columns].ravel()
                rows.append(by)
                columns.append(at)
                at, by = part.rows[places["rows_x"].rows].ravel() + n, dofs[places["rows_x"].columns].ravel()
                rows.append(at)
                columns.append(by)
        diagonal = np.arange(self.size)
        return Pattern.of(np.concatenate([*rows, diagonal]), np.concatenate([*columns, diagonal]), self.size)

    def solver(self) -> SparseSolver:
        """A solver for matrices of the pattern."""
        return SparseSolver(self.pattern)

    def residual(
        self, at: Configuration, tables: Tables, a: np.ndarray, lam: np.ndarray, factor: float
    ) -> tuple[np.ndarray, np.ndarray]:
        """(r, rows) at accelerations and multipliers; velocity rows are multiplied by `factor`."""
        system = self.system
        c = np.array([0.0, 0.0, 0.0, factor])
        found = system.bodies.evaluate("residual", at, tables.bodies, tables.gravity, a)
        r = np.zeros(system.size)
        r[: found["r"].size] = found["r"].T.ravel()
        rows = np.zeros(system.rows)
        for group, data in zip(system.groups, tables.groups, strict=True):
            given = group.evaluate("residual", at, data, system.threads, lam=lam, c=c)
            _add(r, group.dofs, given.get("r"))
            if "rows" in given:
                rows[group.rows] = given["rows"]
        return r, rows

    def tangent(
        self, at: Configuration, tables: Tables, a: np.ndarray, lam: np.ndarray, c: np.ndarray
    ) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
        """(r, rows, triplets of the matrix) for the factors c = (of r_a, of r_u, of r_q, of velocity rows)."""
        system = self.system
        found = system.bodies.evaluate("tangent", at, tables.bodies, tables.gravity, a, c=c)
        r = np.zeros(system.size)
        r[: found["r"].size] = found["r"].T.ravel()
        rows = np.zeros(system.rows)
        triplets = [found["r_x"].ravel()]
        for group, data in zip(system.groups, tables.groups, strict=True):
            given = group.evaluate("tangent", at, data, system.threads, lam=lam, c=c)
            _add(r, group.dofs, given.get("r"))
            if "rows" in given:
                rows[group.rows] = given["rows"]
            triplets += [given[name].ravel() for name in ("r_x", "A", "rows_x") if name in given]
        return r, rows, np.concatenate([*triplets, self.regularisation(tables)])

    def regularisation(self, tables: Tables) -> np.ndarray:
        """What is added to the diagonal: −ε for rows, nothing for velocities."""
        mass = float(np.median(tables.bodies[0])) or 1.0
        return np.concatenate([np.zeros(self.system.size), np.full(self.system.rows, -EPSILON / mass)])

    def rates(self, at: Configuration, tables: Tables) -> Rates:
        """Q, g, ψ, P_00 of all elements."""
        system = self.system
        Q, g, psi, p_00 = np.zeros(system.size), *(np.zeros(system.rows) for _ in range(3))
        for group, data in zip(system.groups, tables.groups, strict=True):
            given = group.evaluate("rates", at, data, system.threads)
            _add(Q, group.dofs, given.get("Q"))
            for name, whole in (("g", g), ("psi", psi), ("P_00", p_00)):
                if name in given:
                    whole[group.rows] = given[name]
        return Rates(Q, g, psi, p_00)

    def energy(self, at: Configuration, tables: Tables) -> tuple[float, float]:
        """Kinetic energy and potential energy of gravity."""
        found = self.system.bodies.evaluate("residual", at, tables.bodies, tables.gravity, np.zeros_like(at.u))
        kinetic, potential = found["energy"].sum(axis=1)
        return float(kinetic), float(potential)


def _add(whole: np.ndarray, places: np.ndarray, values: np.ndarray | None) -> None:
    if values is not None:
        whole += np.bincount(places.ravel(), weights=values.ravel(), minlength=len(whole))


def assembly_of(system: Any) -> Assembly:
    """The assembly of a system."""
    return Assembly(system)
