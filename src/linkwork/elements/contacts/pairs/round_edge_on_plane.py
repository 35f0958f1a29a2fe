"""Round edges on a plane: a thin disc, and the two rims of a cylinder."""

from typing import Any, ClassVar

from ....contract import ContactSurface, CylinderSurface, DiscSurface, PlaneSurface
from ....spatial import matrix
from ..pair_rule import OnPlane, guarded_norm


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
