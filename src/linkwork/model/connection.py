"""Connections: an element between ends."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, Literal

from ..contract import (
    Assembly,
    Constraint,
    Contact,
    ContactSet,
    Contractile,
    Element,
    Force,
    Hinge,
    Joint,
    Load,
    ModelError,
    Signal,
    Structure,
    hinge_of,
    try_element,
    value_of,
)
from ..contract.errors import unknown
from ..contract.hinge import speed_labels
from ..contract.shape import Rotor
from ..expr import TraceError
from .body import Body, Point
from .connect_arguments import FrozenDict, check_number

TreeRole = Literal["branch", "cut"] | None
CONNECTABLE = (Hinge, Constraint, Contact, ContactSet, Force, Load, Rotor, Assembly, Structure)


@dataclass(frozen=True)
class Coordinate:
    """A coordinate of a connection, as an end of a coupling: `connection["angle"]` or "A.angle"."""

    connection: str
    name: str

    def __str__(self) -> str:
        return f"{self.connection}.{self.name}"


ConnectionEnd = Point | Coordinate


@dataclass(frozen=True, eq=False)
class Connection:
    """An element, where its ends are, and what is known about its coordinates. Made by `model.connect`."""

    name: str
    element: Element
    ends: tuple[ConnectionEnd, ...]
    drive: Mapping[str, Signal] = field(default_factory=FrozenDict)
    lock: Mapping[str, float] = field(default_factory=FrozenDict)
    initial: Mapping[str, float] = field(default_factory=FrozenDict)
    inputs: Mapping[str, Any] = field(default_factory=FrozenDict)
    tree: TreeRole = None
    active: Any = None
    """What switches it: an expression of Parameters, or a condition on channels; None where it always is there."""

    @property
    def bodies(self) -> tuple[Body, ...]:
        """The bodies at its ends."""
        return tuple(end.body for end in self.ends if isinstance(end, Point))

    @property
    def joint(self) -> Joint:
        """The joint with what is driven and locked: states, modes, dual basis, rank (S1)."""
        hinge = hinge_of(self.element)
        if hinge is None:
            raise ModelError(f"connection {self.name!r}: {self.element.kind} is not a joint and has no modes.")
        return Joint(hinge, self.drive, self.lock)

    def __getitem__(self, name: str) -> Coordinate:
        names = coordinate_names(self.element)
        if name not in names:
            raise ModelError(f"connection {self.name!r}: {unknown('coordinate', name, names)}")
        return Coordinate(self.name, name)

    def __repr__(self) -> str:
        return f"<{self.name!r}: {self.element!r} between {', '.join(map(str, self.ends))}>"


def coordinate_names(element: Element) -> tuple[str, ...]:
    """The coordinates an element brings into the model."""
    hinge = hinge_of(element)
    if hinge is not None:
        return hinge.coordinates
    if isinstance(element, Rotor):
        return element.coordinates
    return element.auxiliary if isinstance(element, Constraint) else ()


def check_connection(connection: Connection) -> None:
    """Raises `ModelError` where element, ends and prescriptions do not fit together."""
    label = f"connection {connection.name!r}"
    element = connection.element
    if not isinstance(element, CONNECTABLE):
        raise ModelError(
            f"{label}: {element.kind} joins nothing; give a joint, constraint, contact, force, load or rotor."
        )
    _check_ends(label, connection)
    try:
        hinge = hinge_of(element)
    except (ModelError, TraceError) as error:
        raise ModelError(f"{label}: {error}") from error
    if (connection.drive or connection.lock) and hinge is None:
        raise ModelError(f"{label}: only coordinates of joints can be driven or locked; {element.kind} is none.")
    for name, signal in connection.drive.items():
        if not isinstance(signal, Signal):
            raise ModelError(
                f"{label}: {name!r} is driven by {signal!r}; give a signal such as lw.Sine(…), a function of time, or "
                "an expression such as 6.0 * lw.t."
            )
    try:
        for checked in (element, *connection.drive.values(), *connection.inputs.values()):
            if isinstance(checked, Element):
                try_element(checked)
        if connection.drive or connection.lock:
            _ = connection.joint  # checks that these coordinates can be prescribed
    except (ModelError, TraceError) as error:
        raise ModelError(f"{label}: {error}") from error
    _check_initial(label, connection)
    _check_inputs(label, connection)
    _check_active(label, connection, hinge)
    if connection.tree is not None and hinge is None:
        raise ModelError(f"{label}: tree={connection.tree!r} is for joints; {element.kind} is none.")
    if connection.tree not in (None, "branch", "cut"):
        raise ModelError(f"{label}: tree={connection.tree!r}; choose 'branch' or 'cut'.")


def _check_active(label: str, connection: Connection, hinge: Hinge | None) -> None:
    """Raises where something is to be switched that cannot be."""
    element = connection.element
    if connection.active is None:
        return
    if hinge is None and not isinstance(element, (Constraint, Contact)):
        raise ModelError(
            f"{label}: active= switches joints, constraints and contacts; {element.kind} is none. Multiply its law by "
            "a Parameter instead."
        )
    if hinge is None:
        return
    if not hinge.writes("residual") or not hinge.is_holonomic:
        raise ModelError(
            f"{label}: {hinge.kind} cannot be switched: what it forbids is not written on the pose of its ends. Write "
            "residual(self, rel, t) in its class, or switch a constraint such as lw.Weld()."
        )
    if connection.drive or connection.lock or connection.initial or connection.tree is not None:
        given = next(what for what in ("drive", "lock", "initial", "tree") if getattr(connection, what))
        raise ModelError(
            f"{label}: a joint that is switched is a constraint and has no coordinates, so {given}= has no meaning; "
            "leave it out, or leave active= out."
        )


def _check_ends(label: str, connection: Connection) -> None:
    element, ends = connection.element, connection.ends
    if element.ends is not None and len(ends) != element.ends:
        word = "end" if element.ends == 1 else "ends"
        raise ModelError(f"{label}: {element.kind} has {element.ends} {word}, not {len(ends)}.")
    if element.ends is None and isinstance(element, Force) and len(ends) < 2:
        raise ModelError(f"{label}: {element.kind} takes two ends or more, {len(ends)} given.")
    on_coordinates = isinstance(element, Constraint) and element.on_coordinates
    on_coordinates = on_coordinates or (isinstance(element, Contact) and element.of_coordinates)
    for end in ends:
        if isinstance(end, Coordinate) != on_coordinates:
            wanted = "coordinates such as 'A.angle'" if on_coordinates else "points such as body.at(0, 0, 0)"
            raise ModelError(f"{label}: the ends of {element.kind} are {wanted}; got {end}.")
    if on_coordinates and len(ends) > 1 and len(set(map(str, ends))) < len(ends):
        raise ModelError(f"{label}: {element.kind} couples {ends[0]} with itself; give different coordinates.")
    bodies = connection.bodies
    if len(bodies) > 1 and all(body is bodies[0] for body in bodies):
        which = "both" if len(bodies) == 2 else "all"
        raise ModelError(f"{label}: {which} ends are on {bodies[0].name!r}; a connection joins two bodies.")
    if isinstance(element, (Load, Rotor)) and bodies and bodies[0].is_ground:
        raise ModelError(f"{label}: {element.kind} acts on the ground, which does not move.")


def _check_initial(label: str, connection: Connection) -> None:
    if not connection.initial:
        return  # of an assembly, the names of states take time to find
    element = connection.element
    names = set(coordinate_names(element))
    hinge = hinge_of(element)
    if hinge is not None:
        names |= set(speed_labels(hinge))
    if isinstance(element, Rotor):
        names |= set(element.speeds)
    if isinstance(element, (Force, Assembly)):
        names |= set(element.states)
    for name, value in connection.initial.items():
        if name not in names:
            raise ModelError(f"{label}: initial: {unknown('coordinate, speed or state', name, sorted(names))}")
        check_number(f"{label}: initial: {name}", value)
        driven = name if name in connection.drive else name.removesuffix("_dot")
        if driven in connection.drive:
            begun = connection.drive[driven].derivative(0.0, 0 if driven == name else 1)
            if abs(float(value_of(value)) - begun) > 1e-9 * (1.0 + abs(begun)):
                raise ModelError(
                    f"{label}: initial: {name!r} = {float(value_of(value)):g}, but {driven!r} is driven and starts at "
                    f"{begun:g}. Leave it out, or change the drive."
                )


def _check_activation(label: str, element: Element, name: str, value: Any) -> None:
    """Raises where a muscle is more active than it can be: a percentage for instance."""
    if isinstance(element, Contractile) and name == element.inputs[0]:
        most = float(value_of(element.input_range[1]))
        if not 0.0 <= float(value_of(value)) <= most:
            raise ModelError(f"{label}: inputs: {name} = {value_of(value):g} must be from 0 to {most:g}.")


def _check_inputs(label: str, connection: Connection) -> None:
    element = connection.element
    if isinstance(element, Assembly):
        element.validate()
    names = element.inputs if isinstance(element, (Force, Assembly)) else ()
    if isinstance(element, Force) and element.late:
        names = tuple(name for name in names if name not in element.late)  # these are a run's to give
    for name, value in connection.inputs.items():
        if name not in names:
            raise ModelError(f"{label}: inputs: {unknown('input', name, names)}")
        if isinstance(value, str):
            continue  # the name of a channel, which is looked up when the equations are derived
        if isinstance(value, type) or not (isinstance(value, Signal) or callable(value)):
            check_number(f"{label}: inputs: {name}", value)
            _check_activation(label, element, name, value)
    missing = [name for name in names if name not in connection.inputs]
    if missing:
        first = missing[0]
        raise ModelError(f"{label}: nobody drives the input {first!r} of {element.kind}; give inputs={{{first!r}: …}}.")
