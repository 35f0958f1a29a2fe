"""Solids of simple form: masses and inertias from their sizes."""

from __future__ import annotations

import re
from typing import Any

import numpy as np

from ...contract import (
    BoxSurface,
    ContactSurface,
    CylinderSurface,
    EllipsoidSurface,
    ModelError,
    Shape,
    SphereSurface,
    option,
    parameter,
    register,
    value_of,
)
from ...contract import axis as direction
from ...contract.section import density_doubts
from ...contract.shape import placed_primitive
from ...expr import array, pi
from ...spatial import MassProperties, Pose, as_rotation, frame_with_z, matrix

COLOR = re.compile(r"#[0-9a-f]{6}([0-9a-f]{2})?", re.IGNORECASE)


def as_color(given: Any) -> str:
    """A colour as pages write it."""
    if not isinstance(given, str) or not COLOR.fullmatch(given):
        raise ModelError(f'{given!r} is not a colour; give "#rrggbb", or "#rrggbbaa" for one that is seen through')
    return given


class Solid(Shape):
    """m = ρ V: a uniform solid, given `mass` or `density`, placed in the body frame by `at` and `rotate`.

    A solid writes, in its own frame and for unit mass, its `centre`, its `gyration` (the inertia tensor about the
    centre), its `volume`, and its `primitives`: what a viewer draws, each with a `kind`, its dimensions, and where it
    stands in the solid's frame (`position`, `rotation`, both left out where they are trivial). Kinds are box (size,
    centred), sphere (radius), ellipsoid (radii), cylinder (radius, length, along z, centred), cone (radius, length,
    along z from its base), point, and mesh (vertices, faces).
    """

    mass = parameter(unit="kg", default=None, check="nonnegative", doc="its mass")
    density = parameter(unit="kg/m**3", default=None, check="nonnegative", doc="or its density")
    at = parameter(unit="m", default=(0.0, 0.0, 0.0), shape=3, doc="where its own frame stands in the body")
    rotate = option(default=None, convert=as_rotation, doc='how it is turned: {"z": 0.3}, [("z", 0.3)] or a matrix')
    color = option(default=None, convert=as_color, doc='of the picture, "#c04030"; every body has one of its own')

    def __init_subclass__(cls, **kwargs: Any) -> None:
        super().__init_subclass__(**kwargs)
        cls._put_last(Solid.fields)  # so that Rod(0.2, mass=1) means what it says

    def validate(self) -> None:
        """One of mass and density is given."""
        if (self.mass is None) == (self.density is None):
            given = "neither" if self.mass is None else "both"
            raise ModelError(f"{self.kind}: give mass or density, one of them; {given} was given.")

    @property
    def doubts(self) -> tuple[tuple[str, str], ...]:
        """A density that is one in g/cm³."""
        return density_doubts(self.density)

    def volume(self) -> Any:
        """V in m³."""
        raise ModelError(f"{self.kind}: a solid must have volume(self).")

    def centre(self) -> Any:
        """The centre of mass in the solid's own frame."""
        return np.zeros(3)

    def gyration(self) -> Any:
        """The inertia tensor of unit mass about the centre of mass, 3 × 3, in the solid's own axes."""
        raise ModelError(f"{self.kind}: a solid must have gyration(self).")

    def primitives(self) -> list[dict[str, Any]]:
        """What is drawn, in the solid's own frame."""
        return []

    @property
    def pose(self) -> Pose:
        """Where the solid's own frame stands in the body frame."""
        return Pose(as_rotation(self.rotate), self.at)

    def properties(self) -> MassProperties:
        """Mass, centre of mass and inertia about it, in the body frame."""
        try:
            with np.errstate(over="ignore", invalid="ignore"):  # what is not finite is refused by the body
                return self._properties()
        except OverflowError:
            raise ModelError(f"{self.kind}: its sizes are too large for mass and inertia to be numbers.") from None

    def _properties(self) -> MassProperties:
        mass = self.density * self.volume() if self.mass is None else self.mass
        return MassProperties(mass, matrix(self.centre()), mass * matrix(self.gyration())).moved(self.pose)

    def outside(self) -> tuple[ContactSurface, Pose] | None:
        """(its surface, where that stands in the solid's own frame); None where contacts know no such surface."""
        return None

    def surface(self) -> tuple[ContactSurface, Pose] | None:
        """The same in the body frame."""
        found = self.outside()
        return None if found is None else (found[0], self.pose @ found[1])

    def looks(self) -> list[dict[str, Any]]:
        """Primitives with plain numbers, Parameters at their own values, posed in the body frame."""
        dyed = {} if self.color is None else {"color": self.color}
        return [placed_primitive({**primitive, **dyed}, self.pose) for primitive in self.primitives()]


