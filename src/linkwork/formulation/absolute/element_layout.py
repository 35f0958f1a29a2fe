"""What stands in q and u of a kind of element behind the poses and velocities of its bodies, and what it is called."""

from __future__ import annotations

from dataclasses import dataclass, field
from functools import cached_property
from typing import Any

from ..tree_equations import TreeEquations
from .gap_rows import POSE_SIZE, TWIST_SIZE
from .observed_channels import Sight


@dataclass(frozen=True, eq=False)
class ElementLayout:
    """Names and places: body after body, then own unknowns, then states, then what it looks at of others."""

    equations: TreeEquations
    bodies: tuple[str, ...]
    sight: Sight = field(default_factory=Sight)

    @cached_property
    def places(self) -> tuple[list[int], list[int]]:
        """Places of q and u of bodies and own unknowns in those of the small model."""
        topology = self.equations.topology
        branches = {topology.bodies[b.number].name: b for b in topology.branches}
        q = [k for name in self.bodies for k in range(branches[name].q.start, branches[name].q.stop)]
        u = [k for name in self.bodies for k in range(branches[name].u.start, branches[name].u.stop)]
        layout = topology.layout
        mine = tuple(name for name in layout.elastic if name not in self.sight.elastic)
        own = (*layout.auxiliary, *layout.rotors, *mine)
        q += [k for name in own for k in range(layout.q_of[name].start, layout.q_of[name].stop)]
        u += [k for name in own for k in range(layout.u_of[name].start, layout.u_of[name].stop)]
        return q, u

    @cached_property
    def elastic_places(self) -> tuple[list[int], list[int]]:
        """Places in q and u of the small model of elastic coordinates that belong to bodies, and not to the element."""
        layout = self.equations.topology.layout
        found: tuple[list[int], list[int]] = ([], [])
        for name in self.sight.elastic:
            for into, place in zip(found, (layout.q_of[name], layout.u_of[name]), strict=True):
                into += range(place.start, place.stop)
        return found

    @cached_property
    def shared(self) -> dict[str, tuple[Any, Any]]:
        """Symbols (coordinate, speed) of what it works on or looks at of others, by the names of the coordinates."""
        known, layout = self.equations.kinematics.symbols, self.equations.topology.layout
        pairs = zip(*self.elastic_places, strict=True)
        elastic = {self._outside(layout.q[i]): (known.q[i], known.u[k]) for i, k in pairs}
        return {**self.sight.shared, **elastic}

    def _outside(self, name: str) -> str:
        """What an elastic coordinate of a small body is called in the whole model."""
        body, _, own = name.partition(".")
        return f"{self.sight.elastic[body]}.{own}"

    @property
    def own_names(self) -> tuple[tuple[str, str], ...]:
        """(coordinate, speed) of all own unknowns that are not states."""
        layout, count = self.equations.topology.layout, len(self.bodies)
        places = zip(self.places[0][POSE_SIZE * count :], self.places[1][TWIST_SIZE * count :], strict=True)
        return tuple((layout.q[i].partition(".")[2], layout.u[k].partition(".")[2]) for i, k in places)

    @property
    def all_states(self) -> int:
        """How many states it has and looks at; those of others stand behind its own."""
        return self.equations.topology.layout.nz

    @property
    def states(self) -> int:
        """How many states it has."""
        return self.all_states - len(self.sight.states)

    @property
    def state_names(self) -> tuple[str, ...]:
        """What its states are called."""
        return tuple(name.partition(".")[2] for name in self.equations.topology.layout.z[: self.states])
