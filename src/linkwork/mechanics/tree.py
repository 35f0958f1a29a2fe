"""A model in the coordinates of its hinges, compiled: the tree's answers to what analyses ask."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import ClassVar, Literal

import numpy as np

from ..contract import ModelError
from ..contract.errors import counted
from ..formulation import MotionEquations, derive_equations
from ..formulation.assemblies import with_acting_assemblies
from ..formulation.mass_check import check_masses
from ..model import Model, starting_values
from ..model.function_check import check_functions
from ..results import State
from ..topology import Layout, Topology, find_topology
from .chart import TreeChart
from .port import System
from .tree_arguments import TreeArguments, TreeKernels
from .tree_channels import TreeChannels
from .tree_functions import TreeFunctions
from .tree_rows import TreeRows
from .words import TreeWords

PRESCRIBED = 1e-6
"""How far a value that is given for a driven or locked coordinate may be from its own, relative."""


@dataclass(frozen=True, eq=False)
class TreeSystem(System):
    """A model in the coordinates of its hinges: topology, traced equations, and native code for whatever is asked."""

    model: Model
    """As it was drawn; in that of `equations`, assemblies are the force or hinge they make."""
    topology: Topology
    equations: MotionEquations
    reason: str = field(default="", repr=False)
    """Why these coordinates were taken, where that was left to `compile_model`."""

    coordinates: ClassVar[Literal["tree", "absolute"]] = "tree"

    @cached_property
    def layout(self) -> Layout:
        """Names and places of coordinates and speeds."""
        return self.topology.layout

    @cached_property
    def chart(self) -> TreeChart:
        """What coordinates and speeds are."""
        return TreeChart(self.topology, self.equations)

    @cached_property
    def kernel(self) -> TreeKernels:
        """Native code by name, `system.kernel("acceleration")`."""
        return TreeKernels(self.model, self.equations)

    @cached_property
    def arguments(self) -> TreeArguments:
        """What kernels are given at a state, `system.arguments(state)`."""
        return TreeArguments(self.topology, self.equations, self.kernel)

    @cached_property
    def unknowns(self) -> tuple[str, ...]:
        """The names of the unknowns of elements, and of channels of the motion that their inputs ask for."""
        return self.arguments.unknowns

    @cached_property
    def functions(self) -> TreeFunctions:
        """Functions of a state, by name."""
        return TreeFunctions(self)

    @cached_property
    def rows(self) -> TreeRows:
        """The constraint rows: chords, constraints, and hinges that restrict velocities."""
        return TreeRows(self)

    @cached_property
    def channels(self) -> TreeChannels:
        """Channels, at one state by `system.channels(state)["k.force"]`."""
        return TreeChannels(self)

    @cached_property
    def words(self) -> TreeWords:
        """What is said of it."""
        return TreeWords(self.layout, self.equations)

    @cached_property
    def rest(self) -> State:
        """The state in which every hinge is at its plain configuration or the starting value its connection gives."""
        q, u = np.zeros(self.layout.nq), np.zeros(self.layout.nu)
        for branch in self.topology.branches:
            q[branch.q] = branch.hinge.rest_values
        parameters = {p.name: p.value for p in self.equations.parameters}
        state = State(self.layout, q, u, 0.0, parameters)
        return self.prescribed(state.with_values(self._initial()))

    def state(self, values: Mapping[str, float] | None = None, t: float = 0.0) -> State:
        """A state from values by name; the others are those of `rest`. Driven coordinates follow their signals."""
        asked = self.rest.with_values(values, t)
        found = self.prescribed(asked)
        for entry in (*self.layout.driven, *self.layout.locked) if values else ():
            given, own = float(asked.q[entry.q]), float(found.q[entry.q])
            if entry.name in (values or {}) and abs(given - own) > PRESCRIBED * (1.0 + abs(own)):
                how = "driven" if entry in self.layout.driven else "locked"
                raise ModelError(
                    f"state: {entry.name} is {how} and is {own:.6g} at t = {t:g}; {given:.6g} was given. Leave it "
                    f"out, or change what it is {how} by."
                )
        return found

    def prescribed(self, state: State) -> State:
        """The state with driven and locked coordinates and their rates at their values for its time."""
        if not (self.layout.driven or self.layout.locked):
            return state
        q, u = state.q.copy(), state.u.copy()
        for entry in self.layout.driven:
            q[entry.q], u[entry.u] = (entry.value.derivative(state.t, k, state.parameters) for k in (0, 1))
        for entry in self.layout.locked:
            q[entry.q], u[entry.u] = float(state.worth(entry.value)), 0.0
        return replace(state, q=q, u=u)

    @property
    def tree(self) -> TreeSystem:  # type: ignore[override]
        """Itself."""
        return self

    @property
    def hinged(self) -> TreeSystem:  # type: ignore[override]
        """Itself."""
        return self

    def recompiled(self, model: Model) -> TreeSystem:
        """Another model, in the same way."""
        return compile_tree(model)

    def _initial(self) -> dict[str, float]:
        names = {*self.layout.q, *self.layout.u, *self.layout.z}
        return {name: float(value) for name, value in starting_values(self.equations.model).items() if name in names}

    def __repr__(self) -> str:
        return (
            f"<system {self.model.name!r}: {counted(self.layout.nq, 'coordinate')}, {counted(self.layout.nu, 'speed')}>"
        )


def compile_tree(model: Model, reason: str = "") -> TreeSystem:
    """A model in the coordinates of its hinges: topology found, equations derived; `reason` says why in these."""
    check_functions(model)
    frozen = model.sealed()
    acting = with_acting_assemblies(frozen)
    topology = find_topology(acting)
    check_masses(topology)
    return TreeSystem(frozen, topology, derive_equations(acting, topology), reason)
