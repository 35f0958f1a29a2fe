"""Bodies and the points on them."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any

import numpy as np

from ..contract import ContactSurface, ElasticShape, ModelError, Parameter, parameters_of, value_of
from ..contract.arguments import NAME_ARGUMENT, takes
from ..contract.errors import joined, unknown
from ..contract.shape import Shape
from ..expr import TraceError, is_symbolic
from ..spatial import MassProperties, Pose, as_rotation, combined, inertia_matrix, matrix
from .connect_arguments import check_number
from .read_only import read_only
from .surface_methods import ORIGIN, SurfaceMaker
from .unit_check import check_element_units, check_unit_of

Claim = Callable[[str, list[Parameter]], None]
INERTIA_TOLERANCE = 1e-9
MAX_NAME = 200
"""Characters of a name."""


def _nobody(label: str, found: list[Parameter]) -> None:
    """Where there is no model to tell."""


@dataclass(frozen=True, eq=False)
class Point(SurfaceMaker):
    """A frame fixed on a body: where a connection ends. `X` is its pose in the body frame.

    It may carry a `surface`, by which the body touches others there. On a modal body it is fixed on the `frame` of this
    name, and `X` is where it stands while the body is not deformed.
    """

    body: Body
    X: Pose
    name: str | None = None
    surface: ContactSurface | None = None
    frame: str | None = None

    @property
    def holder(self) -> str:
        """The name of what it is fixed on: its body, or "arm.tip" where that is a frame of a modal body."""
        return self.body.name if self.frame is None else f"{self.body.name}.{self.frame}"

    @property
    def X_held(self) -> Pose:
        """Its pose in what it is fixed on."""
        return self.X if self.frame is None else self.body.points[self.frame].X.inverse @ self.X

    @property
    def label(self) -> str:
        """What it is called in sentences."""
        return f"a point of body {self.body.name!r}"

    def carry(self, surface: ContactSurface, at: Any = ORIGIN, rotate: Any = None) -> Point:
        """The end that carries a surface in this frame."""
        self.check_carrier()
        inner = _pose(self.body.name, at, rotate)
        X = inner if self.X.is_identity else self.X @ inner
        return Point(self.body, X, surface=surface, frame=self.frame)

    def check_carrier(self) -> None:
        """Raises on an elastic body but for its frames: a surface on the body itself would not deform with it."""
        elastic = self.body.elastic
        if elastic is None or self.frame is not None or not self.X.is_identity or self.name in elastic.data.frames:
            return
        frames = elastic.data.frames
        moving = next((name for name in reversed([*frames]) if not frames[name].is_rigid), next(iter(frames), "tip"))
        raise ModelError(
            f"body {self.body.name!r} is elastic, and where its surface goes is known of its frames alone "
            f"({joined([*frames]) or 'it has none'}): let frames carry what touches, such as "
            f'{self.body.name}.at("{moving}").tips(…); it moves and turns with its frame.'
        )

    def __repr__(self) -> str:
        if self.surface is not None:
            return f"{self.body.name}.{self.surface!r}"
        if self.name is not None:
            return f"{self.body.name}.{self.name}"
        place = ", ".join(f"{x:g}" for x in value_of(self.X.p))
        turned = "" if np.array_equal(value_of(self.X.R), np.eye(3)) else ", rotated"
        return f"{self.body.name}.at({place}{turned})"


@dataclass(eq=False)
class Body(SurfaceMaker):
    """A body: mass properties, shapes to look at, named points. Made by `model.body`, and not changed after.

    It is rigid, or a modal body whose shape has elastic coordinates; its mass properties are then those of the
    undeformed shape, and its points are frames of the shape.
    """

    name: str
    properties: MassProperties
    shapes: tuple[Shape, ...] = ()
    points: dict[str, Point] = field(default_factory=dict)
    claim: Claim = field(default=_nobody, repr=False)
    """Tells the model which Parameters a new point refers to."""
    frame_of: Body | None = field(default=None, repr=False)
    """The modal body on which it is a frame without mass; None for everything that a user draws."""

    def __setattr__(self, name: str, value: Any) -> None:
        if name in vars(self) or isinstance(getattr(type(self), name, None), property):
            raise ModelError(
                f"body {self.name!r}: its {name} is given when it is made. To vary it, give a lw.Parameter there, "
                "whose value is one of the state; or model.remove the body and make another."
            )
        super().__setattr__(name, value)

    def at(self, x: Any, y: Any = None, z: Any = None, *, rotate: Any = None) -> Point:
        """The point at (x, y, z) of the body frame; `rotate` turns its frame: {"z": 0.3} or a 3 × 3 matrix.

        Where an axis comes twice, turns are pairs: rotate=[("z", 0.3), ("x", 1.2), ("z", 0.1)].
        `at("tip")` is the named point, `at("tip", (0, 0, 0.1))` one at this place in its frame.
        """
        if isinstance(x, str):
            return self._beside(x, (0.0, 0.0, 0.0) if y is None else y, rotate)
        position = (x, y, z) if y is not None or z is not None else x
        return Point(self, self._place(position, rotate))

    def _beside(self, name: str, position: Any, rotate: Any) -> Point:
        point, inner = self[name], _pose(self.name, position, rotate)
        return point if inner.is_identity else Point(self, point.X @ inner, frame=point.frame)

    def _place(self, position: Any, rotate: Any) -> Pose:
        """A pose in the body frame; on a modal body nothing but its frames has a place that is known."""
        found = _pose(self.name, position, rotate)
        if self.elastic is None:
            return found
        frames = self.elastic.data.frames
        if not found.is_identity or not any(frame.is_rigid for frame in frames.values()):
            known = joined([*frames])
            raise ModelError(
                f"body {self.name!r} is elastic, and where its points go is known of its frames alone ({known}): "
                f'give one, {self.name}.at("{next(iter(frames), "tip")}"), or a place beside one, '
                f'{self.name}.at("{next(iter(frames), "tip")}", (0, 0, 0.1)).'
            )
        return found

    @property
    def label(self) -> str:
        """What it is called in sentences."""
        return f"body {self.name!r}"

    def carry(self, surface: ContactSurface, at: Any = ORIGIN, rotate: Any = None) -> Point:
        """The end that carries a surface in the body frame; an elastic body has them at its frames alone."""
        Point(self, Pose()).check_carrier()
        return Point(self, self._place(at, rotate), surface=surface)

    def surface(self, shape: int | None = None) -> Point:
        """The end that carries the surface of the body's own shape, or of that of this number where it has several."""
        Point(self, Pose()).check_carrier()
        count = len(self.shapes)
        if not count:
            raise ModelError(f"{self.label}: has no shape; say what it touches with, such as body.sphere(0.05).")
        if shape is None and count > 1:
            raise ModelError(f"{self.label}: has {count} shapes; say which touches: surface(0) … surface({count - 1}).")
        if shape is not None and shape not in range(count):
            raise ModelError(f"{self.label}: has no shape {shape!r}; they are numbered from 0 to {count - 1}.")
        found = self.shapes[shape or 0].surface()
        if found is None:
            raise ModelError(
                f"{self.label}: {self.shapes[shape or 0].kind} has no surface that contacts know; say what it touches "
                "with, such as body.hull(points)."
            )
        return Point(self, Pose(read_only(found[1].R), read_only(found[1].p)), surface=found[0])

    def point(self, name: str, at: Any = (0.0, 0.0, 0.0), rotate: Any = None) -> Point:
        """A named point, kept with the body; found again as `body["name"]`. `at` may name another point."""
        NAME_ARGUMENT.check(f"body {self.name!r}", "the point's name", name)
        if name in self.points:
            raise ModelError(f"body {self.name!r}: there is a point {name!r} already.")
        label = f"a point of body {self.name!r}"
        check_name(label, name)
        if isinstance(at, str):
            base = self._beside(at, (0.0, 0.0, 0.0), rotate)
            point = Point(self, base.X, name, frame=base.frame)
        else:
            point = Point(self, self._place(at, rotate), name)
        self.claim(label, parameters_of([point.X.R, point.X.p]))
        self.points[name] = point
        return point

    @takes(name=NAME_ARGUMENT)
    def __getitem__(self, name: str) -> Point:
        if name not in self.points:
            raise ModelError(f"body {self.name!r}: {unknown('point', name, self.points)}")
        return self.points[name]

    @cached_property
    def elastic(self) -> ElasticShape | None:
        """Its elastic coordinates; None where it is rigid."""
        return next((found for shape in self.shapes if (found := shape.elastic()) is not None), None)

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
    for what, value, unit in (("mass", mass, "kg"), ("com", com, "m"), ("inertia", inertia, "kg*m**2")):
        check_unit_of(f"{label}: {what}", value, unit)
    for shape in shapes:
        check_element_units(label, shape)
    check_properties(label, properties)
    body = Body(name, properties, shapes, claim=claim)
    if body.elastic is not None:
        if len(shapes) > 1 or any(x is not None for x in (mass, com, inertia)):
            raise ModelError(
                f"{label}: a modal body has the mass of its shape and no other; leave mass=, com=, inertia= and "
                "further shapes away, and weld what it carries to one of its frames."
            )
        for own, frame in body.elastic.data.frames.items():
            check_name(f"a frame of {label}", own)
            X = Pose(read_only(frame.R), read_only(frame.p))
            body.points[own] = Point(body, X, own, frame=None if frame.is_rigid else own)
    return body


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
            raise TypeError("text is not a number")
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


def are_plain(mass: np.ndarray, com: np.ndarray, inertia: np.ndarray) -> np.ndarray:
    """Which of many mass properties (members first) `check_properties` need not look at."""
    finite = np.isfinite(mass) & np.isfinite(com).all(axis=1) & np.isfinite(inertia).all(axis=(1, 2))
    same = (inertia == np.swapaxes(inertia, 1, 2)).all(axis=(1, 2))
    a, b, c = np.linalg.eigvalsh(np.where(finite[:, None, None], inertia, 0.0)).T
    return np.asarray(finite & same & (mass >= 0.0) & (a >= 0.0) & (a + b >= c * (1.0 - INERTIA_TOLERANCE)))


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
    check_unit_of(f"{label}: at", vector, "m")
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
