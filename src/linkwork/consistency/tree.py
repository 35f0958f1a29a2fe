"""What a state of a tree violates: residuals of its compiled kernels, and names for those that count."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property
from typing import Any

import numpy as np

from ..expr import array
from ..expr.graph import as_expr
from ..expr.node import symbols_of
from ..results import State
from .scales import scales_of, typical_length
from .violation import FINE, NORM, STILL, Violation, direction_of

PRESCRIBED = "system.prescribed(state) puts it there."


def tree_violations(system: Any, state: State) -> list[Violation]:
    """Violations above `FINE`; where there are none, one call of a compiled kernel has told."""
    look = _Look(system, state)
    found = list(look.prescribed())
    e = system.equations
    if not len(e.g_dot) and not len(e.invariants):
        return found
    residuals = system.output("residuals", state)
    position, velocity = np.ravel(residuals.position), np.ravel(residuals.velocity)
    # In the smaller of the two units that rows have: radians, and lengths of the model.
    unit = min(1.0, look.length)
    if _largest(position) > FINE * unit:
        count = len(e.g)
        found += [*look.closures(position[:count]), *look.invariants(position[count:])]
    if _largest(velocity) > STILL * unit:
        found += look.velocities(velocity)
    return found


def _largest(values: np.ndarray) -> float:
    return float(np.maximum.reduce(np.abs(values), initial=0.0))


@dataclass(frozen=True, eq=False)
class _Look:
    """A closer look at a state."""

    system: Any
    state: State

    @cached_property
    def length(self) -> float:
        return typical_length(self.system, self.state)

    @cached_property
    def scales(self) -> tuple[np.ndarray, np.ndarray]:
        return scales_of(self.system, self.length)

    @cached_property
    def matrices(self) -> tuple[np.ndarray, np.ndarray]:
        """(P, P_0)."""
        rows = self.system.output("rows", self.state)
        return np.atleast_2d(rows.P), np.ravel(rows.P_0)

    @cached_property
    def parts(self) -> list[tuple[str, Any, slice, slice, np.ndarray | None, np.ndarray]]:
        """(label, rows, places among all, places among holonomic ones, wrenches, sizes of a unit) by connection."""
        found: list[Any] = []
        row = g = 0
        hinges = {part.name for part in (*self.system.topology.chords, *self.system.topology.branches)}
        for rows in self.system.equations.rows:
            at, held = slice(row, row + len(rows.g_dot)), slice(g, g + len(rows.g))
            wrenches = self._wrenches(rows)
            if wrenches is None:
                sizes = np.linalg.norm(self.matrices[0][at] * self.scales[0], axis=1)
            else:
                sizes = np.linalg.norm(wrenches * np.array([1.0, 1.0, 1.0, *[self.length] * 3]), axis=1)
            label = f"{'hinge' if rows.name in hinges else 'constraint'} {rows.name!r}"
            found.append((label, rows, at, held, wrenches, np.where(sizes > 0.0, sizes, 1.0)))
            row, g = at.stop, held.stop
        return found

    def _wrenches(self, rows: Any) -> np.ndarray | None:
        if rows.directions is None:
            return None
        function = self.system.equations.function("directions", found=array(rows.directions))
        return np.asarray(function(*self.system.arguments(self.state)).found, dtype=float).reshape(-1, 6)

    def closures(self, g: np.ndarray) -> Iterator[Violation]:
        """Loops and constraints that are open."""
        for label, _, _, held, wrenches, sizes in self.parts:
            scaled = np.abs(g[held]) / sizes if held.stop > held.start else np.zeros(0)
            if _largest(scaled) > FINE:
                yield Violation(label, f"is open by {_amounts(g[held], scaled, wrenches)}", _largest(scaled))

    def velocities(self, rates: np.ndarray) -> Iterator[Violation]:
        """Rows that speeds do not meet, relative to the speeds in them."""
        P, P_0 = self.matrices
        inside = np.abs(P) @ np.abs(self.state.u) + np.abs(P_0)
        for label, _, at, _, wrenches, sizes in self.parts:
            scaled = np.abs(rates[at]) / (inside[at] + STILL / FINE * sizes)
            if _largest(scaled) > FINE:
                how = f"is violated by its velocities, {_amounts(rates[at], scaled, wrenches, '/s')}"
                yield Violation(label, how, _largest(scaled), True)

    def invariants(self, values: np.ndarray) -> Iterator[Violation]:
        """Norms of Euler parameters, and what else hinges keep."""
        if not _largest(values) > FINE:
            return
        e = self.system.equations
        for value, invariant in zip(values, e.invariants, strict=True):
            inside = {node.uid for node in symbols_of([as_expr(invariant)])}
            places = [k for k, symbol in enumerate(e.symbols.q) if symbol.uid in inside]
            names = ", ".join(self.system.layout.q[k] for k in places)
            norm = float(np.linalg.norm(self.state.q[places]))
            if abs(value) <= FINE:
                continue
            if len(places) == 4 and abs(norm**2 - 1.0 - value) < 1e-9 * max(1.0, norm**2):
                how = f"have norm {norm:.4g} where it must be 1"
                yield Violation(f"the Euler parameters {names}", how, abs(norm - 1.0), remedy=NORM)
            else:
                yield Violation(f"the invariant of {names}", f"is off by {abs(value):.4g}", abs(value))

    def prescribed(self) -> Iterator[Violation]:
        """Driven and locked coordinates that are elsewhere, or move differently."""
        layout, state = self.system.layout, self.state
        if not (layout.driven or layout.locked):
            return
        right = self.system.prescribed(state)
        for entry, word in (*((e, "driven to") for e in layout.driven), *((e, "locked at") for e in layout.locked)):
            for values, wanted, k, floor in (
                (state.q, right.q, entry.q, 1.0),
                (state.u, right.u, entry.u, STILL / FINE),
            ):
                off = float(abs(values[k] - wanted[k]))
                size = off and off / (floor * self.scales[1][entry.q] + abs(float(wanted[k])))
                if size > FINE:
                    rate = values is state.u
                    name = layout.u[k] if rate else entry.name
                    how = f"is {values[k]:.6g}, and it is {word} {wanted[k]:.6g} at t = {state.t:g}"
                    yield Violation(name, how, size, rate, PRESCRIBED, is_known=True)


def _amounts(values: np.ndarray, scaled: np.ndarray, wrenches: np.ndarray | None, per: str = "") -> str:
    """The rows that count, with their units and directions."""
    counts = np.flatnonzero(scaled > max(FINE, 1e-3 * _largest(scaled)))
    if wrenches is None:
        return ", ".join(f"{abs(values[k]):.4g}{per}" for k in counts)
    return ", ".join(f"{abs(values[k]):.4g}{direction_of(wrenches[k], int(k), per)}" for k in counts)
