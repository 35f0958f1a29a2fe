"""Channels of an absolute system at one state.

Those of force elements and of points on bodies are what an element with that channel as its input would see.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from copy import copy
from typing import Any

import numpy as np

from ..channels import Channel
from ..channels.elements import STRESS
from ..consistency import number_pose
from ..contract import Active, Force, ModelError, hinge_of
from ..contract.errors import no_solution
from ..formulation.absolute.kind import ElementKind
from ..formulation.absolute.observed_channels import Looker
from ..model import Connection, Model
from ..model.members import Members
from ..results import State
from ..spatial import Pose, Relative
from ..topology.contact_margins import margins_of
from ..topology.contacts import GRIP, acting_contacts
from .assembly import AssembledElements
from .configuration import Configuration
from .elastic_points import point_acceleration, pose_on_body
from .groups import Group
from .motion import accelerate, unsettled
from .observed_unknowns import seeing

WATCHER, GAUGE = "channel that is read", "gauge of a joint"


class Watcher(Active):
    """Acts on nothing, and shows its input."""

    ends = 0
    inputs = ("seen",)
    outputs = ("seen",)

    def output(self, i: Any) -> Any:
        """What it sees."""
        return i.seen


def state_channel(
    system: Any, name: str, state: State, lam: np.ndarray | None = None, u_dot: np.ndarray | None = None
) -> Any:
    """A channel at one state; multipliers and accelerations of frames are those of the motion unless given."""
    if name in state.parameters:
        return state[name]  # also what a run sets of contacts and switches
    channel, axis = system.channel_table.whole(name)
    if channel is None:
        raise ModelError(system.channel_table.unknown(name))
    found = _ANSWERS.get(channel.source, _watched)(system, channel, state, lam, u_dot)
    return found if axis is None else found[axis]


def watchers_of(system: Any, channel: Channel) -> list[Group]:
    """What shows the numbers of a channel that neither bodies, coordinates nor multipliers tell by themselves."""
    if channel.needs == "run":
        raise ModelError(f"{channel.name!r} belongs to elements in time, which only runs have.")
    connection = system.model.connections.get(channel.owner)
    if channel.source == "measure" and hinge_of(connection.element) is not None:
        return [gauge(system, connection, channel.what)]
    if channel.source == "margin":
        margins = {margin.name: margin for margin in margins_of(acting_contacts(system.acting.connections.values()))}
        return [_made_once(system, channel.name, lambda: _watcher(system, margins[channel.name]))]
    return [watching(system, channel.name, place) for place in np.ndindex(*channel.shape)]


def _watched(system: Any, channel: Channel, state: State, lam: Any, u_dot: Any) -> Any:
    """What an element that looks at a channel would see."""
    at = system.configuration(state)
    values = [_shown(system, group, at, state.parameters, lam) for group in watchers_of(system, channel)]
    return np.reshape(values, channel.shape) if channel.shape else values[0]


def _energy(system: Any, channel: Channel, state: State, lam: Any, u_dot: Any) -> float:
    elements = AssembledElements(system.assembly, system.tables(state.parameters))
    return float(elements.energies(system.configuration(state))[channel.name])


def _stress(system: Any, channel: Channel, state: State, lam: Any, u_dot: Any) -> np.ndarray:
    """Linear in the elastic coordinates of a body."""
    body = system.model.bodies[channel.owner.removesuffix(f".{STRESS}")]
    e = state.q[state.layout.elastic[body.name][0]]
    return np.asarray(float(state.worth(body.elastic.stiffness)) * (body.elastic.data.stress[channel.what] @ e))


def _of_body(state: State, body: str, what: str) -> np.ndarray:
    own, twist = state.q[state.layout.q_of[body]], state.u[state.layout.u_of[body]]
    if what == "rotation":
        return Configuration(own[:, None], np.zeros(0), np.zeros(0), 0.0).rotations()[0]
    return np.array({"position": own[4:], "velocity": twist[3:], "angular_velocity": twist[:3]}[what])


def _acceleration(system: Any, channel: Channel, state: State, lam: Any, u_dot: Any) -> np.ndarray:
    r"""ω̇ of a body, or the acceleration $\dot v + \dot\omega\times r + \omega\times(\omega\times r)$ of its point
    at r from the origin of its frame, or of its centre of mass where only the accelerations of those are known."""
    what, (body, _, point) = channel.what, channel.owner.partition(".")
    number, own = system.bodies.names.index(body), system.model.bodies[body]
    R, w = _of_body(state, body, "rotation"), _of_body(state, body, "angular_velocity")
    seen_from = np.zeros(3)
    if u_dot is None:
        tables = system.tables(state.parameters)
        u_dot = accelerate(system, system.configuration(state), tables).u_dot
        seen_from = tables.com[number]
    alpha, a = u_dot[6 * number : 6 * number + 6].reshape(2, 3)

    def at(place: np.ndarray) -> np.ndarray:
        r = R @ (place - seen_from)
        return np.asarray(a + np.cross(alpha, r) + np.cross(w, np.cross(w, r)))

    if point and own.points[point].frame is not None:
        found = point_acceleration(own.points[point], state, R, (w, alpha, at(np.zeros(3))), u_dot)
        return found[what == "acceleration"]
    if what == "angular_acceleration":
        return np.array(alpha)
    return at(number_pose(own.points[point].X, state).p if point else np.zeros(3))


def _load(system: Any, channel: Channel, state: State, lam: Any, u_dot: Any) -> np.ndarray:
    """Force or moment of a hinge, constraint or contact."""
    found = carried_loads(wrenches(system, state, lam), channel.owner)
    return found[3:] if channel.what == "force" else found[:3]


def _multipliers(system: Any, channel: Channel, state: State, lam: Any, u_dot: Any) -> Any:
    if lam is None:
        lam = accelerate(system, system.configuration(state), system.tables(state.parameters)).lam
    group = next(group for group in system.groups if channel.owner in group.names)
    found = lam[group.rows[:, group.names.index(channel.owner)]]
    return found[0] if len(found) == 1 else found


def _measure(system: Any, channel: Channel, state: State, lam: Any, u_dot: Any) -> Any:
    """A coordinate of a hinge as it is measured on the poses of its ends; rates are watched."""
    connection = system.model.connections[channel.owner]
    hinge = hinge_of(connection.element)
    measure = hinge.measure(channel.what) if hinge is not None and channel.what in hinge.coordinates else None
    if measure is None:
        return _watched(system, channel, state, lam, u_dot)
    F, M = (_place(end, state) for end in connection.ends)
    X_FM = F.inverse @ M
    return float(measure.value(Relative(X_FM.R, X_FM.p, np.zeros(3), np.zeros(3))))


def _place(end: Any, state: State) -> Pose:
    X = pose_on_body(end, state)
    if end.body.is_ground:
        return X
    body = str(end.body.name)
    return Pose(_of_body(state, body, "rotation"), _of_body(state, body, "position")) @ X


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


def carried_loads(found: Mapping[str, np.ndarray], name: str) -> np.ndarray:
    """(moment, force) of a connection: of a contact, with those of its grip; nothing where all motions are free."""
    none = np.zeros(6)
    return found.get(name, none) + found.get(f"{name}.{GRIP}", none)


def _shown(system: Any, group: Group, at: Configuration, parameters: Mapping[str, float], lam: Any) -> float:
    """The number that a watcher shows at a configuration."""
    if lam is None:
        lam = accelerate(system, at, system.tables(parameters)).lam if len(group.seen) else np.zeros(system.rows)
    data = system.worth(list(group.kind.data), parameters).reshape(-1, 1)
    found = float(group.evaluate("shown", at, data, 1, lam=lam)["shown"][0, 0])
    if not np.isfinite(found) and (name := unsettled(system, at, system.tables(parameters))):
        raise ModelError(no_solution(name, at.t))
    return found


_ANSWERS: Mapping[str, Callable[[Any, Channel, State, Any, Any], Any]] = {
    "time": lambda system, channel, state, lam, u_dot: float(state.t),
    "state": lambda system, channel, state, lam, u_dot: state[channel.name],
    "body": lambda system, channel, state, lam, u_dot: _of_body(state, channel.owner, channel.what),
    "energy": _energy,
    "stress": _stress,
    "acceleration": _acceleration,
    "load": _load,
    "multipliers": _multipliers,
    "measure": _measure,
}
"""Who answers, by the source of a channel; all others are watched."""


def watching(system: Any, name: str, place: tuple[int, ...] = ()) -> Group:
    """A watcher of a number of a channel, made once for each system."""
    seen = (lambda channels: channels[name][place]) if place else name
    return _made_once(system, f"{name} {place}", lambda: _watcher(system, seen))


def gauge(system: Any, connection: Connection, name: str) -> Group:
    """A watcher of a hinge's coordinate, or of its rate, as it is measured on the ends."""

    def make() -> Group:
        hinge = hinge_of(connection.element)
        assert hinge is not None
        coordinate = name if name in hinge.coordinates else name.removesuffix("_dot")
        own = {"measure": hinge.measure(coordinate), "law": _nothing, "__doc__": "Measures, and does nothing."}
        measuring = Connection(GAUGE, type("Gauge", (Force,), own)(), connection.ends)
        what = "measure" if name == coordinate else "measure_dot"
        return _watcher(system, f"{GAUGE}.{what}", measuring)

    return _made_once(system, f"{connection.name}.{name}", make)


