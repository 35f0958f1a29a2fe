"""Elements whose inputs are channels: each stands in a small model of its own with all that it looks at.

| channel | what stands for it |
|---|---|
| of a body or its points; of a force element (state, unknown, output, measure, force) | these, in the small model |
| a driven or locked coordinate and its rate; `t`; a Parameter | the signal, the number, time, the Parameter |
| what a run sets of a contact or a switch (`floor.closed`, `latch.active`) | the Parameter that it is |
| a free coordinate of a hinge or rotor and its speed | the unknown that carries it, shared with its owner |
| multipliers of a constraint | those, as they are being solved for |
| outputs of a constraint | what it shows between bodies of the small model, with its unknowns shared |
| of a contact: gap, sliding speed; forces | its form at the bodies of the small model; the same with multipliers |
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import partial
from typing import Any

import numpy as np

from ...channels import BODY
from ...channels.elements import force_channels
from ...contract import Constraint, Force, Hinge, ModelError, Rotor, Signal
from ...contract.hinge import speed_labels
from ...expr import array, symbols
from ...expr.graph import as_expr
from ...model import Body, Connection, Coordinate, Model, Point
from ...spatial import AXES, Pose, matrix
from ...topology.contacts import (
    CONTACT_CHANNELS,
    NORMALS,
    WITHIN,
    DrawnContact,
    acting_contacts,
    contact_channels,
    contact_force_channels,
)
from ..constraints import put_contact, put_contact_coordinates, shown_outputs
from ..tree import time_derivative
from .small_bodies import small_body

ContactCoordinates = Callable[[Any], tuple[list[Any], list[Any]]]
"""ContactCoordinates at the ends of a contact, or its own unknowns, and their rates, at a time."""


@dataclass(frozen=True, eq=False)
class SeenContact:
    """A contact, with its bodies those of the small model."""

    contact: DrawnContact
    coordinates: ContactCoordinates

    def multipliers(self, what: str) -> dict[str, int]:
        """How many multipliers of which constraints a channel needs."""
        if not what.endswith("_force"):
            return {}
        slips = sum(len(point.slips) for point in self.contact.points)
        rows = len(self.contact.points) + len(self.contact.form.held)
        name, start = self.contact.grip
        return {self.contact.name: rows} | ({name: start + slips} if slips else {})

    def value(self, what: str, channels: Any, multipliers: Mapping[str, Any]) -> Any:
        """A channel; `channels` are those of the small model."""
        kinematics, name = channels.channels.dynamics.kinematics, self.contact.name
        put: Callable[[Sequence[Any]], Any] = partial(put_contact, kinematics, self.contact)
        t = kinematics.symbols.t
        if self.contact.element.of_coordinates:
            put = partial(put_contact_coordinates, self.contact, *self.coordinates(t), t)
        elif self.contact.element.auxiliary:
            put = partial(put_contact, kinematics, self.contact, unknowns=self.coordinates(t))
        if not what.endswith("_force"):
            return contact_channels(self.contact, put)[f"{name}.{what}"]
        given = multipliers[name], self.contact.grip_of(multipliers)
        return contact_force_channels(self.contact, *given, put)[f"{name}.{what}"]


def is_contact_channel(connection: Connection, what: str) -> bool:
    """Whether a channel is one of the points of a contact."""
    return isinstance(connection.element, NORMALS) and what.rpartition(".")[2] in (*CONTACT_CHANNELS, WITHIN)


def contact_channel_shape(connection: Connection, what: str) -> tuple[int, ...]:
    """The shape of a channel of a contact: along two directions of sliding there are two numbers."""
    (contact,) = acting_contacts([connection])
    label, _, last = f"{connection.name}.{what}".rpartition(".")
    slips = next((len(point.slips) for point in contact.points if point.label == label), 0)
    return (slips,) if slips > 1 and last in ("slip", "friction_force") else ()


def seen_contact(connection: Connection, ends: tuple[Any, ...], coordinates: ContactCoordinates) -> SeenContact:
    """A contact with its ends in a small model."""
    (contact,) = acting_contacts([connection])
    return SeenContact(DrawnContact(replace(contact.connection, ends=ends)), coordinates)


FRAME = "frame of the body"
"""The point of a small body that is the origin of the body's own frame."""


def looks(connection: Connection) -> bool:
    """Whether an input of a connection is a channel or a function of channels, or an element acts on no body."""
    element = connection.element
    if not isinstance(element, Force):
        return False
    return element.form == "outputs" or any(map(_is_channel, connection.inputs.values()))


