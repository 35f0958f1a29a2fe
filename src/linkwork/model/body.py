"""Bodies and the points on them."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

import numpy as np

from ..contract import ModelError, Parameter, parameters_of, value_of
from ..contract.arguments import NAME_ARGUMENT, takes
from ..contract.errors import unknown
from ..contract.shape import Shape
from ..expr import TraceError, is_symbolic
from ..spatial import MassProperties, Pose, as_rotation, combined, inertia_matrix, matrix
from .connect_arguments import check_number
from .read_only import read_only

Claim = Callable[[str, list[Parameter]], None]
INERTIA_TOLERANCE = 1e-9
MAX_NAME = 200
"""Characters of a name."""


def _nobody(label: str, found: list[Parameter]) -> None:
    """Where there is no model to tell."""


@dataclass(frozen=True, eq=False)
class Point:
    """A frame fixed on a body: where a connection ends. `X` is its pose in the body frame."""

    body: Body
    X: Pose
    name: str | None = None

    def __repr__(self) -> str:
        if self.name is not None:
            return f"{self.body.name}.{self.name}"
        place = ", ".join(f"{x:g}" for x in value_of(self.X.p))
        turned = "" if np.array_equal(value_of(self.X.R), np.eye(3)) else ", rotated"
        return f"{self.body.name}.at({place}{turned})"


@dataclass(eq=False)
class Body:
    """A rigid body: mass properties, shapes to look at, named points. Made by `model.body`, and not changed after."""

    name: str
    properties: MassProperties
    shapes: tuple[Shape, ...] = ()
    points: dict[str, Point] = field(default_factory=dict)
    claim: Claim = field(default=_nobody, repr=False)
    """Tells the model which Parameters a new point refers to."""

    def __setattr__(self, name: str, value: Any) -> None:
        if name in vars(self) or isinstance(getattr(type(self), name, None), property):
            raise ModelError(
                f"body {self.name!r}: its {name} is given when it is made. To vary it, give a lw.Parameter there, "
                "whose value is one of the state; or model.remove the body and make another."
            )
        super().__setattr__(name, value)

    def at(self, x: Any, y: Any = None, z: Any = None, *, rotate: Any = None) -> Point:
        """The point at (x, y, z) of the body frame; `rotate` turns its frame: {"z": 0.3} or a 3 × 3 matrix."""
        position = (x, y, z) if y is not None or z is not None else x
        return Point(self, _pose(self.name, position, rotate))

    def point(self, name: str, at: Any = (0.0, 0.0, 0.0), rotate: Any = None) -> Point:
        """A named point, kept with the body; found again as `body["name"]`."""
        NAME_ARGUMENT.check(f"body {self.name!r}", "the point's name", name)
        if name in self.points:
            raise ModelError(f"body {self.name!r}: there is a point {name!r} already.")
        label = f"a point of body {self.name!r}"
        check_name(label, name)
        point = Point(self, _pose(self.name, at, rotate), name)
        self.claim(label, parameters_of([point.X.R, point.X.p]))
        self.points[name] = point
        return point

    @takes(name=NAME_ARGUMENT)
    def __getitem__(self, name: str) -> Point:
        if name not in self.points:
            raise ModelError(f"body {self.name!r}: {unknown('point', name, self.points)}")
        return self.points[name]

    @property
    def mass(self) -> Any:
        """Its mass."""
        return self.properties.mass

    @property
    def com(self) -> Any:
        """Its centre of mass in the body frame."""
        return self.properties.com

    @property
    def inertia(self) -> Any:
        """Its inertia about the centre of mass, in body axes."""
        return self.properties.inertia

    @property
    def is_ground(self) -> bool:
        """Whether it is the ground, which does not move."""
        return False

    def __repr__(self) -> str:
        return f"<body {self.name!r}, {value_of(self.mass):g} kg>"


class Ground(Body):
    """The body that does not move: the world."""

    def __init__(self, claim: Claim = _nobody) -> None:
        super().__init__(
            "ground", MassProperties(0.0, read_only(np.zeros(3)), read_only(np.zeros((3, 3)))), claim=claim
        )

    @property
    def is_ground(self) -> bool:
        """True."""
        return True

    def __repr__(self) -> str:
        return "<ground>"


def make_body(name: str, shapes: tuple[Shape, ...], mass: Any, com: Any, inertia: Any, claim: Claim = _nobody) -> Body:
    """A body from shapes, from numbers, or from shapes with some numbers replaced; checked."""
    label = f"body {name!r}"
    if mass is not None:
        check_number(f"{label}: mass", mass)
    for shape in shapes:
        if not isinstance(shape, Shape):
            raise ModelError(
                f"{label}: {shape!r} is not a shape; give one such as lw.Rod(…), or mass=, com=, inertia=."
            )
    if shapes:
        found = [shape.properties() for shape in shapes]
        base = found[0] if len(found) == 1 else combined(found)
    elif mass is None:
        raise ModelError(f"{label}: give a shape, or mass= (with com= and inertia=).")
    else:
        base = MassProperties(mass, np.zeros(3), np.zeros((3, 3)))
    properties = MassProperties(
        base.mass if mass is None else mass,
        read_only(base.com if com is None else _vector(label, "com", com)),
        read_only(base.inertia if inertia is None else _tensor(label, inertia)),
    )
    check_properties(label, properties)
    return Body(name, properties, shapes, claim=claim)


def _is_text(value: Any) -> bool:
    return not is_symbolic(value) and np.asarray(value, dtype=object).size > 0 and np.asarray(value).dtype.kind in "SUb"


def _vector(label: str, what: str, value: Any) -> Any:
    try:
        if _is_text(value):
            raise TypeError
        vector = matrix(value)
    except (TypeError, ValueError, TraceError):
        raise ModelError(f"{label}: {what} = {value!r} is not three numbers.") from None
    if vector.shape != (3,):
        raise ModelError(f"{label}: {what} needs three numbers, has shape {vector.shape}.")
    return vector


def _tensor(label: str, value: Any) -> Any:
    try:
        if _is_text(value):
            raise TypeError("text is no number")
        return inertia_matrix(value)
    except (TypeError, ValueError, TraceError) as error:
        raise ModelError(f"{label}: inertia = {value!r}: {error}.") from None


def check_properties(label: str, properties: MassProperties) -> None:
    """Mass properties that a rigid body can have."""
    try:
        mass = float(value_of(properties.mass))
        com = np.asarray(value_of(properties.com), dtype=float)
        inertia = np.asarray(value_of(properties.inertia), dtype=float)
    except (TypeError, ValueError) as error:
        raise ModelError(f"{label}: {error}") from None
    if not np.isfinite(mass) or not np.isfinite(com).all() or not np.isfinite(inertia).all():
        raise ModelError(f"{label}: mass, centre of mass and inertia must be finite numbers.")
    if mass < 0:
        raise ModelError(f"{label}: mass is {mass:g} kg; it must not be negative.")
    scale = max(float(np.abs(inertia).max()), 1e-300)
    if np.abs(inertia - inertia.T).max() > INERTIA_TOLERANCE * scale:
        raise ModelError(f"{label}: its inertia tensor is not symmetric.")
    a, b, c = np.linalg.eigvalsh(inertia)
    if a < -INERTIA_TOLERANCE * scale:
        raise ModelError(f"{label}: its inertia has the negative principal moment {a:g} kg·m².")
    if a + b < c * (1 - INERTIA_TOLERANCE) - INERTIA_TOLERANCE * 1e-6 * scale:
        raise ModelError(
            f"{label}: principal moments {a:g}, {b:g}, {c:g} kg·m² break the triangle inequality (the sum of two is "
            "never less than the third); no distribution of mass has them. Check units and signs; inertia= is about "
            "the centre of mass."
        )


def _pose(body: str, position: Any, rotate: Any) -> Pose:
    label = f"a point of body {body!r}"
    try:
        rotation = as_rotation(rotate)
    except (TraceError, KeyError, ValueError, TypeError) as error:
        raise ModelError(f"{label}: rotate = {rotate!r}: {error}") from None
    turned = value_of(rotation)
    if rotate is not None and not np.abs(turned @ turned.T - np.eye(3)).max() <= INERTIA_TOLERANCE:  # NaN counts as off
        why = " for the values that its Parameters have" if is_symbolic(rotation) else "; give finite numbers"
        raise ModelError(f"{label}: rotate is not a rotation{why}.")
    vector = _vector(label, "at", position)
    if not np.isfinite(value_of(vector)).all():
        raise ModelError(f"{label}: at = {position!r} must be finite numbers.")
    found = Pose(read_only(rotation), read_only(vector))
    for part in (found.R, found.p):
        part.flags.writeable = False
    return found


def check_name(what: str, name: Any) -> None:
    """A name that can be part of a channel's: not empty, no dots, brackets, quotes, or white space at the ends.

    Names come from files too, and go into pages and terminals: no angle brackets, no characters that do not print.
    """
    plain = isinstance(name, str) and name == name.strip() and name.isprintable() and 0 < len(name) <= MAX_NAME
    if not plain or any(c in ".[]{}<>&\"'\\" for c in name):
        shown = f"{name[:MAX_NAME]}…" if isinstance(name, str) and len(name) > MAX_NAME else name
        advice = "use letters, digits, spaces, - _ / and no dots or brackets"
        raise ModelError(f"{what}: {shown!r} cannot be a name; {advice}.")
