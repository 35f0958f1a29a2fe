"""The parts of a kinematic assembly laid out: a tree of hinges over its places, and what closes its loops (S0 §7.2)."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any

from ..constraint import Constraint
from ..errors import ModelError
from ..hinge import Hinge, SixCoordinates
from .assembly_places import AssemblyPlace, AssemblyPoint, as_point


@dataclass(frozen=True, eq=False)
class Arc:
    """A hinge of the tree: it leads from `inboard` to `outboard`, backwards where its own first end is outboard."""

    name: str
    hinge: Hinge
    inboard: AssemblyPoint
    outboard: AssemblyPoint
    backwards: bool


@dataclass(frozen=True, eq=False)
class LoopClosure:
    """What is not in the tree: a constraint, or a hinge that closes a loop."""

    name: str
    element: Constraint | Hinge
    first: AssemblyPoint
    second: AssemblyPoint

    @property
    def keeps_coordinates(self) -> bool:
        """Whether it is a hinge that closes its loop with coordinates of its own: it has no residual."""
        return isinstance(self.element, Hinge) and not _is_implicit(self.element)


def lay_out_parts(
    kind: str, parts: Mapping[str, Any], places: Iterable[AssemblyPlace]
) -> tuple[list[Arc], list[LoopClosure]]:
    """(the arcs of a tree from place 0 outwards, what closes it).

    As in models, a loop is opened at the hinge with the most speeds among those that have a residual. A place that no
    hinge reaches gets six coordinates of its own.
    """
    hinges = {name: part for name, part in parts.items() if isinstance(part[0], Hinge)}
    kept = _spanning(hinges)
    closings = [
        LoopClosure(name, element, *map(as_point, ends)) for name, (element, *ends) in parts.items() if name not in kept
    ]
    arcs: list[Arc] = []
    reached: set[AssemblyPlace] = {0}
    waiting: list[AssemblyPlace] = [0]
    left = [*places]
    while True:
        while waiting:
            here = waiting.pop(0)
            for name in kept:
                hinge, *ends = hinges[name]
                first, second = map(as_point, ends)
                backwards = first.place != here
                inboard, outboard = (second, first) if backwards else (first, second)
                if inboard.place == here and outboard.place not in reached:
                    arcs.append(Arc(name, hinge, inboard, outboard, backwards))
                    reached.add(outboard.place)
                    waiting.append(outboard.place)
        lost = [place for place in left if place not in reached]
        if not lost:
            return arcs, closings
        name = f"end {lost[0]}" if isinstance(lost[0], int) else lost[0]
        if name in parts:
            raise ModelError(f"{kind}: a part and a node are both called {name!r}; give one of them another name.")
        arcs.append(Arc(name, SixCoordinates(), as_point(0), as_point(lost[0]), backwards=False))
        reached.add(lost[0])
        waiting.append(lost[0])


def _spanning(hinges: Mapping[str, Any]) -> list[str]:
    """The hinges of a spanning forest, those that may rather not be cut first (Kruskal)."""
    group: dict[AssemblyPlace, AssemblyPlace] = {}

    def root(place: AssemblyPlace) -> AssemblyPlace:
        while place in group:
            place = group[place]
        return place

    order = {name: k for k, name in enumerate(hinges)}
    rank = sorted(hinges, key=lambda n: (_is_implicit(hinges[n][0]), len(hinges[n][0].speed_names), order[n]))
    kept = []
    for name in rank:
        _, first, second = hinges[name]
        one, other = (root(as_point(p).place) for p in (first, second))
        if one != other:
            group[one] = other
            kept.append(name)
    return sorted(kept, key=order.__getitem__)


def _is_implicit(hinge: Hinge) -> bool:
    return hinge.writes("residual") and hinge.is_holonomic
