"""What one force of an assembly does to the places it ends on."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any

import numpy as np

from ...expr import array, cross
from ...spatial import AXES, Pose, Relative, matrix
from ..force import Force, Load
from .assembly_places import AssemblyPlace, AssemblyPoint
from .force_motion import measured_in, measured_values, seen_by, strength_of, wrenches_of
from .law_arguments import call_law, measured_count

NO_VECTOR = (0.0, 0.0, 0.0)


@dataclass(frozen=True, eq=False)
class AssemblyForce:
    """A part that acts: an energetic or active element, or a load on a node."""

    name: str
    element: Force | Load
    points: tuple[AssemblyPoint, ...]

    def names(self, what: str) -> tuple[str, ...]:
        """Its states, unknowns, inputs or outputs; a load has none."""
        return tuple(getattr(self.element, what, ()))

    @property
    def force_names(self) -> list[str]:
        """What it exerts, number by number."""
        element = self.element
        form = element.form if isinstance(element, Force) else ""
        count = {"wrench": 3, "law": measured_count(element) if isinstance(element, Force) else 0}.get(form, 0)
        if count == 1:
            return [f"{self.name}.force"]
        return [f"{self.name}.force.{k}" for k in (AXES if count == 3 else range(count))]


def frame_on(on: Relative, X: Pose, w: Any = NO_VECTOR, v: Any = NO_VECTOR) -> Relative:
    """The motion of a frame that stands at X on another, and moves there with (w, v), seen from where that one is."""
    turn, arm = matrix(on.R), on.R @ X.p
    return Relative(turn @ X.R, on.p + arm, on.w + turn @ matrix(w), on.v + cross(on.w, arm) + turn @ matrix(v))


@dataclass(frozen=True, eq=False)
class PartLoads:
    """What a part does, with places in motion relative to the world, and its states, unknowns and inputs."""

    part: AssemblyForce
    places: Mapping[AssemblyPlace, Relative]
    t: Any
    own: Mapping[str, Sequence[Any]]
    """"z", "s", "i": values in the order of their names."""

    @cached_property
    def ends(self) -> list[Relative]:
        """Its ends in the world."""
        return [
            self.places[p.place] if p.X.is_identity else frame_on(self.places[p.place], p.X) for p in self.part.points
        ]

    @cached_property
    def motions(self) -> list[Relative]:
        """Its further ends relative to its first."""
        first, *others = self.ends
        back = matrix(first.R).T
        return [
            Relative(
                back @ other.R,
                back @ (other.p - first.p),
                back @ (other.w - first.w),
                back @ (other.v - first.v - cross(first.w, other.p - first.p)),
            )
            for other in others
        ]

    @cached_property
    def measured(self) -> tuple[Any, Any, Any]:
        """(ε, ε̇, directions)."""
        return measured_in(self._force, self.motions, self.t, self.own.get("s", ()))

    @cached_property
    def known(self) -> dict[str, Any]:
        """What its functions may ask for."""
        element = self._force
        found: dict[str, Any] = {"rel": seen_by(element, self.motions), "t": self.t}
        found |= {key: getattr(element, key)(values) for key, values in self.own.items() if len(values)}
        return {**found, **(measured_values(self.measured) if element.measured is not None else {})}

    def values(self, function: str, wanted: Any) -> list[Any]:
        """What one of its functions gives."""
        return list(array(call_law(self._force, function, self.known)).ravel()) if wanted else []

    @cached_property
    def wrenches(self) -> list[tuple[Any, Any]]:
        """(moment, force) on its further ends, in the axes of its first."""
        element = self._force
        directions = None if element.form == "wrench" else self.measured[2]
        return wrenches_of(f"part {self.part.name!r}", element, len(self.motions), directions, self.known)

    @cached_property
    def force(self) -> list[Any]:
        """Its channel "force": what the law gives, or the force on its second end."""
        if isinstance(self.part.element, Load):
            return []
        if self._force.form == "wrench":
            return list(self.wrenches[0][1])
        return list(strength_of(self._force, self.known)) if self._force.form == "law" else []

    @cached_property
    def place_loads(self) -> list[tuple[AssemblyPlace, Any, Any]]:
        """(place, moment about its origin, force), in world axes, for every end; action and reaction."""
        if isinstance(self.part.element, Load):
            return [self._at_place(0, *self._load(self.part.element))]
        turn = matrix(self.ends[0].R)
        found, moment, force = [], matrix(NO_VECTOR), matrix(NO_VECTOR)
        for k, (rel, (m, f)) in enumerate(zip(self.motions, self.wrenches, strict=True), start=1):
            found.append(self._at_place(k, turn @ m, turn @ f))
            moment, force = moment - turn @ (m + cross(rel.p, f)), force - turn @ f
        return [self._at_place(0, moment, force), *found]

    def _load(self, element: Load) -> tuple[Any, Any]:
        rel = self.ends[0]
        turn = matrix(rel.R) if element.axes == "body" else np.eye(3)
        moment, force = element.wrench(rel, self.t)
        return turn @ matrix(moment), turn @ matrix(force)

    def _at_place(self, end: int, moment: Any, force: Any) -> tuple[AssemblyPlace, Any, Any]:
        point = self.part.points[end]
        arm = self.places[point.place].R @ point.X.p
        return point.place, moment if point.X.is_identity else moment + cross(arm, force), force

    @property
    def _force(self) -> Force:
        assert isinstance(self.part.element, Force)
        return self.part.element
