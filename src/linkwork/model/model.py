"""The model: bodies and connections, edited freely, compiled later."""

from __future__ import annotations

from collections import ChainMap
from collections.abc import Iterable, Mapping
from dataclasses import replace
from typing import Any
from weakref import WeakKeyDictionary, ref

from .._display import Viewed
from ..contract import (
    Constraint,
    Element,
    Force,
    Hinge,
    ModelError,
    Parameter,
    Rotor,
    Structure,
    hinge_of,
    parameters_of,
)
from ..contract.arguments import NAME_ARGUMENT, takes
from ..contract.errors import counted, unknown
from ..contract.parameters import parameters_in
from ..contract.shape import Shape
from ..expr import is_symbolic
from ..spatial import Pose
from .body import Body, Ground, Point, check_name, make_body
from .built_structure import BuiltStructure, build_structure, joined_to_line
from .check import Remark, checked_silence, findings
from .connect_arguments import FrozenDict, as_active, as_drives, as_inputs, as_locks, as_mapping, moved_input
from .connection import Connection, ConnectionEnd, Coordinate, TreeRole, check_connection, coordinate_names
from .contact_ends import placed_element
from .gravity import checked_gravity, gravity_at
from .members import SEALED, Members
from .unit_check import check_element_units

STANDARD_GRAVITY = (0.0, 0.0, -9.81)
_TWICE = "two Parameters are called {!r}; use one object, or two names."
_origins: WeakKeyDictionary[Model, ref[Model]] = WeakKeyDictionary()
"""Of sealed copies: the models that they were made from, which may change."""


