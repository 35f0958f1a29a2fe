"""What the constraint rows of a system are, at a state: which connection, what size, which wrench they stand for."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property, partial
from typing import Any, ClassVar

import numpy as np

from ..contract import Hinge
from ..contract.derived.contact_form import ContactRows
from ..results import State
from ..spatial import Pose
from ..topology.contacts import drawn_contacts

TINY = 1e-9
"""Rows shorter than this, in radians or lengths of the model, have no size of their own."""


@dataclass(frozen=True, eq=False)
class Closure:
    """The rows of one connection at a state.

    `wrenches` (rows × 6): moment and force, in the axes of frame F at the origin of frame M, that a unit multiplier of
    each row exerts on the second body. Empty for couplings, which act on coordinates.
    """

    name: str
    what: str
    """"hinge", "constraint" or "contact"."""
    rows: slice
    """Its rows among all."""
    g: slice
    """Its rows among the holonomic ones; empty where it restricts velocities only."""
    ends: tuple[int, ...]
    """Numbers of the bodies, the ground is 0; none for a coupling."""
    F: Pose
    """First frame in the world."""
    M: Pose
    """Second frame in the world."""
    wrenches: np.ndarray

    @property
    def is_coupling(self) -> bool:
        """Whether it acts on coordinates."""
        return not self.ends

    @property
    def label(self) -> str:
        """What it is, by name."""
        return f"{self.what} {self.name!r}"

    def amount(self, row: int, residual: float) -> float:
        """How far a residual of one of its rows is from zero.

        Of a length, it is divided by the mean of its slopes here and at zero, the force of a unit multiplier and one.
        That is exact for distances of points: 2 (p · p − l²)/2l / (1 + |p|/l) = |p| − l.
        """
        moment, force = np.linalg.norm(self.wrenches[row].reshape(2, 3), axis=1) if self.ends else (1.0, 1.0)
        return 2.0 * abs(residual) / (1.0 + force) if force > moment else abs(residual)

    def in_world(self, wrenches: np.ndarray) -> np.ndarray:
        """Wrenches (6 × k) in F axes at M's origin, in world axes at the world's origin."""
        moment, force = self.F.R @ wrenches[:3], self.F.R @ wrenches[3:]
        return np.concatenate([moment + np.cross(self.M.p[:, None], force, axis=0), force])


@dataclass(frozen=True, eq=False)
class RowTable:
    """The rows of all connections. Of large systems only those parts are made that are asked for."""

    starts: np.ndarray
    """The first row of each part, rising."""
    sizes: np.ndarray
    """The size of a unit of each row, in radians or lengths of the model."""
    holonomic: np.ndarray
    """The places of holonomic rows among all rows."""
    make: Callable[[int], Closure] = field(repr=False)
    """The part of a number."""

    @cached_property
    def parts(self) -> tuple[Closure, ...]:
        """All of them."""
        return tuple(self.make(k) for k in range(len(self.starts)))

    def parts_of(self, rows: Sequence[int] | np.ndarray) -> list[Closure]:
        """The parts that some rows belong to, each once."""
        numbers = np.unique(np.searchsorted(self.starts, np.asarray(rows, dtype=np.int64), side="right") - 1)
        return [self.make(int(k)) for k in numbers]


@dataclass(frozen=True, eq=False)
class SystemRows(ABC):
    """The constraint rows of a system."""

    system: Any
    are_regularised: ClassVar[bool] = False
    """Whether rows that repeat each other are all enforced, and share their load by regularised factors."""

    @property
    @abstractmethod
    def count(self) -> int:
        """How many there are."""

    @abstractmethod
    def table(self, state: State) -> RowTable:
        """Which connection every row belongs to, its size and its wrench."""

    @property
    @abstractmethod
    def load_names(self) -> tuple[str, ...]:
        """Connections that carry loads, in the order of the function "loads"."""

    @property
    @abstractmethod
    def have_friction(self) -> bool:
        """Whether multipliers of some rows pull friction along."""

    @cached_property
    def _of_points(self) -> tuple[tuple[int, Callable[[Mapping[str, float]], bool]], ...]:
        """Rows of points of contacts, and what says whether they are in use."""
        contacts = drawn_contacts(self.system.model, self.system.coordinates)
        starts: dict[str, int] = {}
        for part in self.table(self.system.rest).parts if contacts else ():
            starts.setdefault(part.name, part.rows.start)
        found: list[tuple[int, Callable[[Mapping[str, float]], bool]]] = []
        for contact in contacts:
            for point in contact.points:
                found.append((starts[contact.name] + point.number, point.is_closed))
                for j, place in enumerate(point.slips):
                    found.append((starts[contact.grip[0]] + contact.grip[1] + place, partial(point.grips, j)))
        return tuple(found)

    def switched_off(self, state: State) -> np.ndarray:
        """Rows of points of contacts that do not touch, or do not stick: they hold nothing."""
        off = [row for row, is_used in self._of_points if not is_used(state.parameters)]
        return np.array(off, dtype=np.int64)

    @property
    def are_seen(self) -> bool:
        """Whether forces depend on multipliers, as friction does; reactions that a tree's elements see are unknowns."""
        return False


def kind_of_rows(element: Any) -> str:
    """What rows belong to, in a word."""
    if isinstance(element, ContactRows):
        return "contact"
    return "joint" if isinstance(element, Hinge) else "constraint"


def sizes_of(wrenches: np.ndarray, length: float) -> np.ndarray:
    """The sizes of rows by their wrenches, forces by the lever arm of the model."""
    scaled = wrenches * np.array([1.0, 1.0, 1.0, length, length, length])
    # Squares of lengths such as 1e200 m, which a file may hold, are no numbers.
    largest = np.abs(scaled).max(axis=1, keepdims=True, initial=1e-150)
    found: np.ndarray = largest[:, 0] * np.linalg.norm(scaled / largest, axis=1)
    return found


def sound_sizes(sizes: np.ndarray, length: float) -> np.ndarray:
    """The same with one for rows that have none."""
    return np.where(sizes > TINY * min(1.0, length), sizes, 1.0)