def _made_once(system: Any, key: str, make: Callable[[], Group]) -> Group:
    if key not in system.watchers:
        system.watchers[key] = make()
    found: Group = system.watchers[key]
    return found


def _nothing(self: Any, e: Any) -> Any:
    return 0.0 * e


def _watcher(system: Any, seen: Any, *more: Connection) -> Group:
    """A group of one watcher; `seen` is the name of a channel, or a function of channels, also of more connections."""
    whole: Model = copy(system.acting)
    own = (*more, Connection(WATCHER, Watcher(), (), inputs={"seen": seen}))
    whole.connections = Members("connection", {**whole.connections, **{c.name: c for c in own}})
    rows = {owner: len(group.kind.rows) for group in system.groups for owner in group.names}
    looker = Looker(whole.connections[WATCHER], whole, lambda c: rows[c.name])
    looker.build()
    small = tuple(body.name for body in looker.bodies.values())
    kind = ElementKind(
        f"shown{len(system.watchers)}", looker.small, small, tuple(whole.parameters.values()), looker.sight
    )
    bodies = np.array([system.bodies.names.index(body) for body in looker.bodies], dtype=np.int64).reshape(-1, 1)
    dofs = (6 * bodies[:, None] + np.arange(6)[None, :, None]).reshape(-1, 1)
    none = np.zeros((0, 1), dtype=np.int64)
    group = Group(kind, (WATCHER,), bodies, none, dofs, none)
    return seeing(group, system.groups, system.layout, len(system.bodies.names))