def _is_channel(value: Any) -> bool:
    return isinstance(value, str) or (callable(value) and not isinstance(value, Signal))


def looked_at(connection: Connection, model: Model) -> set[str]:
    """The channels that the inputs of a connection ask for."""
    asked: set[str] = set()
    for name, value in connection.inputs.items():
        probe = _Probe(f"connection {connection.name!r}: input {name!r}", model, asked)
        if isinstance(value, str):
            _ = probe[value]
        elif _is_channel(value):
            value(probe)
    return asked


def kept_hinges(model: Model) -> set[str]:
    """Hinges whose coordinates some input asks for."""
    asked = {name for c in model.connections.values() if looks(c) for name in looked_at(c, model)}
    owners = {name.rpartition(".")[0] for name in asked}
    return {name for name in owners if name in model.connections and isinstance(model.connections[name].element, Hinge)}


@dataclass(eq=False)
class Sight:
    """What an element looks at that is not in its small model: symbols of unknowns and multipliers of others."""

    shared: dict[str, tuple[Any, Any]] = field(default_factory=dict)
    """(coordinate, speed) of others by the name of the coordinate."""
    multipliers: dict[str, Any] = field(default_factory=dict)
    """Multipliers by the name of their connection."""
    states: list[str] = field(default_factory=list)
    """States of others, in the order of the small model."""
    elastic: dict[str, str] = field(default_factory=dict)
    """Modal bodies of the small model, and the bodies whose elastic coordinates they have."""

    @property
    def symbols(self) -> Any:
        """Those of all multipliers."""
        return array([x for part in self.multipliers.values() for x in part])


