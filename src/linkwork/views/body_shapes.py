"""What bodies look like: the primitives of their shapes, or a wireframe through the points where they are connected."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace
from itertools import combinations, pairwise, zip_longest
from typing import Any

import numpy as np

from ..contract import value_of
from ..model import Body, Model, Point
from .base64_array import packed
from .elastic_parts import elastic_part
from .primitives import reach_of
from .scene import BodyPart
from .surface_looks import Room, room_of, surface_looks

ALL_PAIRS = 4
"""Points up to which every two are joined; more are joined to the centre of mass."""


def body_part(body: Body, ends: Sequence[Point], looks: Sequence[dict[str, Any]]) -> BodyPart:
    """A body as it stands in a scene; `ends` are those of connections on it."""
    points = _places((*ends, *body.points.values()))
    reach = [float(np.linalg.norm(p)) for p in points] + [reach_of(look) for look in looks]
    found: BodyPart = {
        "name": body.name,
        "mass": float(value_of(body.mass)),
        "com": _numbers(body.com).tolist(),
        "inertia": _numbers(body.inertia).tolist(),
        "looks": [_compact(look) for look in looks],
        "size": max(reach, default=0.0),
    }
    elastic = elastic_part(body)
    return found if elastic is None else {**found, "elastic": elastic}


def looks_of(body: Body, ends: Sequence[Point], room: Room) -> list[dict[str, Any]]:
    """The primitives of a body's shapes; without one those of the surfaces that it touches with, or lines between the
    places where it is connected.
    """
    shapes = [look for shape in body.shapes for look in shape.looks()] or surface_looks(ends, room)
    return shapes if shapes or body.is_ground else [wireframe(_places(ends), _numbers(body.com))]


def model_room(model: Model, positions: np.ndarray) -> Room:
    """The room of a model whose bodies are at these places over time."""
    looks = [look for body in model.bodies.values() for shape in body.shapes for look in shape.looks()]
    return room_of(positions, max(map(reach_of, looks), default=0.0))


def ends_on_bodies(model: Model) -> dict[Body, list[Point]]:
    """The ends of connections on each body."""
    found: dict[Body, list[Point]] = {body: [] for body in (model.ground, *model.bodies.values())}
    for connection in model.connections.values():
        given = getattr(connection.element, "surfaces_on_ends", ())
        for end, surface in zip_longest(connection.ends, given):
            if isinstance(end, Point):
                found[end.body].append(replace(end, surface=end.surface or surface))
    return found


def _places(points: Iterable[Point]) -> list[np.ndarray]:
    """Where points are, each place once."""
    found: list[np.ndarray] = []
    for point in points:
        place = _numbers(point.X.p)
        if all(np.linalg.norm(place - other) > 1e-9 for other in found):
            found.append(place)
    return found


def wireframe(points: list[np.ndarray], com: np.ndarray) -> dict[str, Any]:
    """Lines between the points of a body without a shape: its centre of mass is a corner too."""
    corners = [*points, com]
    last = len(points)
    if len(points) in (2, *range(3, ALL_PAIRS + 1)):
        lines = list(combinations(range(len(points)), 2))
    elif len(points) > ALL_PAIRS:
        lines = [*pairwise(range(len(points))), *((k, last) for k in range(len(points)))]
    else:
        lines = [(k, last) for k in range(len(points))]
    if len(points) == 2 and _off_line(com, *points):
        lines += [(0, last), (1, last)]
    return {"kind": "wire", "points": np.array(corners).tolist(), "segments": [list(line) for line in lines]}


def _off_line(point: np.ndarray, a: np.ndarray, b: np.ndarray) -> bool:
    return bool(np.linalg.norm(np.cross(point - a, b - a)) > 1e-6 * np.linalg.norm(b - a) ** 2)


def _compact(look: dict[str, Any]) -> dict[str, Any]:
    """The primitive with the corners of a mesh packed."""
    if look["kind"] != "mesh":
        return look
    faces = np.asarray(look["faces"], dtype=np.int32)
    return {**look, "vertices": packed(look["vertices"]), "faces": packed(faces)}


def _numbers(value: Any) -> np.ndarray:
    return np.asarray(value_of(value), dtype=float)
