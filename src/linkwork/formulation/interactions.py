"""What acts on bodies: sums of wrenches, loads from outside, gravity fields. `laws` has the force elements."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any

import numpy as np

from ..contract import Load
from ..expr import cross, dot
from ..model import Connection
from ..spatial import Pose, Relative, matrix
from .elastic_inertia import elastic_forces
from .tree import LinkTree, zero_wrench

WrenchPair = tuple[Any, Any]


@dataclass(frozen=True, eq=False)
class ElementAction:
    """What one element does: wrenches by body, in internal axes at internal origins, and its power."""

    name: str
    wrenches: dict[int, WrenchPair]
    power: Any
    speeds: dict[int, Any] = field(default_factory=dict)
    """What it does along speeds that are none of a hinge's, by their places: elastic coordinates."""


def load_actions(tree: LinkTree) -> list[ElementAction]:
    """The actions of all loads from outside."""
    return [_load(tree, c) for c in tree.topology.loads]


def gravity_field(tree: LinkTree, gravity: Any) -> ElementAction:
    """Gravity that depends on place and time: g(p, t) at each centre of mass."""
    wrenches: dict[int, WrenchPair] = {}
    speeds: dict[int, Any] = {}
    power: Any = 0.0
    for link in tree.links:
        if _is_zero(link.mass):
            continue
        com = link.moment / link.mass
        rel = tree.relative(0, Pose(), link.number, Pose(np.eye(3), com))
        force = link.mass * matrix(gravity(rel.p, tree.symbols.t))
        power = power + rel.v @ force
        own = rel.R.T @ force
        wrenches[link.number] = (cross(com, own), own)
        if link.elastic is not None:
            # The field is that at the centre of mass, all over the body.
            along = link.elastic.gravity_forces(rel.R.T @ matrix(gravity(rel.p, tree.symbols.t)))
            power = power + link.elastic.u @ along
            for place, value in enumerate(along, start=link.elastic.place.start):
                speeds[place] = speeds.get(place, 0.0) + value
    return ElementAction("gravity", wrenches, power, speeds)


def elastic_actions(tree: LinkTree) -> list[ElementAction]:
    """Stiffness and damping of modal bodies."""
    found = []
    for link in tree.links:
        if link.elastic is not None:
            forces = elastic_forces(link.elastic)
            along = dict(enumerate(-forces, start=link.elastic.place.start))
            name = tree.topology.bodies[link.number].body.name
            found.append(ElementAction(f"{name} (elastic)", {}, -dot(link.elastic.u, forces), along))
    return found


def _is_zero(x: Any) -> bool:
    return isinstance(x, float) and x == 0.0


def total(tree: LinkTree, given: Sequence[ElementAction]) -> list[WrenchPair]:
    """The sum over all actions, for every body."""
    sums = [zero_wrench() for _ in tree.topology.bodies]
    for action in given:
        for number, (moment, force) in action.wrenches.items():
            n, f = sums[number]
            sums[number] = (n + moment, f + force)
    return sums


def _load(tree: LinkTree, connection: Connection) -> ElementAction:
    element = connection.element
    assert isinstance(element, Load)
    (number,), (frame,) = _numbers(tree, connection), frames_of(tree, connection)
    rel = tree.relative(0, Pose(), number, frame)
    moment, force = (matrix(x) for x in element.wrench(rel, tree.symbols.t))
    if element.axes == "body":
        moment, force = rel.R @ moment, rel.R @ force
    power = rel.w @ moment + rel.v @ force
    to_internal = frame.R @ rel.R.T
    return ElementAction(connection.name, {number: at_origin(frame, to_internal @ moment, to_internal @ force)}, power)


def frames_of_ends(tree: LinkTree, connection: Connection) -> tuple[tuple[int, ...], list[Pose], Relative]:
    """Bodies, frames and relative motion of a connection with two ends."""
    numbers, frames = _numbers(tree, connection), frames_of(tree, connection)
    return numbers, frames, tree.relative(numbers[0], frames[0], numbers[1], frames[1])


def on_ends(
    numbers: Sequence[int], frames: Sequence[Pose], rel: Relative, moment: Any, force: Any
) -> dict[int, WrenchPair]:
    """A wrench on the second end (in the axes of the first, at the second's origin) and its reaction on the first."""
    (first, second), (F, M) = numbers, frames
    result: dict[int, WrenchPair] = {}
    if second:
        back = M.R @ rel.R.T
        result[second] = at_origin(M, back @ moment, back @ force)
    if first:
        reaction = -(moment + cross(rel.p, force))
        result[first] = at_origin(F, F.R @ reaction, F.R @ -force)
    return result


def at_origin(frame: Pose, moment: Any, force: Any) -> WrenchPair:
    """A wrench at the origin of a frame, moved to the internal origin; axes are internal already."""
    return moment + cross(frame.p, force), force


def _numbers(tree: LinkTree, connection: Connection) -> tuple[int, ...]:
    return tree.topology.ends(connection)


def frames_of(tree: LinkTree, connection: Connection) -> list[Pose]:
    """The frames of the ends of a connection, in the internal frames of their bodies."""
    return [tree.internal(n, end) for n, end in zip(_numbers(tree, connection), connection.ends, strict=True)]  # type: ignore[arg-type]