def axial(along: Any, across: Any, direction: Any = (0.0, 0.0, 1.0)) -> Any:
    """The tensor of a body of revolution: J_t E + (J_a − J_t) n nᵀ, J_a `along` and J_t `across` the direction n."""
    n = np.asarray(direction, dtype=float)
    nn = np.outer(n, n)
    return matrix(along * nn + across * (np.eye(3) - nn))


def diagonal_tensor(a: Any, b: Any, c: Any) -> Any:
    """A tensor with these principal moments about x, y, z."""
    return matrix([[a, 0.0, 0.0], [0.0, b, 0.0], [0.0, 0.0, c]])


@register
class PointMass(Shape):
    """J = 0 about the point itself, m (d·d E − d dᵀ) about another: all of the `mass` `at` one point."""

    mass = parameter(unit="kg", check="nonnegative", doc="m")
    at = parameter(unit="m", default=(0.0, 0.0, 0.0), shape=3, doc="where it is in the body")

    def properties(self) -> MassProperties:
        """Mass, and where it is."""
        return MassProperties(self.mass, matrix(self.at), np.zeros((3, 3)))

    def looks(self) -> list[dict[str, Any]]:
        """A point."""
        return [placed_primitive({"kind": "point"}, Pose(np.eye(3), self.at))]


DRAWN_RADIUS = 0.02
"""A thin rod is drawn with this part of its length as radius."""


@register
class Rod(Solid):
    """J_y = J_z = m (l²/12 + r²/4), J_x = m r²/2: a round rod along x, from 0 to `length` l.

    Without `radius` r it is thin: J_x = 0 and only a mass can be given.
    """

    length = parameter(unit="m", check="positive", doc="l")
    radius = parameter(unit="m", default=0.0, check="nonnegative", doc="r; 0 is thin")

    def validate(self) -> None:
        """A thin rod has a mass."""
        super().validate()
        if self.density is not None and value_of(self.radius) == 0.0:
            raise ModelError(f"{self.kind}: a thin rod has no volume; give its mass, or a radius.")

    def volume(self) -> Any:
        """V = π r² l."""
        return pi * self.radius**2 * self.length

    def centre(self) -> Any:
        """The middle."""
        return [self.length / 2.0, 0.0, 0.0]

    def gyration(self) -> Any:
        """J for unit mass."""
        square = self.radius**2
        return axial(square / 2.0, self.length**2 / 12.0 + square / 4.0, (1.0, 0.0, 0.0))

    def outside(self) -> tuple[ContactSurface, Pose] | None:
        """A cylinder along x; a thin rod has none."""
        if not value_of(self.radius):
            return None
        return CylinderSurface(self.radius, self.length), Pose(frame_with_z("x"), matrix(self.centre()))

    def primitives(self) -> list[dict[str, Any]]:
        """A cylinder along x."""
        radius = value_of(self.radius) or DRAWN_RADIUS * value_of(self.length)
        base = {"kind": "cylinder", "radius": radius, "length": self.length}
        return [{**base, "position": self.centre(), "rotation": frame_with_z("x")}]


@register
class Box(Solid):
    """J_x = m (b² + c²)/12, and so on: a box of `size` (a, b, c) along x, y, z, centred on its frame."""

    size = parameter(unit="m", shape=3, check="positive", doc="a, b, c")

    def volume(self) -> Any:
        """V = a b c."""
        a, b, c = self.size
        return a * b * c

    def gyration(self) -> Any:
        """J for unit mass."""
        a, b, c = self.size**2
        return diagonal_tensor((b + c) / 12.0, (a + c) / 12.0, (a + b) / 12.0)

    def outside(self) -> tuple[ContactSurface, Pose]:
        """A box."""
        return BoxSurface(self.size), Pose()

    def primitives(self) -> list[dict[str, Any]]:
        """A box."""
        return [{"kind": "box", "size": self.size}]


DRAWN_THICKNESS = 0.01
"""A thin plate is drawn with this part of its shorter side as thickness."""


@register
class Plate(Solid):
    """J_x = m (b² + h²)/12, J_y = m (a² + h²)/12, J_z = m (a² + b²)/12: a rectangular plate in the xy plane, centred.

    `size` (a, b) along x and y. Without `thickness` h it is thin, and only a mass can be given.
    """

    size = parameter(unit="m", shape=2, check="positive", doc="a, b")
    thickness = parameter(unit="m", default=0.0, check="nonnegative", doc="h; 0 is thin")

    def validate(self) -> None:
        """A thin plate has a mass."""
        super().validate()
        if self.density is not None and value_of(self.thickness) == 0.0:
            raise ModelError(f"{self.kind}: a thin plate has no volume; give its mass, or a thickness.")

    def volume(self) -> Any:
        """V = a b h."""
        return self.size[0] * self.size[1] * self.thickness

    def gyration(self) -> Any:
        """J for unit mass."""
        (a, b), h = self.size**2, self.thickness**2
        return diagonal_tensor((b + h) / 12.0, (a + h) / 12.0, (a + b) / 12.0)

    def outside(self) -> tuple[ContactSurface, Pose] | None:
        """A box; a thin plate has none."""
        if not value_of(self.thickness):
            return None
        return BoxSurface(array([*self.size, self.thickness])), Pose()

    def primitives(self) -> list[dict[str, Any]]:
        """A box."""
        a, b = value_of(self.size)
        return [{"kind": "box", "size": [a, b, value_of(self.thickness) or DRAWN_THICKNESS * min(a, b)]}]


