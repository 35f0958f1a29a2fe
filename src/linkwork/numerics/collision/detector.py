r"""Contacts of surfaces on bodies at given poses: what programs call.

```
crate = Surface("box", 0, (0.1, 0.1, 0.1), name="crate")
detector = CollisionDetector([Surface("plane", GROUND_BODY, name="floor"), crate])
for contact in detector.contacts(q, margin=0.01):
    print(contact.name, contact.gap, contact.point, contact.normal)
```
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple

import numpy as np

from ...kernels.loops import compiled_loop
from .broad_phase import Grid, broad_phase_grid, find_pairs
from .contact_list import CollisionScratch, ContactList, collision_scratch, contact_list
from .narrow_phase import touch_pairs
from .placement import bound_surfaces, place_surfaces, rotation_matrix
from .surfaces import Surface, SurfaceTable, surface_table

FIRST_ROOM = 64
"""Contacts and pairs that there is memory for at the start; it grows."""


@dataclass(frozen=True, eq=False)
class DetectedContact:
    """A contact of two surfaces, by their numbers: gap, point half way, unit normal from the first to the second."""

    first: int
    second: int
    feature: int
    gap: float
    point: np.ndarray
    normal: np.ndarray
    name: str
    """The same as long as the same features meet, "floor–crate 3"."""


class DetectorMemory(NamedTuple):
    """What one search for contacts works on."""

    table: SurfaceTable
    turn: Any
    place: Any
    room: Any
    grid: Grid
    found: ContactList
    scratch: CollisionScratch


def detect_contacts(memory: DetectorMemory, q: Any, margin: float) -> bool:
    """Finds all contacts with gaps below the margin at poses q (bodies × 7); whether they found room."""
    for k in range(len(q)):
        rotation_matrix(q[k], memory.turn[k])
    for s in range(len(memory.room)):
        memory.room[s] = 0.5 * margin
    place_surfaces(memory.table, memory.turn, q, memory.place)
    bound_surfaces(memory.table, memory.place, memory.room, memory.grid.bounds)
    find_pairs(memory.table, memory.place, memory.grid)
    count = memory.grid.count[0]
    touch_pairs(memory.found, memory.table, memory.place, memory.scratch, memory.grid.pairs, count, memory.room)
    return memory.grid.count[1] == 0 and memory.found.count[1] == 0


class CollisionDetector:
    """Finds contacts between surfaces. It has memory, so every thread has an own one."""

    def __init__(self, surfaces: Sequence[Surface]) -> None:
        self.surfaces = tuple(surfaces)
        n = len(self.surfaces)
        self.bodies = 1 + max((surface.body for surface in self.surfaces), default=-1)
        """How many bodies there are poses of."""
        self._memory = DetectorMemory(
            surface_table(self.surfaces),
            np.zeros((self.bodies, 9)),
            np.zeros((n, 12)),
            np.zeros(n),
            broad_phase_grid(n, FIRST_ROOM),
            contact_list(FIRST_ROOM),
            collision_scratch(),
        )

    def contacts(self, q: Any, margin: float = 0.0) -> list[DetectedContact]:
        """Contacts with gaps below the margin, at poses q (bodies × 7) of centres of mass."""
        poses = np.ascontiguousarray(q, dtype=float).reshape(-1, 7)
        if len(poses) < self.bodies:
            raise ValueError(f"surfaces stand on {self.bodies} bodies, and {len(poses)} poses are given.")
        poses = poses[: self.bodies]
        while not compiled_loop(detect_contacts)(self._memory, poses, float(margin)):
            room = 2 * len(self._memory.found.gap)
            grid = broad_phase_grid(len(self.surfaces), room)
            self._memory = self._memory._replace(grid=grid, found=contact_list(room))
        found = self._memory.found
        return [self._contact(found, k) for k in range(int(found.count[0]))]

    def _contact(self, found: ContactList, k: int) -> DetectedContact:
        first, second, feature = int(found.pair[k, 0]), int(found.pair[k, 1]), int(found.feature[k])
        name = contact_name(self.surfaces[first], self.surfaces[second], feature)
        point, normal = found.point[k].copy(), found.normal[k].copy()
        return DetectedContact(first, second, feature, float(found.gap[k]), point, normal, name)


def contact_name(first: Surface, second: Surface, feature: int) -> str:
    """The name of a contact, "floor–crate 3"."""
    return f"{first.name or first.kind}–{second.name or second.kind} {feature}"
