"""Loads of one part of an assembly, a force or a load, on the nodes and bodies that it acts on."""

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
    """A part that exerts forces: a force element between points, or a load on a node."""

    name: str
    element: Force | Load
    points: tuple[AssemblyPoint, ...]

    def names(self, what: str) -> tuple[str, ...]:
        """Its states, unknowns, inputs or outputs; a load has none."""
        return tuple(getattr(self.element, what, ()))

    @property
    def force_names(self) -> list[str]:
        """Names of the numbers of its channel "force", of which a law may have several."""
        element = self.element
        form = element.form if isinstance(element, Force) else ""
        count = {"wrench": 3, "law": measured_count(element) if isinstance(element, Force) else 0}.get(form, 0)
        if count == 1:
            return [f"{self.name}.force"]
        return [f"{self.name}.force.{k}" for k in (AXES if count == 3 else range(count))]


def frame_on(on: Relative, X: Pose, w: Any = NO_VECTOR, v: Any = NO_VECTOR) -> Relative:
    """The motion of a frame B at pose X on a frame A whose motion is `on`, in the frame to which `on` refers.

    ω_B = ω_A + R_A w and v_B = v_A + ω_A × R_A p + R_A v, with (w, v) the velocity of B on A in the axes of A.
    """
    turn, arm = matrix(on.R), on.R @ X.p
    return Relative(turn @ X.R, on.p + arm, on.w + turn @ matrix(w), on.v + cross(on.w, arm) + turn @ matrix(v))


@dataclass(frozen=True, eq=False)
class PartLoads:
    """Loads of a part, by the motion of its places in the world and by its states, unknowns and inputs."""

    part: AssemblyForce
    places: Mapping[AssemblyPlace, Relative]
    t: Any
    own: Mapping[str, Sequence[Any]]
    """"z", "s", "i": values in the order of their names."""

    @cached_property
    def ends(self) -> list[Relative]:
        """Motions of its ends in the world."""
        return [
            self.places[p.place] if p.X.is_identity else frame_on(self.places[p.place], p.X) for p in self.part.points
        ]

    @cached_property
    def motions(self) -> list[Relative]:
        """Motions of its other ends relative to the first, in the axes of the first."""
        first, *others = self.ends
        to_first = matrix(first.R).T
        return [
            Relative(
                to_first @ other.R,
                to_first @ (other.p - first.p),
                to_first @ (other.w - first.w),
                to_first @ (other.v - first.v - cross(first.w, other.p - first.p)),
            )
            for other in others
        ]

    @cached_property
    def measured(self) -> tuple[Any, Any, Any]:
        """(ε, ε̇, ∂ε̇/∂(velocities of the other ends)) of what the part measures."""
        return measured_in(self._force, self.motions, self.t, self.own.get("s", ()))

    @cached_property
    def known(self) -> dict[str, Any]:
        """Values of the arguments that its functions may take, by name."""
        element = self._force
        found: dict[str, Any] = {"rel": seen_by(element, self.motions), "t": self.t}
        found |= {key: getattr(element, key)(values) for key, values in self.own.items() if len(values)}
        return {**found, **(measured_values(self.measured) if element.measured is not None else {})}

    def values(self, function: str, wanted: Any) -> list[Any]:
        """The numbers that a function of the element returns; none unless `wanted`."""
        return list(array(call_law(self._force, function, self.known)).ravel()) if wanted else []

    @cached_property
    def wrenches(self) -> list[tuple[Any, Any]]:
        """(moment, force) on each of its other ends, in the axes of the first."""
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
