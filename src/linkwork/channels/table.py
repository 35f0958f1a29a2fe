"""`ChannelTable`: all channels of a model, from its description and the layout of its states.

| owner | channels |
|---|---|
| the whole | `t`, energies, Parameters |
| a body, a named point of one | position, rotation, velocity, angular velocity, accelerations |
| a modal body | elastic coordinates and speeds, stresses (`arm.stress.root`) |
| a body, along elements in time | momentum and angular momentum, true and modified |
| a hinge, a constraint | coordinates and speeds, force and moment, multipliers; in trees what a drive needs (`.load`) |
| a force element | measure and its rate, force, moment, power, energy, outputs, states, unknowns |

A name is looked up by its owner, so that nothing is listed for the unit of one channel of a large model.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from copy import copy
from dataclasses import replace
from functools import cached_property
from typing import Any

from ..contract import Assembly, Constraint, ContactSet, Force, ModelError, Rotor, contact_of, hinge_of
from ..contract.arguments import CHANNEL_ARGUMENT
from ..contract.errors import unknown
from ..model import Connection, Model
from ..spatial import AXES
from ..topology import Layout, find_topology
from ..topology.chains import with_chains
from ..topology.contacts import CONTACT_CHANNELS, WITHIN, DrawnContact, channel_names, followed_contacts
from ..topology.switches import with_switches
from .channel import Channel
from .elements import force_channels, inner_names, residual_count, stress_channels
from .units import (
    ACCELERATIONS,
    BODY,
    CONNECTION,
    LOAD,
    MEAN_LOAD,
    MEANS,
    MODEL_UNITS,
    MOMENTUM,
    POSE,
    RUN_CHANNELS,
    SPEED_UNITS,
    WORK,
    rate,
)

ChannelShape = tuple[int, ...]


class ChannelTable(Mapping[str, Channel]):
    """`table["A.force"].unit`; vectors take `.x`, `.y`, `.z`. Iteration gives every name but those of components.

    `own` are names besides those of the model, and `shape_of` gives their shapes: outputs of a user's own, whose units
    are not known; `of_run` are channels that only runs have. What none of them knows is a ModelError.
    """

    def __init__(
        self,
        model: Model,
        layout: Layout,
        own: Iterable[str] = (),
        shape_of: Callable[[str], ChannelShape] | None = None,
        of_run: Iterable[Channel] = (),
    ) -> None:
        self.model, self.layout = with_switches(with_chains(model)), layout
        self._own, self._shape_of = tuple(own), shape_of
        self._of_run = {channel.name: channel for channel in of_run}
        self._not_unique: frozenset[str] = frozenset()

    def with_not_unique(self, names: Iterable[str]) -> ChannelTable:
        """The same with these numbers marked as not unique."""
        found = copy(self)
        found._not_unique = frozenset(names)
        return found

    def __getitem__(self, name: str) -> Channel:
        CHANNEL_ARGUMENT.check("channel_table", "name", name)
        found = self.find(name)
        if found is not None:
            return found
        if self._shape_of is not None:
            return Channel(name, self._shape_of(name))
        raise ModelError(self.unknown(name))

    def __contains__(self, name: object) -> bool:
        if not isinstance(name, str):
            return False
        # How many rows there are, and so the shape of their means, only a compiled system or a run knows.
        of_runs = name in RUN_CHANNELS and (name != MEANS or self.layout.coordinates == "absolute")
        return of_runs or name in self._own or self.find(name) is not None

    def get(self, name: str, default: Any = None) -> Any:
        """The channel of this name, or `default` where there is none."""
        try:
            return self[name]
        except ModelError:
            return default

    def __iter__(self) -> Iterator[str]:
        yield from self._whole
        yield from self._places
        if self.layout.coordinates != "absolute":
            yield from map(_acceleration, self.layout.u)
        for owner in dict.fromkeys([*self._bodies, *self.model.connections, *self._free]):
            yield from (name for name in self._of(owner) if name not in self._places)
        yield from self._own

    def __len__(self) -> int:
        return sum(1 for _ in self)

    def find(self, name: str) -> Channel | None:
        """The channel of this name, or the component of one; None where the model has none."""
        found = self._find(name)
        if found is not None:
            return self._marked(found)
        stem, _, axis = name.rpartition(".")
        whole = self._find(stem) if axis in AXES else None
        return None if whole is None else self._marked(whole).component(axis)

    def _marked(self, channel: Channel) -> Channel:
        left = tuple(name for name in channel.components if name in self._not_unique) if self._not_unique else ()
        return replace(channel, not_unique=left) if left else channel

    def unknown(self, name: str, others: Iterable[str] = ()) -> str:
        """What to say of a channel that is not there."""
        hinge = name.partition(".")[0]
        if name in self.layout.cut:
            return (
                f"there is no channel {name!r}: a loop is opened at {hinge!r}, and its coordinates are not those of "
                f"the tree. Connect {hinge!r} with tree='branch' to have them."
            )
        body, _, what = name.partition(".")
        if body in self.model.bodies and what.partition(".")[0] in MOMENTUM and self.layout.coordinates != "absolute":
            of = MOMENTUM[what.partition(".")[0]][0]
            return (
                f"there is no channel {name!r}: momenta of bodies are channels in absolute coordinates, of runs by "
                f"elements in time ('weak2', lw.TimeElements). On a tree such a run has {of!r}, one for each speed; "
                "compile the model with coordinates='absolute' for those of bodies."
            )
        return unknown("channel", name, [*self, *others])

    def _find(self, name: str) -> Channel | None:
        part = self._places.get(name)
        if part is not None:
            return Channel(name, (), self._unit(name, part))
        if name in self._whole:
            return self._whole[name]
        if self.layout.coordinates != "absolute" and (speed := self._speed_behind(name)) is not None:
            return Channel(name, (), rate(self._unit(speed, "u")), "motion")
        return self._of(name.partition(".")[0]).get(name)

    @cached_property
    def _places(self) -> dict[str, str]:
        """Coordinates, speeds, states and unknowns of the layout, and which of these each is."""
        layout = self.layout
        parts = (("s", layout.s), ("z", layout.z), ("u", layout.u), ("q", layout.q))
        return {name: part for part, names in parts for name in names}

    @cached_property
    def _whole(self) -> dict[str, Channel]:
        found = {name: Channel(name, (), unit) for name, unit in MODEL_UNITS.items()}
        own = {p.name: Channel(p.name, (), p.unit or None) for p in self.model.parameters.values()}
        return {**own, **found, **self._of_run}

    @cached_property
    def _bodies(self) -> Mapping[str, Any]:
        """Those with channels: in the absolute formulation the ground has none."""
        ground = {} if self.layout.coordinates == "absolute" else {self.model.ground.name: self.model.ground}
        return {**ground, **self.model.bodies}

    @cached_property
    def _free(self) -> frozenset[str]:
        """Hinges that a tree has besides those drawn: of bodies that nothing joins to the ground."""
        owners = {name.partition(".")[0] for name in self.layout.q} if self.layout.coordinates == "tree" else set()
        return frozenset(owners - {*self.model.bodies, *self.model.connections})

    def _of(self, owner: str) -> dict[str, Channel]:
        """The channels of a body, a connection, or both where they have one name."""
        found = self._of_body(owner) if owner in self._bodies else []
        connection = self.model.connections.get(owner) or self._set_of(owner)
        if connection is not None:
            found += self._of_connection(connection)
        elif owner in self._free:
            found += self._loads(owner)
        return {channel.name: channel for channel in found}

    def _set_of(self, owner: str) -> Connection | None:
        """The set of contacts that a pair belongs to, "pile" for "pile: crate1–crate2"."""
        connection = self.model.connections.get(owner.partition(": ")[0])
        return connection if connection is not None and isinstance(connection.element, ContactSet) else None

    def _of_body(self, name: str) -> list[Channel]:
        points = () if self.layout.coordinates == "frames" else self._bodies[name].points
        places = [name, *(f"{name}.{point}" for point in points)]
        found = [Channel(f"{at}.{what}", shape, unit) for at in places for what, (shape, unit) in BODY.items()]
        found += stress_channels(self._bodies[name])
        if self.layout.coordinates == "tree":
            # What a modal body passes to all that ends on one of its frames.
            frames = [f"{name}.{own}" for own, point in self._bodies[name].points.items() if point.frame == own]
            found += [Channel(f"{at}.{w}", (3,), unit, "motion") for at in frames for w, unit in LOAD.items()]
        if self.layout.coordinates == "absolute":
            found += [Channel(f"{name}.{what}", (3,), unit, "run") for what, (_, unit) in MOMENTUM.items()]
        if self.layout.coordinates != "frames" and name in self.model.bodies:
            found += [Channel(f"{at}.{w}", (3,), unit, "motion") for at in places for w, unit in ACCELERATIONS.items()]
        return found

    def _of_connection(self, connection: Connection) -> list[Channel]:
        element, name = connection.element, connection.name
        if isinstance(element, Force | Assembly):
            # Those that the layout has are found there; in absolute coordinates unknowns are condensed.
            inner = [Channel(n, (), self._of_state(n)) for n in (f"{name}.{own}" for own in inner_names(element))]
            return [*inner, *force_channels(name, element)]
        if hinge_of(element) is not None:
            return [*self._measured(connection), *self._loads(name), *self._prescribing(connection)]
        if isinstance(element, ContactSet) or contact_of(element) is not None:
            return [channel for contact in self._contacts[name] for channel in self._of_contact(contact)]
        if isinstance(element, Constraint):
            shape = _shape(residual_count(element))
            multipliers = Channel(f"{name}.multipliers", shape, None, "motion")
            return [multipliers] if element.on_coordinates else [*self._loads(name), multipliers]
        return []

    @cached_property
    def _contacts(self) -> dict[str, tuple[DrawnContact, ...]]:
        """Contacts that run from event to event, by connection."""
        return {
            found.connection.name: found.contacts for found in followed_contacts(self.model, self.layout.coordinates)
        }

    def _of_contact(self, contact: DrawnContact) -> list[Channel]:
        """What is known of the points of a contact, and its load."""
        lengths = not contact.element.of_coordinates
        units = dict(zip(CONTACT_CHANNELS, ("m", "m/s", "m/s", "N", "N") if lengths else (None,) * 5, strict=True))
        units[WITHIN] = "m"
        found = [*self._loads(contact.name)] if lengths else []
        for point in contact.points:
            for own in channel_names(contact, point):
                shape = _shape(len(point.slips)) if own in ("slip", "friction_force") else ()
                level = ("motion",) if own.endswith("_force") else ()
                found.append(Channel(f"{point.label}.{own}", shape, units[own], *level))
        return found

    def _measured(self, connection: Connection) -> list[Channel]:
        """Coordinates of a hinge that are not those of the layout: what measures them on its ends."""
        hinge = hinge_of(connection.element)
        assert hinge is not None
        is_tree = self.layout.coordinates == "tree"
        found = []
        for own in () if is_tree and hinge.speeds is not None else hinge.coordinates:
            name = f"{connection.name}.{own}"
            if name not in self._places and hinge.measure(own) is not None:
                unit = self._of_coordinate(name)
                found += [Channel(name, (), unit), Channel(f"{name}_dot", (), rate(unit))]
        return found

    def _loads(self, name: str) -> list[Channel]:
        found = [Channel(f"{name}.{what}", (3,), unit, "motion") for what, unit in LOAD.items()]
        if self.layout.coordinates == "absolute":
            return found + [Channel(f"{name}.{what}", (3,), unit, "run") for what, unit in MEAN_LOAD.items()]
        count = self._rows.get(name)
        return found if count is None else [*found, Channel(f"{name}.multipliers", _shape(count), None, "motion")]

    def _prescribing(self, connection: Connection) -> list[Channel]:
        """What enforces driven and locked coordinates of a tree."""
        names = [f"{connection.name}.{own}" for own in (*connection.drive, *connection.lock)]
        held = names if self.layout.coordinates == "tree" else []
        return [Channel(f"{n}.load", (), WORK.get(self._of_coordinate(n) or ""), "motion") for n in held]

    @cached_property
    def _rows(self) -> dict[str, int]:
        """How many rows close the loop that is opened at a hinge, or restrict the velocities of one."""
        topology = find_topology(self.model)
        found = {c.name: 6 if c.kind == "weld" else residual_count(c.hinge) for c in topology.chords}
        return found | {b.name: residual_count(b.hinge, "velocity") for b in topology.restricting}

    def _speed_behind(self, name: str) -> str | None:
        """The speed whose rate has this name."""
        base = f"{name[:-5]}_dot" if name.endswith("_ddot") else name.removesuffix("_dot")
        return base if base != name and self._places.get(base) == "u" and _acceleration(base) == name else None

    def _unit(self, name: str, part: str) -> str | None:
        if part == "q":
            return self._of_coordinate(name)
        if part == "u":
            return self._of_speed(name)
        return self._of_state(name)

    def _of_coordinate(self, name: str) -> str | None:
        owner, _, own = name.partition(".")
        if owner not in self.model.connections:
            return POSE.get(own)
        element: Any = self.model.connections[owner].element
        if isinstance(element, Rotor):
            return "rad"
        hinge = hinge_of(element)
        if hinge is None or hinge.units is None or own not in hinge.coordinates:
            return None
        return hinge.units[hinge.coordinates.index(own)] or "1"

    def _of_speed(self, name: str) -> str | None:
        if name.endswith("_dot") and name[:-4] in self._places:
            return rate(self._of_coordinate(name[:-4]))
        return SPEED_UNITS.get(name.rpartition(".")[2].partition("_")[0])

    def _of_state(self, name: str) -> str | None:
        """States and unknowns of elements: offsets of nodes are lengths, their turns are angles."""
        owner, _, own = name.partition(".")
        connection = self.model.connections.get(owner)
        node, _, axis = own.partition(".")
        if connection is not None and isinstance(connection.element, Assembly) and node in connection.element.nodes:
            unit = "rad" if axis.startswith("turn_") else "m"
            return rate(unit) if axis.endswith("_dot") else unit
        return CONNECTION.get(own)


def _acceleration(speed: str) -> str:
    """The name of the rate of a speed."""
    return f"{speed[:-4]}_ddot" if speed.endswith("_dot") else f"{speed}_dot"


def _shape(count: int) -> ChannelShape:
    return () if count == 1 else (count,)
