"""The contract of assemblies: connections made of many elements through massless nodes."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cached_property
from typing import Any, ClassVar

from ..spatial import AXES
from .constraint import Constraint
from .derived.chain import Chain, chain_of
from .element import Element
from .errors import ModelError, unknown
from .force import Force
from .hinge import Hinge

AssemblyPart = tuple[Any, ...]
"""An element, then where its ends are: 0, 1, … for the ends of the assembly, or the name of a node."""


class Assembly(Element):
    """A connection built of elements between its ends and massless `nodes` (S0 chapter 7). It writes `parts()`.

    `parts` returns names and parts: `{"bar": (Bar(…), 0, "middle"), "foot": (Spring(…), "middle", 1)}`. All parts are
    forces and active elements, or all are hinges and constraints; of these a node is a frame, and there are two ends.
    `loads()` may return loads on nodes between forces: a force (three numbers or signals, in the axes of the first end)
    for each node named.
    """

    ends: ClassVar[int | None] = 2
    nodes: ClassVar[tuple[str, ...]] = ()
    straight: ClassVar[bool] = False
    """Whether its nodes stay on the line from its first to its last end, as in a chain of springs and dampers."""

    def parts(self) -> Mapping[str, AssemblyPart]:
        """The elements and where their ends are."""
        raise ModelError(f"{self.kind}: an assembly must have parts(self).")

    def loads(self) -> Mapping[str, Any]:
        """Loads on nodes."""
        return {}

    @property
    def inputs(self) -> tuple[str, ...]:
        """The inputs of its parts: "part.input"."""
        return self._of_parts("inputs")

    @property
    def states(self) -> tuple[str, ...]:
        """The states of its parts, "part.state", and where its nodes may start, "node.x"."""
        if self.is_kinematic:
            return ()
        return (*self._of_parts("states"), *(f"{node}.{a}" for node in self.nodes for a in self._axes))

    @property
    def is_kinematic(self) -> bool:
        """Whether it is made of hinges and constraints."""
        return any(_is_kinematic(element) for element, *_ in self.parts().values())

    @property
    def kinematic_parts(self) -> dict[str, AssemblyPart]:
        """Its parts, with assemblies among them as the hinges they are."""
        return {
            name: (element.chain if isinstance(element, Assembly) else element, *places)
            for name, (element, *places) in self.parts().items()
        }

    @cached_property
    def chain(self) -> Chain:
        """The hinge that an assembly of hinges and constraints is between its two ends."""
        return chain_of(self)

    def traced(self) -> Mapping[str, Any]:
        """The Parameters of its parts."""
        return {name: element.parameters for name, (element, *_) in self.parts().items()}

    @property
    def _axes(self) -> tuple[str, ...]:
        return ("along",) if self.straight else AXES

    @property
    def outputs(self) -> tuple[str, ...]:
        """Of an assembly of forces: outputs of its parts and what they exert, "part.force", and where its nodes are."""
        if self.is_kinematic:
            return ()
        forces = [name for part, (element, *_) in self.parts().items() for name in _force_names(part, element)]
        return (*self._of_parts("outputs"), *forces, *(f"{node}.position.{a}" for node in self.nodes for a in AXES))

    def _of_parts(self, what: str) -> tuple[str, ...]:
        parts = self.parts().items()
        return tuple(f"{name}.{own}" for name, (element, *_) in parts for own in getattr(element, what, ()))

    def validate(self) -> None:
        """Every part is an element, on ends and nodes that exist; every node is held by something."""
        self._check_places()
        if self.is_kinematic:
            self._check_kinematic()

    def _check_kinematic(self) -> None:
        """All parts are hinges or constraints between two frames, and so is the whole."""
        for name, (element, *_) in self.parts().items():
            if not _is_kinematic(element):
                raise ModelError(
                    f"{self.kind}: part {name!r} is a {element.kind}, among hinges and constraints. An assembly is "
                    "made of forces and active elements, or of hinges and constraints: connect the others beside it."
                )
            if isinstance(element, Constraint) and element.on_coordinates:
                raise ModelError(
                    f"{self.kind}: part {name!r}: {element.kind} couples coordinates, and its places are ends and "
                    "nodes. Couple coordinates in the model."
                )
        if self.ends != 2:
            raise ModelError(f"{self.kind}: is made of hinges and constraints and joins two ends; it has {self.ends}.")
        if self.loads():
            raise ModelError(f"{self.kind}: a node between hinges and constraints takes no load; put it on a body.")

    def _check_places(self) -> None:
        held: set[str] = set()
        for name, (element, *places) in self.parts().items():
            if not isinstance(element, Element):
                raise ModelError(f"{self.kind}: part {name!r} is {element!r}, not an element.")
            if element.ends is not None and len(places) != element.ends:
                raise ModelError(
                    f"{self.kind}: part {name!r}: {element.kind} has {element.ends} ends, {len(places)} were given."
                )
            for place in places:
                if isinstance(place, str):
                    if place not in self.nodes:
                        raise ModelError(f"{self.kind}: part {name!r}: {unknown('node', place, self.nodes)}")
                    held.add(place)
                elif self.ends is not None and not 0 <= place < self.ends:
                    raise ModelError(f"{self.kind}: part {name!r} is on end {place}; there are {self.ends} ends.")
        loose = [node for node in self.nodes if node not in held]
        if loose:
            raise ModelError(f"{self.kind}: no element holds the node {loose[0]!r}.")
        for node in self.loads():
            if node not in self.nodes:
                raise ModelError(f"{self.kind}: load: {unknown('node', node, self.nodes)}")


def _is_kinematic(element: Any) -> bool:
    if isinstance(element, Assembly):
        return element.is_kinematic
    return isinstance(element, (Hinge, Constraint))


def hinge_of(element: Element) -> Hinge | None:
    """The hinge that an element is, or that an assembly of hinges and constraints makes; None for all others."""
    if isinstance(element, Assembly) and element.is_kinematic:
        return element.chain
    return element if isinstance(element, Hinge) else None


def _force_names(part: str, element: Any) -> list[str]:
    """What a part exerts, number by number."""
    form = element.form if isinstance(element, Force) else ""
    count = {"wrench": 3, "law": element.measured_count if form == "law" else 0}.get(form, 0)
    if count == 1:
        return [f"{part}.force"]
    return [f"{part}.force.{k}" for k in (AXES if count == 3 else range(count))]
