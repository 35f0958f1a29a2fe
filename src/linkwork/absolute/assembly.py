r"""The whole out of its elements: residuals added up, tangents scattered by a pattern that is found once.

Unknowns are steps x of all bodies and −λ of all rows; the matrix is

$$ \begin{pmatrix} c_0 r_a + c_1 r_u + c_2 r_q & B^T \\ A & -\varepsilon \end{pmatrix} $$

where multipliers act by Bᵀλ: B is A but for contacts that slide. ε > 0 stands in the place of the multipliers only,
never in a residual: rows that repeat each other then share their load in the way of least squares, and the motion is
not changed (S3; regularisation of the tangent).
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any

import numpy as np

from ..channels import ENERGIES
from ..numerics.multifrontal import UnknownBlocks
from ..numerics.saddle import SADDLE_REGULARISATION
from ..numerics.sparse import Pattern, SparseSolver
from .configuration import Configuration
from .evaluate import MATRIX_OUTPUTS, ElementEvaluation, Wiring
from .tables import Tables
from .unknown_blocks import blocks_of

Sums = tuple[np.ndarray, np.ndarray]
LIGHT_MASS = 1e-6
"""The mass of unknowns that nothing else decides about, relative to that of a body."""
LARGEST_KEPT = 3000
"""Velocities and rows up to which elements stay bound to their memory between evaluations."""


@dataclass(frozen=True, eq=False)
class Rates:
    """What all elements give at a state."""

    Q: np.ndarray
    g: np.ndarray
    psi: np.ndarray
    P_00: np.ndarray


@dataclass(frozen=True, eq=False)
class ElementAssembly:
    """The elements of one system together."""

    system: Any
    _wirings: dict[str, Wiring] = field(default_factory=dict, repr=False)
    _idle: dict[int, list[AssembledElements]] = field(default_factory=dict, repr=False)
    """With memory that nobody uses at the moment, by the identity of their tables, which they keep alive."""
    kept: dict[str, Any] = field(default_factory=dict, repr=False)
    """What was found last, for those who ask again."""

    @property
    def size(self) -> int:
        """Velocities and rows."""
        return int(self.system.size + self.system.rows)

    @cached_property
    def is_holonomic(self) -> np.ndarray:
        """For every row, whether it is one of positions."""
        found = np.zeros(self.system.rows, dtype=bool)
        for group in self.system.groups:
            found[group.rows] = group.kind.rows.is_holonomic[:, None]
        return found

    @cached_property
    def holonomic(self) -> np.ndarray:
        """Places of rows of positions."""
        return np.flatnonzero(self.is_holonomic)

    @cached_property
    def matrix(self) -> ElementMatrix:
        """Where entries of the matrix of all elements stand."""
        return ElementMatrix(self)

    def wiring(self, name: str) -> Wiring:
        """Where the inputs and outputs of a function lie."""
        if name not in self._wirings:
            self._wirings[name] = Wiring(self.system, name)
        return self._wirings[name]

    @contextmanager
    def borrowed(self, tables: Tables) -> Iterator[AssembledElements]:
        """All elements at work for some evaluations: bound to their memory once, and kept, unless that is much."""
        try:
            found = self._idle[id(tables)].pop()
        except (KeyError, IndexError):
            # Other threads that evaluate at the same time have others.
            found = AssembledElements(self, tables)
        found.forget()
        yield found
        if self.size <= LARGEST_KEPT:
            for old in [key for key in self._idle if key != id(tables)][:-1]:
                self._idle.pop(old, None)
            self._idle.setdefault(id(tables), []).append(found)

    def tangent(
        self, at: Configuration, tables: Tables, a: np.ndarray, lam: np.ndarray, c: np.ndarray
    ) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
        """(r, rows, triplets of the matrix) for the factors c = (of r_a, of r_u, of r_q, of velocity rows)."""
        with self.borrowed(tables) as elements:
            return elements.tangent(at, a, lam, c)

    def rates(self, at: Configuration, tables: Tables, lam: np.ndarray | None = None) -> Rates:
        """Q, g, ψ, P_00 of all elements; Q at multipliers where elements look at these."""
        with self.borrowed(tables) as elements:
            return elements.rates(at, lam)

    def regularisation(self, tables: Tables) -> np.ndarray:
        """What is added to the diagonal: −ε for rows, nothing for velocities."""
        known = self.kept.get("regularisation")
        if known is None or known[0] is not tables:
            epsilon = np.full(self.system.rows, -SADDLE_REGULARISATION / typical_mass(tables))
            known = self.kept["regularisation"] = tables, np.concatenate([np.zeros(self.system.size), epsilon])
        return np.asarray(known[1])


@dataclass(frozen=True, eq=False)
class ElementMatrix:
    """Where the entries of the matrix of all elements stand, and what parts of it mean."""

    assembly: ElementAssembly

    @cached_property
    def pattern(self) -> Pattern:
        """Of the matrix, triplets in the order in which `tangent` gives them."""
        n = self.assembly.system.size
        rows: list[np.ndarray] = []
        columns: list[np.ndarray] = []
        kept: list[np.ndarray] = []
        for part in self.assembly.wiring("tangent").parts:
            places = part.entries("tangent")
            for name in MATRIX_OUTPUTS:
                if name in places:
                    side = part.dofs if name in ("r_x", "r_lam") else part.rows + n
                    across = part.seen + n if name == "r_lam" else part.dofs
                    at, by = (
                        x.ravel().astype(np.int32) for x in (side[places[name].rows], across[places[name].columns])
                    )
                    # Bᵀ stands right of the velocities.
                    rows.append(by if name == "reactions" else at)
                    columns.append(at if name == "reactions" else by)
                    kept.append(np.repeat(part.is_kept(name), part.count))
        diagonal = np.arange(self.assembly.size, dtype=np.int32)
        i, j = np.concatenate([*rows, diagonal]), np.concatenate([*columns, diagonal])
        seen = np.flatnonzero(np.concatenate([*kept, diagonal >= 0])).astype(np.int32)
        return Pattern(self.assembly.size, i, j, self.blocks, seen)

    @cached_property
    def whole_pattern(self) -> Pattern:
        """The same, of which factors leave nothing out: how forces depend on multipliers is not small."""
        known = self.pattern
        if not known.leaves_out:
            return known
        every = np.arange(len(known.rows), dtype=np.int32)
        return Pattern(known.size, known.rows, known.columns, known.blocks, every)

    def inertia_and_rows(self, triplets: np.ndarray, dense: bool) -> tuple[Any, Any]:
        """(velocities × velocities, rows × velocities) of a matrix of the pattern, as arrays or sparse."""
        n = self.assembly.system.size
        if not dense:
            whole = self.pattern.matrix(triplets).tocsr()
            return whole[:n, :n], whole[n:, :n]
        shapes = (n, n), (self.assembly.system.rows, n)
        first, second = (
            np.bincount(place, weights=triplets[chosen], minlength=shape[0] * shape[1]).reshape(shape)
            for (chosen, place), shape in zip(self._corners, shapes, strict=True)
        )
        return first, second

    def reactions(self, triplets: np.ndarray, dense: bool) -> Any:
        """How multipliers act (rows × velocities), of a matrix of the pattern."""
        n = self.assembly.system.size
        found = self.pattern.matrix(triplets)[:n, n:].T
        return found.toarray() if dense else found.tocsr()

    @cached_property
    def _corners(self) -> tuple[tuple[np.ndarray, np.ndarray], ...]:
        """(triplets, their places in a dense matrix) of inertia and of rows."""
        n, rows, columns = self.assembly.system.size, self.pattern.rows, self.pattern.columns
        inertia, below = np.flatnonzero((rows < n) & (columns < n)), np.flatnonzero((rows >= n) & (columns < n))
        return tuple((x, (rows[x] - first) * n + columns[x]) for x, first in ((inertia, 0), (below, n)))

    @cached_property
    def of_reactions(self) -> np.ndarray:
        """Triplets that tell how forces depend on multipliers of others."""
        found, start = [np.zeros(0, dtype=np.int64)], 0
        for part in self.assembly.wiring("tangent").parts:
            places = part.entries("tangent")
            for name in MATRIX_OUTPUTS:
                stop = start + (len(places[name].rows) * part.count if name in places else 0)
                found += [np.arange(start, stop)] if name == "r_lam" else []
                start = stop
        return np.concatenate(found)

    @cached_property
    def of_saddle(self) -> np.ndarray:
        """For every triplet that the function "saddle" gives, its place among those of the pattern."""
        found, start = [np.zeros(0, dtype=np.int64)], 0
        for part in self.assembly.wiring("tangent").parts:
            known, own = part.entries("tangent"), part.entries("saddle")
            for name in MATRIX_OUTPUTS:
                if name not in known:
                    continue
                ends = zip(known[name].rows.tolist(), known[name].columns.tolist(), strict=True)
                number = {at: k for k, at in enumerate(ends)}
                if name in own:
                    ends = zip(own[name].rows.tolist(), own[name].columns.tolist(), strict=True)
                    places = np.array([number[at] for at in ends], dtype=np.int64)
                    found.append((start + places[:, None] * part.count + np.arange(part.count)).ravel())
                start += len(known[name].rows) * part.count
        return np.concatenate(found)

    def of_inertia(self, triplets: np.ndarray) -> np.ndarray:
        """Triplets of the matrix without what depends on multipliers of others."""
        result = triplets.copy()
        result[self.of_reactions] = 0.0
        return result

    @cached_property
    def on_speeds(self) -> tuple[np.ndarray, np.ndarray]:
        """(triplets of rows that are conditions on velocities alone, places of these rows)."""
        places = self.assembly.system.size + np.flatnonzero(~self.assembly.is_holonomic)
        found = np.isin(self.pattern.rows, places) | np.isin(self.pattern.columns, places)
        return np.flatnonzero(found), places

    def of_positions(self, triplets: np.ndarray, tables: Tables) -> np.ndarray:
        """Triplets of a matrix in which conditions on velocities have no part: they forbid no place.

        Unknowns that these alone decide about stay where they are: unknowns get a little mass.
        """
        if self.assembly.is_holonomic.all():
            return triplets
        found, places = self.on_speeds
        result = triplets.copy()
        result[found] = 0.0
        first = len(result) - self.assembly.size
        result[first + places] = -1.0
        result[first + 6 * self.assembly.system.bodies.count : first + self.assembly.system.size] += (
            LIGHT_MASS * typical_mass(tables)
        )
        return result

    @cached_property
    def blocks(self) -> UnknownBlocks:
        """Bodies, and elements with what is theirs."""
        return blocks_of(self.assembly.system)

    def solver(self, choice: str = "auto") -> SparseSolver:
        """A solver for matrices of the pattern."""
        return SparseSolver(self.pattern, choice)


class AssembledElements:
    """The elements of a system at work: what they give, added up. It has memory, so everyone has an own one."""

    def __init__(self, assembly: ElementAssembly, tables: Tables) -> None:
        self.assembly, self.tables = assembly, tables
        self.regularisation = assembly.regularisation(tables)
        self._known: dict[str, ElementEvaluation] = {}

    def evaluation(self, name: str) -> ElementEvaluation:
        """One function of all elements, with its memory."""
        if name not in self._known:
            self._known[name] = ElementEvaluation(self.assembly.wiring(name), self.tables)
        return self._known[name]

    def forget(self) -> None:
        """Begins anew with the unknowns of elements, so that what is found does not depend on what was found before."""
        for evaluation in self._known.values():
            evaluation.forget()

    def residual(self, at: Configuration, a: np.ndarray, lam: np.ndarray, factor: float) -> Sums:
        """(r, rows) at accelerations and multipliers; velocity rows are multiplied by `factor`."""
        found = self.evaluation("residual")
        found.run(at, a, lam, np.array([0.0, 0.0, 0.0, factor]))
        return found.sum("r"), found.sum("rows")

    def tangent(
        self, at: Configuration, a: np.ndarray, lam: np.ndarray, c: np.ndarray
    ) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
        """(r, rows, triplets of the matrix) for the factors c = (of r_a, of r_u, of r_q, of velocity rows)."""
        found = self.evaluation("tangent")
        triplets = found.run(at, a, lam, c)["triplets"]
        return found.sum("r"), found.sum("rows"), np.concatenate([triplets, self.regularisation])

    def slopes(
        self, at: Configuration, a: np.ndarray, lam: np.ndarray
    ) -> tuple[tuple[np.ndarray, ...], dict[str, np.ndarray]]:
        """((r, g, ψ), entries of matrices in the order of `Wiring.entries`, which the next evaluation overwrites)."""
        found = self.evaluation("slopes")
        entries = found.run(at, a, lam)
        return tuple(found.sum(name) for name in ("r", "g", "psi")), entries

    def rates(self, at: Configuration, lam: np.ndarray | None = None) -> Rates:
        """Q, g, ψ, P_00 of all elements; Q at multipliers where elements look at these."""
        found = self.evaluation("rates")
        found.run(at, lam=lam)
        return Rates(*(found.sum(name) for name in ("Q", "g", "psi", "P_00")))

    def energy(self, at: Configuration) -> tuple[float, float]:
        """Kinetic energy and potential energy of gravity."""
        found = self.evaluation("energy")
        found.run(at)
        kinetic, potential = found.sum("energy")
        return float(kinetic), float(potential)

    def energies(self, at: Configuration) -> dict[str, float]:
        """All channels of energy at a configuration."""
        (kinetic, gravity), stored = self.energy(at), self.stored(at)
        potential = gravity + stored
        return dict(zip(ENERGIES, (kinetic + potential, kinetic, potential, gravity, stored), strict=True))

    def friction_power(self, at: Configuration, lam: np.ndarray) -> float:
        """What friction that follows multipliers gives the motion, λ·(B − A) u: of its sliding speeds relative to what
        moves by itself."""
        total, system = 0.0, self.assembly.system
        for group, data in zip(system.groups, self.tables.groups, strict=True):
            if group.kind.rows.have_friction:
                total += float(group.evaluate("friction_power", at, data, system.threads, lam=lam)["power"].sum())
        return total

    def field_power(self, at: Configuration) -> float:
        """Σ m g(p, t)·v of a gravity field, which has no potential energy here; zero where gravity is uniform."""
        bodies, tables = self.assembly.system.bodies, self.tables
        if bodies.gravity_field is None:
            return 0.0
        found = bodies.evaluate("field_power", at, tables.bodies, tables.gravity, np.zeros(len(at.u)))
        return float(found["power"].sum())

    def stored(self, at: Configuration) -> float:
        """What force elements hold and can give back, as far as it is known."""
        total, system = 0.0, self.assembly.system
        for group, data in zip(system.groups, self.tables.groups, strict=True):
            if group.kind.forces.stored is not None:
                more = {"lam": np.zeros(system.rows)} if len(group.seen) else {}
                total += float(group.evaluate("stored", at, data, system.threads, **more)["stored"].sum())
        return total


def typical_mass(tables: Tables) -> float:
    """The mean mass of bodies, by which regularisations are measured."""
    return float(np.median(tables.bodies[0])) or 1.0
