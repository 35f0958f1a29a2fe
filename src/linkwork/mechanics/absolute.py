"""`AbsoluteSystem`: a model in absolute coordinates, compiled."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from functools import cached_property, partial
from typing import Any, ClassVar, Literal

import numpy as np

from ..absolute.assembly import ElementAssembly, assembly_of
from ..absolute.channels import read_absolute_channel, state_channel
from ..absolute.configuration import Configuration, cross_products
from ..absolute.given_poses import pose_numbers, twist_numbers
from ..absolute.groups import Bodies, Group
from ..absolute.observed_unknowns import seeing
from ..absolute.start_poses import TreeStart
from ..absolute.suspects import examined
from ..absolute.table_slopes import TableDerivatives
from ..absolute.tables import Tables, tables_of
from ..channels import ChannelTable
from ..contract import ModelError
from ..contract.errors import unknown
from ..expr import array
from ..expr.evaluate import evaluate
from ..expr.graph import as_expr
from ..formulation.absolute import Collected, collect
from ..formulation.assemblies import with_acting_assemblies
from ..model import Model, starting_values
from ..model.function_check import check_functions
from ..motion import StateMotion
from ..results import State
from ..state_channels import StateChannels
from ..topology import Layout
from ..topology.layout import hinge_names
from ..topology.report import connection_lines, shortened
from .absolute_channels import frame_channel_variations
from .absolute_chart import AbsoluteChart
from .absolute_functions import frame_output, motion_output
from .absolute_gaps import gap_rate
from .absolute_motion import absolute_motion
from .absolute_rows import absolute_rows
from .frames import frames_at
from .port import Examined, System
from .row_table import RowTable

OF_MOTION = frozenset(("acceleration", "multipliers"))
"""Functions that mean something only where the state satisfies all constraints."""
POSE_NAMES = ("e0", "e1", "e2", "e3", "x", "y", "z")
TWIST_NAMES = ("w_x", "w_y", "w_z", "v_x", "v_y", "v_z")


@dataclass(frozen=True, eq=False)
class AbsoluteSystem(System):
    """A compiled model in absolute coordinates.

    A state has for every body its Euler parameters `B.e0` … `B.e3`, the position `B.x`, `B.y`, `B.z` of its frame,
    and the
    angular velocity `B.w_x` … and velocity `B.v_x` … of its frame, all in world axes; and the unknowns of elements.
    Rows of constraints are numbered element by element.
    """

    coordinates: ClassVar[Literal["tree", "absolute"]] = "absolute"

    model: Model
    names: Layout = field(repr=False)
    bodies: Bodies
    groups: tuple[Group, ...]
    rows: int
    """How many constraint rows there are."""
    collected: tuple[Collected, ...] = field(repr=False)
    values: dict[str, float]
    """What Parameters are worth by themselves."""
    threads: int | None = 1
    reason: str = field(default="", repr=False)
    """Why these coordinates were taken, where that was left to `compile_model`."""
    _kept: dict[Any, Tables] = field(default_factory=dict, repr=False)
    watchers: dict[str, Group] = field(default_factory=dict, repr=False)
    """Made for channels that were asked for."""

    @property
    def layout(self) -> Layout:
        """Names and places of coordinates, speeds and states."""
        return self.names

    @cached_property
    def chart(self) -> AbsoluteChart:
        """What coordinates and speeds are."""
        return AbsoluteChart(self)

    def motion(self, state: State, method: str = "auto") -> StateMotion:
        """Accelerations and multipliers at a state that is taken as it is."""
        return absolute_motion(self, state, method)

    @cached_property
    def acting(self) -> Model:
        """The model with the forces and hinges that assemblies make."""
        return with_acting_assemblies(self.model)

    @property
    def row_count(self) -> int:
        """How many constraint rows there are."""
        return self.rows

    def row_table(self, state: State) -> RowTable:
        """Which connection every constraint row belongs to, its size and its wrench."""
        return absolute_rows(self, state)

    @property
    def size(self) -> int:
        """How many velocities, states of elements among them: the last ones, integrals of which are no coordinates."""
        return self.layout.nu + self.layout.nz

    @cached_property
    def massive(self) -> np.ndarray:
        """Places of velocities with inertia: those of bodies and of rotors."""
        first = 6 * len(self.bodies.names)
        own = [first + g.mine.ravel() for g in self.groups if g.kind.has_inertia]
        found = np.concatenate([np.arange(first), *own])
        return found[found < self.layout.nu]

    @cached_property
    def sees_reactions(self) -> bool:
        """Whether the forces of some element depend on the multipliers of others."""
        return any(len(group.seen) for group in self.groups)

    @cached_property
    def is_moved(self) -> bool:
        """Whether some rows move bodies by themselves: drives, and constraints that depend on time."""
        return any(group.kind.is_moving for group in self.groups)

    @cached_property
    def assembly(self) -> ElementAssembly:
        """How elements come together."""
        return assembly_of(self)

    def worth(self, value: Any, parameters: Mapping[str, float]) -> np.ndarray:
        """Numbers of expressions of Parameters."""
        entries = array(value)
        known = self.values | dict(parameters)
        return np.array(evaluate([as_expr(x) for x in entries.ravel()], known), dtype=float).reshape(entries.shape)

    def tables(self, parameters: Mapping[str, float]) -> Tables:
        """The numbers of all elements at given values of Parameters."""
        key = tuple(sorted(parameters.items()))
        if key not in self._kept:
            self._kept.clear()  # values change rarely; the tables of a large model are large
            self._kept[key] = tables_of(self, parameters)
        return self._kept[key]

    @cached_property
    def table_derivatives(self) -> TableDerivatives:
        """How these numbers depend on Parameters."""
        return TableDerivatives(self)

    @cached_property
    def rest(self) -> State:
        """The start: bodies are and move as the hinges of the tree start (`TreeStart`).

        Bodies that no hinge holds have their frames in the world's, at rest.
        """
        return self.begun({}, 0.0)

    @cached_property
    def tree_start(self) -> TreeStart:
        """The start of bodies along the hinges of the tree."""
        return TreeStart(self.model)

    def begun(self, values: Mapping[str, float], t: float, shift: np.ndarray | None = None) -> State:
        """The start at a time, with the Parameters among `values` at theirs and coordinates of the tree shifted."""
        q, u = np.zeros(self.layout.nq), np.zeros(self.layout.nu)
        q[0 : 7 * len(self.bodies.names) : 7] = 1.0
        for group in self.groups:
            rest = group.kind.rest
            if not group.shares and len(rest):
                q[7 * len(self.bodies.names) + group.own[: len(rest)]] = rest[:, None]
        parameters = {name: float(values.get(name, value)) for name, value in self.values.items()}
        if self.tree_start.has_hinges:
            found = self.tree_start.values(parameters, t, shift)
            q = np.array([found.get(name, x) for name, x in zip(self.layout.q, q, strict=True)])
            u = np.array([found.get(name, 0.0) for name in self.layout.u])
        state = State(self.layout, q, u, t, parameters)
        started = starting_values(self.acting) if self._of_elements else {}
        given = {name: x for name, x in started.items() if name in self._of_elements}
        return state.with_values({name: float(state.worth(x)) for name, x in given.items()})

    @cached_property
    def _of_elements(self) -> frozenset[str]:
        """Coordinates, speeds and states that are not of bodies."""
        n = len(self.bodies.names)
        return frozenset((*self.layout.q[7 * n :], *self.layout.u[6 * n :], *self.layout.z))

    def state(self, values: Mapping[str, float] | None = None, t: float = 0.0) -> State:
        """A state from values by name; the others are those of the start. `placed` takes poses instead."""
        other = t != 0.0 or any(name in self.values for name in values or ())
        start = self.begun(values or {}, t) if other else self.rest
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
        start = self.state(t=t) if start is None else start
        q, u = start.q.copy(), start.u.copy()
        number = {name: k for k, name in enumerate(self.bodies.names)}
        for given, into, size in ((poses, q, 7), (velocities or {}, u, 6)):
            for name, value in given.items():
                if name not in number:
                    raise ModelError(unknown("body", name, self.bodies.names))
                k = size * number[name]
                into[k : k + size] = pose_numbers(name, value) if size == 7 else twist_numbers(name, value)
        return replace(start, q=q, u=u)

    def configuration(self, state: State) -> Configuration:
        """A state as arrays at centres of mass."""
        if state.layout is not self.layout:
            raise ModelError("the state belongs to another system; make it with this system's `state` or `rest`.")
        n = len(self.bodies.names)
        pose = state.q[: 7 * n].reshape(-1, 7).T.copy()
        pose[:4] /= np.sqrt((pose[:4] ** 2).sum(axis=0))
        own = np.concatenate([state.q[7 * n :], np.zeros(self.layout.nz)])
        at = Configuration(pose, own, np.concatenate([state.u, state.z]), state.t)
        arm = self.arms(at, state.parameters)
        pose[4:] += arm.T
        body = at.u[: 6 * n].reshape(-1, 6)
        body[:, 3:] += cross_products(body[:, :3], arm)
        return at

    def state_of(self, at: Configuration, parameters: Mapping[str, float]) -> State:
        """Arrays as a state."""
        q, u, z = self.row(at, parameters)
        return State(self.layout, q, u, at.t, parameters, z)

    def row(self, at: Configuration, parameters: Mapping[str, float]) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
        """(q, u) of body frames, and z."""
        n = len(self.bodies.names)
        arm = self.arms(at, parameters)
        pose, u = at.pose.T.copy(), at.u.copy()
        pose[:, 4:] -= arm
        body = u[: 6 * n].reshape(-1, 6)
        body[:, 3:] -= cross_products(body[:, :3], arm)
        nu = self.layout.nu
        return np.concatenate([pose.ravel(), at.own])[: self.layout.nq], u[:nu], u[nu:]

    def arms(self, at: Configuration, parameters: Mapping[str, float]) -> np.ndarray:
        """From frames to centres of mass, in world axes (bodies × 3)."""
        return np.einsum("nij,nj->ni", at.rotations(), self.tables(parameters).com)

    def channels(self, state: State, outputs: Mapping[str, Callable[[Any], Any]] | None = None) -> StateChannels:
        """Every channel at one state by name, `system.channels(state)["k.force"]`; `outputs` as in `simulate`."""
        return StateChannels(self, state, dict(outputs or {}), partial(read_absolute_channel, self))

    @cached_property
    def channel_table(self) -> ChannelTable:
        """Name, shape and SI unit of every channel, also of components: `system.channel_table["A.force.x"].unit`."""
        return ChannelTable(self.model, self.layout)

    def output(self, name: str, state: State) -> Any:
        """The results of one of the functions of a system, at any state of body frames."""
        return frame_output(self, name, state)

    @cached_property
    def load_names(self) -> tuple[str, ...]:
        """Connections that carry loads, in the order of the function "loads"."""
        return tuple(name for group in self.groups if group.kind.rows and group.kind.bodies for name in group.names)

    def examined(self, state: State) -> list[Examined]:
        """All elements with what they measure, are given and give at a state."""
        return list(examined(self, self.configuration(state), self.tables(state.parameters)))

    def rate_function(self, value: Callable[[Any], Any]) -> Callable[[State], tuple[float, np.ndarray]]:
        """The rate of an expression of places of bodies and its derivatives by the speeds."""
        return partial(gap_rate, self, value)

    def is_dynamic(self, name: str) -> bool:
        """Whether a function means something only where the state satisfies all constraints."""
        return name in OF_MOTION

    def evaluate_motion(self, name: str, state: State, u_dot: Any, lam: Any) -> Any:
        """The results of a function that also takes accelerations of body frames and multipliers."""
        return motion_output(self, name, state, u_dot, lam)

    def channel_slopes(self, names: tuple[str, ...], state: State, u_dot: Any, lam: Any) -> tuple[tuple[str, ...], Any]:
        """(names of the single numbers, their values and derivatives) of channels of a motion."""
        return frame_channel_variations(frames_at(self, state), names, np.asarray(u_dot), np.asarray(lam))

    def channel_value(self, name: str, state: State, u_dot: Any, lam: Any) -> Any:
        """A channel of a motion with these multipliers."""
        return state_channel(self, name, state, lam)

    def recompiled(self, model: Model) -> AbsoluteSystem:
        """Another model, in the same way."""
        return compile_absolute(model, self.threads)

    def prescribed(self, state: State) -> State:
        """The state itself: drives and locks are rows, and no coordinate is prescribed."""
        return state

    @property
    def description(self) -> str:
        """Bodies and connections in words."""
        rows = dict.fromkeys(self.model.connections, 0)
        for group in self.groups:
            for name in group.names:
                rows[name] = rows.get(name, 0) + group.kind.rows
        lines = [
            f"{self.model.name}: {len(self.bodies.names)} bodies in absolute coordinates, {self.size} velocities, "
            f"{self.rows} constraint rows",
            f"Bodies: {', '.join(shortened(self.bodies.names))}",
            *connection_lines(self.acting, rows),
        ]
        return "\n".join(lines)

    def __repr__(self) -> str:
        return f"<absolute system {self.model.name!r}: {len(self.bodies.names)} bodies, {self.rows} rows>"


def compile_absolute(model: Model, threads: int | None = 1, reason: str = "") -> AbsoluteSystem:
    """A model in absolute coordinates; `threads` share the elements of a kind, None is one a core."""
    check_functions(model)
    frozen = model.sealed()
    if not frozen.bodies:
        raise ModelError(f"model {model.name!r}: has no bodies.")
    known = {p.name: p.value for p in frozen.parameters.values()}
    collected = collect(with_acting_assemblies(frozen), lambda x: evaluate([as_expr(x)], known)[0])
    names = tuple(frozen.bodies)
    places, groups, layout = _placed(names, collected)
    layout = replace(layout, hinged=hinge_names(frozen.connections.values()))
    field_ = frozen.gravity if callable(frozen.gravity) else None
    bodies = Bodies(names, field_)
    return AbsoluteSystem(frozen, layout, bodies, groups, places, tuple(collected), known, threads, reason)


def _placed(names: tuple[str, ...], collected: list[Collected]) -> tuple[int, tuple[Group, ...], Layout]:
    """Numbers of rows and own unknowns, and the layout."""
    q = [f"{body}.{name}" for body in names for name in POSE_NAMES]
    u = [f"{body}.{name}" for body in names for name in TWIST_NAMES]
    q_of = {body: slice(7 * k, 7 * k + 7) for k, body in enumerate(names)}
    u_of = {body: slice(6 * k, 6 * k + 6) for k, body in enumerate(names)}
    groups, rows, own = [], 0, 0
    z: list[str] = []
    z_of: dict[str, slice] = {}
    # States come last of all.
    integrals = sum(len(found.names) * len(found.kind.own_names) for found in collected if not found.shares)
    for found in collected:
        kind, count, unknowns = found.kind, len(found.names), found.kind.own_names
        bodies = np.array(found.bodies, dtype=np.int64).reshape(count, -1).T
        row = rows + np.arange(count * kind.rows).reshape(count, kind.rows).T
        if found.shares:
            mine = _shared(found, names, q)
        else:
            mine = own + np.arange(count * len(unknowns)).reshape(count, len(unknowns)).T
        mine = np.concatenate([mine, integrals + len(z) + np.arange(count * kind.states).reshape(count, kind.states).T])
        dofs = np.concatenate([6 * bodies[:, None, :] + np.arange(6)[None, :, None]]).reshape(-1, count)
        dofs = np.concatenate([dofs, 6 * len(names) + mine])
        groups.append(Group(kind, tuple(found.names), bodies, mine, dofs, row, bool(found.shares)))
        rows = rows + count * kind.rows
        if found.shares:
            continue
        for name in found.names if unknowns else ():
            q_of[name], u_of[name] = slice(len(q), len(q) + len(unknowns)), slice(len(u), len(u) + len(unknowns))
            q += [f"{name}.{s}" for s, _ in unknowns]
            u += [f"{name}.{s}" for _, s in unknowns]
        for name in found.names if kind.states else ():
            z_of[name] = slice(len(z), len(z) + kind.states)
            z += [f"{name}.{s}" for s in kind.state_names]
        own = own + count * len(unknowns)
    layout = Layout(tuple(q), tuple(u), q_of, u_of, (), (), (), (), {}, (), tuple(z), z_of, coordinates="absolute")
    return rows, tuple(seeing(group, groups, layout, len(names)) for group in groups), layout


def _shared(found: Collected, bodies: tuple[str, ...], q: list[str]) -> np.ndarray:
    """Places of the unknowns of others that elements work on (unknowns × elements)."""
    places = {name: k for k, name in enumerate(q[len(POSE_NAMES) * len(bodies) :])}
    for connection, shares in zip(found.names, found.shares, strict=True):
        for name in shares:
            if name not in places:
                raise ModelError(
                    f"connection {connection!r}: {name!r} is no coordinate that is free; couple another one."
                )
    return np.array([[places[name] for name in shares] for shares in found.shares], dtype=np.int64).T