@register
class Sphere(Solid):
    """J = 2 m r²/5: a sphere of `radius` r, centred on its frame."""

    radius = parameter(unit="m", check="positive", doc="r")

    def volume(self) -> Any:
        """V = 4π r³/3."""
        return 4.0 * pi / 3.0 * self.radius**3

    def gyration(self) -> Any:
        """J for unit mass."""
        moment = 0.4 * self.radius**2
        return diagonal_tensor(moment, moment, moment)

    def outside(self) -> tuple[ContactSurface, Pose]:
        """A sphere."""
        return SphereSurface(self.radius), Pose()

    def primitives(self) -> list[dict[str, Any]]:
        """A sphere."""
        return [{"kind": "sphere", "radius": self.radius}]


@register
class Ellipsoid(Solid):
    """J_x = m (b² + c²)/5, and so on: an ellipsoid of `radii` (a, b, c) along x, y, z, centred on its frame."""

    radii = parameter(unit="m", shape=3, check="positive", doc="a, b, c")

    def volume(self) -> Any:
        """V = 4π a b c/3."""
        a, b, c = self.radii
        return 4.0 * pi / 3.0 * (a * b * c)

    def gyration(self) -> Any:
        """J for unit mass."""
        a, b, c = self.radii**2
        return diagonal_tensor((b + c) / 5.0, (a + c) / 5.0, (a + b) / 5.0)

    def outside(self) -> tuple[ContactSurface, Pose]:
        """An ellipsoid."""
        return EllipsoidSurface(self.radii), Pose()

    def primitives(self) -> list[dict[str, Any]]:
        """An ellipsoid."""
        return [{"kind": "ellipsoid", "radii": self.radii}]


@register
class Cylinder(Solid):
    """J_a = m (R² + r²)/2, J_t = m (R² + r²)/4 + m l²/12: a cylinder about `axis`, centred on its frame.

    `radius` R, `length` l; with `inner_radius` r it is a tube.
    """

    radius = parameter(unit="m", check="positive", doc="R")
    length = parameter(unit="m", check="positive", doc="l")
    axis = direction("z")
    inner_radius = parameter(unit="m", default=0.0, check="nonnegative", doc="r, for a tube")

    def validate(self) -> None:
        """The wall of a tube has a thickness."""
        super().validate()
        if value_of(self.inner_radius) >= value_of(self.radius):
            raise ModelError(f"{self.kind}: inner_radius must be less than radius = {value_of(self.radius):g} m.")

    def volume(self) -> Any:
        """V = π (R² − r²) l."""
        return pi * (self.radius**2 - self.inner_radius**2) * self.length

    def gyration(self) -> Any:
        """J for unit mass."""
        square = self.radius**2 + self.inner_radius**2
        return axial(square / 2.0, square / 4.0 + self.length**2 / 12.0, self.axis)

    def outside(self) -> tuple[ContactSurface, Pose]:
        """A cylinder, the outside of a tube too."""
        return CylinderSurface(self.radius, self.length), Pose(frame_with_z(self.axis))

    def primitives(self) -> list[dict[str, Any]]:
        """A cylinder, turned to the axis."""
        shown = {"radius": self.radius, "length": self.length, "inner_radius": self.inner_radius}
        return [{"kind": "cylinder", **shown, "rotation": frame_with_z(self.axis)}]


@register
class Cone(Solid):
    """J_a = 3 m r²/10, J_t = 3 m (r²/20 + l²/80): a cone with its base on the frame's origin and its tip along `axis`.

    `radius` r of the base, `length` l from base to tip; the centre of mass is l/4 above the base.
    """

    radius = parameter(unit="m", check="positive", doc="r")
    length = parameter(unit="m", check="positive", doc="l")
    axis = direction("z")

    def volume(self) -> Any:
        """V = π r² l/3."""
        return pi / 3.0 * self.radius**2 * self.length

    def centre(self) -> Any:
        """l/4 above the base."""
        return self.length / 4.0 * np.array(self.axis)

    def gyration(self) -> Any:
        """J for unit mass."""
        square = self.radius**2
        return axial(0.3 * square, 0.15 * square + 0.0375 * self.length**2, self.axis)

    def primitives(self) -> list[dict[str, Any]]:
        """A cone, turned to the axis."""
        return [{"kind": "cone", "radius": self.radius, "length": self.length, "rotation": frame_with_z(self.axis)}]
