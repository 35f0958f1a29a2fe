r"""The whole out of its elements: residuals added up, tangents scattered by a pattern that is found once.

Unknowns are steps x of all bodies and −λ of all rows; the matrix is

$$ \begin{pmatrix} c_0 r_a + c_1 r_u + c_2 r_q & A^T \\ B & -\varepsilon \end{pmatrix} $$

with ε > 0 in the place of the multipliers only, never in a residual: rows that repeat each other then share their
load in the way of least squares, and the motion is not changed (S3; regularisation of the tangent).
"""

from __future__ import annotations

from dataclasses import dataclass, field
from functools import cached_property
from typing import Any

import numpy as np

from ..numerics.multifrontal import Blocks
from ..numerics.sparse import Pattern, SparseSolver
from .configuration import Configuration
from .evaluate import MATRICES, Evaluation, Wiring
from .tables import Tables

Sums = tuple[np.ndarray, np.ndarray]
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
    _wirings: dict[str, Wiring] = field(default_factory=dict, repr=False)

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
        n = self.system.size
        rows: list[np.ndarray] = []
        columns: list[np.ndarray] = []
        kept: list[np.ndarray] = []
        for part in self.wiring("tangent").parts:
            places = part.entries("tangent")
            for name in MATRICES:
                if name in places:
                    side = part.rows + n if name != "r_x" else part.dofs
                    at, by = side[places[name].rows].ravel(), part.dofs[places[name].columns].ravel()
                    # Aᵀ stands right of the velocities.
                    rows.append(by if name == "A" else at)
                    columns.append(at if name == "A" else by)
                    kept.append(np.repeat(part.is_kept(name), part.count))
        diagonal = np.arange(self.size)
        i, j = np.concatenate([*rows, diagonal]), np.concatenate([*columns, diagonal])
        seen = np.flatnonzero(np.concatenate([*kept, diagonal >= 0]))
        return Pattern(self.size, i, j, self.blocks, seen)

    @cached_property
    def blocks(self) -> Blocks:
        """A block for every body, and one for every element with rows or unknowns of its own: these wait for bodies."""
        system = self.system
        count = len(system.bodies.names)
        of = np.empty(self.size, dtype=np.int64)
        of[: 6 * count] = np.repeat(np.arange(count), 6)
        for group in system.groups:
            if len(group.rows) + len(group.own):
                numbers = count + np.arange(group.count)
                of[system.size + group.rows] = numbers
                of[6 * len(system.bodies.names) + group.own] = numbers
                count += group.count
        return Blocks(of, np.arange(count) >= len(system.bodies.names))

    def solver(self, choice: str = "auto") -> SparseSolver:
        """A solver for matrices of the pattern."""
        return SparseSolver(self.pattern, choice)

    def wiring(self, name: str) -> Wiring:
        """Where the inputs and outputs of a function lie."""
        if name not in self._wirings:
            self._wirings[name] = Wiring(self.system, name)
        return self._wirings[name]

    def at_work(self, tables: Tables) -> Elements:
        """All elements with memory for their outputs: for one user at a time, again and again."""
        return Elements(self, tables)

    def residual(
        self, at: Configuration, tables: Tables, a: np.ndarray, lam: np.ndarray, factor: float
    ) -> tuple[np.ndarray, np.ndarray]:
        """(r, rows) at accelerations and multipliers; velocity rows are multiplied by `factor`."""
        return self.at_work(tables).residual(at, a, lam, factor)

    def tangent(
        self, at: Configuration, tables: Tables, a: np.ndarray, lam: np.ndarray, c: np.ndarray
    ) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
        """(r, rows, triplets of the matrix) for the factors c = (of r_a, of r_u, of r_q, of velocity rows)."""
        return self.at_work(tables).tangent(at, a, lam, c)

    def regularisation(self, tables: Tables) -> np.ndarray:
        """What is added to the diagonal: −ε for rows, nothing for velocities."""
        mass = float(np.median(tables.bodies[0])) or 1.0
        return np.concatenate([np.zeros(self.system.size), np.full(self.system.rows, -EPSILON / mass)])

    def rates(self, at: Configuration, tables: Tables) -> Rates:
        """Q, g, ψ, P_00 of all elements."""
        return self.at_work(tables).rates(at)

    def energy(self, at: Configuration, tables: Tables) -> tuple[float, float]:
        """Kinetic energy and potential energy of gravity."""
        return self.at_work(tables).energy(at)


class Elements:
    """The elements of a system at work: what they give, added up. It has memory, so everyone has an own one."""

    def __init__(self, assembly: Assembly, tables: Tables) -> None:
        self.assembly, self.tables = assembly, tables
        self.regularisation = assembly.regularisation(tables)
        self._known: dict[str, Evaluation] = {}

    def _evaluation(self, name: str) -> Evaluation:
        if name not in self._known:
            self._known[name] = Evaluation(self.assembly.wiring(name), self.tables)
        return self._known[name]

    def _sum(self, name: str, output: str, found: dict[str, np.ndarray]) -> np.ndarray:
        """An output of all elements added up, of the size of velocities or rows."""
        system = self.assembly.system
        size = {"r": system.size, "Q": system.size, "energy": 2}.get(output, system.rows)
        if output not in found:
            return np.zeros(size)
        return np.bincount(self.assembly.wiring(name).places(output), weights=found[output], minlength=size)

    def residual(self, at: Configuration, a: np.ndarray, lam: np.ndarray, factor: float) -> Sums:
        """(r, rows) at accelerations and multipliers; velocity rows are multiplied by `factor`."""
        found = self._evaluation("residual").run(at, a, lam, np.array([0.0, 0.0, 0.0, factor]))
        return self._sum("residual", "r", found), self._sum("residual", "rows", found)

    def tangent(
        self, at: Configuration, a: np.ndarray, lam: np.ndarray, c: np.ndarray
    ) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
        """(r, rows, triplets of the matrix) for the factors c = (of r_a, of r_u, of r_q, of velocity rows)."""
        found = self._evaluation("tangent").run(at, a, lam, c)
        sums = self._sum("tangent", "r", found), self._sum("tangent", "rows", found)
        return *sums, np.concatenate([found["triplets"], self.regularisation])

    def rates(self, at: Configuration) -> Rates:
        """Q, g, ψ, P_00 of all elements."""
        found = self._evaluation("rates").run(at)
        return Rates(*(self._sum("rates", name, found) for name in ("Q", "g", "psi", "P_00")))

    def energy(self, at: Configuration) -> tuple[float, float]:
        """Kinetic energy and potential energy of gravity."""
        kinetic, potential = self._sum("energy", "energy", self._evaluation("energy").run(at))
        return float(kinetic), float(potential)

    def power(self, at: Configuration) -> float:
        """The power of forces of elements; rates of states are none."""
        count = self.assembly.system.layout.nu
        return float(self.rates(at).Q[:count] @ at.u[:count])


def assembly_of(system: Any) -> Assembly:
    """The assembly of a system."""
    return Assembly(system)