class Model(Viewed):
    """Bodies and connections. `gravity` is an acceleration (three numbers), or a function of (p, t) that gives one.

    Names are unique over bodies and connections; `model["name"]` finds either. `silence` names remarks that are not
    wanted: "degrees", "gyration", "unheld", "massless", "feeding".
    """

    def __init__(
        self, name: str = "model", gravity: Any = STANDARD_GRAVITY, *, silence: str | Iterable[str] = ()
    ) -> None:
        check_name("a model", name)
        self.name = name
        self.silence = checked_silence(f"model {name!r}", silence)
        self.ground: Body = Ground(self._claim)
        self.bodies: Members[Body] = Members("body")
        self.connections: Members[Connection] = Members("connection")
        self.structures: Members[BuiltStructure] = Members("structure")
        """Beams and cables by name; their bodies and connections are among those above."""
        self._claimed: dict[str, Parameter] = {}
        self._gravity_parameters: list[Parameter] = []
        self.gravity = gravity

    @property
    def gravity(self) -> Any:
        """The acceleration of gravity: three numbers, or a function of (p, t) that gives them."""
        return self._gravity

    @gravity.setter
    def gravity(self, gravity: Any) -> None:
        if self.bodies.is_sealed:
            raise ModelError(SEALED)
        label = f"model {self.name!r}: gravity"
        found = checked_gravity(label, gravity)
        first = gravity_at(found)
        used = parameters_in([first])
        before, self._gravity_parameters = self._gravity_parameters, []
        try:
            self._claim(label, used)
        except ModelError:
            self._gravity_parameters = before
            raise
        self._gravity, self._gravity_parameters, self.first_gravity = found, used, first

    @takes(name=NAME_ARGUMENT)
    def body(self, name: str, *shapes: Shape, mass: Any = None, com: Any = None, inertia: Any = None) -> Body:
        """A new body: from shapes, or from mass, centre of mass and inertia (about the centre of mass, body axes).

        Numbers given beside shapes replace what follows from them.
        """
        self._check_new("body", name)
        body = make_body(name, shapes, mass, com, inertia, self._claim)
        self._claim(f"body {name!r}", parameters_of_body(body))
        self.bodies[name] = body
        return body

    @takes(name=NAME_ARGUMENT, tree=NAME_ARGUMENT | None)
    def connect(
        self,
        name: str,
        element: Element,
        *ends: Any,
        drive: Mapping[str, Any] | None = None,
        lock: Any = (),
        initial: Mapping[str, float] | None = None,
        inputs: Mapping[str, Any] | None = None,
        tree: TreeRole = None,
        active: Any = None,
    ) -> Any:
        """A new connection: `element` between `ends`; of a structure (a beam, a cable) the bodies that it brings too.

        An end is a point (`body.at(0, 0, 1)`), a body (its origin), or for couplings a coordinate ("A.angle"); for
        contacts one that carries a surface (`body.sphere(0.1)`), for a `SlidingJoint` a beam or cable. A force
        with the one end "A.angle" acts along that coordinate, between the ends of the joint. `drive` prescribes
        coordinates of a joint by signals, functions of time or expressions of `lw.t`; `lock` fixes them (names, or
        names with values). `initial` gives starting values of coordinates, speeds and states. `inputs` drive an active
        element. `tree` forces a joint to be a "branch" of the tree, or the "cut" of its loop. `active` switches a
        constraint, contact or joint: a Parameter that is 1 or 0, set by the actions of events, or a condition on
        channels, `lambda x: x["A.angle"] > 1`; a run finds the speeds behind every change.
        """
        self._check_new("connection", name)
        _check_is_element(name, element)
        label = f"connection {name!r}"
        if any(isinstance(end, BuiltStructure) for end in ends):
            element, ends, start = joined_to_line(self, label, element, ends)
            initial = {**start, **(initial or {})}
        element, ends = self._along_hinge(label, element, tuple(self._end(name, end) for end in ends))
        check_element_units(label, element)
        if isinstance(element, Structure):
            if drive or lock or initial or inputs or tree is not None or active is not None:
                raise ModelError(f"{label}: {element.kind} takes ends alone; connect drives and the like to its nodes.")
            self.structures[name] = build_structure(self, name, element, ends)
            return self.structures[name]
        element = placed_element(label, element, ends)
        starts = as_mapping(label, "initial", initial)
        connection = Connection(
            name,
            element,
            ends,
            as_drives(label, drive),
            as_locks(label, element, lock, starts),
            starts,
            as_inputs(label, inputs),
            tree,
            as_active(label, active),
        )
        check_connection(connection)
        self._claim(f"connection {name!r}", parameters_of_connection(connection))
        self.connections[name] = connection
        return connection

    @takes(name=NAME_ARGUMENT)
    def remove(self, name: str) -> None:
        """Takes a connection, or a body with everything connected to it, out of the model."""
        owner = next((s.name for s in self.structures.values() if name in s.members), None)
        if owner is not None:
            raise ModelError(f"model {self.name!r}: {name!r} is part of {owner!r}; remove that.")
        if name in self.connections:
            del self.connections[name]
        elif name in self.structures:
            self._remove_structure(name)
        elif name in self.bodies:
            body = self.bodies[name]
            for structure in [s.name for s in self.structures.values() if body in (end.body for end in s.ends)]:
                self._remove_structure(structure)
            del self.bodies[name]
            self._keep({n: c for n, c in self.connections.items() if body not in c.bodies})
        else:
            raise ModelError(self._unknown(name))
        names = set(self.connections)
        self._keep(
            {
                n: c
                for n, c in self.connections.items()
                if all(not isinstance(e, Coordinate) or e.connection in names for e in c.ends)
            }
        )

    def _remove_structure(self, name: str) -> None:
        """Takes a structure out, with everything that is connected to its nodes."""
        gone = self.structures.pop(name)
        for body in gone.nodes:
            del self.bodies[body.name]
        own = {*gone.nodes}
        self._keep(
            {n: c for n, c in self.connections.items() if n not in gone.members and not own.intersection(c.bodies)}
        )

    def _keep(self, connections: Mapping[str, Connection]) -> None:
        self.connections = Members("connection", connections)

    def __getitem__(self, name: str) -> Any:
        if name == "ground":
            return self.ground
        found: Any = self.bodies.get(name) or self.connections.get(name) or self.structures.get(name)
        if found is None:
            raise ModelError(self._unknown(name))
        return found

    @property
    def parameters(self) -> dict[str, Parameter]:
        """The Parameters that anything in the model refers to, by name."""
        found: dict[str, Parameter] = {}
        bodies = (p for body in (self.ground, *self.bodies.values()) for p in parameters_of_body(body))
        connections = (p for c in self.connections.values() for p in parameters_of_connection(c))
        for p in (*self._gravity_parameters, *bodies, *connections):
            if found.setdefault(p.name, p) is not p:
                raise ModelError(f"model {self.name!r}: {_TWICE.format(p.name)}")
        return found

    def copy(self, name: str | None = None) -> Model:
        """An independent copy; elements and Parameters are shared, since they do not change."""
        twin = Model(name or self.name, self.gravity, silence=self.silence)
        twin.include(self)
        return twin

    def sealed(self) -> Model:
        """A copy that is never changed again: what a system is compiled from."""
        twin = self.copy()
        twin.bodies, twin.connections = twin.bodies.sealed(), twin.connections.sealed()
        twin.structures = twin.structures.sealed()
        _origins[twin] = ref(self)
        return twin

    def changes_since_sealed(self) -> list[str]:
        """What was added to, or taken from, the model that this copy was sealed from, in words."""
        origin = _origins.get(self, lambda: None)()
        if origin is None:
            return []
        found = []
        pairs = (("body", self.bodies, origin.bodies), ("connection", self.connections, origin.connections))
        for what, own, now in pairs:
            if own.keys() == now.keys():
                continue
            found += [f"{what} {name!r} was added" for name in now if name not in own]
            found += [f"{what} {name!r} was removed" for name in own if name not in now]
        return found

    def include(self, other: Model, prefix: str = "", on: Point | Body | None = None) -> dict[str, Any]:
        """Everything of another model put into this one, names preceded by `prefix`; its ground becomes `on`.

        Returns the new bodies and connections under their old names. Gravity is this model's.
        """
        base = self._point(f"include {other.name!r}", on) if on is not None else self.ground.at(0.0, 0.0, 0.0)
        # Everything is checked before anything is added: a failure leaves this model as it was.
        parts = ("body", other.bodies), ("connection", other.connections), ("structure", other.structures)
        for what, names in parts:
            for name in names:
                self._check_new(what, prefix + name)
        for name in other.ground.points:
            if prefix + name in base.body.points:
                raise ModelError(
                    f"include {other.name!r}: body {base.body.name!r} has a point {prefix + name!r} already; "
                    "give another prefix."
                )
        grounded = [end for c in other.connections.values() for end in c.ends if isinstance(end, Point)]
        if any(end.body is other.ground and end.surface is not None for end in grounded):
            base.check_carrier()
        self._claim(f"include {other.name!r}", list(other.parameters.values()))
        made: dict[str, Any] = {}
        stays = Pose()
        moved: dict[Body, tuple[Body, Pose, str | None]] = {other.ground: (base.body, base.X, base.frame)}
        for name, point in list(other.ground.points.items()):
            base.body.points[prefix + name] = Point(base.body, _moved(base.X, point.X), prefix + name, frame=base.frame)
        for name, body in list(other.bodies.items()):
            twin = Body(prefix + name, body.properties, body.shapes, claim=self._claim)
            twin.points.update({n: Point(twin, p.X, n, frame=p.frame) for n, p in body.points.items()})
            self.bodies[twin.name] = made[name] = twin
            moved[body] = (twin, stays, None)
        own = {*other.bodies, *other.connections}
        is_moved = not base.X.is_identity
        for name, connection in list(other.connections.items()):
            ends = tuple(_moved_end(end, moved, prefix, is_moved) for end in connection.ends)
            inputs = FrozenDict({n: moved_input(x, prefix, own) for n, x in connection.inputs.items()})
            self.connections[prefix + name] = made[name] = replace(
                connection,
                name=prefix + name,
                ends=ends,
                inputs=inputs,
                active=moved_input(connection.active, prefix, own),
            )
        for name, built in other.structures.items():
            found = (_moved_end(end, moved, prefix, is_moved) for end in built.ends)
            points = tuple(end for end in found if isinstance(end, Point))
            line = (_moved_end(end, moved, prefix, is_moved) for end in built.line)
            nodes = tuple(moved[body][0] for body in built.nodes)
            self.structures[prefix + name] = made[name] = BuiltStructure(
                prefix + name,
                built.element,
                points,
                nodes,
                tuple(prefix + part for part in built.parts),
                tuple(end for end in line if isinstance(end, Point)),
                built.lengths,
                built.shares,
            )
        return made

    def check(self) -> list[str]:
        """What is allowed but looks like a mistake, in sentences; empty where nothing does."""
        return [str(remark) for remark in self.remarks()]

    def remarks(self) -> list[Remark]:
        """The same with the name of each kind, by which `silence` leaves it out."""
        parts = self.bodies.values(), self.connections.values()
        return findings(*parts, self.gravity, self.silence, self.structures.values())

    def _end(self, connection: str, end: Any) -> ConnectionEnd:
        if isinstance(end, Coordinate):
            end = str(end)
        if isinstance(end, str) and "." in end:
            owner, _, name = end.partition(".")
            if owner not in self.connections:
                sentence = unknown("connection", owner, self.connections)
                raise ModelError(f"connection {connection!r}: {end!r}: {sentence}")
            known = coordinate_names(self.connections[owner].element)
            if name not in known:
                raise ModelError(f"connection {connection!r}: {end!r}: {unknown('coordinate', name, known)}")
            return Coordinate(owner, name)
        return self._point(f"connection {connection!r}", end)

    def _along_hinge(
        self, label: str, element: Element, ends: tuple[ConnectionEnd, ...]
    ) -> tuple[Element, tuple[ConnectionEnd, ...]]:
        """A force on the coordinate of a joint as one between the ends of that joint."""
        if not isinstance(element, Force) or len(ends) != 1 or not isinstance(ends[0], Coordinate):
            return element, ends
        owner = self.connections[ends[0].connection]
        hinge = hinge_of(owner.element)
        measure = None if hinge is None else hinge.measure(ends[0].name)
        if measure is None:
            raise ModelError(
                f"{label}: {owner.element.kind} does not say how {str(ends[0])!r} is measured on the pose of its ends, "
                "so no force can act along it; write measure(self, coordinate) in its class, or give points."
            )
        try:
            return element.along(measure), owner.ends
        except ModelError as error:
            raise ModelError(f"{label}: {error}") from None

    def _point(self, label: str, end: Any) -> Point:
        if isinstance(end, Body):
            end = end.at(0.0, 0.0, 0.0)
        if not isinstance(end, Point):
            raise ModelError(f"{label}: {end!r} is not an end; give a point such as body.at(0, 0, 0), or a body.")
        if end.body is not self.ground and self.bodies.get(end.body.name) is not end.body:
            raise ModelError(f"{label}: {end!r} is not on a body of this model; include the other model first.")
        return end

    def _claim(self, label: str, new: list[Parameter]) -> None:
        """Raises where two different Parameters would have one name."""
        own: dict[str, Parameter] = {}
        for p in new:
            # Who claimed the name may have left the model meanwhile; only then is it worth looking at everything.
            taken = self._claimed.get(p.name, p) is not p and self.parameters.get(p.name, p) is not p
            if taken or own.setdefault(p.name, p) is not p:
                raise ModelError(f"{label}: {_TWICE.format(p.name)}")
        self._claimed |= own

    def _unknown(self, name: str) -> str:
        return f"model {self.name!r}: {unknown('body or connection', name, self._names)}"

    @property
    def _names(self) -> ChainMap[str, Any]:
        """All that is in it, by name."""
        return ChainMap(self.bodies, self.connections, self.structures)

    def _check_new(self, what: str, name: str) -> None:
        check_name(f"model {self.name!r}: a {what}", name)
        if name == "ground" or name in self._names:
            taken = "the ground" if name == "ground" else "a body" if name in self.bodies else "a connection"
            raise ModelError(
                f"model {self.name!r}: the name {name!r} is taken by {taken}; names are unique. "
                f"Choose another; or, where a cell is run again, make the model anew or model.remove({name!r}) first."
            )

    def __repr__(self) -> str:
        size = f"{counted(len(self.bodies), 'body')}, {counted(len(self.connections), 'connection')}"
        return f"<model {self.name!r}: {size}>"


