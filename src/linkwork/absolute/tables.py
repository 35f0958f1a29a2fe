"""The numbers of all elements and bodies, at given values of Parameters."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

import numpy as np

from ..expr import array, is_symbolic
from ..formulation.absolute import gravity_numbers
from ..formulation.link_kinds import lower_half


@dataclass(frozen=True, eq=False)
class Tables:
    """What kernels read: (numbers × elements) for every group, (7 × bodies) for bodies."""

    groups: tuple[np.ndarray, ...]
    bodies: np.ndarray
    com: np.ndarray
    """Centres of mass in body frames (bodies × 3)."""
    gravity: np.ndarray
    """Of uniform gravity, or the Parameters of a field."""


def tables_of(system: Any, parameters: Mapping[str, float]) -> Tables:
    """The tables of a system."""

    def numbers(rows: list[Any], width: int) -> np.ndarray:
        flat = [x for row in rows for x in row]
        values = system.worth(flat, parameters) if any(map(is_symbolic, flat)) else np.array(flat, dtype=float)
        return np.ascontiguousarray(values.reshape(len(rows), width).T)

    groups = tuple(numbers(found.data, len(found.kind.data)) for found in system.collected)
    bodies = list(system.model.bodies.values())
    own = numbers([[b.mass, *lower_half(b.inertia)] for b in bodies], 7)
    com = numbers([list(b.com) for b in bodies], 3).T
    gravity = system.worth(array(gravity_numbers(system.model.gravity)), parameters)
    return Tables(groups, own, com, gravity)


def in_one_block(tables: Tables) -> tuple[np.ndarray, Tables, Tables]:
    """(a copy of all numbers one behind the other, tables that are views of it, the same of their places in it)."""
    parts, ends = arrays_of(tables), np.cumsum([0, *(x.size for x in arrays_of(tables))])
    block = np.concatenate([x.ravel() for x in parts])
    own, places = (
        [whole[ends[k] : ends[k + 1]].reshape(x.shape) for k, x in enumerate(parts)]
        for whole in (block, np.arange(len(block)))
    )
    return block, *(Tables(tuple(x[:-3]), *x[-3:]) for x in (own, places))  # type: ignore[return-value]


def arrays_of(tables: Tables) -> tuple[np.ndarray, ...]:
    """All arrays of tables, one behind the other."""
    return *tables.groups, tables.bodies, tables.com, tables.gravity
