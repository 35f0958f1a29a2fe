"""What touches a plane: spheres, capsules, ellipsoids, corners, round edges of discs and cylinders."""

from typing import Any, ClassVar

from ....contract import (
    BoxSurface,
    CapsuleSurface,
    ContactSurface,
    CylinderSurface,
    DiscSurface,
    EllipsoidSurface,
    HullSurface,
    PlaneSurface,
    PointsSurface,
    SphereSurface,
)
from ....contract.surface import corner_names
from ....spatial import matrix
from ..pair_rule import OnPlane, corners_of, guarded_norm


class SphereOnPlane(OnPlane):
    """g = p_z − r."""

    first, second = PlaneSurface, SphereSurface

    def fits(self, first: Any, second: Any) -> bool:
        """A sphere that is full."""
        return not second.hollow

    def gap(self, first: Any, second: Any, R: Any, p: Any) -> Any:
        """The height of the centre, less the radius."""
        return p[2] - second.radius

    def point(self, first: Any, second: Any, R: Any, p: Any) -> Any:
        """The lowest point: its lever arm is the radius, also where steps let it sink in."""
        return p[0], p[1], p[2] - second.radius


class CapsuleOnPlane(OnPlane):
    """g = (p ± R e_z l/2)_z − r, of its two round ends."""

    first, second = PlaneSurface, CapsuleSurface

    def gap(self, first: Any, second: Any, R: Any, p: Any) -> Any:
        """Heights of the centres of both ends, less the radius."""
        return [p[2] + side * second.length * R[2, 2] - second.radius for side in (-0.5, 0.5)]

    def point(self, first: Any, second: Any, R: Any, p: Any) -> Any:
        """The lowest points of both ends."""
        return [p + side * second.length * R[:, 2] - matrix([0.0, 0.0, second.radius]) for side in (-0.5, 0.5)]

    def names(self, first: Any, second: Any) -> tuple[str, ...]:
        """Along z of the capsule."""
        return "end -", "end +"


class EllipsoidOnPlane(OnPlane):
    """g = p_z − h, with the support function h = |(a n_x, b n_y, c n_z)| of the normal n in the ellipsoid's axes.

    It touches at −(a² n_x, b² n_y, c² n_z)/h from its centre.
    """

    first, second = PlaneSurface, EllipsoidSurface

    def fits(self, first: Any, second: Any) -> bool:
        """An ellipsoid that is full."""
        return not second.hollow

    def gap(self, first: Any, second: Any, R: Any, p: Any) -> Any:
        """The height of the lowest point."""
        return p[2] - guarded_norm(second.radii * R[2, :])

    def point(self, first: Any, second: Any, R: Any, p: Any) -> Any:
        """The lowest point."""
        scaled = matrix(second.radii * R[2, :])
        return p - R @ matrix(second.radii * scaled) / guarded_norm(scaled)


class PointsOnPlane(OnPlane):
    """g_i = (p + R c_i)_z of every point c_i."""

    first: ClassVar[type[ContactSurface]] = PlaneSurface
    second: ClassVar[type[ContactSurface]] = PointsSurface

    def gap(self, first: Any, second: Any, R: Any, p: Any) -> Any:
        """Heights."""
        return [corner[2] for corner in corners_of(second, R, p)]

    def point(self, first: Any, second: Any, R: Any, p: Any) -> Any:
        """The points themselves."""
        return corners_of(second, R, p)

    def names(self, first: Any, second: Any) -> tuple[str, ...]:
        """Those of the points."""
        return tuple(second.names)


class BoxOnPlane(PointsOnPlane):
    """g_i = (p + R c_i)_z of the eight corners c_i, "corner +-+" by the signs of x, y and z."""

    second = BoxSurface

    def names(self, first: Any, second: Any) -> tuple[str, ...]:
        """By signs."""
        return corner_names()


class HullOnPlane(PointsOnPlane):
    """g_i = (p + R c_i)_z of every point c_i of the hull, "corner 1" and so on."""

    second = HullSurface

    def names(self, first: Any, second: Any) -> tuple[str, ...]:
        """By numbers."""
        return tuple(f"corner {k + 1}" for k in range(len(second.points)))


class DiscEdgeOnPlane(OnPlane):
    """g = p_z − r |n × a|: the lowest point of a leaning disc with axis a, on a plane with normal n.

    With n = (n_x, n_y, n_z) in the axes of the disc, |n × a| = √(n_x² + n_y²), and the lowest point is
    −r (n_x, n_y, 0)/√(n_x² + n_y²) from the centre. It is everywhere at once where the disc lies flat, and there is no
    slope: leave that to time stepping.
    """

    first: ClassVar[type[ContactSurface]] = PlaneSurface
    second: ClassVar[type[ContactSurface]] = DiscSurface

    def heights(self, second: Any) -> tuple[Any, ...]:
        """Where rims stand along the axis."""
        return (0.0,)

    def gap(self, first: Any, second: Any, R: Any, p: Any) -> Any:
        """Heights of the lowest points."""
        drop = second.radius * guarded_norm(R[2, :2])
        return [p[2] + z * R[2, 2] - drop for z in self.heights(second)]

    def point(self, first: Any, second: Any, R: Any, p: Any) -> Any:
        """The lowest points."""
        x, y = -second.radius * R[2, :2] / guarded_norm(R[2, :2])
        return [p + R @ matrix([x, y, z]) for z in self.heights(second)]


class CylinderOnPlane(DiscEdgeOnPlane):
    """g = (p ± R e_z l/2)_z − r √(n_x² + n_y²): the lowest points of both rims, which is the line where it lies.

    Where it stands upright on a rim every point of that is the lowest: there is no slope, leave that to time stepping,
    or take points on the rim with `body.hull`.
    """

    second = CylinderSurface

    def heights(self, second: Any) -> tuple[Any, ...]:
        """Of both rims."""
        return -0.5 * second.length, 0.5 * second.length

    def names(self, first: Any, second: Any) -> tuple[str, ...]:
        """Along z of the cylinder."""
        return "rim -", "rim +"
