"""A point that stays in a plane."""

from typing import Any

from ...contract import Constraint, axis, parameter, register
from ...spatial import Relative, matrix


@register
class PointInPlane(Constraint):
    """M's origin stays in the plane of F with normal n at distance d from F's origin: n · p = d. One row.

    A ball of radius d that stays on the plane through F's origin has this constraint at its centre.
    """

    normal = axis(default="z", doc="normal of the plane, in F")
    offset = parameter(unit="m", default=0.0, doc="distance of the plane from F's origin, along the normal")

    def position(self, rel: Relative, t: Any) -> Any:
        """n · p − d."""
        return matrix(self.normal) @ rel.p - self.offset
