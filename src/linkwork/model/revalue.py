"""A model with its Parameters at other values."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from ..contract import Element, ModelError, Parameter
from ..contract.errors import unknown
from ..expr import array, is_symbolic, substitute
from ..expr.graph import as_expr
from ..spatial import MassProperties, Pose, matrix
from .body import Body, Point
from .connect_arguments import FrozenDict
from .model import Model


def revalued(model: Model, values: Mapping[str, float]) -> Model:
    """A copy of a model whose Parameters of these names are others, worth these values."""
    known = model.parameters
    for name in values:
        if name not in known:
            raise ModelError(f"model {model.name!r}: {unknown('Parameter', name, known)}")
    twins = {known[n]: Parameter(n, x, known[n].unit, known[n].doc) for n, x in values.items()}
    change = _Change(twins)
    gravity = model.gravity if callable(model.gravity) else change(model.gravity)
    result = Model(model.name, gravity, silence=model.silence)
    bodies: dict[Body, Body] = {model.ground: result.ground}
    for name, body in model.bodies.items():
        mass = MassProperties(*(change(x) for x in (body.mass, body.com, body.inertia)))
        bodies[body] = result.bodies[name] = Body(name, mass, change(body.shapes), claim=result.ground.claim)
    for old, new in bodies.items():
        new.points.update({n: Point(new, change.pose(p.X), n) for n, p in old.points.items()})
    for name, c in model.connections.items():
        ends = tuple(Point(bodies[e.body], change.pose(e.X), e.name) if isinstance(e, Point) else e for e in c.ends)
        parts: dict[str, Any] = {
            what: FrozenDict(change(dict(getattr(c, what)))) for what in ("drive", "lock", "initial", "inputs")
        }
        result.connections[name] = replace(c, element=change(c.element), ends=ends, **parts)
    left = [p.name for p in result.parameters.values() if p in twins]
    if left:
        raise ModelError(
            f"model {model.name!r}: the Parameter {left[0]!r} stands inside a function, which cannot be rewritten; "
            "give it to the element as a value, or start analyses with system.state({name: value})."
        )
    return result


class _Change:
    """Puts Parameters in place of others, wherever they may stand."""

    def __init__(self, twins: Mapping[Any, Any]) -> None:
        self.twins = dict(twins)

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
        new = array(substitute([as_expr(x) for x in entries.ravel()], self.twins)).reshape(entries.shape)
        return new.item() if entries.ndim == 0 else matrix(new)

    def pose(self, X: Pose) -> Pose:
        """A pose."""
        return Pose(self(X.R), self(X.p))
