"""A model with its Parameters at other values."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from ..contract import Element, ModelError, Parameter
from ..contract.errors import unknown
from ..contract.shape import Shape
from ..expr import array, is_symbolic, substitute
from ..expr.graph import as_expr
from ..spatial import MassProperties, Pose, matrix
from .body import Body
from .connection import Connection
from .model import Model
from .rewrite import MAPPINGS, Rewrite, rewritten


def revalued(model: Model, values: Mapping[str, float]) -> Model:
    """A copy of a model whose Parameters of these names are others, worth these values."""
    known = model.parameters
    for name in values:
        if name not in known:
            raise ModelError(f"model {model.name!r}: {unknown('Parameter', name, known)}")
    twins = {known[n]: Parameter(n, x, known[n].unit, known[n].doc) for n, x in values.items()}
    result = rewritten(model, _Revalue(twins))
    left = [p.name for p in result.parameters.values() if p in twins]
    if left:
        raise ModelError(
            f"model {model.name!r}: the Parameter {left[0]!r} stands inside a function, which cannot be rewritten; "
            "give it to the element as a value, or start analyses with system.state({name: value})."
        )
    return result


class _Revalue(Rewrite):
    """Puts Parameters in place of others."""

    def __init__(self, twins: Mapping[Any, Any]) -> None:
        self.change = _Change(twins)

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
