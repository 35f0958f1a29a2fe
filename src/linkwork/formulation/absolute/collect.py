"""The elements of a model sorted by kind, with their numbers as rows of tables."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

from ...contract import Constraint, Element, Force, Hinge, Load, ModelError, Rotor, Signal, parameters_of
from ...contract.implicit import ImplicitHinge
from ...expr import TraceError
from ...model import Connection, Model, Point
from ...topology.graph import kind_of
from .coupled import CoupledUnknowns, coupled, coupled_hinges
from .kind import Kind
from .numbers import (
    element_of,
    frozen,
    loose_parameters,
    number_fields,
    placeholders,
    pose_of,
    split_element,
    split_pose,
)
from .posed import PosedHinge, posed

GROUND = -1
WRAPPED: Mapping[type[Element], str] = {ImplicitHinge: "hinge", PosedHinge: "hinge", CoupledUnknowns: "condition"}
"""Elements that are another form of one that has numbers, and the field that holds it."""


@dataclass(eq=False)
class Collected:
    """The elements of one kind: names, the bodies of each by number, and the numbers (or expressions) of each."""

    kind: Kind
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
    hinges = coupled_hinges(model.connections)
    for connection in sorted(model.connections.values(), key=_is_coupling):
        element: Element | None
        shares: tuple[str, ...] = ()
        if _is_coupling(connection):
            element, shares = coupled(connection, model.connections)
        else:
            element = _as_written(connection, connection.name in hinges)
        if element is None:
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
    return list(found.values())


def _is_coupling(connection: Connection) -> bool:
    return isinstance(connection.element, Constraint) and connection.element.on_coordinates


def _as_written(connection: Connection, is_coupled: bool) -> Element | None:
    """The element in the form in which it joins bodies that move freely; None where it joins nothing."""
    element, label = connection.element, f"connection {connection.name!r}"
    if isinstance(element, Hinge):
        held = {**connection.drive, **connection.lock}
        if held or is_coupled or not element.has_residual or not element.is_holonomic:
            return posed(element, held)
        form = ImplicitHinge(hinge=element)
        return None if not _has_rows(element) else form
    if isinstance(element, Force):
        _check_force(label, connection, element)
    elif not isinstance(element, (Constraint, Load, Rotor)):
        raise ModelError(f"{label}: {kind_of(connection)} elements are not part of the absolute formulation yet.")
    return element


def _has_rows(hinge: Hinge) -> bool:
    return len(hinge.coordinates) == 0 or len(hinge.speed_names) < 6


def _check_force(label: str, connection: Connection, element: Force) -> None:
    for name, value in connection.inputs.items():
        if isinstance(value, str) or (callable(value) and not isinstance(value, Signal)):
            raise ModelError(
                f"{label}: input {name!r} is a channel; in the absolute formulation inputs are numbers or signals."
            )
    if element.form == "outputs":
        raise ModelError(f"{label}: {element.kind} acts on no body; the absolute formulation has no such elements.")


class _Part:
    """One connection taken apart: which of its ends share a body, frames from centres of mass, numbers."""

    def __init__(self, connection: Connection, element: Element, numbers: Mapping[str, int]) -> None:
        self.connection, self.element = connection, element
        self.ends: list[Point] = [end for end in connection.ends if isinstance(end, Point)]
        on = [GROUND if end.body.is_ground else numbers[end.body.name] for end in self.ends]
        self.numbers = tuple(dict.fromkeys(k for k in on if k != GROUND))
        if self.ends and not self.numbers:
            raise ModelError(f"connection {connection.name!r}: joins the ground to itself.")
        self.local = tuple(GROUND if k == GROUND else self.numbers.index(k) for k in on)
        places = [split_pose(end.X, end.body.com) for end in self.ends]
        self.patterns = tuple(pattern for pattern, _ in places)
        self.places_data = [x for _, data in places for x in data]
        self.wraps = next((name for kind, name in WRAPPED.items() if isinstance(element, kind)), None)
        self.inner: Element = element if self.wraps is None else getattr(element, self.wraps)
        inner = self.inner
        pattern, own = split_element(inner)
        around = {name: value for name, value in element.values.items() if self.wraps and name != self.wraps}
        base = (type(element).__name__, frozen(around), self.local, self.patterns, frozen(dict(connection.inputs)))
        self.key = (*base, pattern)
        self.exact_key = (*base, "exact", type(inner), frozen(dict(inner.values)))
        beside = loose_parameters(element, connection.inputs.values())
        taken = {p.uid for p in parameters_of(inner.values[name] for name in number_fields(inner))}
        self.loose = {False: [p for p in beside if p.uid not in taken], True: beside}
        """Parameters that are no number of the element, with and without its numbers kept."""
        self.data = {False: [*self.places_data, *own, *self.loose[False]], True: [*self.places_data, *beside]}

    def kind(self, label: str, worth: Any, keep: bool = False) -> Kind:
        """The kind that this part is the first of; with `keep` its element's numbers stay in it."""
        count = len(self.data[keep]) - len(self.loose[keep])
        made = placeholders([worth(x) for x in self.data[keep][:count]])
        left: Iterator[Any] = iter(made)
        model = Model("kind", gravity=(0.0, 0.0, 0.0))
        bodies = [model.body(f"b{k}", mass=1.0, inertia=(1.0, 1.0, 1.0)) for k in range(len(self.numbers))]
        ends: Sequence[Point] = [
            Point(model.ground if k == GROUND else bodies[k], pose_of(pattern, left))
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
        kind = Kind(label, model, tuple(b.name for b in bodies), (*made, *self.loose[keep]))
        _ = kind.psi, kind.Q  # fails here where numbers cannot be placeholders
        return kind
