"""How the numbers of all elements and bodies depend on Parameters."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any

import numpy as np

from ..expr import array, is_symbolic, jacobian
from ..expr.graph import as_expr
from ..formulation.absolute import gravity_numbers
from ..formulation.link_kinds import lower_half


@dataclass(frozen=True, eq=False)
class TableSlopes:
    """∂(what `Tables` holds)/∂(Parameters): (numbers × Parameters × elements)."""

    groups: tuple[np.ndarray, ...]
    bodies: np.ndarray
    """Of mass and inertia (7 × Parameters × bodies)."""
    com: np.ndarray
    """Of centres of mass in body frames (3 × Parameters × bodies)."""
    gravity: np.ndarray
    """Of the numbers of gravity (three or more × Parameters)."""


@dataclass(frozen=True, eq=False)
class TableEntry:
    """The entries of one table that depend on Parameters, with their derivatives as expressions."""

    shape: tuple[int, int]
    """(elements, numbers of each)."""
    places: tuple[int, ...]
    slopes: Any

    def at(self, system: Any, parameters: Mapping[str, float]) -> np.ndarray:
        """The derivatives at values of Parameters."""
        found = np.zeros((self.shape[0] * self.shape[1], len(system.values)))
        if self.places:
            found[list(self.places)] = system.worth(self.slopes, parameters)
        return np.ascontiguousarray(found.reshape(*self.shape, len(system.values)).transpose(1, 2, 0))


@dataclass(frozen=True, eq=False)
class TableDerivatives:
    """The derivatives of all tables of a system, as expressions; the last values are remembered."""

    system: Any

    @cached_property
    def _last(self) -> dict[Any, TableSlopes]:
        return {}

    @cached_property
    def _entries(self) -> tuple[list[TableEntry], TableEntry, TableEntry, TableEntry]:
        model = self.system.model
        by = array(list(self.system.acting.parameters.values()))
        bodies = list(model.bodies.values())
        gravity = gravity_numbers(model.gravity)
        return (
            [_entry(found.data, len(found.kind.data), by) for found in self.system.collected],
            _entry([[b.mass, *lower_half(b.inertia)] for b in bodies], 7, by),
            _entry([list(b.com) for b in bodies], 3, by),
            _entry([gravity], len(gravity), by),
        )

    def at(self, parameters: Mapping[str, float]) -> TableSlopes:
        """The derivatives at values of Parameters."""
        key = tuple(sorted(parameters.items()))
        if key not in self._last:
            groups, bodies, com, gravity = self._entries
            own, places, field = (x.at(self.system, parameters) for x in (bodies, com, gravity))
            self._last.clear()
            found = tuple(x.at(self.system, parameters) for x in groups)
            self._last[key] = TableSlopes(found, own, places, field[:, :, 0])
        return self._last[key]


def _entry(rows: Sequence[Sequence[Any]], width: int, by: Any) -> TableEntry:
    flat = [x for row in rows for x in row]
    places = tuple(k for k, x in enumerate(flat) if is_symbolic(x)) if len(by) else ()
    slopes = jacobian(array([as_expr(flat[k]) for k in places]), by) if places else None
    return TableEntry((len(rows), width), places, slopes)


def with_time(slopes: np.ndarray) -> np.ndarray:
    """∂(t, numbers)/∂(t, Parameters) of every element, of ∂(numbers)/∂(Parameters)."""
    found = np.zeros((1 + slopes.shape[0], 1 + slopes.shape[1], slopes.shape[2]))
    found[0, 0], found[1:, 1:] = 1.0, slopes
    return found


def by_numbers(part: Any, function: str, given: Any, names: tuple[str, str], rows: int) -> np.ndarray | None:
    """∂(an output)/∂(t, numbers) (entries × numbers × elements), unknowns following; None where it is zero.

    `names` are those of its derivatives by numbers and by unknowns.
    """
    own = full(part, function, given, names[0], (rows, 1 + part.numbers))
    if part.unknowns:
        by_s = full(part, function, given, names[1], (rows, part.unknowns))
        R_s = full(part, function, given, "R_s", (part.unknowns, part.unknowns))
        R_d = full(part, function, given, "R_d", (part.unknowns, 1 + part.numbers))
        if by_s is not None and R_d is not None and R_s is not None:
            s_d = -np.linalg.solve(R_s.transpose(2, 0, 1), R_d.transpose(2, 0, 1))
            through = (by_s.transpose(2, 0, 1) @ s_d).transpose(1, 2, 0)
            own = through if own is None else own + through
    return own


def full(part: Any, function: str, given: Any, name: str, shape: tuple[int, int]) -> np.ndarray | None:
    """A matrix of every element, with zeros filled in; None where it has no entries."""
    if name not in given:
        return None
    places = part.entries(function)[name]
    found = np.zeros((*shape, part.count))
    found[places.rows, places.columns] = given[name]
    return found
