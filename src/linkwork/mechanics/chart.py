"""What the coordinates and speeds of a system are: which of them are free, how large, and what holds between them."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Any

import numpy as np

from ..consistency import scales_of
from ..expr.graph import as_expr
from ..expr.node import symbols_of
from ..formulation import MotionEquations
from ..results import State
from ..topology import Branch, Layout, Topology


def idle_motions(name: str, hinge: Any, place: slice, state: State) -> Iterator[tuple[str, np.ndarray]]:
    """(coordinate, direction in q) of the idle motions of one hinge."""
    motions = hinge.idle_motion(state.q[place], state.t)
    for coordinate, motion in zip(hinge.idle, motions, strict=True):
        row = np.zeros(state.layout.nq)
        row[place] = state.worth(motion)
        yield f"{name}.{coordinate}", row


class Chart(ABC):
    """Coordinates and speeds of a system."""

    has_frames: bool
    """Whether all that moves are bodies; equations derived by hand need not have any."""

    @property
    @abstractmethod
    def free_q(self) -> tuple[int, ...]:
        """Places in q of coordinates that are not prescribed."""

    @property
    @abstractmethod
    def free_u(self) -> tuple[int, ...]:
        """Places in u of speeds that are not prescribed."""

    @property
    @abstractmethod
    def invariants(self) -> Sequence[Sequence[int]]:
        """The conditions that coordinates satisfy by themselves, norms of Euler parameters: places in q of each."""

    @abstractmethod
    def scales(self, length: float) -> tuple[np.ndarray, np.ndarray]:
        """Sizes of a unit of (speeds, coordinates): `length` for displacements, one for angles."""

    @property
    @abstractmethod
    def frame_count(self) -> int:
        """How many frames "body_poses" has, that of the ground among them."""

    @abstractmethod
    def body_number(self, name: str) -> int:
        """The number of a body in "body_poses"; the ground is 0."""

    @property
    @abstractmethod
    def branches(self) -> tuple[Branch, ...]:
        """Hinges whose motion is that of coordinates, without rows of their own."""

    @abstractmethod
    def idle(self, state: State) -> list[tuple[str, np.ndarray]]:
        """(coordinate, direction in q) of motions inside assemblies that would move neither of their ends."""

    @abstractmethod
    def bodies_of(self, speeds: Sequence[int]) -> list[str]:
        """The bodies, or else elements, that move with some speeds."""

    @abstractmethod
    def drive_rates(self, state: State, q_scale: np.ndarray, row_scale: np.ndarray) -> list[tuple[float, float]]:
        """(speed, acceleration) of all that is driven, in units of coordinates or rows."""

    def with_unit_norms(self, q: np.ndarray) -> np.ndarray:
        """Coordinates with Euler parameters brought back to unit length."""
        found = q.copy()
        for places in self.invariants:
            own = list(places)
            found[own] /= np.linalg.norm(found[own])
        return found

    def turns(self, rates: Any) -> tuple[Any, Any] | None:
        """(rotations and displacements of bodies by q, their rates) in which small motions are measured, of the results
        of "rate_variations"; None where they are measured by coordinates."""
        return None

    def posed(self, start: State, poses: Mapping[str, Any]) -> State | None:
        """The start with bodies in these poses; None where they follow from other coordinates, and are fitted."""
        return None

    def shift_start(self, start: State) -> State:
        """Around which others are looked for (`shifted`): the state itself."""
        return start

    @abstractmethod
    def shifted(self, start: State, columns: Sequence[int], scale: np.ndarray, reach: float, rng: Any) -> State:
        """Another start: coordinates moved at random, by `reach` times their scale at most."""


@dataclass(frozen=True, eq=False)
class TreeChart(Chart):
    """Coordinates of hinges, then of rotors and constraints that have some."""

    topology: Topology
    equations: MotionEquations

    @property
    def layout(self) -> Layout:
        """Names and places."""
        return self.topology.layout

    @property
    def has_frames(self) -> bool:  # type: ignore[override]
        """Whether all that moves are bodies."""
        return bool(self.topology.branches)

    @cached_property
    def free_q(self) -> tuple[int, ...]:
        """Places in q of coordinates that are not prescribed."""
        held = {entry.q for entry in (*self.layout.driven, *self.layout.locked)}
        return tuple(k for k in range(self.layout.nq) if k not in held)

    @cached_property
    def free_u(self) -> tuple[int, ...]:
        """Places in u of speeds that are not prescribed."""
        held = {entry.u for entry in (*self.layout.driven, *self.layout.locked)}
        return tuple(k for k in range(self.layout.nu) if k not in held)

    @cached_property
    def invariants(self) -> Sequence[Sequence[int]]:
        """Places of the symbols of each."""
        kinematics = self.equations.kinematics
        place = {symbol.uid: k for k, symbol in enumerate(kinematics.symbols.q)}
        found = (symbols_of([as_expr(value)]) for value in kinematics.invariants)
        return tuple(sorted(place[node.uid] for node in nodes if node.uid in place) for nodes in found)

    def scales(self, length: float) -> tuple[np.ndarray, np.ndarray]:
        """Sizes of a unit of (speeds, coordinates)."""
        return scales_of(self, length)

    @property
    def frame_count(self) -> int:
        """The bodies of the tree, twins among them, and the ground."""
        return len(self.topology.bodies)

    def body_number(self, name: str) -> int:
        """The number of a body in the tree."""
        return self.topology.body(name).number

    @property
    def branches(self) -> tuple[Branch, ...]:
        """Hinges of the tree."""
        return tuple(self.topology.branches)

    def idle(self, state: State) -> list[tuple[str, np.ndarray]]:
        """Motions inside assemblies that are branches."""
        found = [(b.name, b.hinge, b.q) for b in self.topology.branches if b.hinge.idle]
        return [x for name, hinge, q in found for x in idle_motions(name, hinge, q, state)]

    def bodies_of(self, speeds: Sequence[int]) -> list[str]:
        """The bodies behind the hinges of some speeds."""
        owners = [b for b in self.topology.branches if any(b.u.start <= k < b.u.stop for k in speeds)]
        return list(dict.fromkeys(self.topology.bodies[b.number].body.name for b in owners))

    def drive_rates(self, state: State, q_scale: np.ndarray, row_scale: np.ndarray) -> list[tuple[float, float]]:
        """Of driven coordinates."""
        rates = [[abs(e.value.derivative(state.t, n, state.parameters)) for n in (1, 2)] for e in self.layout.driven]
        sizes = [float(q_scale[entry.q]) for entry in self.layout.driven]
        return [(first / size, second / size) for (first, second), size in zip(rates, sizes, strict=True)]

    def shifted(self, start: State, columns: Sequence[int], scale: np.ndarray, reach: float, rng: Any) -> State:
        """Another start."""
        q = start.q.copy()
        q[list(columns)] += reach * rng.uniform(-1.0, 1.0, size=len(columns)) * scale
        return replace(start, q=q)
