"""Frames of modal bodies in a model: each is a body without mass, carried by a hinge with the elastic coordinates.

So everything that ends on a modal body ends on something rigid, and the recursions need not know what carries it.
"""

from __future__ import annotations

from collections.abc import Mapping
from copy import copy
from dataclasses import replace

import numpy as np

from ..contract import ElasticHinge
from ..contract.derived.rod_curvature import wide_stiffness
from ..model import Body, Connection, Model, Point
from ..model.members import Members
from ..spatial import MassProperties, Pose


def with_frames(model: Model) -> Model:
    """A model in which the frames of modal bodies are bodies, "arm.tip"; the same model where there are none."""
    modal = [body for body in model.bodies.values() if body.elastic is not None]
    if not modal:
        return model
    bodies, connections = dict(model.bodies), dict(model.connections)
    for body in modal:
        for made, hinge in _frames(body):
            bodies[made.name], connections[made.name] = made, hinge
    for name, connection in model.connections.items():
        if any(isinstance(end, Point) and end.frame for end in connection.ends):
            ends = tuple(_held(end, bodies) if isinstance(end, Point) else end for end in connection.ends)
            connections[name] = replace(connection, ends=ends)
    found = copy(model)
    found.bodies, found.connections = Members("body", bodies), Members("connection", connections)
    return found


def _held(end: Point, bodies: Mapping[str, Body]) -> Point:
    return end if end.frame is None else replace(end, body=bodies[end.holder], X=end.X_held, frame=None)


def _frames(body: Body) -> list[tuple[Body, Connection]]:
    """The frames of a modal body that move in it, each with the hinge that carries it."""
    assert body.elastic is not None
    found = []
    for name, frame in body.elastic.data.frames.items():
        if not frame.is_rigid:
            made = Body(f"{body.name}.{name}", _nothing(), frame_of=body)
            ends = (Point(body, Pose()), Point(made, Pose()))
            found.append((made, Connection(made.name, frame_hinge(body, name), ends, tree="branch")))
    return found


def frame_hinge(body: Body, frame: str) -> ElasticHinge:
    """From a modal body to one of its frames."""
    assert body.elastic is not None
    data = body.elastic.data
    loads = wide_stiffness(data)
    stiffening = None if loads is None else loads.wrenches.get(frame)
    return ElasticHinge(data.coordinates, data.frames[frame], stiffening, data.bending)


def _nothing() -> MassProperties:
    return MassProperties(0.0, np.zeros(3), np.zeros((3, 3)))
