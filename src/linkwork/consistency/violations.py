"""What a state violates: residuals of all rows, and names for those that count."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property
from typing import Any

import numpy as np

from ..results import State
from .scales import typical_length
from .violation import NEGLIGIBLE_VELOCITY, NEGLIGIBLE_VIOLATION, NORM, Violation, direction_of

PRESCRIBED_REMEDY = "system.prescribed(state) puts it there."


def violations_of(system: Any, state: State) -> list[Violation]:
    """Violations above `NEGLIGIBLE_VIOLATION`; where there are none, one evaluation of all residuals has told."""
    look = _Look(system, state)
    found = list(look.prescribed())
    if not system.rows.count and not system.chart.invariants:
        return found
    residuals = system.functions.at("residuals", state)
    position, velocity = np.ravel(residuals.position), np.ravel(residuals.velocity)
    # In the smaller of the two units that rows have: radians, and lengths of the model.
    unit = min(1.0, look.length)
    if not _largest(position) <= NEGLIGIBLE_VIOLATION * unit:  # nan counts
        count = len(position) - len(system.chart.invariants)
        found += [*look.closures(position[:count]), *look.invariants(position[count:])]
    if _largest(velocity) > NEGLIGIBLE_VELOCITY * unit:
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
    def table(self) -> Any:
        """The rows by connection."""
        return self.system.rows.table(self.state)

    def closures(self, g: np.ndarray) -> Iterator[Violation]:
        """Loops and constraints that are open."""
        table = self.table
        scaled = np.abs(g) / table.sizes[table.holonomic]
        for part in table.parts_of(table.holonomic[~(scaled <= NEGLIGIBLE_VIOLATION)]):
            if not np.isfinite(g[part.g]).all():
                yield Violation(part.label, "gives no number here", np.inf)
                continue
            how = f"is open by {_amounts(g[part.g], scaled[part.g], part)}"
            yield Violation(part.label, how, _largest(scaled[part.g]))

    def velocities(self, rates: np.ndarray) -> Iterator[Violation]:
        """Rows that speeds do not meet, relative to the speeds in them."""
        rows = self.system.functions.at("rows", self.state)
        inside = abs(rows.P) @ np.abs(self.state.u) + np.abs(np.ravel(rows.P_0))
        scaled = np.abs(rates) / (inside + NEGLIGIBLE_VELOCITY / NEGLIGIBLE_VIOLATION * self.table.sizes)
        for part in self.table.parts_of(np.flatnonzero(scaled > NEGLIGIBLE_VIOLATION)):
            at = part.rows
            how = f"is violated by its velocities, {_amounts(rates[at], scaled[at], part, '/s')}"
            yield Violation(part.label, how, _largest(scaled[at]), True)

    def invariants(self, values: np.ndarray) -> Iterator[Violation]:
        """Norms of Euler parameters, and what else hinges keep."""
        for k in np.flatnonzero(np.abs(values) > NEGLIGIBLE_VIOLATION):
            places, value = list(self.system.chart.invariants[int(k)]), float(values[k])
            names = ", ".join(self.system.layout.q[place] for place in places)
            norm = float(np.linalg.norm(self.state.q[places]))
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
                (state.u, right.u, entry.u, NEGLIGIBLE_VELOCITY / NEGLIGIBLE_VIOLATION),
            ):
                off = float(abs(values[k] - wanted[k]))
                size = off and off / (floor * self.system.chart.scales(self.length)[1][entry.q] + abs(float(wanted[k])))
                if size > NEGLIGIBLE_VIOLATION:
                    rate = values is state.u
                    name = layout.u[k] if rate else entry.name
                    how = f"is {values[k]:.6g}, and it is {word} {wanted[k]:.6g} at t = {state.t:g}"
                    yield Violation(name, how, size, rate, PRESCRIBED_REMEDY, is_known=True)


def _amounts(values: np.ndarray, scaled: np.ndarray, part: Any, per: str = "") -> str:
    """The rows that count, with their units and directions."""
    counts = np.flatnonzero(scaled > max(NEGLIGIBLE_VIOLATION, 1e-3 * _largest(scaled)))
    if part.is_coupling:
        return ", ".join(f"{abs(values[k]):.4g}{per}" for k in counts)
    return ", ".join(f"{abs(values[k]):.4g}{direction_of(part.wrenches[k], int(k), per)}" for k in counts)
