"""Corners on a plane: of a box, of a convex polyhedron, or points by themselves."""

from typing import Any, ClassVar

from ....contract import BoxSurface, ContactSurface, HullSurface, PlaneSurface, PointsSurface
from ....contract.surface import corner_names
from ..pair_rule import OnPlane, corners_of


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
