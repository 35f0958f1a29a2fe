"""The elements of a model sorted by kind, with their numbers as rows of tables.

Numbers taken out of elements and places, so that elements that differ in numbers only are of one kind.

0, 1 and −1 stay where they are: what they fold away in the traced code is worth a kind of its own.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

import numpy as np

from ...contract import Constraint, Element, Force, Hinge, Load, ModelError, Parameter, Rotor, parameters_of
from ...contract.derived.acting_assembly import ActingAssembly
from ...contract.derived.contact_form import ContactRows
from ...contract.derived.implicit_hinge import ImplicitHinge
from ...expr import TraceError, array
from ...model import Body, Connection, Model, Point
from ...spatial import Pose, matrix
from ...topology.graph import connection_kind
from .kind import ElementKind
from .observed_channels import Looker, Sight, kept_hinges, looks
from .small_bodies import small_body
from .unknown_coupling import CoupledUnknowns, coupled, coupled_hinges
from .velocity_rows import PosedHinge, posed

STRUCTURAL_NUMBERS = frozenset((0.0, 1.0, -1.0))
Split = tuple[tuple[Any, ...], list[Any]]
"""(pattern: the number that stays, or None; the numbers, or expressions of Parameters, that were taken out)."""


def split_numbers(entries: Sequence[Any]) -> Split:
    """The pattern of some numbers, and those that are data."""
    pattern = tuple(float(x) if isinstance(x, (int, float)) and x in STRUCTURAL_NUMBERS else None for x in entries)
    return pattern, [x for x, kept in zip(entries, pattern, strict=True) if kept is None]


def split_pose(pose: Pose, shift: Any) -> Split:
    """The same for a frame on a body, seen from the body's centre of mass."""
    return split_numbers([*pose.R.ravel().tolist(), *(pose.p - shift).tolist()])


def pose_of(pattern: Sequence[Any], data: Iterator[Any]) -> Pose:
    """The frame again, with the next placeholders in place of its numbers."""
    entries = [next(data) if kept is None else kept for kept in pattern]
    return Pose(matrix(array(entries[:9]).reshape(3, 3)), matrix(array(entries[9:])))


def number_fields(element: Element) -> list[str]:
    """The fields of an element that hold numbers, and nothing but numbers."""
    return [name for name, field in element.fields.items() if field.is_number and _is_numeric(element.values[name])]


def split_element(element: Element) -> Split:
    """The same for the values of an element; the pattern starts with everything else that it is made of."""
    taken = number_fields(element)
    values = element.values
    rest = tuple((name, frozen(value)) for name, value in values.items() if name not in taken)
    entries: list[Any] = []
    shapes: list[Hashable] = []
    for name in taken:
        shapes.append((name, np.shape(values[name])))
        entries += [values[name]] if np.ndim(values[name]) == 0 else values[name].ravel().tolist()
    pattern, data = split_numbers(entries)
    return (type(element), rest, tuple(shapes), *pattern), data


def element_of(element: Element, data: Iterator[Any]) -> Element:
    """The element with the next placeholders in place of its numbers."""
    changes = {}
    for name in number_fields(element):
        value = element.values[name]
        entries = [value] if np.ndim(value) == 0 else value.ravel().tolist()
        placed = [next(data) if kept is None else kept for kept in split_numbers(entries)[0]]
        changes[name] = placed[0] if np.ndim(value) == 0 else array(placed).reshape(np.shape(value))
    return element.with_values(**changes) if changes else element


def placeholders(data: Sequence[Any]) -> list[Parameter]:
    """One Parameter for each number that was taken out, worth what it is worth in the first element of the kind."""
    return [Parameter(f"data_{k}", float(value)) for k, value in enumerate(data)]


def loose_parameters(element: Element, inputs: Iterable[Any]) -> list[Parameter]:
    """All Parameters of an element and of the signals at its inputs, each once."""
    found = [*element.parameters]
    for value in inputs:
        found += value.parameters if isinstance(value, Element) else parameters_of([value])
    return list({p.uid: p for p in found}.values())


