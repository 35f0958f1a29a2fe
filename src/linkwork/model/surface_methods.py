"""Ends with surfaces: what bodies and points make of geometry, so that contacts need no surfaces of their own."""

from __future__ import annotations

from abc import abstractmethod
from typing import TYPE_CHECKING, Any

from ..contract import (
    BoxSurface,
    CapsuleSurface,
    ContactSurface,
    Curve,
    CylinderSurface,
    DiscSurface,
    EllipsoidSurface,
    HullSurface,
    ModelError,
    OutlineSurface,
    PlaneSurface,
    PointsSurface,
    SphereSurface,
)
from ..contract.surface import box_corners, corner_names
from ..expr import TraceError
from ..spatial import as_rotation, frame_with_z

if TYPE_CHECKING:
    from .body import Point

ORIGIN = (0.0, 0.0, 0.0)


class SurfaceMaker:
    """What carries surfaces: a body, in its frame, or a point, in its own.

    `at` is where a surface stands there, and `rotate` turns it: {"z": 0.3}, [("z", 0.3), ("x", 1.2)] or a 3 × 3 matrix.
    """

    @property
    @abstractmethod
    def label(self) -> str:
        """What it is called in sentences."""

    @abstractmethod
    def carry(self, surface: ContactSurface, at: Any = ORIGIN, rotate: Any = None) -> Point:
        """The end that carries a surface."""

    def plane(self, normal: Any = "z", at: Any = ORIGIN, *, rotate: Any = None) -> Point:
        """A plane through `at` with its `normal` out of the solid: a floor, a wall."""
        return self._made(PlaneSurface, at, rotate, axis=normal)

    def sphere(self, radius: Any, at: Any = ORIGIN, *, hollow: bool = False) -> Point:
        """A sphere; `hollow`, one in which others move."""
        return self._made(SphereSurface, at, None, radius, hollow)

    def box(self, size: Any, at: Any = ORIGIN, *, rotate: Any = None, face: str | None = None) -> Point:
        """A box of these edge lengths, centred; from event to event, points touch its `face`, such as "z"."""
        return self._made(BoxSurface, at, rotate, size, face)

    def capsule(self, radius: Any, length: Any, axis: Any = "z", at: Any = ORIGIN, *, rotate: Any = None) -> Point:
        """A capsule, centred; `length` is from centre to centre of its round ends."""
        return self._made(CapsuleSurface, at, rotate, radius, length, axis=axis)

    def cylinder(self, radius: Any, length: Any, axis: Any = "z", at: Any = ORIGIN, *, rotate: Any = None) -> Point:
        """A round cylinder, centred."""
        return self._made(CylinderSurface, at, rotate, radius, length, axis=axis)

    def disc(self, radius: Any, axis: Any = "z", at: Any = ORIGIN, *, rotate: Any = None) -> Point:
        """A thin disc, which touches planes with its edge."""
        return self._made(DiscSurface, at, rotate, radius, axis=axis)

    def ellipsoid(self, radii: Any, at: Any = ORIGIN, *, rotate: Any = None) -> Point:
        """An ellipsoid of these semi-axes."""
        return self._made(EllipsoidSurface, at, rotate, radii)

    def hull(self, points: Any, at: Any = ORIGIN, *, rotate: Any = None) -> Point:
        """The convex hull of points (n × 3)."""
        return self._made(HullSurface, at, rotate, points)

    def tip(self, at: Any = ORIGIN) -> Point:
        """A single point that touches."""
        return self._made(PointsSurface, at, None, (ORIGIN,))

    def tips(self, points: Any, names: Any = (), at: Any = ORIGIN, *, rotate: Any = None) -> Point:
        """Several points that touch (n × 3), and nothing between them: feet."""
        return self._made(PointsSurface, at, rotate, points, names)

    def corners(self, size: Any, at: Any = ORIGIN, *, rotate: Any = None, face: str | None = None) -> Point:
        """The corners of a box of these edge lengths, or the four of one `face` ("-z"), and nothing between them."""
        try:
            points, names = box_corners(BoxSurface(size).size, face), corner_names(face)
        except (ModelError, TraceError, ValueError, TypeError) as error:
            raise ModelError(f"{self.label}: corners: {error}") from None
        return self._made(PointsSurface, at, rotate, points, names)

    def outline(self, curve: Curve, at: Any = ORIGIN, *, rotate: Any = None, hollow: bool = False) -> Point:
        """A plane curve in x and y, with its solid on the left; `hollow`, on the right: a hole."""
        return self._made(OutlineSurface, at, rotate, curve, hollow)

    def _made(self, kind: type[ContactSurface], at: Any, rotate: Any, *values: Any, axis: Any = "z") -> Point:
        try:
            surface = kind(*values)
            turned = rotate if isinstance(axis, str) and axis == "z" else as_rotation(rotate) @ frame_with_z(axis)
        except (ModelError, TraceError, ValueError, TypeError) as error:
            raise ModelError(f"{self.label}: {error}") from None
        return self.carry(surface, at, turned)
