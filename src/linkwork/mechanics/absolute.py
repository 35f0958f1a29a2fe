"""`AbsoluteSystem`: a model in absolute coordinates, compiled."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any, ClassVar, Literal

from ..absolute.element_system import ElementSystem, element_system
from ..contract import ModelError
from ..contract.errors import counted
from ..model import Model
from ..model.function_check import check_functions
from ..results import State
from ..topology import Layout
from .absolute_channels import AbsoluteChannels
from .absolute_chart import AbsoluteChart
from .absolute_functions import AbsoluteFunctions
from .absolute_rows import AbsoluteRows
from .absolute_start import AbsoluteStart
from .port import System
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

    def recompiled(self, model: Model) -> AbsoluteSystem:
        """Another model, in the same way."""
        return compile_absolute(model, self.elements.threads)

    def __repr__(self) -> str:
        count = len(self.elements.bodies.names)
        return f"<absolute system {self.model.name!r}: {counted(count, 'body')}, {counted(self.elements.rows, 'row')}>"


def compile_absolute(model: Model, threads: int | None = 1, reason: str = "") -> AbsoluteSystem:
    """A model in absolute coordinates; `threads` share the elements of a kind, None is one a core."""
    check_functions(model)
    frozen = model.sealed()
    if not frozen.bodies:
        raise ModelError(f"model {model.name!r}: has no bodies.")
    return AbsoluteSystem(frozen, element_system(frozen, threads), reason)
