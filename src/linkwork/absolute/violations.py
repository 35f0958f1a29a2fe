"""What a state of an absolute system violates: rows of connections, and norms of Euler parameters."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import numpy as np

from ..consistency import FINE, Violation, typical_length
from ..consistency.violation import NORM, STILL
from ..results import State
from .configuration import Configuration
from .tables import Tables

PLAIN = np.array([1.0, 0.0, 0.0, 0.0])
"""Factors for the mass matrix and the rows alone."""


def absolute_violations(system: Any, state: State) -> list[Violation]:
    """Violations above `FINE`; where there are none, one evaluation of all rows has told."""
    found = list(_norms(system, state))
    if not system.rows:
        return found
    at, tables = system.configuration(state), system.tables(state.parameters)
    rates = system.assembly.rates(at, tables)
    length = typical_length(system, state)
    unit = min(1.0, length)
    of_positions = float(np.abs(rates.g).max(initial=0.0)) > FINE * unit
    of_velocities = float(np.abs(rates.psi).max(initial=0.0)) > STILL * unit
    if not (of_positions or of_velocities):
        return found
    A, sizes = _rows(system, at, tables, length)
    if of_positions:
        found += _named(system, rates.g, np.abs(rates.g) / sizes, "is open by", False)
    if of_velocities:
        inside = np.abs(A) @ np.abs(at.u) + np.abs(rates.psi - A @ at.u)
        scaled = np.abs(rates.psi) / (inside + STILL / FINE * sizes)
        found += _named(system, rates.psi, scaled, "is violated by its velocities,", True)
    return found


def _norms(system: Any, state: State) -> Iterator[Violation]:
    count = len(system.bodies.names)
    norms = np.linalg.norm(state.q[: 7 * count].reshape(-1, 7)[:, :4], axis=1)
    for k in np.flatnonzero(np.abs(norms - 1.0) > FINE):
        name = system.bodies.names[k]
        what = f"the Euler parameters {name}.e0, {name}.e1, {name}.e2, {name}.e3"
        how = f"have norm {norms[k]:.4g} where it must be 1"
        yield Violation(what, how, float(abs(norms[k] - 1.0)), remedy=NORM)


def _rows(system: Any, at: Configuration, tables: Tables, length: float) -> tuple[Any, np.ndarray]:
    """(constraint rows, sparse; the size of a unit of each)."""
    assembly, n = system.assembly, system.size
    triplets = assembly.tangent(at, tables, np.zeros(n), np.zeros(system.rows), PLAIN)[2]
    A = assembly.pattern.matrix(triplets)[n:, :n]
    units = np.ones(n)
    units[: 6 * len(system.bodies.names)].reshape(-1, 6)[:, 3:] = length
    sizes = np.sqrt(np.asarray(A.multiply(A) @ units**2)).ravel()
    return A, np.where(sizes > 0.0, sizes, 1.0)


def _named(system: Any, values: np.ndarray, scaled: np.ndarray, how: str, of_velocities: bool) -> Iterator[Violation]:
    for group in system.groups:
        if not group.kind.rows:
            continue
        sizes = scaled[group.rows]
        for k in np.flatnonzero(sizes.max(axis=0) > FINE):
            row = int(sizes[:, k].argmax())
            amount = float(abs(values[group.rows[row, k]]))
            said = f"{how} {amount:.4g}{'/s' if of_velocities else ''} (row {row + 1})"
            yield Violation(f"connection {group.names[k]!r}", said, float(sizes[row, k]), of_velocities)
