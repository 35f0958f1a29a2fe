"""A sphere on a plane."""

from typing import Any

from ....contract import PlaneSurface, SphereSurface
from ..pair_rule import OnPlane


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
