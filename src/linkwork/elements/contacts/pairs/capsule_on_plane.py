"""A capsule on a plane."""

from typing import Any

from ....contract import CapsuleSurface, PlaneSurface
from ....spatial import matrix
from ..pair_rule import OnPlane


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
