"""Where numbers stand in a model, by the names that people give them; and models in which Parameters stand there.

| name | what it is |
|---|---|
| `gravity` | the size of the acceleration, along its direction |
| `crank.length` | a number of a body's shape; points at the end of a rod stay at its end |
| `spring.stiffness` | a number of an element |
| `A.angle_dot`, `A.angle` of a driven coordinate | speed and start of a polynomial drive |
| `A.angle.amplitude` | a number of the signal that drives a coordinate, or is an input |
| `motor.torque` | an input that is a number |

Sliders of a page, keys that are pressed in it, columns of a study and of `simulate_many` are called by these.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

import numpy as np

from ..contract import Element, ModelError, Parameter, Signal, value_of
from ..contract.errors import joined
from ..contract.parameters import parameters_in
from ..contract.shape import Shape
from ..expr import is_symbolic
from ..spatial import MassProperties, Pose, matrix
from .body import Body, make_body
from .connection import Connection
from .model import Model
from .rewrite import Rewrite

GRAVITY = "gravity"
AT_END = 1e-9
"""Metres within which a point is at the end of a rod."""


@dataclass(frozen=True, eq=False)
class NumberPlace:
    """A number of a model: what it is worth, its unit, and how a Parameter is put there."""

    value: float
    unit: str
    is_positive: bool
    put: Callable[[WithParameters, Parameter], None]


@dataclass(eq=False)
class WithParameters(Rewrite):
    """A rewrite that puts Parameters in places of numbers."""

    acceleration: Any = None
    shapes: dict[str, dict[int, dict[str, Any]]] = field(default_factory=dict)
    """Values of shapes by body, number of the shape and field."""
    masses: dict[str, Any] = field(default_factory=dict)
    """Masses of bodies that have no shapes."""
    values: dict[str, dict[str, Any]] = field(default_factory=dict)
    """Values of elements by connection and field."""
    signals: dict[tuple[str, str, str], Any] = field(default_factory=dict)
    """Drives and inputs by connection, "drive" or "inputs", and name."""

    def gravity(self, gravity: Any) -> Any:
        """Its own direction, with a Parameter for its size."""
        return gravity if self.acceleration is None else self.acceleration

    def body(self, body: Body) -> tuple[MassProperties, tuple[Shape, ...]]:
        """Shapes with Parameters, and what follows from them."""
        if body.name in self.masses:
            mass = self.masses[body.name]
            return MassProperties(mass, body.com, matrix(body.inertia * (mass / body.mass))), body.shapes
        if body.name not in self.shapes:
            return body.properties, body.shapes
        changes = self.shapes[body.name]
        shapes = tuple(
            shape.with_values(**changes[k]) if k in changes else shape for k, shape in enumerate(body.shapes)
        )
        return make_body(body.name, shapes, None, None, None).properties, shapes

    def place(self, body: Body, X: Pose) -> Pose:
        """What stands at the end of a rod stays there."""
        for k, changes in self.shapes.get(body.name, {}).items():
            shape: Any = body.shapes[k]
            if shape.length_field in changes:
                length, along = float(getattr(shape, shape.length_field)), value_of(shape.pose.R)[:, 0]
                if np.abs(value_of(X.p) - value_of(shape.pose.p) - length * along).max() <= AT_END:
                    return Pose(X.R, matrix(X.p + (changes[shape.length_field] - length) * along))
        return X

    def parts(self, connection: Connection) -> Mapping[str, Any]:
        """Elements and signals with Parameters."""
        found = dict(super().parts(connection))
        if connection.name in self.values:
            found["element"] = connection.element.with_values(**self.values[connection.name])
        for (owner, what, name), signal in self.signals.items():
            if owner == connection.name:
                found[what] = {**found[what], name: signal}
        return found


def number_place(model: Model, name: str) -> NumberPlace | None:
    """The number of this name; None where the model has none."""
    if name == GRAVITY:
        return _gravity_place(model)
    for owner, rest in _owners(name):
        if owner in model.bodies:
            _refuse_parameter(name, rest, model.bodies[owner].shapes)
            return _shape_place(model.bodies[owner], rest)
        if owner in model.connections:
            _refuse_parameter(name, rest, [model.connections[owner].element])
            return _element_place(model.connections[owner], rest)
    return None


def _refuse_parameter(name: str, field: str, holders: Sequence[Element]) -> None:
    """Raises where a field holds Parameters: these have names of their own."""
    for holder in holders:
        given = getattr(holder, field) if field in holder.given_fields() else None
        own = sorted({p.name for p in parameters_in([given])}) if is_symbolic(given) else []
        if own:
            said = "is the Parameter" if isinstance(given, Parameter) else "is made of"
            raise ModelError(f"{name!r} {said} {joined([repr(x) for x in own])} of the model; give that name instead.")


def number_names(model: Model) -> Iterator[str]:
    """Names of numbers of bodies and of elements."""
    for name, body in model.bodies.items():
        fields = {f: None for shape in body.shapes for f in shape.given_fields() if is_number_field(shape, f)}
        yield from (f"{name}.{f}" for f in (fields if body.shapes else ("mass",)))
    for name, connection in model.connections.items():
        element = connection.element
        yield from (f"{name}.{f}" for f in element.given_fields() if is_number_field(element, f))


def _owners(name: str) -> Iterator[tuple[str, str]]:
    """The name split at each of its points, the last first."""
    parts = name.split(".")
    for k in range(len(parts) - 1, 0, -1):
        yield ".".join(parts[:k]), ".".join(parts[k:])


def _gravity_place(model: Model) -> NumberPlace:
    if callable(model.gravity):
        raise ModelError(f"model {model.name!r}: its gravity is a function, which no single number changes.")
    vector = np.asarray(value_of(model.gravity), dtype=float)
    size = float(np.linalg.norm(vector))
    along = vector / size if size else np.array([0.0, 0.0, -1.0])

    def put(rewrite: WithParameters, parameter: Parameter) -> None:
        rewrite.acceleration = matrix([parameter * x if x else 0.0 for x in along])

    return NumberPlace(size, "m/s**2", False, put)


def _shape_place(body: Body, name: str) -> NumberPlace | None:
    if name == "mass" and not body.shapes:
        put_mass = lambda rewrite, parameter: rewrite.masses.__setitem__(body.name, parameter)  # noqa: E731
        return NumberPlace(float(value_of(body.mass)), "kg", True, put_mass)
    for k, shape in enumerate(body.shapes):
        if not is_number_field(shape, name):
            continue
        _check_from_shapes(body, name)

        def put(rewrite: WithParameters, parameter: Parameter, k: int = k) -> None:
            rewrite.shapes.setdefault(body.name, {}).setdefault(k, {})[name] = parameter

        return _place(shape, name, put)
    return None


def _check_from_shapes(body: Body, name: str) -> None:
    """Raises where a body's mass is not that of its shapes, so that nobody knows how it would change."""
    own = make_body(body.name, body.shapes, None, None, None).properties
    pairs = zip((own.mass, own.com, own.inertia), (body.mass, body.com, body.inertia), strict=True)
    if not all(np.allclose(value_of(a), value_of(b), rtol=1e-12, atol=0.0) for a, b in pairs):
        raise ModelError(
            f"body {body.name!r}: its mass, centre or inertia is given beside its shapes, so {name!r} does not say how "
            "it changes; give an lw.Parameter where the model is made."
        )


