"""Coordinates and speeds of bodies that move freely, then those of elements."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Any

import numpy as np

from ..consistency import scales_of, typical_length
from ..contract import hinge_of
from ..results import State
from ..topology import Branch
from .chart import Chart, idle_motions


@dataclass(frozen=True, eq=False)
class AbsoluteChart(Chart):
    """Euler parameters and positions of body frames; nothing is prescribed."""

    system: Any
    has_frames = True

    @cached_property
    def free_q(self) -> tuple[int, ...]:
        """All coordinates."""
        return tuple(range(self.system.layout.nq))

    @cached_property
    def free_u(self) -> tuple[int, ...]:
        """All speeds."""
        return tuple(range(self.system.layout.nu))

    @cached_property
    def invariants(self) -> Sequence[Sequence[int]]:
        """One norm of Euler parameters for every body."""
        return tuple(range(7 * k, 7 * k + 4) for k in range(len(self.system.elements.bodies.names)))

    def scales(self, length: float) -> tuple[np.ndarray, np.ndarray]:
        """Sizes of a unit of (speeds, coordinates): `length` for displacements of bodies, one for others."""
        count, layout = len(self.system.elements.bodies.names), self.system.layout
        speeds, coordinates = np.ones(layout.nu), np.ones(layout.nq)
        coordinates[: 7 * count].reshape(-1, 7)[:, 4:] = length
        speeds[: 6 * count].reshape(-1, 6)[:, 3:] = length
        return speeds, coordinates

    @property
    def frame_count(self) -> int:
        """The bodies and the ground."""
        return 1 + len(self.system.elements.bodies.names)

    @cached_property
    def _numbers(self) -> dict[str, int]:
        return {name: k for k, name in enumerate(self.system.elements.bodies.names)}

    def body_number(self, name: str) -> int:
        """The number of a body in "body_poses"."""
        return 1 + self._numbers[name]

    @property
    def branches(self) -> tuple[Branch, ...]:
        """None: all hinges are rows."""
        return ()

    def idle(self, state: State) -> list[tuple[str, np.ndarray]]:
        """Motions inside assemblies whose coordinates are unknowns."""
        places = self.system.layout.q_of
        hinges = {
            name: hinge_of(c.element) for name, c in self.system.elements.acting.connections.items() if name in places
        }
        found = [(name, hinge) for name, hinge in hinges.items() if hinge is not None and hinge.idle]
        return [x for name, hinge in found for x in idle_motions(name, hinge, places[name], state)]

    def bodies_of(self, speeds: Sequence[int]) -> list[str]:
        """The bodies and elements that have some speeds."""
        places = set(speeds)
        return [name for name, at in self.system.layout.u_of.items() if places.intersection(range(at.start, at.stop))]

    def drive_rates(self, state: State, q_scale: np.ndarray, row_scale: np.ndarray) -> list[tuple[float, float]]:
        """Drives are rows: of the whole acceleration, P_00 at rest is that of the drive."""
        _, P_0, P_00 = self.system.constraint_rows(replace(state, u=np.zeros(self.system.layout.nu)))
        first, second = (np.abs(row_scale * x) for x in (P_0, P_00))
        return [(float(x), float(y)) for x, y in zip(first, second, strict=True) if x or y]

    def with_unit_norms(self, q: np.ndarray) -> np.ndarray:
        """Coordinates with Euler parameters of all bodies brought back to unit length, at once."""
        found = q.copy()
        e = found[: 7 * len(self.invariants)].reshape(-1, 7)[:, :4]
        e /= np.sqrt((e * e).sum(axis=1, keepdims=True))
        return found

    def turns(self, rates: Any) -> tuple[Any, Any]:
        """Of all bodies."""
        return rates.turns_q, rates.turns_q_dot

    def posed(self, start: State, poses: Mapping[str, Any]) -> State:
        """Poses are coordinates; where only a place is known, the rotation stays."""
        found: State = self.system.placed(
            {name: (self._rotation(name, start) if R is None else R, p) for name, (R, p) in poses.items()}, start=start
        )
        return found

    def _rotation(self, name: str, state: State) -> Any:
        return self.system.functions.at("body_poses", state).R[self.body_number(name)]

    def shift_start(self, start: State) -> State:
        """The start of the model, whose hinges say how bodies can move."""
        return self.system.state(dict(start.parameters), start.t)

    def shifted(self, start: State, columns: Sequence[int], scale: np.ndarray, reach: float, rng: Any) -> State:
        """Another start: hinges of the tree moved at random by `reach` at most, which keeps bodies together.

        What was given, and is not that of the start of the system, stays.
        """
        system, hinges = self.system, self.system.start.tree
        if not hinges.has_hinges:
            q = start.q.copy()
            q[list(columns)] += reach * rng.uniform(-1.0, 1.0, size=len(columns)) * scale
            return replace(start, q=q)
        sizes = scales_of(hinges, typical_length(system, start))[1][hinges.free]
        moved = system.start.at(start.parameters, start.t, reach * rng.uniform(-1.0, 1.0, size=len(sizes)) * sizes)
        base = system.state(dict(start.parameters), start.t)
        return replace(moved, q=np.where(start.q != base.q, start.q, moved.q), u=start.u, z=start.z)
