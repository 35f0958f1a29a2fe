"""`AbsoluteSystem`: a model in absolute coordinates, compiled."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import Any, ClassVar, Literal

import numpy as np

from ..absolute.element_system import ElementSystem, element_system
from ..absolute.given_poses import pose_numbers, twist_numbers
from ..absolute.start_poses import TreeStart
from ..contract import ModelError
from ..contract.errors import counted, unknown
from ..model import Model, starting_values
from ..model.function_check import check_functions
from ..results import State
from ..topology import Layout
from .absolute_channels import AbsoluteChannels
from .absolute_chart import AbsoluteChart
from .absolute_functions import AbsoluteFunctions
from .absolute_rows import AbsoluteRows
from .asked_once import asked_once
from .port import System
from .tree import TreeSystem, compile_tree
from .words import AbsoluteWords


@dataclass(frozen=True, eq=False)
class AbsoluteSystem(System):
    """A compiled model in absolute coordinates.

    A state has for every body its Euler parameters `B.e0` … `B.e3`, the position `B.x`, `B.y`, `B.z` of its frame,
    and the angular velocity `B.w_x` … and velocity `B.v_x` … of its frame, all in world axes; and the unknowns of
    elements.
    """

    coordinates: ClassVar[Literal["tree", "absolute"]] = "absolute"
    tree: ClassVar[None] = None  # type: ignore[misc]

    model: Model
    elements: ElementSystem
    """Bodies and elements at centres of mass."""
    reason: str = field(default="", repr=False)
    """Why these coordinates were taken, where that was left to `compile_model`."""

    @property
    def layout(self) -> Layout:
        """Names and places of coordinates, speeds and states."""
        return self.elements.layout

    @cached_property
    def chart(self) -> AbsoluteChart:
        """What coordinates and speeds are."""
        return AbsoluteChart(self)

    @cached_property
    def functions(self) -> AbsoluteFunctions:
        """Functions of a state, by name."""
        return AbsoluteFunctions(self)

    @cached_property
    def rows(self) -> AbsoluteRows:
        """The constraint rows: all hinges, constraints, drives and locks."""
        return AbsoluteRows(self)

    @cached_property
    def channels(self) -> AbsoluteChannels:
        """Channels, at one state by `system.channels(state)["k.force"]`."""
        return AbsoluteChannels(self)

    @cached_property
    def words(self) -> AbsoluteWords:
        """What is said of it."""
        return AbsoluteWords(self)

    @cached_property
    def start(self) -> AbsoluteStart:
        """States to begin with."""
        return AbsoluteStart(self.elements)

    @cached_property
    def rest(self) -> State:
        """The start, as connections give it."""
        return self.start.at({}, 0.0)

    def state(self, values: Mapping[str, float] | None = None, t: float = 0.0) -> State:
        """A state from values by name; the others are those of the start. `placed` takes poses instead."""
        other = t != 0.0 or any(name in self.elements.values for name in values or ())
        start = self.start.at(values or {}, t) if other else self.rest
        return start.with_values(values, t)

    def placed(
        self,
        poses: Mapping[str, Any],
        velocities: Mapping[str, Any] | None = None,
        t: float = 0.0,
        start: State | None = None,
    ) -> State:
        """A state from poses of body frames in the world, each a `Pose` or (R, p), and velocities (ω, v), by body.

        Velocities are in world axes. What is not given is as in `start`, that of the system unless given.
        """
        return self.start.posed(self.state(t=t) if start is None else start, poses, velocities or {})

    def prescribed(self, state: State) -> State:
        """The state itself: drives and locks are rows, and no coordinate is prescribed."""
        return state

    @property
    def hinged(self) -> TreeSystem:  # type: ignore[override]
        """The same model in coordinates of its joints, compiled when it is first asked for."""
        return _hinged(self)

    def recompiled(self, model: Model) -> AbsoluteSystem:
        """Another model, in the same way."""
        return compile_absolute(model, self.elements.threads)

    def __repr__(self) -> str:
        count = len(self.elements.bodies.names)
        return f"<absolute system {self.model.name!r}: {counted(count, 'body')}, {counted(self.elements.rows, 'row')}>"


@asked_once
def _hinged(system: AbsoluteSystem) -> TreeSystem:
    return compile_tree(system.model)


def compile_absolute(model: Model, threads: int | None = 1, reason: str = "") -> AbsoluteSystem:
    """A model in absolute coordinates; `threads` share the elements of a kind, None is one a core."""
    check_functions(model)
    frozen = model.sealed()
    if not frozen.bodies:
        raise ModelError(f"model {model.name!r}: has no bodies.")
    return AbsoluteSystem(frozen, element_system(frozen, threads), reason)


# States of a system in absolute coordinates to begin with: along the hinges of the tree, or from poses of bodies.
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
