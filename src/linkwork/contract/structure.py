"""The contract of structures: connections that bring bodies of their own, such as beams and cables."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, ClassVar

import numpy as np

from ..spatial import Pose
from .derived.assembly_places import AssemblyPoint
from .element import Element
from .errors import ModelError
from .shape import Shape


@dataclass(frozen=True, eq=False)
class StructureSite:
    """Where a structure is put: what is known of its ends when it is connected."""

    label: str
    """What it is called in sentences."""
    bodies: tuple[str, ...]
    """Names of the bodies at its ends."""
    poses: tuple[Pose | None, ...]
    """Where its ends stand at the start, in the world; None where no hinge says so."""
    on_ground: tuple[bool, ...]
    gravity: np.ndarray
    """At the start, in the world."""


@dataclass(frozen=True, eq=False)
class StructurePart:
    """A connection of a structure: an element, where its ends are (as in an `Assembly`), and starting values."""

    element: Element
    places: tuple[int | str | AssemblyPoint, ...]
    initial: Mapping[str, float] = field(default_factory=dict)


@dataclass(frozen=True, eq=False)
class StructureLine:
    """The points along a structure, from its first end to its last: where they are, and how far along it."""

    places: tuple[int | str | AssemblyPoint, ...]
    lengths: tuple[Any, ...]
    """Arc lengths s of the unstretched structure, in m."""
    shares: tuple[Any, ...]
    """The length that each point stands for, in m; they add up to the whole."""


@dataclass(frozen=True, eq=False)
class StructurePlan:
    """What a structure puts into a model: bodies and connections by name, and its line where it has one."""

    bodies: Mapping[str, Shape]
    parts: Mapping[str, StructurePart]
    line: StructureLine | None = None


class Structure(Element):
    """A connection of bodies of its own and elements between them. It writes `plan(site)`.

    `model.connect("cable", …)` puts its bodies into the model as "cable/node1" and its connections as "cable/element1";
    model files hold the one connection.
    """

    ends: ClassVar[int | None] = None
    most_ends: ClassVar[int] = 2

    def plan(self, site: StructureSite) -> StructurePlan:
        """Its bodies and connections at a site."""
        raise ModelError(f"{self.kind}: a structure must have plan(self, site).")


class LineElement(Element):
    """An element one of whose ends may be a structure: it is then joined to all points of the structure's line."""

    def on_line(self, places: Sequence[Any]) -> Element:
        """The element between its other ends and points at these arc lengths."""
        raise ModelError(f"{self.kind}: an element on a line must have on_line(self, places).")

    def near_line(self, points: np.ndarray) -> Element:
        """The element that knows where the points of the line stand at the start, in the frame of its first end."""
        return self

    def start_on_line(self, points: np.ndarray) -> dict[str, float]:
        """Starting values of its unknowns, where the points of the line stand in the frame of its first end."""
        return {}
