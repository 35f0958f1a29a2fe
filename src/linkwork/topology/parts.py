"""What a topology consists of: vertices, branches, chords, loops."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from ..contract import Hinge
from ..model import Body, Connection, Point
from ..spatial import Pose
from .forest import Priority

Cut = Literal["residual", "weld"]


@dataclass(frozen=True, eq=False)
class Vertex:
    """A body in the tree. Number 0 is the ground."""

    number: int
    name: str
    body: Body
    parent: int
    """Number of the body that carries it, its lower body; 0 for the ground itself."""
    depth: int
    """How many branches lead to it from the ground."""
    tree: int
    """Number of its tree, from 1; 0 for the ground."""
    stop: int
    """The bodies it carries, itself included, are number … stop − 1."""
    children: tuple[int, ...]
    twin_of: str | None = None
    """For a twin, the name of the body it doubles."""

    @property
    def is_frame(self) -> bool:
        """Whether it is a frame of a modal body, which nobody drew; it has no mass of its own."""
        return self.body.frame_of is not None

    @property
    def is_drawn(self) -> bool:
        """Whether it is a body of the model: no twin, and no frame of a modal body."""
        return not self.is_twin and not self.is_frame

    @property
    def is_twin(self) -> bool:
        """Whether it is the far side of a hinge cut by a weld; it has no mass of its own."""
        return self.twin_of is not None


@dataclass(frozen=True, eq=False)
class Branch:
    """A hinge of the tree, directed away from the ground: it leads from body `parent` to body `number`."""

    number: int
    name: str
    hinge: Hinge
    connection: Connection | None
    """The connection as drawn; None where the topology put a six-coordinate hinge."""
    parent: int
    inboard: Point
    """Where it is attached to its parent."""
    outboard: Point
    """Where it is attached to the body it leads to."""
    reversed: bool
    """The hinge is passed from its second end to its first: F lies on the outboard side, M on the inboard side."""
    q: slice
    """Its coordinates in q."""
    u: slice
    """Its speeds in u."""
    priority: Priority | None
    """What kept it in the tree; None where nobody drew it."""

    @property
    def is_floating(self) -> bool:
        """Whether it is the hinge of an isolated part, which nobody drew."""
        return self.connection is None

    def across(self, X_FM: Pose) -> Pose:
        """The pose of the outboard frame in the inboard frame, from what the hinge's `pose` gives."""
        return X_FM.inverse if self.reversed else X_FM


@dataclass(frozen=True, eq=False)
class ElasticPlace:
    """The elastic coordinates of a modal body, and their places in q and u."""

    names: tuple[str, ...]
    q: slice
    u: slice


@dataclass(frozen=True, eq=False)
class Chord:
    """A hinge that is cut; it becomes a constraint between the bodies numbered `first` and `second`.

    kind "residual": the hinge is no longer there; its residual of the relative pose closes the loop. It has no
    coordinates. `first` and `second` carry its first and second end.

    kind "weld": the hinge stays, as a branch of the same name, with all its coordinates. It leads to a *twin* of the
    body at its second end (of the first end where the second is the ground, so that the twin always doubles a body that
    moves). The twin has the same frame as the body it doubles, and nothing else: six rows keep the two frames equal.
    `first` is the twin, `second` the body. A twin has no mass; a formulation may give it a share of its body's mass,
    which changes nothing in the motion and keeps the mass matrix regular.
    """

    number: int
    name: str
    hinge: Hinge
    connection: Connection
    kind: Cut
    first: int
    second: int
    priority: Priority
    """What made it the one to be cut."""


@dataclass(frozen=True)
class TopologyLoop:
    """A closed chain as drawn: `hinges[k]` joins `bodies[k]` and `bodies[k + 1]`; the last, which is cut, closes it."""

    bodies: tuple[str, ...]
    hinges: tuple[str, ...]

    @property
    def chord(self) -> str:
        """The hinge at which it is opened."""
        return self.hinges[-1]

    def __len__(self) -> int:
        return len(self.bodies)