def _moved_end(
    end: ConnectionEnd, moved: Mapping[Body, tuple[Body, Pose, str | None]], prefix: str, is_moved: bool
) -> ConnectionEnd:
    if isinstance(end, Coordinate):
        return Coordinate(prefix + end.connection, end.name)
    body, pose, frame = moved[end.body]
    name = prefix + end.name if end.name is not None and end.body.is_ground else end.name
    return Point(body, _moved(pose, end.X) if is_moved else end.X, name, end.surface, end.frame or frame)


def _moved(pose: Pose, X: Pose) -> Pose:
    return X if pose.is_identity else pose @ X


def parameters_of_body(body: Body) -> list[Parameter]:
    """The Parameters in the mass properties, shapes and points of a body."""
    values = [body.mass, body.com, body.inertia]
    found = parameters_of([*values, *(x for point in body.points.values() for x in (point.X.R, point.X.p))])
    return [*found, *(p for shape in body.shapes for p in shape.parameters)]


def parameters_of_connection(connection: Connection) -> list[Parameter]:
    """The Parameters of a connection: of its element, its ends, its signals and values."""
    points = [end for end in connection.ends if isinstance(end, Point)]
    places = [x for end in points for x in (end.X.R, end.X.p)]
    surfaces = [end.surface for end in points if end.surface is not None]
    values = (*connection.lock.values(), *connection.initial.values(), *connection.inputs.values(), connection.active)
    found = parameters_of([*places, *(x for x in values if is_symbolic(x))])
    signals = [s for s in (*connection.drive.values(), *connection.inputs.values()) if isinstance(s, Element)]
    return [*found, *(p for element in (connection.element, *signals, *surfaces) for p in element.parameters)]


def _check_is_element(connection: str, element: Any) -> None:
    if not isinstance(element, Element):
        forgotten = isinstance(element, type) and issubclass(element, Element)
        hint = " Did you forget the brackets?" if forgotten else ""
        raise ModelError(f"connection {connection!r}: {element!r} is not an element.{hint}")


def starting_values(model: Model) -> dict[str, Any]:
    """Values by name: what elements start with, and what connections say instead; not all of them need have a place."""
    known: dict[str, Any] = {}
    for connection in model.connections.values():
        element = connection.element
        if isinstance(element, Force):
            known |= {f"{connection.name}.{name}": value for name, value in element.start.items()}
        if isinstance(element, (Constraint, Hinge, Rotor, Force)):
            known |= {f"{connection.name}.{name}": value for name, value in connection.initial.items()}
    return known
