"""What two models do not have in common, in sentences."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import Any

import numpy as np

from ..contract import Parameter
from ..contract.element import same
from ..expr import array, is_symbolic
from ..spatial import Pose
from .body import Body, Point
from .connection import Connection
from .model import Model

Sentences = Iterator[str]


def differences(a: Model, b: Model) -> list[str]:
    """A sentence for each difference of two models, none where they describe the same; numbers are compared exactly.

    Parameters count by name, value and unit, points by where they are. The names of the models do count.
    """
    return [*_differences(a, b)]


def _differences(a: Model, b: Model) -> Sentences:
    if a.name != b.name:
        yield f"The models are called {a.name!r} and {b.name!r}."
    if not same(a.gravity, b.gravity):
        yield f"Gravity is {_shown(a.gravity)} and {_shown(b.gravity)}."
    yield from _each("Parameter", a.parameters, b.parameters, _of_parameters)
    yield from _each("Point of the ground", a.ground.points, b.ground.points, _of_points)
    yield from _each("Body", a.bodies, b.bodies, _of_bodies)
    yield from _each("Connection", a.connections, b.connections, _of_connections)
    for what, first, second in (("bodies", a.bodies, b.bodies), ("connections", a.connections, b.connections)):
        if list(first) != list(second) and set(first) == set(second):
            yield f"The {what} stand in another order."


def _each(what: str, a: Mapping[str, Any], b: Mapping[str, Any], compare: Callable[[Any, Any], Sentences]) -> Sentences:
    """The differences of entries of one name, and the names that only one model has."""
    for name in dict.fromkeys((*a, *b)):
        label = f"{what} {name!r}"
        if name not in a or name not in b:
            yield f"{label} is only in the {'first' if name in a else 'second'} model."
        else:
            yield from (f"{label}: {sentence}" for sentence in compare(a[name], b[name]))


def _of_parameters(a: Parameter, b: Parameter) -> Sentences:
    for what in ("value", "unit", "doc"):
        if getattr(a, what) != getattr(b, what):
            yield f"{what} is {getattr(a, what)!r} and {getattr(b, what)!r}."


def _of_bodies(a: Body, b: Body) -> Sentences:
    for what in ("mass", "com", "inertia"):
        if not same(getattr(a, what), getattr(b, what)):
            yield f"{what} is {_shown(getattr(a, what))} and {_shown(getattr(b, what))}."
    if not same(a.shapes, b.shapes):
        yield f"shapes are {list(a.shapes)} and {list(b.shapes)}."
    yield from _each("point", a.points, b.points, _of_points)


def _of_points(a: Point, b: Point) -> Sentences:
    if not _same_pose(a.X, b.X):
        yield f"it is at {_shown(a.X.p)} and {_shown(b.X.p)}, or turned differently."


def _of_connections(a: Connection, b: Connection) -> Sentences:
    if not same(a.element, b.element):
        yield f"element is {a.element!r} and {b.element!r}."
    if len(a.ends) != len(b.ends) or not all(map(_same_end, a.ends, b.ends)):
        yield f"ends are {', '.join(map(str, a.ends))} and {', '.join(map(str, b.ends))}."
    for what in ("drive", "lock", "initial", "inputs"):
        yield from _each(f"{what} of", getattr(a, what), getattr(b, what), _of_values)
    if not same(a.active, b.active):
        yield f"active is {_shown(a.active)} and {_shown(b.active)}."
    if a.tree != b.tree:
        yield f"tree is {a.tree!r} and {b.tree!r}."


def _of_values(a: Any, b: Any) -> Sentences:
    if not same(a, b):
        yield f"it is {_shown(a)} and {_shown(b)}."


def _same_end(a: Any, b: Any) -> bool:
    if not isinstance(a, Point) or not isinstance(b, Point):
        return bool(a == b)
    return a.body.name == b.body.name and _same_pose(a.X, b.X) and same(a.surface, b.surface)


def _same_pose(a: Pose, b: Pose) -> bool:
    return same(a.R, b.R) and same(a.p, b.p)


def _shown(value: Any) -> str:
    if isinstance(value, np.ndarray):
        return str(array(value).tolist() if is_symbolic(value) else value.tolist())
    return repr(value)
