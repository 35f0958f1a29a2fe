"""Places in an assembly, frames and loads on them, and the location matrix of S0 (7.1.2)."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

import numpy as np

from ...expr import TraceError
from ...spatial import Pose
from ..errors import ModelError, unknown

if TYPE_CHECKING:
    from ..assembly import Assembly

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


def reference_poses(assembly: Assembly) -> dict[str, Pose]:
    """`assembly.reference()` as poses."""
    found = {}
    for node, given in assembly.reference().items():
        if node not in assembly.nodes:
            raise ModelError(f"{assembly.kind}: reference: {unknown('node', node, assembly.nodes)}")
        try:
            found[node] = given if isinstance(given, Pose) else Pose(p=given)
        except (TraceError, TypeError, ValueError) as error:
            raise ModelError(f"{assembly.kind}: reference: node {node!r}: give three numbers or a Pose.") from error
    return found


def node_loads(assembly: Assembly) -> dict[str, dict[str, Any]]:
    """`assembly.loads()` as force and moment."""
    found = {}
    for node, given in assembly.loads().items():
        if node not in assembly.nodes:
            raise ModelError(f"{assembly.kind}: load: {unknown('node', node, assembly.nodes)}")
        load = dict(given) if isinstance(given, Mapping) else {"force": given}
        for what, value in load.items():
            if what not in ("force", "moment"):
                raise ModelError(f"{assembly.kind}: load on {node!r}: {unknown('part', what, ('force', 'moment'))}")
            if len(value) != 3:
                raise ModelError(f"{assembly.kind}: load on {node!r}: its {what} has three components.")
        found[node] = {"force": (0.0, 0.0, 0.0), "moment": (0.0, 0.0, 0.0), **load}
    return found
