"""A copy of a model in which parts are others: numbers may have become Parameters, Parameters other ones."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from ..contract.shape import Shape
from ..spatial import MassProperties, Pose
from .body import Body, Point
from .connect_arguments import FrozenDict
from .connection import Connection
from .model import Model

MAPPINGS = ("drive", "lock", "initial", "inputs")
"""What a connection knows by name."""


class Rewrite:
    """What becomes of the parts of a model in a copy of it: everything stays, unless a subclass says otherwise."""

    def gravity(self, gravity: Any) -> Any:
        """The acceleration."""
        return gravity

    def body(self, body: Body) -> tuple[MassProperties, tuple[Shape, ...]]:
        """Mass properties and shapes."""
        return body.properties, body.shapes

    def place(self, body: Body, X: Pose) -> Pose:
        """A pose in the frame of a body of the old model."""
        return X

    def surface(self, surface: Any) -> Any:
        """The surface that an end carries."""
        return surface

    def parts(self, connection: Connection) -> Mapping[str, Any]:
        """Element, `active`, and what is known by name (`MAPPINGS`)."""
        return {name: getattr(connection, name) for name in ("element", "active", *MAPPINGS)}


def rewritten(model: Model, rewrite: Rewrite) -> Model:
    """The copy. It knows bodies and connections of structures, not the structures."""
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
