"""The constraint rows of a system in absolute coordinates at a state: all hinges, constraints, drives and locks."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

import numpy as np

from ..absolute.elastic_points import pose_on_body
from ..absolute.groups import Group
from ..consistency import typical_length
from ..model import Point
from ..results import State
from ..spatial import Pose
from .frames import Frames, frames_at
from .row_table import Closure, RowTable, SystemRows, kind_of_rows, sizes_of, sound_sizes


@dataclass(frozen=True, eq=False)
class AbsoluteRows(SystemRows):
    """Those of all hinges, constraints, drives and locks, element by element."""

    @property
    def count(self) -> int:
        """How many there are."""
        return int(self.system.elements.rows)

    are_regularised = True

    def table(self, state: State) -> RowTable:
        """Which connection every row belongs to, its size and its wrench."""
        return absolute_rows(self.system, state)

    @property
    def load_names(self) -> tuple[str, ...]:
        """Connections that carry loads."""
        groups = [group for group in self.system.elements.groups if group.kind.rows and group.kind.bodies]
        return tuple(name for group in groups for name in group.names)

    @property
    def have_friction(self) -> bool:
        """Whether multipliers of some rows pull friction along."""
        return bool(self.system.elements.has_friction)

    @property
    def are_seen(self) -> bool:
        """Whether forces depend on multipliers: those of elements that look at them, and friction."""
        return bool(self.system.elements.sees_reactions or self.system.elements.has_friction)


def absolute_rows(system: Any, state: State) -> RowTable:
    """The rows of all groups of elements at a state."""
    frames, length = frames_at(system.elements, state), typical_length(system, state)
    bodies = {name: k for k, name in enumerate(frames.system.bodies.names)}
    groups = [_GroupRows(frames, k, bodies) for k, group in enumerate(frames.system.groups) if group.kind.rows]
    sizes = np.ones(system.rows.count)
    for rows in groups:
        for row, wrenches in zip(rows.group.rows, rows.held, strict=False):
            sizes[row] = sizes_of(wrenches, length)
    on_coordinates = np.concatenate([np.zeros(0, dtype=np.int64), *(rows.others.ravel() for rows in groups)])
    if len(on_coordinates):
        P = (frames.A @ frames.B)[on_coordinates]
        squares = P * P if frames.is_dense else P.multiply(P)
        sizes[on_coordinates] = np.sqrt(squares @ system.chart.scales(length)[0] ** 2)
    starts = np.concatenate([np.zeros(0, dtype=np.int64), *(rows.starts for rows in groups)])
    ends = np.cumsum([len(rows.starts) for rows in groups])

    def make(k: int) -> Closure:
        number = int(np.searchsorted(ends, k, side="right"))
        first = int(ends[number - 1]) if number else 0
        return groups[number].part(k - first)

    return RowTable(starts, sound_sizes(sizes, length), frames.holonomic, make)


class _GroupRows:
    """The rows of the elements of one kind: first those of positions, then conditions on velocities."""

    def __init__(self, frames: Frames, number: int, bodies: Mapping[str, int]) -> None:
        self.frames, self.number, self.bodies = frames, number, bodies
        self.group: Group = frames.system.groups[number]
        kind = self.group.kind
        self.cuts = [0, *sorted({int(kind.rows.is_holonomic.sum()), len(kind.rows)} - {0})]
        """Where parts of an element begin among its rows, and the end."""
        self.held = self._wrenches()
        """Wrenches of rows on relative motion (rows × elements × 6)."""

    @property
    def others(self) -> np.ndarray:
        """Rows on coordinates of elements (rows × elements)."""
        return self.group.rows[len(self.held) :]

    @property
    def starts(self) -> np.ndarray:
        """The first rows of all parts, rising."""
        return np.asarray(self.group.rows[self.cuts[:-1]].T.ravel())

    def _wrenches(self) -> np.ndarray:
        """Of unit multipliers; what restricts rates of unknowns stands behind rows on relative motion."""
        group, f = self.group, self.frames
        count = len(group.kind.rows) - len(group.kind.rows.on_rates) if group.kind.bodies else 0
        return group.unit_wrenches(f.at, f.tables.groups[self.number], f.system.threads, count)

    def part(self, number: int) -> Closure:
        """The rows of one element that are alike."""
        element, piece = divmod(number, len(self.cuts) - 1)
        first, last = self.cuts[piece], self.cuts[piece + 1]
        name, start = self.group.names[element], int(self.group.rows[0, element])
        rows = slice(start + first, start + last)
        held = self.group.kind.rows.is_holonomic[first]
        place = int(np.searchsorted(self.frames.holonomic, rows.start))
        g = slice(place, place + (last - first if held else 0))
        connection = self.frames.system.acting.connections[name]
        what = kind_of_rows(connection.element)
        if first >= len(self.held):
            return Closure(name, what, rows, g, (), Pose(), Pose(), np.zeros((0, 6)))
        points = [end for end in connection.ends if isinstance(end, Point)]
        bodies = [0 if p.body.is_ground else 1 + self.bodies[str(p.body.name)] for p in points]
        F, M = (self._frame(k, point) for k, point in zip(bodies[:2], points[:2], strict=True))
        if len(points) > 2:
            M = F  # the load on all further ends together is at the origin of the first
        return Closure(name, what, rows, g, tuple(bodies), F, M, self.held[first:last, element])

    def _frame(self, body: int, point: Point) -> Pose:
        """A frame of the connection in the world."""
        f = self.frames
        X = pose_on_body(point, f.state)
        if not body:
            return X
        return Pose(f.rotations[body - 1], f.state.q[7 * body - 3 : 7 * body]) @ X
