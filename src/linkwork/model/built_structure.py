"""Structures in a model: the bodies and connections that one of them has put there, under its name."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any

import numpy as np

from ..contract import Element, LineElement, ModelError, Structure, StructureSite, value_of
from ..contract.arguments import NUMBER_ARGUMENT, ArgumentKind
from ..contract.derived.assembly_places import as_point
from ..contract.errors import unknown
from ..spatial import Pose
from .body import Body, Point
from .gravity import gravity_value

if TYPE_CHECKING:
    from .model import Model
from collections.abc import Mapping

from ..contract import Hinge, HingeForm, hinge_of
from ..expr import array
from ..expr.evaluate import evaluate
from ..expr.graph import as_expr
from .connection import Connection

SEPARATOR = "/"
ALONG = ArgumentKind(NUMBER_ARGUMENT.fits, "how far along it in m, a number (`.tip` is its last body)")


@dataclass(frozen=True, eq=False)
class BuiltStructure:
    """A structure in a model, with the names of its bodies and connections."""

    name: str
    element: Structure
    ends: tuple[Point, ...]
    nodes: tuple[Body, ...]
    """Its bodies, in order along it."""
    parts: tuple[str, ...]
    """Names of its connections."""
    line: tuple[Point, ...] = ()
    """Points along it, from its first end to its last: its nodes, and ends that the ground holds."""
    lengths: tuple[Any, ...] = ()
    """How far along it each of them is, unstretched, in m."""
    shares: tuple[Any, ...] = ()
    """The length that each of them stands for, in m: a load per length times this is the load on the point."""

    def at(self, s: float) -> Point:
        """The point at an arc length s from its first end, at which a node stands: an end for any connection."""
        places = np.array([float(value_of(x)) for x in self.lengths])
        if not len(places):
            raise ModelError(f"connection {self.name!r}: {self.element.kind} has no line to be at.")
        ALONG.check(f"connection {self.name!r}", "at", s)
        if not -1e-9 * places[-1] <= s <= (1.0 + 1e-9) * places[-1]:
            raise ModelError(
                f"connection {self.name!r}: {s:g} m is not along it; give a length from 0 to {places[-1]:g}."
            )
        k = int(np.argmin(np.abs(places - s)))
        if not abs(places[k] - s) <= 1e-9 * places[-1]:
            beside = f"the nearest stands at {places[k]:.6g} m"
            raise ModelError(
                f"connection {self.name!r}: no node stands at {s:g} m along it ({beside} of {places[-1]:g} m); give "
                f"{self.element.kind} stations=({s:g},)."
            )
        return self.line[k]

    def __getitem__(self, name: str) -> Body:
        """A body of its own by its name without that of the structure: `beam["node3"]`."""
        own = {body.name[len(self.name) + 1 :]: body for body in self.nodes}
        if name not in own:
            raise ModelError(f"connection {self.name!r}: {unknown('node', name, own)}")
        return own[name]

    @property
    def tip(self) -> Body:
        """The last of its bodies."""
        return self.nodes[-1]

    @property
    def elements(self) -> tuple[str, ...]:
        """Names of its elements: owners of channels such as "beam/element1.moment_z"."""
        first = f"{self.name}{SEPARATOR}element"
        return tuple(name for name in self.parts if name.startswith(first))

    @property
    def members(self) -> frozenset[str]:
        """Names of all that it has put into the model."""
        return frozenset((*(body.name for body in self.nodes), *self.parts))

    def __repr__(self) -> str:
        return f"<{self.name!r}: {self.element!r} between {', '.join(map(str, self.ends))}>"


def build_structure(model: Model, name: str, element: Structure, ends: Sequence[Any]) -> BuiltStructure:
    """Puts the bodies and connections of a structure into a model; all of them or, where one is refused, none."""
    label = f"connection {name!r}"
    points = [end for end in ends if isinstance(end, Point)]
    if len(points) != len(ends) or not 1 <= len(points) <= element.most_ends:
        raise ModelError(
            f"{label}: {element.kind} joins one or {element.most_ends} points such as body.at(0, 0, 0); "
            f"not {len(ends)}."
        )
    bodies, connections = dict(model.bodies), dict(model.connections)
    try:
        return _built(model, name, element, points, label)
    except ModelError:
        for members, kept in ((model.bodies, bodies), (model.connections, connections)):
            for new in [key for key in members if key not in kept]:
                del members[new]
        raise


def _built(model: Model, name: str, element: Structure, points: list[Point], label: str) -> BuiltStructure:
    plan = element.plan(_site(model, points, label))
    made = {own: model.body(f"{name}{SEPARATOR}{own}", shape) for own, shape in plan.bodies.items()}

    def point(place: Any) -> Point:
        at = as_point(place)
        base = points[at.place] if isinstance(at.place, int) else made[at.place].at(0.0, 0.0, 0.0)
        return base if at.X.is_identity else base.body.at((base.X @ at.X).p, rotate=(base.X @ at.X).R)

    for own, part in plan.parts.items():
        places = [point(place) for place in part.places]
        model.connect(f"{name}{SEPARATOR}{own}", part.element, *places, initial=part.initial)
    parts = tuple(f"{name}{SEPARATOR}{own}" for own in plan.parts)
    built = BuiltStructure(name, element, tuple(points), tuple(made.values()), parts)
    if plan.line is None:
        return built
    along = tuple(point(place) for place in plan.line.places)
    return replace(built, line=along, lengths=plan.line.lengths, shares=plan.line.shares)


def joined_to_line(
    model: Model, label: str, element: Element, ends: Sequence[Any]
) -> tuple[Element, tuple[Any, ...], dict[str, float]]:
    """An element one of whose ends is a structure: joined to the points of its line, with starting values."""
    at = [k for k, end in enumerate(ends) if isinstance(end, BuiltStructure)]
    built = ends[at[0]]
    if not isinstance(element, LineElement) or not built.line:
        raise ModelError(
            f"{label}: {element.kind} joins points, and {built.name!r} is a whole {built.element.kind}: give one of "
            f"its points, such as {built.name}.at(…) with the length along it, or {built.name}.tip."
        )
    if at != [1] or len(ends) != 2:
        raise ModelError(f"{label}: the ends of {element.kind} are a point and, behind it, a beam or a cable.")
    made = element.on_line(built.lengths)
    first = ends[0].at(0.0, 0.0, 0.0) if isinstance(ends[0], Body) else ends[0]
    poses = _site(model, [first, *built.line], label).poses if isinstance(first, Point) else (None,)
    known = [pose for pose in poses if pose is not None]
    start = {}
    if isinstance(made, LineElement) and len(known) == len(poses):
        seen = np.array([(known[0].inverse @ pose).p for pose in known[1:]], dtype=float)
        start, made = made.start_on_line(seen), made.near_line(seen)
    return made, (first, *built.line), start


def _site(model: Model, points: list[Point], label: str) -> StructureSite:
    bodies = [start_pose(point.body, model.connections) for point in points]
    poses = [
        None if X is None else X @ Pose(value_of(p.X.R), value_of(p.X.p)) for X, p in zip(bodies, points, strict=True)
    ]
    known = [pose.p for pose in poses if pose is not None]
    gravity = gravity_value(model.gravity, np.mean(known, axis=0) if known else np.zeros(3))
    on_ground = tuple(point.body.is_ground for point in points)
    return StructureSite(label, tuple(p.body.name for p in points), tuple(poses), on_ground, gravity)


# Where bodies stand at the start, as far as the joints of a model say so by now.
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
