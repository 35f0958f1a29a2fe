"""Channels of an absolute system at one state, by name."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import Any

import numpy as np

from ..consistency import grave, number_pose, refusal, remedy
from ..contract import Assembly, Force, ModelError, hinge_of
from ..contract.errors import unknown
from ..formulation.absolute.looking import split
from ..results import State
from ..results.units import ENERGIES
from ..spatial import Pose, Relative
from .channels import channel
from .configuration import Configuration
from .motion import accelerate

AXES = ("x", "y", "z")
OF_BODY = ("position", "rotation", "velocity", "angular_velocity")


class AbsoluteChannels(Mapping[str, Any]):
    """`system.channels(state)["k.force"]`: numbers and arrays, each computed when asked for.

    `outputs` are functions of channels, as `simulate` takes them. Loads are refused at a state that violates
    constraints by more than the tolerances of a run leave.
    """

    def __init__(self, system: Any, state: State, outputs: Mapping[str, Callable[[Any], Any]]) -> None:
        self.system, self.state, self.outputs = system, state, outputs

    def __getitem__(self, name: str) -> Any:
        if name in self.outputs:
            return self.outputs[name](self)
        if self._is_load(name):
            violated = grave(self.system.violations(self.state))
            if violated:
                raise ModelError(refusal("channels", self.system.model.name, violated, remedy(self.system, self.state)))
        found = state_channel(self.system, name, self.state)
        return float(found) if np.ndim(found) == 0 else np.asarray(found, dtype=float)

    def _is_load(self, name: str) -> bool:
        owner, last, _ = split(name, self.system.model)
        connection = self.system.model.connections.get(owner)
        carries = connection is not None and not isinstance(connection.element, (Force, Assembly))
        return carries and last in ("force", "moment", "multipliers")

    def __iter__(self) -> Iterator[str]:
        return iter([*channel_names(self.system), *self.outputs])

    def __len__(self) -> int:
        return len(list(iter(self)))

    def __repr__(self) -> str:
        return f"<channels of {self.system.model.name!r} at t = {self.state.t:g}>"


def state_channel(system: Any, name: str, state: Any, lam: np.ndarray | None = None) -> Any:
    """A channel at one state; multipliers are those of the motion unless given."""
    layout = state.layout
    if name in layout.q or name in layout.u or name in layout.z or name in state.parameters:
        return state[name]
    if name in ENERGIES:
        return system.assembly.at_work(system.tables(state.parameters)).energies(system.configuration(state))[name]
    if name == "t":
        return float(state.t)
    if is_seen(system, name):
        try:
            return channel(system, name, system.configuration(state), state.parameters, lam)
        except ModelError as error:
            if "there is no channel" not in str(error):
                raise
            raise ModelError(unknown("channel", name, channel_names(system))) from None
    stem, _, last = name.rpartition(".")
    if last in AXES:
        return float(state_channel(system, stem, state, lam)[AXES.index(last)])
    if last in ("force", "moment") and stem in (found := wrenches(system, state, lam)):
        return found[stem][3:] if last == "force" else found[stem][:3]
    if stem in system.bodies.names and last in OF_BODY:
        own, twist = state.q[layout.q_of[stem]], state.u[layout.u_of[stem]]
        if last == "rotation":
            return Configuration(own[:, None], np.zeros(0), np.zeros(0), 0.0).rotations()[0]
        return {"position": own[4:], "velocity": twist[3:], "angular_velocity": twist[:3]}[last].copy()
    coordinate = hinge_coordinate(system, stem, last, state)
    if coordinate is not None:
        return coordinate
    raise ModelError(unknown("channel", name, channel_names(system)))


def channel_names(system: Any) -> list[str]:
    """The names of channels that have a plain one; those of points, and components, are further ones."""
    bodies = [f"{body}.{what}" for body in system.bodies.names for what in OF_BODY]
    carrying = [name for group in system.groups if group.kind.rows and group.kind.bodies for name in group.names]
    forces = [name for name, c in system.model.connections.items() if isinstance(c.element, Force)]
    loads = [f"{name}.{what}" for name in dict.fromkeys([*carrying, *forces]) for what in ("force", "moment")]
    layout = system.layout
    return ["t", *ENERGIES, *layout.q, *layout.u, *layout.z, *bodies, *loads]


def hinge_coordinate(system: Any, connection: str, name: str, state: Any) -> float | None:
    """A coordinate of a hinge as it is measured on the poses of its ends; None where nothing measures it."""
    drawn = system.model.connections.get(connection)
    hinge = None if drawn is None else hinge_of(drawn.element)
    measure = hinge.measure(name) if hinge is not None and name in hinge.coordinates else None
    if measure is None:
        return None
    F, M = (_place(system, end, state) for end in drawn.ends)
    X_FM = F.inverse @ M
    return float(measure.value(Relative(X_FM.R, X_FM.p, np.zeros(3), np.zeros(3))))


def _place(system: Any, end: Any, state: Any) -> Pose:
    X = number_pose(end.X, state)
    if end.body.is_ground:
        return X
    body = str(end.body.name)
    return Pose(state_channel(system, f"{body}.rotation", state), state_channel(system, f"{body}.position", state)) @ X


def is_seen(system: Any, name: str) -> bool:
    """Whether a channel is of a force element, of a named point of a body, or one of multipliers."""
    owner, last, _ = split(name, system.model)
    connection = system.model.connections.get(owner)
    if connection is not None:
        return isinstance(connection.element, (Force, Assembly)) or last == "multipliers"
    body, _, point = owner.partition(".")
    return body in system.bodies.names and point in system.model.bodies[body].points and last in OF_BODY


def wrenches(system: Any, state: Any, lam: np.ndarray | None = None) -> dict[str, np.ndarray]:
    """(moment, force) of every hinge and constraint on its second end, in the axes of its first, by name."""
    at, tables = system.configuration(state), system.tables(state.parameters)
    given = accelerate(system, at, tables).lam if lam is None else lam
    found: dict[str, np.ndarray] = {}
    for group, data in zip(system.groups, tables.groups, strict=True):
        if group.kind.rows and group.kind.bodies:
            table = group.evaluate("load", at, data, system.threads, lam=given)["wrench"]
            found |= dict(zip(group.names, table.T, strict=True))
    return found
