"""What a system in some coordinates lists: `TreeProvider`, `AbsoluteProvider`, `FrameProvider`.

| owner | channels |
|---|---|
| the whole | `t`, energies, Parameters |
| a body, a named point of one | position, rotation, velocity, angular velocity, accelerations |
| a modal body | elastic coordinates and speeds, stresses (`arm.stress.root`) |
| a body, along elements in time | momentum and angular momentum, true and modified |
| a joint, a constraint | coordinates and speeds, force and moment, multipliers; in trees what a drive needs (`.load`) |
| a force element | measure and its rate, force, moment, power, energy, outputs, states, unknowns |
| a contact | gap, sliding speed and forces of its points; unlisted, their margins (`floor: touch`) |

A name is looked up by its owner, so that nothing is listed for the unit of one channel of a large model.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Any, ClassVar, Literal

from ..contract import Assembly, Constraint, Contact, ContactSet, Force, Rotor, contact_of, hinge_of
from ..model import Connection, Model
from ..topology import Layout, find_topology
from ..topology.chains import with_chains
from ..topology.contact_margins import margins_of
from ..topology.contacts import CONTACT_CHANNELS, WITHIN, DrawnContact, channel_names, followed_contacts
from ..topology.layout import Coordinates
from ..topology.report import report_of_bodies, report_of_frames
from ..topology.switches import with_switches
from .channel import (
    ACCELERATIONS,
    BODY,
    CONNECTION,
    ENERGIES,
    FRAME_MOTION,
    LOAD,
    MEAN_LOAD,
    MODIFIED,
    MOMENTA,
    MOMENTUM,
    POSE,
    RUN_CHANNELS,
    SPEED_UNITS,
    WORK,
    Channel,
    Needs,
    Source,
    rate,
)
from .elements import STRESS, force_channels, inner_names, residual_count, stress_channels
from .table import ChannelProvider, ListedChannels


@dataclass(frozen=True, eq=False)
class SystemProvider(ChannelProvider):
    """Channels of states in some coordinates, and what is to be known of these without a compiled system."""

    drawn: Model
    layout: Layout

    coordinates: ClassVar[Coordinates]
    compiled_as: ClassVar[Literal["tree", "absolute"] | None]
    """The coordinates in which `compile_model` makes the same states again; None where nothing does."""
    of_steps: ClassVar[tuple[str, ...]] = (MOMENTA, MODIFIED)
    energies: ClassVar[tuple[str, ...]] = ENERGIES
    few_rows: ClassVar[float] = math.inf
    """Rows of a run up to which reading accelerations and loads along it costs little."""

    @cached_property
    def rates(self) -> dict[str, str]:
        """Rates of speeds that are channels, and the speed of each."""
        return {f"{u[:-4]}_ddot" if u.endswith("_dot") else f"{u}_dot": u for u in self.layout.u}

    def report(self) -> str:
        """What moves: coordinates, and frames, where neither joints nor bodies have them."""
        return report_of_frames(self.drawn.name, self.layout, list(self.drawn.bodies))

    @property
    def parts(self) -> tuple[ChannelProvider, ...]:
        """Who lists the channels of a system, in the order of its table: Parameters, time and energies come first."""
        own = [Channel(p.name, (), p.unit or None, source="parameter") for p in self.model.parameters.values()]
        energies = [Channel(name, (), "J", source="energy") for name in self.energies]
        return ListedChannels([*own, Channel("t", (), "s", source="time"), *energies]), self

    @cached_property
    def model(self) -> Model:
        """The model with what is switched, and with chains of joints as joints."""
        return with_switches(with_chains(self.drawn))

    def names(self) -> Iterator[str]:
        """Coordinates, speeds and states; rates of speeds; what belongs to bodies and connections."""
        yield from self.places
        yield from self.rates
        for owner in dict.fromkeys([*self._bodies, *self.model.connections]):
            yield from (name for name in self._of(owner) if name not in self.places)

    def find(self, name: str) -> Channel | None:
        """The channel of this name."""
        part = self.places.get(name)
        if part is not None:
            return Channel(name, (), self._unit(name, part), source="state")
        if name in self.rates:
            return Channel(name, (), rate(self._of_speed(self.rates[name])), "motion", source="rate")
        found = self._of(name.partition(".")[0]).get(name)
        # Margins of contacts are too many to be listed.
        return self._margins.get(name) if found is None and ": " in name else found

    @cached_property
    def _bodies(self) -> Mapping[str, Any]:
        """Bodies with channels."""
        return {self.model.ground.name: self.model.ground, **self.model.bodies}

    def _of(self, owner: str) -> dict[str, Channel]:
        """The channels of a body, a connection, or both where they have one name."""
        found = self._of_body(owner) if owner in self._bodies else []
        connection = self.model.connections.get(owner) or self._set_of(owner)
        if connection is not None:
            found += self._of_connection(connection)
        return {channel.name: channel for channel in found}

    def _set_of(self, owner: str) -> Connection | None:
        """The set of contacts that a pair belongs to, "pile" for "pile: crate1–crate2"."""
        connection = self.model.connections.get(owner.partition(": ")[0])
        return connection if connection is not None and isinstance(connection.element, ContactSet) else None

    def _of_body(self, name: str) -> list[Channel]:
        points = [f"{name}.{point}" for point in self._bodies[name].points]
        found = [*_moving(name, "body"), *(channel for at in points for channel in _moving(at, "point"))]
        stresses = stress_channels(self._bodies[name])
        found += [replace(channel, source="stress", owner=f"{name}.{STRESS}") for channel in stresses]
        found += self._more_of_body(name)
        for at in (name, *points) if name in self.model.bodies else ():
            found += _vectors(at, ACCELERATIONS, "motion", "acceleration")
        return found

    def _more_of_body(self, name: str) -> list[Channel]:
        """What a body has in these coordinates only."""
        return []

    def _of_connection(self, connection: Connection) -> list[Channel]:
        element, name = connection.element, connection.name
        if isinstance(element, Force | Assembly):
            # Those that the layout has are found there; in absolute coordinates unknowns are condensed.
            inner = [Channel(n, (), self._of_state(n)) for n in (f"{name}.{own}" for own in inner_names(element))]
            found = (*inner, *force_channels(name, element))
            return [replace(channel, source="element", owner=name) for channel in found]
        if hinge_of(element) is not None:
            return self._of_hinge(connection)
        if isinstance(element, ContactSet) or contact_of(element) is not None:
            return [channel for contact in self._contacts[name] for channel in self._of_contact(contact)]
        if isinstance(element, Constraint):
            multipliers = _multipliers(name, residual_count(element))
            loads = [] if element.on_coordinates else self._loads(name)
            return [*loads, multipliers, *_shown(name, element), *_pushes(name, element)]
        return []

    @cached_property
    def _margins(self) -> dict[str, Channel]:
        """How far points of contacts are from changing, by name."""
        found = margins_of([contact for contacts in self._contacts.values() for contact in contacts])
        return {m.name: Channel(m.name, (), None, "motion", source="margin", owner=m.point.label) for m in found}

    @cached_property
    def _contacts(self) -> dict[str, tuple[DrawnContact, ...]]:
        """Contacts that run from event to event, by connection."""
        return {found.connection.name: found.contacts for found in followed_contacts(self.model, self.coordinates)}

    def _of_contact(self, contact: DrawnContact) -> list[Channel]:
        """What is known of the points of a contact, and its load."""
        lengths = not contact.element.of_coordinates
        units = dict(zip(CONTACT_CHANNELS, ("m", "m/s", "m/s", "N", "N") if lengths else (None,) * 5, strict=True))
        units[WITHIN] = "m"
        found = [*self._loads(contact.name), *_shown(contact.name, contact.element)] if lengths else []
        for point in contact.points:
            for own in channel_names(contact, point):
                shape = _shape(len(point.slips)) if own in ("slip", "friction_force") else ()
                needs: Needs = "motion" if own.endswith("_force") else "state"
                name = f"{point.label}.{own}"
                found.append(Channel(name, shape, units[own], needs, source="contact", owner=point.label))
        return found

    def _of_hinge(self, connection: Connection) -> list[Channel]:
        """Coordinates of a joint that are not those of the layout: what measures them on its ends; and its load."""
        hinge = hinge_of(connection.element)
        assert hinge is not None
        found = []
        for own in hinge.coordinates:
            name = f"{connection.name}.{own}"
            if name not in self.places and hinge.measure(own) is not None:
                unit = self._of_coordinate(name)
                pair = (name, unit), (f"{name}_dot", rate(unit))
                found += [Channel(n, (), of, source="measure", owner=connection.name) for n, of in pair]
        return [*found, *self._loads(connection.name)]

    def _loads(self, name: str) -> list[Channel]:
        """Force and moment of a joint or constraint."""
        return _vectors(name, LOAD, "motion", "load")

    @cached_property
    def places(self) -> dict[str, str]:
        """Coordinates, speeds, states and unknowns of the layout, and which of these each is."""
        layout = self.layout
        parts = (("s", layout.s), ("z", layout.z), ("u", layout.u), ("q", layout.q))
        return {name: part for part, names in parts for name in names}

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
        if name.endswith("_dot") and name[:-4] in self.places:
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


@dataclass(frozen=True, eq=False)
class FrameProvider(SystemProvider):
    """Equations derived by hand: coordinates that belong to no joint, frames, and what else has a name there."""

    own: tuple[str, ...] = ()
    """Names of outputs and multipliers."""
    shape_of: Callable[[str], tuple[int, ...]] | None = None
    """Their shapes; None where the equations are not there, in files."""

    coordinates = "frames"
    compiled_as = None
    energies = tuple(name for name in ENERGIES if name != "gravity_energy")
    """What of the potential energy is that of gravity nobody said."""

    def _of_body(self, name: str) -> list[Channel]:
        """Of a frame accelerations and points are not known."""
        return _moving(name, "body")

    @property
    def parts(self) -> tuple[ChannelProvider, ...]:
        """With what has a name of its own."""
        known = {name for part in super().parts for name in part.names()}
        named = [name for name in self.own if name not in known]
        return (*super().parts, ListedChannels((), named, self.shape_of))


@dataclass(frozen=True, eq=False)
class TreeProvider(SystemProvider):
    """Coordinates of joints along a tree: loops are opened, and drives and locks need a load."""

    coordinates = "tree"
    compiled_as = "tree"

    def report(self) -> str:
        """The tree, its loops and its coordinates."""
        return find_topology(self.drawn).report()

    def lacking(self, name: str) -> str | None:
        """Coordinates of cut joints, and momenta of bodies."""
        owner, _, what = name.partition(".")
        if name in self.layout.cut:
            return (
                f"there is no channel {name!r}: a loop is opened at {owner!r}, and its coordinates are not those of "
                f"the tree. Connect {owner!r} with tree='branch' to have them."
            )
        momentum = MOMENTUM.get(what.partition(".")[0])
        if owner not in self.model.bodies or momentum is None:
            return None
        return (
            f"there is no channel {name!r}: momenta of bodies are channels in absolute coordinates, of runs by "
            f"elements in time ('weak2', lw.TimeElements). On a tree such a run has {momentum[0]!r}, one for each "
            "speed; compile the model with coordinates='absolute' for those of bodies."
        )

    def names(self) -> Iterator[str]:
        """Also loads of joints that nobody drew."""
        yield from super().names()
        for owner in self._free:
            yield from self._of(owner)

    def _of(self, owner: str) -> dict[str, Channel]:
        if owner not in self._free:
            return super()._of(owner)
        return {channel.name: channel for channel in self._loads(owner)}

    @cached_property
    def _free(self) -> tuple[str, ...]:
        """Joints that a tree has besides those drawn: of bodies that nothing joins to the ground."""
        owners = dict.fromkeys(name.partition(".")[0] for name in self.layout.q)
        return tuple(o for o in owners if o not in self.model.bodies and o not in self.model.connections)

    def _more_of_body(self, name: str) -> list[Channel]:
        """What a modal body passes to all that ends on one of its frames."""
        frames = [f"{name}.{own}" for own, point in self._bodies[name].points.items() if point.frame == own]
        return [channel for at in frames for channel in _vectors(at, LOAD, "motion", "load")]

    def _of_hinge(self, connection: Connection) -> list[Channel]:
        """Also what enforces driven and locked coordinates; those that are not integrals of speeds are not measured."""
        held = [f"{connection.name}.{own}" for own in (*connection.drive, *connection.lock)]
        units = {name: WORK.get(self._of_coordinate(name) or "") for name in held}
        hinge, found = hinge_of(connection.element), super()._of_hinge(connection)
        if hinge is not None and hinge.speeds is not None:
            found = [channel for channel in found if channel.source != "measure"]
        for name, unit in units.items():
            found.append(Channel(f"{name}.load", (), unit, "motion", source="drive", owner=connection.name))
        return found

    def _loads(self, name: str) -> list[Channel]:
        """Also multipliers of what closes a loop, or restricts velocities."""
        count = self._rows.get(name)
        return super()._loads(name) + ([] if count is None else [_multipliers(name, count)])

    @cached_property
    def _rows(self) -> dict[str, int]:
        """How many rows close the loop that is opened at a joint, or restrict the velocities of one."""
        topology = find_topology(self.model)
        found = {c.name: 6 if c.kind == "weld" else residual_count(c.hinge) for c in topology.chords}
        return found | {b.name: residual_count(b.hinge, "velocity") for b in topology.restricting}


@dataclass(frozen=True, eq=False)
class AbsoluteProvider(SystemProvider):
    """Coordinates of every body by itself: accelerations are those of bodies, and elements in time have means."""

    coordinates = "absolute"
    compiled_as = "absolute"
    of_steps = RUN_CHANNELS
    few_rows = 400
    """Accelerations are computed state by state."""

    def report(self) -> str:
        """Bodies, coordinates of elements, connections."""
        return report_of_bodies(self.drawn, self.layout)

    @cached_property
    def rates(self) -> dict[str, str]:
        """Bodies have their accelerations."""
        return {}

    @cached_property
    def _bodies(self) -> Mapping[str, Any]:
        """The ground has no channels."""
        return self.model.bodies

    def _more_of_body(self, name: str) -> list[Channel]:
        return _vectors(name, {what: unit for what, (_, unit) in MOMENTUM.items()}, "run", "momentum")

    def _loads(self, name: str) -> list[Channel]:
        return super()._loads(name) + _vectors(name, MEAN_LOAD, "run", "mean")


def _moving(place: str, source: Source) -> list[Channel]:
    """What is known of a body or a point."""
    who: dict[str, Source] = {what: source if what in FRAME_MOTION else "point" for what in BODY}
    return [Channel(f"{place}.{what}", q.shape, q.unit, source=who[what], owner=place) for what, q in BODY.items()]


def _vectors(owner: str, units: Mapping[str, str], needs: Needs, source: Source) -> list[Channel]:
    named = {f"{owner}.{what}": unit for what, unit in units.items()}
    return [Channel(name, (3,), unit, needs, source=source, owner=owner) for name, unit in named.items()]


def _shown(owner: str, element: Constraint | Contact) -> list[Channel]:
    """What a constraint or contact shows beside its load."""
    given = element.outputs.items()
    return [Channel(f"{owner}.{own}", shape, unit, source="element", owner=owner) for own, (shape, unit) in given]


def _pushes(owner: str, element: Constraint) -> list[Channel]:
    """Multipliers of a constraint that are forces and have names."""
    return [Channel(f"{owner}.{own}", (), "N", "motion", source="element", owner=owner) for own in element.pushes]


def _multipliers(owner: str, count: int) -> Channel:
    name = f"{owner}.multipliers"
    return Channel(name, _shape(count), None, "motion", source="multipliers", owner=owner)


def _shape(count: int) -> tuple[int, ...]:
    return () if count == 1 else (count,)
