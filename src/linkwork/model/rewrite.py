"""Copies of a model with parts replaced: numbers by Parameters, or Parameters by others."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from ..contract import Element, ModelError, Parameter
from ..contract.errors import unknown
from ..contract.shape import Shape
from ..expr import array, is_symbolic, substitute
from ..expr.graph import as_expr
from ..spatial import MassProperties, Pose, matrix
from .body import Body, Point
from .connect_arguments import FrozenDict
from .connection import Connection
from .model import Model

MAPPINGS = ("drive", "lock", "initial", "inputs")
"""Parts of a connection that are mappings from names to values."""


class Rewrite:
    """What a copy of a model has in place of each part: the part itself, unless a subclass replaces it."""

    def gravity(self, gravity: Any) -> Any:
        """Gravity of the copy: an acceleration, or a function of place and time."""
        return gravity

    def body(self, body: Body) -> tuple[MassProperties, tuple[Shape, ...]]:
        """Mass properties and shapes of a body of the copy."""
        return body.properties, body.shapes

    def place(self, body: Body, X: Pose) -> Pose:
        """X of a point of the copy, in the frame of its body."""
        return X

    def surface(self, surface: Any) -> Any:
        """The surface that an end of the copy carries."""
        return surface

    def parts(self, connection: Connection) -> Mapping[str, Any]:
        """Element, `active` and the `MAPPINGS` of a connection of the copy, by the names of these fields."""
        return {name: getattr(connection, name) for name in ("element", "active", *MAPPINGS)}


def rewritten(model: Model, rewrite: Rewrite) -> Model:
    """The copy of a model that `rewrite` describes; of a structure it has the bodies and connections alone."""
    result = Model(model.name, rewrite.gravity(model.gravity), silence=model.silence)
    bodies: dict[Body, Body] = {model.ground: result.ground}
    for name, body in model.bodies.items():
        bodies[body] = result.bodies[name] = Body(name, *rewrite.body(body), claim=result.ground.claim)
    for old, new in bodies.items():
        new.points.update({n: Point(new, rewrite.place(old, p.X), n, frame=p.frame) for n, p in old.points.items()})
    for name, c in model.connections.items():
        ends = tuple(
            Point(bodies[e.body], rewrite.place(e.body, e.X), e.name, rewrite.surface(e.surface), e.frame)
            if isinstance(e, Point)
            else e
            for e in c.ends
        )
        parts: dict[str, Any] = {n: FrozenDict(part) if n in MAPPINGS else part for n, part in rewrite.parts(c).items()}
        result.connections[name] = replace(c, ends=ends, **parts)
    return result


def revalued(model: Model, values: Mapping[str, float]) -> Model:
    """A copy of a model in which new Parameters, with these values, replace those of the same names."""
    known = model.parameters
    for name in values:
        if name not in known:
            raise ModelError(f"model {model.name!r}: {unknown('Parameter', name, known)}")
    replacements = {known[n]: Parameter(n, x, known[n].unit, known[n].doc) for n, x in values.items()}
    result = rewritten(model, _Revalue(replacements))
    remaining = [p.name for p in result.parameters.values() if p in replacements]
    if remaining:
        raise ModelError(
            f"model {model.name!r}: the Parameter {remaining[0]!r} stands inside a function, which cannot be "
            "rewritten; give it to the element as a value, or start analyses with system.state({name: value})."
        )
    return result


class _Revalue(Rewrite):
    """Replaces Parameters in every part of a model."""

    def __init__(self, replacements: Mapping[Any, Any]) -> None:
        self.change = _Replacing(replacements)

    def gravity(self, gravity: Any) -> Any:
        return gravity if callable(gravity) else self.change(gravity)

    def body(self, body: Body) -> tuple[MassProperties, tuple[Shape, ...]]:
        mass = MassProperties(*(self.change(x) for x in (body.mass, body.com, body.inertia)))
        return mass, self.change(body.shapes)

    def place(self, body: Body, X: Pose) -> Pose:
        return Pose(self.change(X.R), self.change(X.p))

    def surface(self, surface: Any) -> Any:
        return self.change(surface)

    def parts(self, connection: Connection) -> Mapping[str, Any]:
        found: dict[str, Any] = {name: self.change(dict(getattr(connection, name))) for name in MAPPINGS}
        active = connection.active
        found["active"] = active if callable(active) else self.change(active)
        return {**found, "element": self.change(connection.element)}


class _Replacing:
    """Replaces Parameters in a value: in an element, a collection, an expression or an array of expressions."""

    def __init__(self, replacements: Mapping[Any, Any]) -> None:
        self.replacements = dict(replacements)

    def __call__(self, value: Any) -> Any:
        if isinstance(value, Element):
            changed = {name: self(x) for name, x in value.values.items()}
            return value if all(changed[n] is x for n, x in value.values.items()) else value.with_values(**changed)
        if isinstance(value, dict):
            return {name: self(x) for name, x in value.items()}
        if isinstance(value, (tuple, list)):
            parts = [self(x) for x in value]
            return value if all(a is b for a, b in zip(parts, value, strict=True)) else type(value)(parts)
        if not is_symbolic(value):
            return value
        entries = array(value)
        new = array(substitute([as_expr(x) for x in entries.ravel()], self.replacements)).reshape(entries.shape)
        return new.item() if entries.ndim == 0 else matrix(new)
