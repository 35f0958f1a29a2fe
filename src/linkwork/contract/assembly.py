"""The contract of assemblies: connections made of many elements through massless nodes."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cached_property
from typing import Any, ClassVar

from ..expr import TraceError, is_symbolic
from ..spatial import Pose, as_rotation
from .constraint import Constraint
from .delays import DelayedPart
from .derived.acting_assembly import ActingAssembly
from .derived.assembly_places import (
    AssemblyPlace,
    AssemblyPoint,
    LocationMatrix,
    as_point,
    location_matrix,
    node_loads,
    reference_poses,
)
from .derived.chain import Chain, chain_of
from .element import Element
from .errors import ModelError, unknown
from .force import is_delayed
from .hinge import Hinge

AssemblyPart = tuple[Any, ...]
"""An element, then where its ends are: 0, 1, … for the ends of the assembly, the name of a node, or `self.at(…)`."""


class Assembly(Element):
    """A connection built of elements between its ends and massless `nodes` (S0 chapter 7). It writes `parts()`.

    `parts` returns names and parts: `{"bar": (Bar(…), 0, "middle"), "foot": (Spring(…), "middle", 1)}`. They are

    * forces, active elements and loads, and hinges that carry nodes: nodes are in equilibrium. One that some part turns
      (a beam, a bushing, anything on a frame `self.at(node, …)` beside its origin) has a base and takes moments, the
      others are points;
    * or hinges and constraints alone: every node has a base, there are two ends, and the whole is a hinge.

    It may write `reference()`, where nodes are when nothing is loaded, and `loads()` on nodes between forces.
    """

    ends: ClassVar[int | None] = 2
    nodes: ClassVar[tuple[str, ...]] = ()
    straight: ClassVar[bool] = False
    """Whether its nodes stay on the line from its first to its last end, as in a chain of springs and dampers."""

    def parts(self) -> Mapping[str, AssemblyPart]:
        """The elements and where their ends are."""
        raise ModelError(f"{self.kind}: an assembly must have parts(self).")

    def loads(self) -> Mapping[str, Any]:
        """Loads on nodes, in the axes of the first end: a force (three numbers or signals), or a mapping of both
        `{"force": …, "moment": …}`."""
        return {}

    def reference(self) -> Mapping[str, Any]:
        """Where nodes are when nothing is loaded, in the frame of the first end: three numbers, or a `Pose` with base.

        Nodes are sought from there. Those that are not named are spread evenly from the first to the last end.
        """
        return {}

    def at(
        self, place: AssemblyPlace, x: Any = 0.0, y: Any = 0.0, z: Any = 0.0, *, rotate: Any = None
    ) -> AssemblyPoint:
        """A frame on an end or a node, at (x, y, z) of its base; `rotate` turns it: {"z": 0.3} or a 3 × 3 matrix."""
        try:
            return AssemblyPoint(place, Pose(as_rotation(rotate), (x, y, z)))
        except TraceError as error:
            raise ModelError(f"{self.kind}: at({place!r}): {error}") from error

    @property
    def location(self) -> LocationMatrix:
        """L of S0 (7.1.2): which end of which part is at which node or end."""
        return location_matrix(self.parts(), self.nodes, self._least_ends)

    @property
    def _least_ends(self) -> int:
        """How many ends it has; where it takes any number, as many as its parts name."""
        named = [p for _, *places in self.parts().values() for p in (as_point(x).place for x in places)]
        return self.ends or 1 + max((p for p in named if isinstance(p, int)), default=0)

    def acting(self, ends: int | None = None) -> ActingAssembly:
        """The force that an assembly of forces is between so many ends."""
        count = ends or self._least_ends
        if count not in self._acting:
            self._acting[count] = ActingAssembly(self, count)
        return self._acting[count]

    @cached_property
    def _acting(self) -> dict[int, ActingAssembly]:
        return {}

    def __getstate__(self) -> dict[str, Any]:
        # What it is as a force or a hinge is found again.
        return {name: value for name, value in super().__getstate__().items() if name not in ("_acting", "chain")}

    @property
    def inputs(self) -> tuple[str, ...]:
        """The inputs of its parts, "part.input"; those that bring the past are a run's to give."""
        parts = self.parts().items()
        return tuple(
            f"{name}.{own}"
            for name, (element, *_) in parts
            for own in getattr(element, "inputs", ())
            if own not in getattr(element, "late", ())
        )

    @property
    def states(self) -> tuple[str, ...]:
        """Its states: of its parts, "part.state", and of nodes whose velocity a force depends on, "node.x"."""
        return () if self.is_kinematic else self.acting().states

    @property
    def unknowns(self) -> tuple[str, ...]:
        """What equilibrium of its nodes and its parts make known."""
        return () if self.is_kinematic else self.acting().unknowns

    @property
    def is_kinematic(self) -> bool:
        """Whether it is made of hinges and constraints alone."""
        parts = self.parts().values()
        return bool(parts) and all(_is_kinematic(element) for element, *_ in parts)

    @cached_property
    def chain(self) -> Chain:
        """The hinge that an assembly of hinges and constraints is between its two ends."""
        return chain_of(self)

    def traced(self) -> Mapping[str, Any]:
        """The Parameters of its parts, and numbers of its frames and loads."""
        found: dict[str, Any] = {name: element.parameters for name, (element, *_) in self.parts().items()}
        points = [as_point(p).X for _, *places in self.parts().values() for p in places]
        poses = [*points, *reference_poses(self).values()]
        loads = [x for load in node_loads(self).values() for vector in load.values() for x in vector]
        signals = [p for x in loads if isinstance(x, Element) for p in x.parameters]
        numbers = [x for x in loads if is_symbolic(x)]
        return {**found, "frames": [x for X in poses for x in (X.R, X.p)], "loads": [*signals, *numbers]}

    @property
    def outputs(self) -> tuple[str, ...]:
        """Of an assembly of forces: outputs of its parts and what they exert, "part.force", and where its nodes are."""
        return () if self.is_kinematic else self.acting().outputs

    def validate(self) -> None:
        """Every part is an element, on ends and nodes that exist; every node is held by something."""
        self._check_places()
        _ = reference_poses(self), node_loads(self)
        if self.is_kinematic:
            self._check_kinematic()

    def _check_kinematic(self) -> None:
        """All parts are hinges or constraints between two frames, and so is the whole."""
        for name, (element, *_) in self.parts().items():
            if isinstance(element, Constraint) and element.on_coordinates:
                raise ModelError(
                    f"{self.kind}: part {name!r}: {element.kind} couples coordinates, and its places are ends and "
                    "nodes. Couple coordinates in the model."
                )
        if self.ends != 2:
            raise ModelError(f"{self.kind}: is made of joints and constraints and joins two ends; it has {self.ends}.")
        if self.loads():
            raise ModelError(f"{self.kind}: a node between joints and constraints takes no load; put it on a body.")

    def _check_places(self) -> None:
        held: set[str] = set()
        for name, (element, *places) in self._written_parts().items():
            if not isinstance(element, Element):
                raise ModelError(f"{self.kind}: part {name!r} is {element!r}, not an element.")
            if element.ends is not None and len(places) != element.ends:
                raise ModelError(
                    f"{self.kind}: part {name!r}: {element.kind} has {element.ends} ends, not {len(places)}."
                )
            for place in (as_point(p).place for p in places):
                if isinstance(place, str):
                    if place not in self.nodes:
                        raise ModelError(f"{self.kind}: part {name!r}: {unknown('node', place, self.nodes)}")
                    held.add(place)
                elif self.ends is not None and not 0 <= place < self.ends:
                    raise ModelError(f"{self.kind}: part {name!r} is on end {place}; there are {self.ends} ends.")
        loose = [node for node in self.nodes if node not in held]
        if loose:
            raise ModelError(f"{self.kind}: no element holds the node {loose[0]!r}.")

    def _written_parts(self) -> Mapping[str, AssemblyPart]:
        """`parts()`, with names and places for every element."""
        parts: Any = self.parts()
        form = '{"name": (element, 0, "node"), …}'
        if not isinstance(parts, Mapping):
            raise ModelError(f"{self.kind}: parts() returns a {type(parts).__name__}; return {form}.")
        for name, part in parts.items():
            if not isinstance(part, (tuple, list)) or not part:
                raise ModelError(f"{self.kind}: part {name!r} has no places; parts() returns {form}.")
        return parts


def _is_kinematic(element: Any) -> bool:
    if isinstance(element, Assembly):
        return element.is_kinematic
    return isinstance(element, (Hinge, Constraint))


def hinge_of(element: Element) -> Hinge | None:
    """The hinge that an element is, or that an assembly of hinges and constraints makes; None for all others."""
    if isinstance(element, Assembly) and element.is_kinematic:
        return element.chain
    return element if isinstance(element, Hinge) else None


def delayed_parts(element: Element) -> list[DelayedPart]:
    """The delayed laws in an element: the element itself, or parts of an assembly of forces."""
    if is_delayed(element):
        return [DelayedPart(element, "")]
    parts = element.parts().items() if isinstance(element, Assembly) else ()
    return [DelayedPart(part, f"{name}.") for name, (part, *_) in parts if is_delayed(part)]
