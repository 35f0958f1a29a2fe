"""Where bodies stand at the start, as far as the joints of a model say so by now."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np

from ..contract import Hinge, HingeForm, hinge_of, value_of
from ..expr import array
from ..expr.evaluate import evaluate
from ..expr.graph import as_expr
from ..spatial import Pose
from .body import Body, Point
from .connection import Connection


def start_pose(body: Body, connections: Mapping[str, Connection]) -> Pose | None:
    """The pose of a body's frame in the world, along the joints that lead to it from the ground; None without any."""
    beside: dict[Body, list[tuple[Connection, Hinge]]] = {}
    for connection in connections.values():
        hinge = hinge_of(connection.element)
        if hinge is not None:
            for end in connection.bodies:
                beside.setdefault(end, []).append((connection, hinge))
    way: dict[Body, tuple[Body, Connection, Hinge] | None] = {body: None}
    front = [body]
    while front and not front[0].is_ground:
        inner = front.pop(0)
        for connection, hinge in beside.get(inner, ()):
            for other in connection.bodies:
                if other not in way:
                    way[other] = (inner, connection, hinge)
                    front.append(other)
    if not front:
        return None
    found, here, step = Pose(), front[0], way[front[0]]
    while step is not None:
        found = found @ _across(step[1], step[2], here)
        here, step = step[0], way[step[0]]
    return found


def _across(connection: Connection, hinge: Hinge, start: Body) -> Pose:
    """The pose of the frame of the body behind a joint in that of `start`."""
    first, second = (end for end in connection.ends if isinstance(end, Point))
    X = _number(first.X) @ _hinge_pose(connection, hinge) @ _number(second.X).inverse
    return X if first.body is start else X.inverse


def _hinge_pose(connection: Connection, hinge: Hinge) -> Pose:
    """X_FM at the starting values of its coordinates."""
    form = HingeForm(hinge)
    values = dict(zip(hinge.coordinates, hinge.rest_values, strict=True))
    values |= {name: value_of(x) for name, x in connection.initial.items() if name in values}
    values |= {name: value_of(x) for name, x in connection.lock.items()}
    values |= {name: signal.derivative(0.0, 0, {}) for name, signal in connection.drive.items()}
    known: dict[Any, Any] = {p.name: p.value for p in hinge.parameters} | {as_expr(form.t): 0.0}
    known |= {as_expr(q): float(values[name]) for q, name in zip(form.q, hinge.coordinates, strict=True)}
    numbers = evaluate([as_expr(x) for x in (*array(form.pose.R).ravel(), *form.pose.p)], known)
    return Pose(np.array(numbers[:9], dtype=float).reshape(3, 3), np.array(numbers[9:], dtype=float))


def _number(X: Pose) -> Pose:
    return Pose(*(np.asarray(value_of(x), dtype=float) for x in (X.R, X.p)))