@dataclass(eq=False)
class Looker:
    """One connection with channels as inputs, and the small model in which it stands."""

    connection: Connection
    whole: Model
    rows_of: Callable[[Connection], int]
    """How many rows a constraint has."""
    small: Model = field(default_factory=lambda: Model("kind", gravity=(0.0, 0.0, 0.0)))
    sight: Sight = field(default_factory=Sight)
    bodies: dict[str, Body] = field(default_factory=dict)
    """Small bodies, whose frames are at centres of mass, by the names of the bodies they stand for."""
    laws: dict[str, str] = field(default_factory=dict)
    """Names in the small model of force elements."""
    contacts: dict[str, SeenContact] = field(default_factory=dict)
    """Contacts by name."""
    shown: dict[str, tuple[Connection, tuple[Any, ...]]] = field(default_factory=dict)
    """Constraints of which outputs are seen: between small bodies, with symbols of their unknowns."""

    def build(self) -> None:
        """Fills the small model."""
        self._add_law(self.connection.name, "element")
        if not self.bodies:
            self.small.body("aside", mass=1.0, inertia=(1.0, 1.0, 1.0))

    def _add_law(self, name: str, label: str) -> None:
        """A force element with its ends and with everything that its own inputs look at."""
        connection = self.whole.connections[name]
        element = connection.element
        assert isinstance(element, Force)
        self.laws[name] = label
        if label != "element":
            self.sight.states += [f"{name}.{state}" for state in element.states]
        ends = tuple(self._end(end) for end in connection.ends if isinstance(end, Point))
        given = {key: self._input(connection, key, value) for key, value in connection.inputs.items()}
        self.small.connections[label] = replace(connection, name=label, ends=ends, initial={}, inputs=given)
        for asked in sorted(looked_at(connection, self.whole)):
            self._add(f"connection {name!r}", asked)

    def _input(self, connection: Connection, key: str, value: Any) -> Any:
        """An input in the small model: channels under their names there."""
        if isinstance(value, str):
            return lambda channels: _Renamed(self, channels)[value]
        return (lambda channels: value(_Renamed(self, channels))) if _is_channel(value) else value

    def _end(self, end: Point) -> Point:
        if end.body.is_ground:
            return Point(self.small.ground, end.X)
        return Point(self._body(end.body), Pose(end.X.R, end.X.p - end.body.com), frame=end.frame)

    def _body(self, body: Body) -> Body:
        if body.name not in self.bodies:
            made = small_body(self.small, f"b{len(self.bodies)}", body)
            self.bodies[body.name] = made
            if body.elastic is not None:
                self.sight.elastic[made.name] = body.name
            for name, point in {FRAME: Point(body, Pose()), **body.points}.items():
                X = Pose(point.X.R, matrix(point.X.p - body.com))
                made.points[name] = Point(made, X, name, frame=point.frame)
        return self.bodies[body.name]

    def _add(self, label: str, channel: str) -> None:
        """Takes what a channel is of into the small model, or its symbols into the sight."""
        if channel in self.whole.parameters:
            return  # what a run sets of a contact or a switch is a Parameter too: "floor.closed", "latch.active"
        owner, last, _ = split_channel(channel, self.whole)
        if owner in self.whole.connections:
            self._add_of(label, owner, last, channel)
        elif owner.partition(".")[0] in self.whole.bodies:
            if last not in BODY:
                raise _unseen(label, channel)
            self._body(self.whole.bodies[owner.partition(".")[0]])

    def _add_of(self, label: str, owner: str, last: str, channel: str) -> None:
        connection = self.whole.connections[owner]
        element = connection.element
        if isinstance(element, Force):
            if owner not in self.laws:
                self._add_law(owner, f"seen{len(self.laws)}")
        elif isinstance(element, (Hinge, Rotor)) and last in _coordinates(element):
            coordinate, speed = _coordinates(element)[last]
            if coordinate not in {**connection.drive, **connection.lock}:
                pair = symbols(f"{owner} {coordinate}"), symbols(f"{owner} {speed}")
                self.sight.shared.setdefault(f"{owner}.{coordinate}", pair)
        elif is_contact_channel(connection, last):
            self._add_contact(connection)
            for name, count in self.contacts[owner].multipliers(last).items():
                self.sight.multipliers.setdefault(name, symbols(f"{name} multipliers", count))
        elif isinstance(element, Constraint) and last in element.outputs:
            ends = tuple(self._end(end) for end in connection.ends if isinstance(end, Point))
            own = tuple(self._share(f"{owner}.{name}")[0] for name in element.auxiliary)
            self.shown[owner] = replace(connection, ends=ends), own
        elif isinstance(element, Constraint) and (last == "multipliers" or last in element.pushes):
            self.sight.multipliers.setdefault(owner, symbols(f"{owner} multipliers", self.rows_of(connection)))
        else:
            raise _unseen(label, channel)

    def _share(self, name: str) -> tuple[Any, Any]:
        """(coordinate, speed) of another element's unknown."""
        return self.sight.shared.setdefault(name, (symbols(name), symbols(f"{name}_dot")))

    def _add_contact(self, connection: Connection) -> None:
        """A contact at the bodies of the small model, or at coordinates of hinges."""
        asked = [end for end in connection.ends if isinstance(end, Coordinate)]
        for end in asked:
            self._add_of(f"connection {connection.name!r}", end.connection, end.name, str(end))
        ends = tuple(self._end(end) for end in connection.ends if isinstance(end, Point))
        assert isinstance(connection.element, Constraint)
        own = [f"{connection.name}.{name}" for name in connection.element.auxiliary]
        for name in own:
            self._share(name)

        def coordinates(t: Any) -> tuple[list[Any], list[Any]]:
            if own:
                return [self.sight.shared[name][0] for name in own], [self.sight.shared[name][1] for name in own]
            pairs = [_coordinates(self.whole.connections[end.connection].element)[end.name] for end in asked]
            return tuple(  # type: ignore[return-value]
                [self._of_connection(end.connection, pair[k], t) for end, pair in zip(asked, pairs, strict=True)]
                for k in range(2)
            )

        self.contacts[connection.name] = seen_contact(connection, ends or connection.ends, coordinates)

    def value(self, channel: str, channels: Any) -> Any:
        """What stands for a channel; `channels` are those of the small model."""
        if channel in self.whole.parameters:
            return self.whole.parameters[channel]
        owner, last, axis = split_channel(channel, self.whole)
        if owner in self.contacts and is_contact_channel(self.whole.connections[owner], last):
            return self.contacts[owner].value(last, channels, self.sight.multipliers)
        if owner in self.shown and last in self.shown[owner][0].element.outputs:  # type: ignore[attr-defined]
            found = shown_outputs(channels.channels.dynamics.kinematics, *self.shown[owner])[last]
            return _component(array(found) if np.ndim(found) else found, axis)
        if owner in self.laws:
            return _component(channels[f"{self.laws[owner]}.{last}"], axis)
        if owner in self.whole.connections:
            return self._of_connection(owner, last, channels["t"])
        body, _, point = owner.partition(".")
        if body in self.bodies:
            return _component(channels[f"{self.bodies[body].name}.{point or FRAME}.{last}"], axis)
        return channels["t"]

    def _of_connection(self, owner: str, last: str, t: Any) -> Any:
        connection = self.whole.connections[owner]
        if owner in self.sight.multipliers:
            found = self.sight.multipliers[owner]
            if last != "multipliers":
                return found[connection.element.pushes[last]]  # type: ignore[attr-defined]
            return found[0] if len(found) == 1 else found
        coordinate, _ = _coordinates(connection.element)[last]
        held = {**connection.drive, **connection.lock}
        if coordinate not in held:
            return self.sight.shared[f"{owner}.{coordinate}"][0 if last == coordinate else 1]
        value = held[coordinate]
        if not isinstance(value, Signal):
            return value if last == coordinate else 0.0
        return value.value(t) if last == coordinate else time_derivative(as_expr(value.value(t)), t)


