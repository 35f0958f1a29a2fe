"""A model in the coordinates of its hinges, compiled: the tree's answers to what analyses ask."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from functools import cached_property, partial
from typing import Any, ClassVar, Literal

import numpy as np

from ..channels import ChannelTable
from ..contract import ModelError
from ..expr import array, jacobian
from ..formulation import MotionEquations, TreeEquations, derive_equations, of_tree
from ..formulation.assemblies import with_acting_assemblies
from ..formulation.channels import traced_channel
from ..formulation.loads import load_names
from ..formulation.mass_check import check_masses
from ..function_table import channel_labels, function_entry
from ..kernels import Kernel, compile_function, compile_known
from ..model import Model, starting_values
from ..model.content import content_hash
from ..model.function_check import check_functions
from ..motion import StateMotion, tree_motion
from ..numerics.newton import newton
from ..results import State
from ..results.state import check_owner
from ..state_channels import StateChannels
from ..topology import Layout, Topology, find_topology
from .chart import TreeChart
from .port import Examined, System
from .row_table import RowTable
from .tree_rows import tree_rows
from .tree_suspects import tree_examined

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
    _kernels: dict[tuple[Any, ...], Kernel] = field(default_factory=dict, repr=False)
    _channels: dict[str, tuple[Callable[..., Any], bool] | None] = field(default_factory=dict, repr=False)
    """Traced channels by name, and whether each takes accelerations and multipliers too."""

    coordinates: ClassVar[Literal["tree", "absolute"]] = "tree"

    @property
    def layout(self) -> Layout:
        """Names and places of coordinates and speeds."""
        return self.topology.layout

    def kernel(self, name: str, **choice: Any) -> Kernel:
        """Native code for one of the functions in `function_table`, compiled when first asked for.

        Some can be chosen further: `rows` are the constraint rows that are enforced, `stabilisation` how fast errors in
        them decay, `channels` the names of channels.
        """
        described = function_entry(name)
        key = (name, *described.chosen(name, choice))
        if key not in self._kernels:
            trace = partial(described.trace, self.equations, name, key[1:])
            if self._content is None:
                check_functions(self.model)
                self._kernels[key] = compile_function(trace())
            else:
                self._kernels[key] = compile_known(trace, f"{self._content} {key}")
        return self._kernels[key]

    @cached_property
    def _content(self) -> str | None:
        """What native code of an equal model is found by, where one was compiled before; None where nothing is."""
        return content_hash(self.model) if isinstance(self.equations, TreeEquations) else None

    def output(self, name: str, state: State) -> Any:
        """The same at any state, open loops or not: what analyses use that move states on purpose."""
        return self.kernel(name)(*self.arguments(state))

    def evaluate_motion(self, name: str, state: State, u_dot: Any, lam: Any) -> Any:
        """The outputs of a function that also takes accelerations and multipliers."""
        return self.kernel(name)(*self.arguments(state), u_dot, lam)

    def channels(self, state: State, outputs: Mapping[str, Callable[[Any], Any]] | None = None) -> StateChannels:
        """Every channel at one state by name, `system.channels(state)["k.force"]`; `outputs` as in `simulate`."""
        return StateChannels(self, state, dict(outputs or {}), self._channel)

    @cached_property
    def channel_table(self) -> ChannelTable:
        """Name, shape and SI unit of every channel, also of components: `system.channel_table["A.force.x"].unit`."""
        e = self.equations
        if isinstance(e, TreeEquations):
            return ChannelTable(self.model, self.layout)
        # Equations derived by hand have outputs and rows under names of their own.
        table, moving = ChannelTable(self.model, self.layout), e.channels.at_motion(*e.dynamics.known)
        own = [name for name in (*e.channels, *sorted(e.channels.motion_names)) if name not in table]
        return ChannelTable(self.model, self.layout, own, lambda name: np.shape(array(moving[name])))

    def _channel(self, name: str, state: State, motion: Callable[[], Any]) -> Any:
        """The value of a channel, None where there is none."""
        if name not in self._channels:
            self._channels[name] = traced_channel(self.equations, name)
        function, is_moving = self._channels[name] or (None, False)
        if function is None:
            return None
        given = self.arguments(state)
        found = function(*given, motion().u_dot, motion().lam) if is_moving else function(*given)
        return found.value

    def channel_slopes(self, names: tuple[str, ...], state: State, u_dot: Any, lam: Any) -> tuple[tuple[str, ...], Any]:
        """(names of the single numbers, their values and derivatives) of channels of a motion."""
        kernel = self.kernel("channels", channels=names)
        return channel_labels(self.equations, names), kernel(*self.arguments(state), u_dot, lam)

    def channel_value(self, name: str, state: State, u_dot: Any, lam: Any) -> Any:
        """A channel of a motion with these accelerations and multipliers."""
        labels, found = self.channel_slopes((name,), state, u_dot, lam)
        value = np.asarray(found.value)
        return float(value[0]) if labels == (name,) else value

    def arguments(self, state: State) -> tuple[Any, ...]:
        """What functions of a system are given at a state: (q, u, z, s, t, parameters)."""
        check_owner(self.layout, state)
        values = self._parameter_values(state)
        return state.q, state.u, state.z, self._unknowns(state, values), state.t, values

    def _unknowns(self, state: State, values: np.ndarray) -> np.ndarray:
        """The unknowns of elements at a state, by Newton's method from zero."""
        names = self.unknowns
        if not names:
            return np.zeros(0)
        kernel = self.kernel("unknowns")

        def residual(s: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
            found = kernel(state.q, state.u, state.z, s, state.t, values)
            return found.r, found.r_s

        s, worst = newton(residual, np.zeros(len(names)))
        if worst is not None:
            raise ModelError(
                f"the unknown {names[worst]!r} has no value that satisfies its residual at t = {state.t:g}; "
                "check the law it belongs to."
            )
        return s

    @cached_property
    def unknowns(self) -> tuple[str, ...]:
        """The names of the unknowns of elements, and of channels of the motion that their inputs ask for."""
        if not any(connection.inputs for connection in self.topology.forces):
            return self.layout.s
        _ = self.equations.unknowns.s
        return (*self.layout.s, *self.equations.channels.wanted)

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

    @cached_property
    def chart(self) -> TreeChart:
        """What coordinates and speeds are."""
        return TreeChart(self.topology, self.equations)

    @property
    def row_count(self) -> int:
        """How many constraint rows there are."""
        return self.equations.rows.count

    def row_table(self, state: State) -> RowTable:
        """Which connection every constraint row belongs to, its size and its wrench."""
        return tree_rows(self, state)

    def motion(self, state: State, method: str = "auto") -> StateMotion:
        """Accelerations and multipliers at a state that is taken as it is."""
        return tree_motion(self, state, method)

    @property
    def description(self) -> str:
        """Bodies, tree, loops and coordinates in words."""
        return self.equations.report()

    @property
    def load_names(self) -> tuple[str, ...]:
        """Connections that carry loads, in the order of the function "loads"."""
        return tuple(load_names(of_tree(self.equations, "loads").dynamics))

    def examined(self, state: State) -> list[Examined]:
        """All elements with what they measure, are given and give at a state."""
        return tree_examined(self, state)

    def rate_function(self, value: Callable[[Any], Any]) -> Callable[[State], tuple[float, np.ndarray]]:
        """The rate of an expression of channels and its derivatives by the speeds, traced once."""
        e = self.equations
        speed = e.kinematics.rate(array([value(e.channels)]))[0]
        function = e.tracer.function("rate", speed=speed, row=jacobian(array([speed]), e.kinematics.symbols.u)[0])

        def rate(state: State) -> tuple[float, np.ndarray]:
            found = function(*self.arguments(state))
            return float(found.speed), np.asarray(found.row)

        return rate

    def recompiled(self, model: Model) -> TreeSystem:
        """Another model, in the same way."""
        return compile_tree(model)

    def is_dynamic(self, name: str) -> bool:
        """Whether a function means something only where the state satisfies all constraints."""
        return function_entry(name).is_dynamic

    def _initial(self) -> dict[str, float]:
        names = {*self.layout.q, *self.layout.u, *self.layout.z}
        return {name: float(value) for name, value in starting_values(self.equations.model).items() if name in names}

    def _parameter_values(self, state: State) -> np.ndarray:
        return np.array([state.parameters.get(p.name, p.value) for p in self.equations.parameters])

    def __repr__(self) -> str:
        return f"<system {self.model.name!r}: {self.layout.nq} coordinates, {self.layout.nu} speeds>"


def is_plain_data(system: Any) -> bool:
    """Whether the model of a tree holds nothing of a user's own code."""
    return system._content is not None


def compile_tree(model: Model, reason: str = "") -> TreeSystem:
    """A model in the coordinates of its hinges: topology found, equations derived; `reason` says why in these."""
    check_functions(model)
    frozen = model.sealed()
    acting = with_acting_assemblies(frozen)
    topology = find_topology(acting)
    check_masses(topology)
    return TreeSystem(frozen, topology, derive_equations(acting, topology), reason)
