"""`Topology`: the forest and the chords that everything else is computed on."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Protocol, TypeVar

import numpy as np

from ..contract import ModelError
from ..contract.errors import counted, unknown
from ..model import Connection, Point
from .layout import Layout
from .matrices import GraphMatrices, lower_body_arrays
from .parts import Branch, Chord, TopologyLoop, Vertex
from .report import topology_report


class Named(Protocol):
    """Anything with a name."""

    @property
    def name(self) -> str:
        """The name."""


NamedPart = TypeVar("NamedPart", bound=Named)


@dataclass(frozen=True, eq=False)
class Topology:
    """The tree a model is computed on. Made by `find_topology`, never changed.

    Guarantees:

    1. `bodies[0]` is the ground. Every body of the model is in `bodies` exactly once; besides these there is one twin
       for every chord of kind "weld", and it is a leaf, and one body without mass for every frame of a modal body that
       moves in it ("arm.tip"). `bodies[k].number == k`.
    2. `branches[k − 1]` leads to body k, from a body with a lower number (regular numbering, S0 §4.2). So there are as
       many branches as bodies, and a loop over `branches` meets every parent before its children.
    3. The numbering is depth first: the bodies that body k carries are k … `bodies[k].stop` − 1. The bodies of one tree
       are consecutive; a tree is what one child of the ground carries. Children are numbered in the order in which
       their bodies are defined, twins after them.
    4. Every hinge of the model is exactly one of: a branch; a chord of kind "residual"; a chord of kind "weld" together
       with a branch of the same name that leads to a twin. All other branches are in `floating`: six-coordinate hinges
       from the ground to the first body of each part that no uncut hinge joins to the ground.
    5. Every chord is the largest of its loop by `Priority`. A hinge with tree="cut" is a chord, one with tree="branch"
       is a branch. A hinge that is in no loop is a chord only if it is forced.
    6. `layout` has all coordinates of all branches, in the order of the branches, then those of rotors that turn
       freely, then the auxiliary unknowns of constraints. Elastic coordinates stand behind those of the branch to their
       body, and the branches to its frames share them. Coordinates that are driven, locked or coupled are always
       there: such a hinge is never cut by its residual, and neither is one that restricts velocities.
    7. Constraints, forces, loads, rotors and assemblies of forces are kept as they were drawn, in order of definition.
       None of them decides about the tree; such an assembly is not expanded, and bodies that only these hold are
       floating. An assembly of hinges and constraints is a hinge; what closes inside it is a further constraint.
    8. The same model gives the same topology. The order of definition decides between equals and gives the numbers, and
       nothing else.
    """

    model: str
    """Name of the model."""
    bodies: tuple[Vertex, ...]
    branches: tuple[Branch, ...]
    chords: tuple[Chord, ...]
    constraints: tuple[Connection, ...]
    forces: tuple[Connection, ...]
    """Energetic and active elements."""
    loads: tuple[Connection, ...]
    rotors: tuple[Connection, ...]
    assemblies: tuple[Connection, ...]
    layout: Layout

    def body(self, name: str) -> Vertex:
        """The vertex of this name."""
        return _look_up("body", name, self._vertices)

    def branch(self, name: str) -> Branch:
        """The branch of this name."""
        if name not in self._branches and name in self._chords:
            raise ModelError(f"{name!r} is not a branch of the tree: it is cut, and its residual closes the loop.")
        return _look_up("branch", name, self._branches)

    def chord(self, name: str) -> Chord:
        """The chord of this name."""
        return _look_up("chord", name, self._chords)

    def ends(self, connection: Connection) -> tuple[int, ...]:
        """The numbers of the bodies on which a connection ends, in its own order; none for a coupling."""
        return tuple(self.body(end.holder).number for end in connection.ends if isinstance(end, Point))

    def path(self, body: str) -> tuple[Branch, ...]:
        """The branches from the ground to a body."""
        return tuple(self.branches[k - 1] for k in reversed(self._way_down(self.body(body).number)))

    def between(self, first: int, second: int) -> tuple[tuple[int, ...], tuple[int, ...]]:
        """The branches inwards from body `first` and outwards to body `second`, by number, without their common path.

        The relative motion of the two bodies depends on these branches and no others.
        """
        inwards, outwards = [], []
        while first != second:
            if first > second:
                inwards.append(first)
                first = self.bodies[first].parent
            else:
                outwards.append(second)
                second = self.bodies[second].parent
        return tuple(inwards), tuple(reversed(outwards))

    def loop(self, chord: Chord) -> TopologyLoop:
        """The loop that a chord closes, as drawn: it starts at the chord's first end."""
        first, second = self.ends(chord.connection)
        inwards, outwards = self.between(first, second)
        tops = [*(self.bodies[k].parent for k in inwards), *outwards]
        hinges = [self.branches[k - 1].name for k in (*inwards, *outwards)]
        return TopologyLoop(tuple(self.bodies[k].name for k in (first, *tops)), (*hinges, chord.name))

    @cached_property
    def loops(self) -> tuple[TopologyLoop, ...]:
        """The fundamental loops, one for each chord."""
        return tuple(self.loop(chord) for chord in self.chords)

    @property
    def floating(self) -> tuple[Branch, ...]:
        """The six-coordinate hinges of isolated parts."""
        return tuple(branch for branch in self.branches if branch.is_floating)

    @cached_property
    def restricting(self) -> tuple[Branch, ...]:
        """The branches whose hinges restrict velocities: nonholonomic joints."""
        return tuple(branch for branch in self.branches if branch.hinge.writes("velocity"))

    @property
    def trees(self) -> tuple[range, ...]:
        """The numbers of the bodies of each tree."""
        return tuple(range(k, self.bodies[k].stop) for k in self.bodies[0].children)

    @cached_property
    def matrices(self) -> GraphMatrices:
        """Location matrices, tree matrix and location column, S0 §4.3."""
        columns = [(chord.name, (chord.first, chord.second)) for chord in self.chords]
        columns += [(c.name, (ends[0], ends[1])) for c in self.constraints if len(ends := self.ends(c)) == 2]
        return GraphMatrices(
            tuple(vertex.parent for vertex in self.bodies[1:]),
            tuple(arc for _, arc in columns),
            tuple(name for name, _ in columns),
        )

    @property
    def lower_bodies(self) -> np.ndarray:
        """The lower body arrays L⁰, L¹, … as rows, S2 table 1."""
        return lower_body_arrays([vertex.parent for vertex in self.bodies[1:]])

    def report(self) -> str:
        """Bodies, tree, chords and coordinates in words."""
        return topology_report(self)

    def _way_down(self, number: int) -> list[int]:
        numbers = []
        while number:
            numbers.append(number)
            number = self.bodies[number].parent
        return numbers

    @cached_property
    def _vertices(self) -> dict[str, Vertex]:
        return _by_name(self.bodies)

    @cached_property
    def _branches(self) -> dict[str, Branch]:
        return _by_name(self.branches)

    @cached_property
    def _chords(self) -> dict[str, Chord]:
        return _by_name(self.chords)

    def __repr__(self) -> str:
        size = f"{counted(len(self.bodies) - 1, 'body')}, {counted(len(self.chords), 'chord')}"
        return f"<topology of {self.model!r}: {size}>"


def _by_name(things: Sequence[NamedPart]) -> dict[str, NamedPart]:
    return {thing.name: thing for thing in things}


def _look_up(what: str, name: str, known: dict[str, NamedPart]) -> NamedPart:
    if name not in known:
        raise ModelError(unknown(what, name, known))
    return known[name]