def frozen(value: Any) -> Hashable:
    """A value as part of a key."""
    if isinstance(value, np.ndarray):
        return (value.shape, tuple(frozen(x) for x in value.ravel().tolist()))
    if isinstance(value, (tuple, list)):
        return tuple(frozen(x) for x in value)
    if isinstance(value, dict):
        return tuple((name, frozen(x)) for name, x in value.items())
    try:
        hash(value)
    except TypeError:
        return id(value)
    return value


def _is_numeric(value: Any) -> bool:
    return value is not None and np.asarray(value).dtype.kind in "fiO"


GROUND_INDEX = -1
WRAPPED: Mapping[type[Element], str] = {
    ImplicitHinge: "hinge",
    PosedHinge: "hinge",
    CoupledUnknowns: "condition",
    ContactRows: "contact",
}
"""Elements that are another form of one that has numbers, and the field that holds it."""


@dataclass(eq=False)
class Collected:
    """The elements of one kind: names, the bodies of each by number, and the numbers (or expressions) of each."""

    kind: ElementKind
    names: list[str] = field(default_factory=list)
    bodies: list[tuple[int, ...]] = field(default_factory=list)
    data: list[list[Any]] = field(default_factory=list)
    shares: list[tuple[str, ...]] = field(default_factory=list)
    """Unknowns of other elements that each of these works on, by name; such kinds stand behind all others."""


def collect(model: Model, worth: Any) -> list[Collected]:
    """All connections of a model by kind; `worth` gives the number of an expression of Parameters."""
    numbers = {name: k for k, name in enumerate(model.bodies)}
    found: dict[Any, Collected] = {}
    exact: set[Any] = set()
    looking = [c for c in model.connections.values() if looks(c)]
    kept = {*kept_hinges(model), *coupled_hinges(model.connections)}
    plain: dict[int, Element | None] = {}
    modal = _modal_bodies(model, numbers)
    for connection in sorted(model.connections.values(), key=_is_coupling):
        element: Element | None
        shares: tuple[str, ...] = ()
        if _is_coupling(connection):
            element, shares = coupled(connection, model.connections)
        else:
            element = None if connection in looking else _written_once(connection, connection.name in kept, plain)
        if element is None:
            continue
        if any(body.elastic is not None for body in connection.bodies):
            modal.append(_on_modal(model, connection, element, numbers))
            continue
        part = _Part(connection, element, numbers)
        key = part.key if part.key not in exact else part.exact_key
        if key not in found:
            try:
                found[key] = Collected(part.kind(f"kind_{len(found)}", worth))
            except (ModelError, TraceError):
                # Its functions look at its numbers; then they are part of the kind.
                exact.add(part.key)
                key = part.exact_key
                if key not in found:
                    found[key] = Collected(part.kind(f"kind_{len(found)}", worth, keep=True))
        group = found[key]
        group.names.append(connection.name)
        group.bodies.append(part.numbers)
        group.shares += [shares] if shares else []
        group.data.append(part.data[key != part.key])
    plain_ones = [*modal, *found.values()]
    return [*plain_ones, *_looking(model, looking, plain_ones, numbers)]


def _modal_bodies(model: Model, numbers: Mapping[str, int]) -> list[Collected]:
    """The elastic coordinates of each modal body, as an element of its own."""
    found = []
    for body in model.bodies.values():
        if body.elastic is None or not body.elastic.data.count:
            continue
        if callable(model.gravity):
            raise ModelError(
                f"body {body.name!r}: is elastic, and gravity that depends on place is not part of the absolute "
                "formulation of such bodies; compile the model in tree coordinates."
            )
        small = Model("kind", gravity=(0.0, 0.0, 0.0))
        made = small_body(small, "b0", body)
        used = [
            *placeholders([0.0, 0.0, 0.0]),
            *parameters_of([body.elastic.mass, body.elastic.stiffness, body.elastic.damping]),
        ]
        kind = ElementKind(f"modal_{body.name}", small, (made.name,), tuple(used), modal=body)
        data = [*model.gravity, *used[3:]]
        found.append(Collected(kind, [body.name], [(numbers[body.name],)], [data]))
    return found


