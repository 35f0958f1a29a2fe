"""Places in an assembly, frames on them, and the location matrix of S0 (7.1.2)."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any

import numpy as np

from ...spatial import Pose

AssemblyPlace = int | str
"""The number of an end, or the name of a node."""


@dataclass(frozen=True, eq=False)
class AssemblyPoint:
    """A frame that is fixed on an end or a node: `X` is where it stands in the base there (S0 §7.1)."""

    place: AssemblyPlace
    X: Pose = field(default_factory=Pose)


def as_point(place: Any) -> AssemblyPoint:
    """What stands for an end of a part: a place, or a frame on one."""
    return place if isinstance(place, AssemblyPoint) else AssemblyPoint(place)


@dataclass(frozen=True, eq=False)
class LocationMatrix:
    """L of S0 (7.1.2): a row for each end of each part, a column for each node and, behind them, for each end.

    Every row has a single one, where that end of the part is: u = L_in c_in + L_ex c_ex (S0 (7.1.5)).
    """

    rows: tuple[str, ...]
    """"part.0", "part.1", …"""
    nodes: tuple[str, ...]
    ends: tuple[int, ...]
    L: np.ndarray
    """Zeros and ones."""

    @property
    def internal(self) -> np.ndarray:
        """L_in, the columns of nodes."""
        return self.L[:, : len(self.nodes)]

    @property
    def external(self) -> np.ndarray:
        """L_ex, the columns of ends."""
        return self.L[:, len(self.nodes) :]

    def __str__(self) -> str:
        heads = [*self.nodes, *(f"end {k}" for k in self.ends)]
        wide = max(map(len, self.rows), default=0)
        lines = [" " * wide + "".join(f"  {head}" for head in heads)]
        for name, row in zip(self.rows, self.L, strict=True):
            lines.append(f"{name:<{wide}}" + "".join(f"  {x:>{len(h)}}" for x, h in zip(row, heads, strict=True)))
        return "\n".join(lines)


def location_matrix(parts: Mapping[str, Any], nodes: Iterable[str], ends: int) -> LocationMatrix:
    """L of parts, given as (element, *places)."""
    columns: list[AssemblyPlace] = [*nodes, *range(ends)]
    found = [(f"{name}.{k}", as_point(p).place) for name, (_, *at) in parts.items() for k, p in enumerate(at)]
    L = np.zeros((len(found), len(columns)), dtype=int)
    for row, (_, place) in enumerate(found):
        L[row, columns.index(place)] = 1
    return LocationMatrix(tuple(name for name, _ in found), tuple(nodes), tuple(range(ends)), L)
