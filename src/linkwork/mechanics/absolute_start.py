"""States of a system in absolute coordinates to begin with: along the hinges of the tree, or from poses of bodies."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Any

import numpy as np

from ..absolute.element_system import ElementSystem
from ..absolute.given_poses import pose_numbers, twist_numbers
from ..absolute.start_poses import TreeStart
from ..contract import ModelError
from ..contract.errors import unknown
from ..model import starting_values
from ..results import State


@dataclass(frozen=True, eq=False)
class AbsoluteStart:
    """Bodies are and move as the hinges of the tree start; those that no hinge holds are at the world's frame."""

    elements: ElementSystem

    @cached_property
    def tree(self) -> TreeStart:
        """The start of bodies along the hinges of the tree."""
        return TreeStart(self.elements.model)

    def at(self, values: Mapping[str, float], t: float, shift: np.ndarray | None = None) -> State:
        """The start at a time, with the Parameters among `values` at theirs and coordinates of the tree shifted."""
        layout, count = self.elements.layout, len(self.elements.bodies.names)
        q, u = np.zeros(layout.nq), np.zeros(layout.nu)
        q[0 : 7 * count : 7] = 1.0
        for group in self.elements.groups:
            rest = group.kind.rest
            if not group.shares and len(rest):
                q[7 * count + group.own[: len(rest)]] = rest[:, None]
        parameters = {name: float(values.get(name, value)) for name, value in self.elements.values.items()}
        if self.tree.has_hinges:
            found = self.tree.values(parameters, t, shift)
            q = np.array([found.get(name, x) for name, x in zip(layout.q, q, strict=True)])
            u = np.array([found.get(name, 0.0) for name in layout.u])
        state = State(layout, q, u, t, parameters)
        started = starting_values(self.elements.acting) if self._of_elements else {}
        given = {name: x for name, x in started.items() if name in self._of_elements}
        return state.with_values({name: float(state.worth(x)) for name, x in given.items()})

    @cached_property
    def _of_elements(self) -> frozenset[str]:
        """Coordinates, speeds and states that are not of bodies."""
        layout, n = self.elements.layout, len(self.elements.bodies.names)
        return frozenset((*layout.q[7 * n :], *layout.u[6 * n :], *layout.z))

    def posed(self, start: State, poses: Mapping[str, Any], velocities: Mapping[str, Any]) -> State:
        """A state with some bodies at poses of their frames, each a `Pose` or (R, p), and at velocities (ω, v)."""
        q, u, names = start.q.copy(), start.u.copy(), self.elements.bodies.names
        number = {name: k for k, name in enumerate(names)}
        for given, into, size in ((poses, q, 7), (velocities, u, 6)):
            for name, value in given.items():
                if name not in number:
                    raise ModelError(unknown("body", name, names))
                k = size * number[name]
                into[k : k + size] = pose_numbers(name, value) if size == 7 else twist_numbers(name, value)
        return replace(start, q=q, u=u)