def _on_modal(model: Model, connection: Connection, element: Element, numbers: Mapping[str, int]) -> Collected:
    """A connection that ends on a modal body, as a kind of its own."""
    small, sight = Model("kind", gravity=(0.0, 0.0, 0.0)), Sight()
    bodies: dict[str, Body] = {}
    ends = []
    for end in (end for end in connection.ends if isinstance(end, Point)):
        if end.body.is_ground:
            ends.append(Point(small.ground, end.X))
            continue
        if end.body.name not in bodies:
            bodies[end.body.name] = made = small_body(small, f"b{len(bodies)}", end.body)
            if end.body.elastic is not None:
                sight.elastic[made.name] = end.body.name
        X = Pose(end.X.R, matrix(end.X.p - end.body.com))
        ends.append(Point(bodies[end.body.name], X, frame=end.frame))
    small.connections["element"] = replace(
        connection, name="element", element=element, ends=tuple(ends), drive={}, lock={}, initial={}, tree=None
    )
    parameters = list(model.parameters.values())
    names = tuple(body.name for body in bodies.values())
    kind = ElementKind(f"on_{connection.name}", small, names, tuple(parameters), sight)
    return Collected(kind, [connection.name], [tuple(numbers[name] for name in bodies)], [parameters])


def _is_coupling(connection: Connection) -> bool:
    return isinstance(connection.element, Constraint) and connection.element.on_coordinates


def _looking(
    model: Model, looking: Sequence[Connection], others: Sequence[Collected], numbers: Mapping[str, int]
) -> Iterator[Collected]:
    """Elements whose inputs are channels, each of its own kind."""
    kinds = {name: found.kind for found in others for name in found.names}
    parameters = list(model.parameters.values())
    for connection in looking:
        element = connection.element
        assert isinstance(element, Force)
        if element.form == "outputs" and not element.states:
            continue  # it is seen by others, and does nothing of its own
        looker = Looker(connection, model, lambda c: len(kinds[c.name].rows))
        looker.build()
        names = tuple(body.name for body in looker.bodies.values())
        kind = ElementKind(f"looking_{connection.name}", looker.small, names, tuple(parameters), looker.sight)
        bodies = tuple(numbers[name] for name in looker.bodies)
        yield Collected(kind, [connection.name], [bodies], [parameters])


def _written_once(connection: Connection, keeps_coordinates: bool, plain: dict[int, Element | None]) -> Element | None:
    """The same as `_as_written`, kept in `plain` for other connections of the same element: large models have many."""
    if connection.drive or connection.lock or connection.inputs or keeps_coordinates:
        return _as_written(connection, keeps_coordinates)
    if id(connection.element) not in plain:
        plain[id(connection.element)] = _as_written(connection, keeps_coordinates)
    return plain[id(connection.element)]


def _as_written(connection: Connection, keeps_coordinates: bool) -> Element | None:
    """The element in the form in which it joins bodies that move freely; None where it joins nothing."""
    element, label = connection.element, f"connection {connection.name!r}"
    if isinstance(element, Hinge):
        held = {**connection.drive, **connection.lock}
        if held or keeps_coordinates or not element.writes("residual") or not element.is_holonomic:
            return posed(element, held)
        form = ImplicitHinge(hinge=element)
        return None if not _has_rows(element) else form
    if not isinstance(element, (Constraint, Force, Load, Rotor)):
        raise ModelError(
            f"{label}: {connection_kind(connection)} elements are not part of the absolute formulation yet."
        )
    return element


