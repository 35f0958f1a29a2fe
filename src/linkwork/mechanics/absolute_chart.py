"""Coordinates and speeds of bodies that move freely, then those of elements."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Any

import numpy as np

from ..consistency import scales_of, typical_length
from ..results import State
from .chart import Chart


@dataclass(frozen=True, eq=False)
class AbsoluteChart(Chart):
    """Euler parameters and positions of body frames; nothing is prescribed."""

    system: Any
    are_poses = True
    has_frames = True

    @cached_property
    def free_q(self) -> tuple[int, ...]:
        """All coordinates."""
        return tuple(range(self.system.layout.nq))

    @cached_property
    def free_u(self) -> tuple[int, ...]:
        """All speeds."""
        return tuple(range(self.system.layout.nu))

    @property
    def invariants(self) -> int:
        """One norm of Euler parameters for every body."""
        return len(self.system.bodies.names)

    def invariant_places(self, number: int) -> list[int]:
        """The places in q of the Euler parameters of a body."""
        return [7 * number + k for k in range(4)]

    def scales(self, length: float) -> tuple[np.ndarray, np.ndarray]:
        """Sizes of a unit of (speeds, coordinates): `length` for displacements of bodies, one for others."""
        count, layout = len(self.system.bodies.names), self.system.layout
        speeds, coordinates = np.ones(layout.nu), np.ones(layout.nq)
        coordinates[: 7 * count].reshape(-1, 7)[:, 4:] = length
        speeds[: 6 * count].reshape(-1, 6)[:, 3:] = length
        return speeds, coordinates

    def body_number(self, name: str) -> int:
        """The number of a body in "attitudes"."""
        return 1 + int(self.system.bodies.names.index(name))

    def bodies_of(self, speeds: Sequence[int]) -> list[str]:
        """The bodies and elements that have some speeds."""
        places = set(speeds)
        return [name for name, at in self.system.layout.u_of.items() if places.intersection(range(at.start, at.stop))]

    def shifted(self, start: State, columns: Sequence[int], scale: np.ndarray, reach: float, rng: Any) -> State:
        """Another start: hinges of the tree moved at random by `reach` at most, which keeps bodies together.

        What was given, and is not that of the start of the system, stays.
        """
        system, hinges = self.system, self.system.tree_start
        if not hinges.has_hinges:
            q = start.q.copy()
            q[list(columns)] += reach * rng.uniform(-1.0, 1.0, size=len(columns)) * scale
            return replace(start, q=q)
        sizes = scales_of(hinges, typical_length(system, start))[1][hinges.free]
        moved = system.begun(start.parameters, start.t, reach * rng.uniform(-1.0, 1.0, size=len(sizes)) * sizes)
        base = system.state(dict(start.parameters), start.t)
        return replace(moved, q=np.where(start.q != base.q, start.q, moved.q), u=start.u, z=start.z)
