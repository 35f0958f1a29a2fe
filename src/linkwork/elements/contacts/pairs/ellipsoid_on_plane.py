"""An ellipsoid on a plane."""

from typing import Any

from ....contract import EllipsoidSurface, PlaneSurface
from ....spatial import matrix
from ..pair_rule import OnPlane, guarded_norm


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