def _has_rows(hinge: Hinge) -> bool:
    return len(hinge.coordinates) == 0 or len(hinge.speed_names) < 6


class _Part:
    """One connection taken apart: which of its ends share a body, frames from centres of mass, numbers."""

    def __init__(self, connection: Connection, element: Element, numbers: Mapping[str, int]) -> None:
        self.connection, self.element = connection, element
        self.ends: list[Point] = [end for end in connection.ends if isinstance(end, Point)]
        on = [GROUND_INDEX if end.body.is_ground else numbers[end.body.name] for end in self.ends]
        self.numbers = tuple(dict.fromkeys(k for k in on if k != GROUND_INDEX))
        if self.ends and not self.numbers:
            if not isinstance(element, ActingAssembly):
                raise ModelError(f"connection {connection.name!r}: joins the ground to itself.")
            self.numbers = (0,)  # its nodes hang on the ground: it stands beside some body and acts on none
        self.local = tuple(GROUND_INDEX if k == GROUND_INDEX else self.numbers.index(k) for k in on)
        places = [split_pose(end.X, end.body.com) for end in self.ends]
        self.patterns = tuple(pattern for pattern, _ in places)
        self.places_data = [x for _, data in places for x in data]
        self.wraps = next((name for kind, name in WRAPPED.items() if isinstance(element, kind)), None)
        self.inner: Element = element if self.wraps is None else getattr(element, self.wraps)
        inner = self.inner
        pattern, own = split_element(inner)
        around = {name: value for name, value in element.values.items() if self.wraps and name != self.wraps}
        inputs = frozen(dict(connection.inputs))
        self._base = (type(element).__name__, frozen(around), self.local, self.patterns, inputs)
        self.key = (*self._base, pattern)
        beside = loose_parameters(element, connection.inputs.values())
        taken = {p.uid for p in parameters_of(inner.values[name] for name in number_fields(inner))} if beside else set()
        self.loose = {False: [p for p in beside if p.uid not in taken], True: beside}
        """Parameters that are not numbers of the element, with and without its numbers kept."""
        self.data = {False: [*self.places_data, *own, *self.loose[False]], True: [*self.places_data, *beside]}

    @property
    def exact_key(self) -> tuple[Any, ...]:
        """The key with the numbers of its element."""
        return (*self._base, "exact", type(self.inner), frozen(dict(self.inner.values)))

    def kind(self, label: str, worth: Any, keep: bool = False) -> ElementKind:
        """The kind that this part is the first of; with `keep` its element's numbers stay in it."""
        count = len(self.data[keep]) - len(self.loose[keep])
        made = placeholders([worth(x) for x in self.data[keep][:count]])
        left: Iterator[Any] = iter(made)
        model = Model("kind", gravity=(0.0, 0.0, 0.0))
        bodies = [model.body(f"b{k}", mass=1.0, inertia=(1.0, 1.0, 1.0)) for k in range(len(self.numbers))]
        ends: Sequence[Point] = [
            Point(model.ground if k == GROUND_INDEX else bodies[k], pose_of(pattern, left))
            for k, pattern in zip(self.local, self.patterns, strict=True)
        ]
        if not ends:
            ends = [model.ground.at(0, 0, 0), model.body("aside", mass=1.0, inertia=(1.0, 1.0, 1.0)).at(0, 0, 0)]
        inner = self.inner if keep else element_of(self.inner, left)
        element = inner if self.wraps is None else self.element.with_values(**{self.wraps: inner})
        connection = replace(
            self.connection, name="element", element=element, ends=tuple(ends), drive={}, lock={}, initial={}, tree=None
        )
        model.connections["element"] = connection
        kind = ElementKind(label, model, tuple(b.name for b in bodies), (*made, *self.loose[keep]))
        _ = kind.rows.psi, kind.rows.reactions, kind.forces.Q  # fails here where numbers cannot be placeholders
        return kind
