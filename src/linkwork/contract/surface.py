"""Surfaces by which bodies touch: geometry alone, in the axes of the end of a connection that carries it.

Along `axis` of a surface, across a plane and about the axis of a disc is always z of that end, which `body.cylinder(…,
axis="x")` turns. Solids fill what a surface encloses; that of a plane is z ≤ 0.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from itertools import product
from typing import Any, ClassVar, NamedTuple

import numpy as np

from ..expr import array, cos, cross, is_symbolic, jacobian, sin, substitute, symbols
from ..expr.graph import as_expr
from ..spatial import AXES, matrix, normalised, orthonormal
from .element import Element
from .errors import ModelError
from .fields import option, parameter
from .parameters import value_of
from .shape import Curve

CORNER_SIGNS = tuple(product((-1.0, 1.0), repeat=3))


class CollisionShape(NamedTuple):
    """A surface in plain numbers, as tables for the detection of collisions have it."""

    kind: str
    """plane, sphere, capsule, box, cylinder, disc, hull or ellipsoid."""
    size: tuple[float, ...] = ()
    """Radii and half lengths."""
    vertices: np.ndarray | None = None
    """Those of a hull (n × 3)."""


def _names(value: Any) -> tuple[str, ...]:
    if isinstance(value, str) or not all(isinstance(name, str) for name in value):
        raise ModelError("is not a list of names")
    for name in value:
        if not name or name != name.strip() or any(c in ".[]{}<>&\"'\\" for c in name):
            raise ModelError(f"{name!r} cannot be a name; use letters, digits, spaces, - _ / and no dots or brackets")
    return tuple(value)


def _face(value: Any) -> str:
    axis, side = face_of(value)
    return f"{'-' if side < 0 else ''}{'xyz'[axis]}"


class ContactSurface(Element):
    """What a body touches others with. It is data: `lw.UnilateralContact` finds the gap between two of them.

    A body makes it where it stands: `body.sphere(0.05)`, `body.plane("z")`, `body.surface()`.
    """

    ends: ClassVar[int | None] = 0

    def collision_shape(self) -> CollisionShape:
        """Kind, half lengths and vertices, Parameters at their own values."""
        raise ModelError(
            f"{self.kind}: is not a surface of a solid in space, and not known to time stepping; contacts with it run "
            "from event to event."
        )

    @property
    def is_solid(self) -> bool:
        """Whether it is the outside of a solid in space, whose collisions with others can be detected."""
        return type(self).collision_shape is not ContactSurface.collision_shape

    def primitives(self) -> list[dict[str, Any]]:
        """What a viewer draws, in the frame of the surface."""
        return []


class SmoothSurface(ContactSurface):
    r"""A surface P(s) with a tangent plane everywhere, as `lw.SurfaceOnSurface` needs it.

    It writes `point(*s)`: three numbers or expressions. Its `unknowns` s are two, u and v, or more with as many
    `relations` that hold among them (an ellipsoid has a unit vector, and so no poles). Two unit tangents whose product
    points out of the solid follow by differentiation, along $\partial P/\partial u$ and $\partial P/\partial v$; where
    `side` is −1 they are exchanged. `extent` says between which numbers u and v mean something, and `comes_back`, which
    of them end where they began. It reads nothing but its own values and s.
    """

    unknowns: ClassVar[tuple[str, ...]] = ("u", "v")

    @property
    def side(self) -> float:
        """−1 where the solid is on the other side: a `hollow` surface, in which others move."""
        return -1.0 if self.values.get("hollow") else 1.0

    @property
    def comes_back(self) -> tuple[bool, bool]:
        """Whether the ends of the extents of u and v are one and the same."""
        return False, False

    def point(self, *s: Any) -> Any:
        """P(s), in the axes of the end that carries it."""
        raise ModelError(f"{self.kind}: a smooth surface must have point(self, {', '.join(self.unknowns)}).")

    @property
    def extent(self) -> tuple[tuple[float, float], tuple[float, float]]:
        """Between which numbers u and v mean something; infinite where there is no end."""
        return (-math.inf, math.inf), (-math.inf, math.inf)

    def chart(self, u: Any, v: Any) -> tuple[Any, ...]:
        """The unknowns at (u, v), by which a surface is sampled: these themselves."""
        return u, v

    def relations(self, *s: Any) -> tuple[Any, ...]:
        """What is zero of the unknowns where they are more than two."""
        return ()

    def slopes(self, *s: Any) -> Any:
        """∂P/∂s, one row for each of the unknowns."""
        names = symbols("surface_parameter", len(self.unknowns))
        slopes = jacobian(array([as_expr(x) for x in array(self.point(*names))]), names)
        entries = [as_expr(x) for x in slopes.T.ravel()]
        found = substitute(entries, dict(zip(names, map(as_expr, s), strict=True)))
        plain = not any(map(is_symbolic, s)) and not self.parameters
        return array([x.data if plain else x for x in found]).reshape(len(s), 3)

    def tangents(self, *s: Any) -> tuple[Any, Any]:
        """Two unit vectors in the tangent plane; their product points out of the solid."""
        first, second = (normalised(matrix(x)) for x in self.slopes(*s))
        return (second, first) if self.side < 0.0 else (first, second)

    def normal(self, *s: Any) -> Any:
        """The unit vector out of the solid."""
        return normalised(cross(*self.tangents(*s)))


class RoundSurface(SmoothSurface):
    """A surface whose points follow the direction d of a unit vector (x, y, z), which has no poles."""

    unknowns: ClassVar[tuple[str, ...]] = ("x", "y", "z")

    @property
    def comes_back(self) -> tuple[bool, bool]:
        """All round."""
        return True, False

    @property
    def extent(self) -> tuple[tuple[float, float], tuple[float, float]]:
        """Longitude and latitude."""
        return (-math.pi, math.pi), (-0.5 * math.pi, 0.5 * math.pi)

    def chart(self, u: Any, v: Any) -> tuple[Any, ...]:
        """d at longitude u and latitude v."""
        return np.cos(v) * np.cos(u), np.cos(v) * np.sin(u), np.sin(v)

    def relations(self, *s: Any) -> tuple[Any, ...]:
        """That d has the length one."""
        x, y, z = s
        return (x * x + y * y + z * z - 1.0,)

    def normal(self, *s: Any) -> Any:
        """d itself."""
        return matrix([self.side * x for x in s])

    def tangents(self, *s: Any) -> tuple[Any, Any]:
        """Any two across the normal."""
        return orthonormal(self.normal(*s))


class PlaneSurface(SmoothSurface):
    """z ≤ 0: everything under the plane of x and y, without an end; z is its normal."""

    def point(self, *s: Any) -> Any:
        """(u, v, 0)."""
        return matrix([*s, 0.0])

    def collision_shape(self) -> CollisionShape:
        """A plane."""
        return CollisionShape("plane")


class SphereSurface(RoundSurface):
    """|x| ≤ r: a sphere of `radius` r about its frame; with `hollow` its inside, |x| ≥ r, in which others move."""

    radius = parameter(unit="m", check="positive", doc="r")
    hollow = option(default=False, choices=(False, True), doc="whether others move inside it")

    def point(self, *s: Any) -> Any:
        """r d."""
        return matrix([self.radius * x for x in s])

    @property
    def is_solid(self) -> bool:
        """Not where it is hollow."""
        return not self.hollow

    def collision_shape(self) -> CollisionShape:
        """A sphere."""
        return CollisionShape("sphere", _numbers(self.radius)) if self.is_solid else super().collision_shape()

    def primitives(self) -> list[dict[str, Any]]:
        """A sphere; nothing where it would hide what is inside."""
        return [] if self.hollow else [{"kind": "sphere", "radius": self.radius}]


class BoxSurface(ContactSurface):
    """|x| ≤ a/2, |y| ≤ b/2, |z| ≤ c/2: a box of `size` (a, b, c), its full edge lengths.

    From event to event, points touch one `face` of it, "z" or "-x"; time stepping knows all of it.
    """

    size = parameter(unit="m", shape=3, check="positive", doc="a, b, c")
    face = option(default=None, convert=_face, doc="the face that points touch")

    def corners(self) -> Any:
        """Its eight corners (8 × 3), x slowest."""
        return box_corners(self.size)

    def collision_shape(self) -> CollisionShape:
        """A box."""
        return CollisionShape("box", _numbers(0.5 * self.size))

    def primitives(self) -> list[dict[str, Any]]:
        """A box."""
        return [{"kind": "box", "size": self.size}]


class CapsuleSurface(ContactSurface):
    """Everything within `radius` r of a segment of `length` l along z: a cylinder with half spheres on its ends."""

    radius = parameter(unit="m", check="positive", doc="r")
    length = parameter(unit="m", check="positive", doc="l, from centre to centre of its round ends")

    def collision_shape(self) -> CollisionShape:
        """A capsule."""
        return CollisionShape("capsule", _numbers(self.radius, 0.5 * self.length))

    def primitives(self) -> list[dict[str, Any]]:
        """A cylinder and two spheres."""
        round_end = {"kind": "sphere", "radius": self.radius}
        ends = [{**round_end, "position": [0.0, 0.0, side * self.length]} for side in (-0.5, 0.5)]
        return [{"kind": "cylinder", "radius": self.radius, "length": self.length}, *ends]


class CylinderSurface(SmoothSurface):
    """x² + y² ≤ r², |z| ≤ l/2: a round cylinder of `radius` r and `length` l, about z."""

    radius = parameter(unit="m", check="positive", doc="r")
    length = parameter(unit="m", check="positive", doc="l")

    def point(self, *s: Any) -> Any:
        """On its round side, at angle u and height v."""
        u, v = s
        return matrix([self.radius * cos(u), self.radius * sin(u), v])

    @property
    def comes_back(self) -> tuple[bool, bool]:
        """All round."""
        return True, False

    @property
    def extent(self) -> tuple[tuple[float, float], tuple[float, float]]:
        """All round, and from end to end."""
        half = 0.5 * float(value_of(self.length))
        return (-math.pi, math.pi), (-half, half)

    def collision_shape(self) -> CollisionShape:
        """A cylinder."""
        return CollisionShape("cylinder", _numbers(self.radius, 0.5 * self.length))

    def primitives(self) -> list[dict[str, Any]]:
        """A cylinder."""
        return [{"kind": "cylinder", "radius": self.radius, "length": self.length}]


class DiscSurface(ContactSurface):
    """x² + y² ≤ r², z = 0: a thin disc of `radius` r about z; it touches a plane with its edge."""

    radius = parameter(unit="m", check="positive", doc="r")

    def collision_shape(self) -> CollisionShape:
        """A disc."""
        return CollisionShape("disc", _numbers(self.radius))

    def primitives(self) -> list[dict[str, Any]]:
        """A flat cylinder."""
        return [{"kind": "cylinder", "radius": self.radius, "length": 0.01 * self.radius}]


class EllipsoidSurface(RoundSurface):
    """(x/a)² + (y/b)² + (z/c)² ≤ 1: an ellipsoid of semi-axes `radii` (a, b, c)."""

    radii = parameter(unit="m", shape=3, check="positive", doc="a, b, c")
    hollow = option(default=False, choices=(False, True), doc="whether others move inside it")

    def point(self, *s: Any) -> Any:
        """(a x, b y, c z)."""
        return matrix([a * x for a, x in zip(self.radii, s, strict=True)])

    def normal(self, *s: Any) -> Any:
        """Along (x/a, y/b, z/c)."""
        return self.side * normalised(matrix([x / a for a, x in zip(self.radii, s, strict=True)]))

    @property
    def is_solid(self) -> bool:
        """Not where it is hollow."""
        return not self.hollow

    def collision_shape(self) -> CollisionShape:
        """An ellipsoid."""
        return CollisionShape("ellipsoid", _numbers(*self.radii)) if self.is_solid else super().collision_shape()

    def primitives(self) -> list[dict[str, Any]]:
        """An ellipsoid."""
        return [{"kind": "ellipsoid", "radii": self.radii}]


class PointCloud(ContactSurface):
    """What is made of `points`: their hull collides."""

    points = parameter(unit="m", shape=(None, 3), doc="places of the points; of a hull, those outside are its corners")

    def corners(self) -> Any:
        """Its points (n × 3)."""
        return self.points

    def collision_shape(self) -> CollisionShape:
        """Their hull."""
        return CollisionShape("hull", (), np.asarray(value_of(self.points), dtype=float))

    def primitives(self) -> list[dict[str, Any]]:
        """Points, until somebody asks for faces."""
        return [{"kind": "point", "position": p} for p in self.points]


class PointsSurface(PointCloud):
    """Points of a body that touch, and nothing between them: the feet of a table, the corners of a box.

    `names` are those of the points. Where collisions are detected (time stepping) it is their convex hull.
    """

    names = option(default=(), convert=_names, doc="a name for each")

    def validate(self) -> None:
        """There are points, each with a name or none of them."""
        if not len(self.points):
            raise ModelError(f"{self.kind}: has no points; give at least one.")
        if self.names and len(self.names) != len(self.points):
            raise ModelError(f"{self.kind}: has {len(self.names)} names for {len(self.points)} points.")
        if len(set(self.names)) < len(self.names):
            raise ModelError(f"{self.kind}: two of its points have one name.")


class HullSurface(PointCloud):
    """The convex hull of `points`: a convex polyhedron."""

    def validate(self) -> None:
        """It encloses a volume."""
        places = np.asarray(value_of(self.points), dtype=float)
        size = float(np.ptp(places, axis=0).max()) if len(places) else 0.0
        if len(places) < 4 or np.linalg.matrix_rank(places[1:] - places[0], tol=1e-9 * size) < 3:
            raise ModelError(
                f"{self.kind}: its points enclose no volume; give four or more that are not in a plane, or "
                "body.tip(…) and body.corners(…) for points that touch by themselves."
            )


class OutlineSurface(ContactSurface):
    """A plane `curve` in x and y of its frame, for bodies that move in that plane: a cam, a roller, a pin in a hole.

    The curve has its solid on the left, seen along growing s: a circle is full, and `hollow` makes a hole of it.
    """

    curve = option(doc="a curve in the xy plane")
    hollow = option(default=False, choices=(False, True), doc="whether the solid is on the other side")

    def validate(self) -> None:
        """It is a curve."""
        if not isinstance(self.curve, Curve):
            raise ModelError(
                f"{self.kind}: curve = {self.curve!r} is not a curve; give one such as lw.CircleCurve(0.1)."
            )


SURFACES: tuple[type[ContactSurface], ...] = (
    PlaneSurface,
    SphereSurface,
    BoxSurface,
    CapsuleSurface,
    CylinderSurface,
    DiscSurface,
    EllipsoidSurface,
    PointsSurface,
    HullSurface,
    OutlineSurface,
)
"""All of them."""


def box_corners(size: Any, face: Any = None) -> Any:
    """The corners (8 × 3) of a box of these edge lengths, or the four of its face across `face` ("-z")."""
    return matrix(array([[0.5 * s * x for s, x in zip(signs, size, strict=True)] for signs in corner_signs(face)]))


def corner_names(face: Any = None) -> tuple[str, ...]:
    """ "corner +-+" and so on: the signs of x, y and z."""
    return tuple("corner " + "".join("+" if s > 0 else "-" for s in signs) for signs in corner_signs(face))


def corner_signs(face: Any = None) -> Sequence[tuple[float, ...]]:
    """Signs of the corners of a box, of all or of those on one face."""
    if face is None:
        return CORNER_SIGNS
    axis, side = face_of(face)
    return [signs for signs in CORNER_SIGNS if signs[axis] == side]


def face_of(face: str) -> tuple[int, float]:
    """(axis, side) of the face of a box: (2, −1) for "-z"."""
    if not isinstance(face, str) or face.lstrip("+-") not in AXES or len(face) > 2:
        raise ModelError(f"{face!r} is not a face of a box; give 'x', '-x', 'y', '-y', 'z' or '-z'")
    return list(AXES).index(face[-1]), -1.0 if face[0] == "-" else 1.0


def _numbers(*values: Any) -> tuple[float, ...]:
    return tuple(float(x) for value in values for x in np.ravel(value_of(value)))