def _element_place(connection: Connection, name: str) -> NumberPlace | None:
    if is_number_field(connection.element, name):

        def put(rewrite: WithParameters, parameter: Parameter) -> None:
            rewrite.values.setdefault(connection.name, {})[name] = parameter

        return _place(connection.element, name, put)
    coordinate, is_rate = name.removesuffix("_dot"), name.endswith("_dot")
    drive = connection.drive.get(coordinate)
    # A coefficient that is a Parameter already has a name of its own.
    own = getattr(drive, drive.start_field)[is_rate : is_rate + 1] if drive is not None and drive.start_field else ()
    if drive is not None and len(own) and not is_symbolic(own):
        return _start_place((connection.name, "drive", coordinate), drive, int(is_rate))
    if isinstance(connection.inputs.get(name), (int, float)):
        put_input = lambda rewrite, p: rewrite.signals.__setitem__((connection.name, "inputs", name), p)  # noqa: E731
        return NumberPlace(float(connection.inputs[name]), "", False, put_input)
    owner, _, last = name.rpartition(".")
    for what in ("drive", "inputs"):
        signal = getattr(connection, what).get(owner)
        if isinstance(signal, Signal) and is_number_field(signal, last):
            return _signal_place((connection.name, what, owner), signal, last)
    return None


def _start_place(key: tuple[str, str, str], drive: Signal, k: int) -> NumberPlace:
    """The value or the rate of a drive at its start."""
    name = drive.start_field

    def put(rewrite: WithParameters, parameter: Parameter) -> None:
        before = rewrite.signals.get(key, drive)
        entries = list(getattr(before, name))
        entries[k] = parameter
        rewrite.signals[key] = before.with_values(**{name: entries})

    return NumberPlace(float(value_of(getattr(drive, name)[k])), "", False, put)


def _signal_place(key: tuple[str, str, str], signal: Signal, name: str) -> NumberPlace:
    def put(rewrite: WithParameters, parameter: Parameter) -> None:
        rewrite.signals[key] = rewrite.signals.get(key, signal).with_values(**{name: parameter})

    return _place(signal, name, put)


def _place(element: Element, name: str, put: Callable[[WithParameters, Parameter], None]) -> NumberPlace:
    known = element.fields[name]
    return NumberPlace(float(getattr(element, name)), known.unit, known.check in ("positive", "nonnegative"), put)


def is_number_field(element: Element, name: str) -> bool:
    """Whether a field of this name holds one plain number."""
    known = element.given_fields().get(name)
    return known is not None and known.numeric and known.shape == () and isinstance(getattr(element, name), float)
