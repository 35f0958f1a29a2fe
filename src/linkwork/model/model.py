"""The model: bodies and connections, edited freely, compiled later."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import replace
from typing import Any

from ..contract import Element, Force, Hinge, ModelError, Parameter, Rotor, hinge_of, parameters_of
from ..contract.arguments import NAME_ARGUMENT, takes
from ..contract.errors import unknown
from ..contract.parameters import parameters_in
from ..contract.shape import Shape
from ..expr import is_symbolic
from ..spatial import Pose
from .body import Body, Ground, Point, check_name, make_body
from .check import Remark, checked_silence, findings
from .connect_arguments import FrozenDict, as_drives, as_inputs, as_locks, as_mapping, moved_input
from .connection import Connection, ConnectionEnd, Coordinate, TreeRole, check_connection, coordinate_names
from .gravity import checked_gravity, gravity_at
from .members import SEALED, Members

STANDARD_GRAVITY = (0.0, 0.0, -9.81)
_TWICE = "two Parameters are called {!r}; use one object, or two names."


class Model:
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
    ) -> Connection:
        """A new connection: `element` between `ends`.

        An end is a point (`body.at(0, 0, 1)`), a body (its origin), or for couplings a coordinate ("A.angle"). A force
        with the one end "A.angle" acts along that coordinate, between the ends of the hinge. `drive` prescribes
        coordinates of a hinge by signals, functions of time or expressions of `lw.t`; `lock` fixes them (names, or
        names with values). `initial` gives starting values of coordinates, speeds and states. `inputs` drive an active
        element. `tree` forces a hinge to be a "branch" of the tree, or the "cut" of its loop.
        """
        self._check_new("connection", name)
        _check_is_element(name, element)
        label = f"connection {name!r}"
        element, ends = self._along_hinge(label, element, tuple(self._end(name, end) for end in ends))
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
        )
        check_connection(connection)
        self._claim(f"connection {name!r}", parameters_of_connection(connection))
        self.connections[name] = connection
        return connection

    @takes(name=NAME_ARGUMENT)
    def remove(self, name: str) -> None:
        """Takes a connection, or a body with everything connected to it, out of the model."""
        if name in self.connections:
            del self.connections[name]
        elif name in self.bodies:
            body = self.bodies.pop(name)
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

    def _keep(self, connections: Mapping[str, Connection]) -> None:
        self.connections = Members("connection", connections)

    def __getitem__(self, name: str) -> Body | Connection:
        if name == "ground":
            return self.ground
        found: Body | Connection | None = self.bodies.get(name) or self.connections.get(name)
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
        return twin

    def include(self, other: Model, prefix: str = "", on: Point | Body | None = None) -> dict[str, Body | Connection]:
        """Everything of another model put into this one, names preceded by `prefix`; its ground becomes `on`.

        Returns the new bodies and connections under their old names. Gravity is this model's.
        """
        base = self._point(f"include {other.name!r}", on) if on is not None else self.ground.at(0.0, 0.0, 0.0)
        # Everything is checked before anything is added: a failure leaves this model as it was.
        for what, names in (("body", other.bodies), ("connection", other.connections)):
            for name in names:
                self._check_new(what, prefix + name)
        for name in other.ground.points:
            if prefix + name in base.body.points:
                raise ModelError(
                    f"include {other.name!r}: body {base.body.name!r} has a point {prefix + name!r} already; "
                    "give another prefix."
                )
        self._claim(f"include {other.name!r}", list(other.parameters.values()))
        made: dict[str, Body | Connection] = {}
        stays = Pose()
        moved: dict[Body, tuple[Body, Pose]] = {other.ground: (base.body, base.X)}
        for name, point in list(other.ground.points.items()):
            base.body.points[prefix + name] = Point(base.body, _moved(base.X, point.X), prefix + name)
        for name, body in list(other.bodies.items()):
            twin = Body(prefix + name, body.properties, body.shapes, claim=self._claim)
            twin.points.update({n: Point(twin, p.X, n) for n, p in body.points.items()})
            self.bodies[twin.name] = made[name] = twin
            moved[body] = (twin, stays)
        own = {*other.bodies, *other.connections}
        is_moved = not base.X.is_identity
        for name, connection in list(other.connections.items()):
            ends = tuple(_moved_end(end, moved, prefix, is_moved) for end in connection.ends)
            inputs = FrozenDict({n: moved_input(x, prefix, own) for n, x in connection.inputs.items()})
            self.connections[prefix + name] = made[name] = replace(
                connection, name=prefix + name, ends=ends, inputs=inputs
            )
        return made

    def check(self) -> list[str]:
        """What is allowed but looks like a mistake, in sentences; empty where nothing does."""
        return [str(remark) for remark in self.remarks()]

    def remarks(self) -> list[Remark]:
        """The same with the name of each kind, by which `silence` leaves it out."""
        return findings(self.bodies.values(), self.connections.values(), self.gravity, self.silence)

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
        """A force on the coordinate of a hinge as one between the ends of that hinge."""
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
        return f"model {self.name!r}: {unknown('body or connection', name, [*self.bodies, *self.connections])}"

    def _check_new(self, what: str, name: str) -> None:
        check_name(f"model {self.name!r}: a {what}", name)
        if name == "ground" or name in self.bodies or name in self.connections:
            taken = "the ground" if name == "ground" else "a body" if name in self.bodies else "a connection"
            raise ModelError(f"model {self.name!r}: the name {name!r} is taken by {taken}; names are unique.")

    def __repr__(self) -> str:
        return f"<model {self.name!r}: {len(self.bodies)} bodies, {len(self.connections)} connections>"


def _moved_end(
    end: ConnectionEnd, moved: Mapping[Body, tuple[Body, Pose]], prefix: str, is_moved: bool
) -> ConnectionEnd:
    if isinstance(end, Coordinate):
        return Coordinate(prefix + end.connection, end.name)
    body, pose = moved[end.body]
    name = prefix + end.name if end.name is not None and end.body.is_ground else end.name
    return Point(body, _moved(pose, end.X) if is_moved else end.X, name)


def _moved(pose: Pose, X: Pose) -> Pose:
    return X if pose.is_identity else pose @ X


def parameters_of_body(body: Body) -> list[Parameter]:
    """The Parameters in the mass properties, shapes and points of a body."""
    values = [body.mass, body.com, body.inertia]
    found = parameters_of([*values, *(x for point in body.points.values() for x in (point.X.R, point.X.p))])
    return [*found, *(p for shape in body.shapes for p in shape.parameters)]


def parameters_of_connection(connection: Connection) -> list[Parameter]:
    """The Parameters of a connection: of its element, its ends, its signals and values."""
    places = [x for end in connection.ends if isinstance(end, Point) for x in (end.X.R, end.X.p)]
    values = (*connection.lock.values(), *connection.initial.values(), *connection.inputs.values())
    found = parameters_of([*places, *(x for x in values if is_symbolic(x))])
    signals = [s for s in (*connection.drive.values(), *connection.inputs.values()) if isinstance(s, Element)]
    return [*found, *(p for element in (connection.element, *signals) for p in element.parameters)]


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
        if isinstance(element, (Hinge, Rotor, Force)):
            known |= {f"{connection.name}.{name}": value for name, value in connection.initial.items()}
    return known