def _unseen(label: str, channel: str) -> ModelError:
    return ModelError(
        f"{label}: input from channel {channel!r}: in the absolute formulation inputs see places and velocities of "
        "bodies, force elements, coordinates, multipliers of constraints, time and Parameters; take the tree "
        "formulation for others."
    )


def split_channel(channel: str, model: Model) -> tuple[str, str, str | None]:
    """(owner, what of it, component) of a channel; names inside assemblies have dots ("brace.middle.position.x")."""
    owner, _, what = channel.partition(".")
    if owner in model.connections:
        stem, _, axis = what.rpartition(".")
        is_component = bool(stem) and axis in AXES and what not in _names(model.connections[owner].element)
        return (owner, stem, axis) if is_component else (owner, what, None)
    owner, _, last = channel.rpartition(".")
    if last in AXES and owner not in model.bodies and owner.partition(".")[0] in model.bodies:
        stem, _, what = owner.rpartition(".")
        return stem, what, last
    return owner, last, None


def _names(element: Any) -> tuple[str, ...]:
    """What of an element has a name of its own."""
    if isinstance(element, Force):
        return (*element.outputs, *element.states, *element.unknowns)
    return (*element.coordinates, *speed_labels(element)) if isinstance(element, Hinge) else ()


def _component(value: Any, axis: str | None) -> Any:
    return value if axis is None else value[AXES.index(axis)]


def _coordinates(element: Any) -> Mapping[str, tuple[str, str]]:
    """(coordinate, speed) by the name of either; none for hinges whose speeds are not the rates of coordinates."""
    if isinstance(element, Rotor):
        pairs: Iterator[tuple[str, str]] = zip(element.coordinates, element.speeds, strict=True)
    else:
        pairs = ((name, f"{name}_dot") for name in (() if element.speeds else element.coordinates))
    return {name: pair for pair in pairs for name in pair}


@dataclass(frozen=True)
class _Renamed:
    """Channels of a small model under the names of the whole one."""

    looker: Looker
    channels: Any

    def __getitem__(self, name: str) -> Any:
        return self.looker.value(name, self.channels)


@dataclass(frozen=True)
class _Probe:
    """Stands for channels while a function of them is asked which it needs."""

    label: str
    model: Model
    asked: set[str]

    def __getitem__(self, name: str) -> Any:
        owner = split_channel(name, self.model)[0]
        is_known = owner in self.model.connections or owner.partition(".")[0] in self.model.bodies
        if not (is_known or name == "t" or name in self.model.parameters):
            raise ModelError(f"{self.label}: there is no channel {name!r}.")
        self.asked.add(name)
        shape = shape_of(name, self.model)
        return symbols(name, shape) if shape else symbols(name)


def shape_of(channel: str, model: Model) -> tuple[int, ...]:
    """The shape of a channel of a point or a force element; all others are numbers."""
    owner, last, axis = split_channel(channel, model)
    if axis is not None:
        return ()
    connection = model.connections.get(owner)
    if connection is None:
        return BODY[last].shape if last in BODY else ()
    if is_contact_channel(connection, last):
        return contact_channel_shape(connection, last)
    if isinstance(connection.element, Constraint) and last in connection.element.outputs:
        return connection.element.outputs[last][0]
    known = force_channels(owner, connection.element) if isinstance(connection.element, Force) else []
    return next((found.shape for found in known if found.name == channel), ())
