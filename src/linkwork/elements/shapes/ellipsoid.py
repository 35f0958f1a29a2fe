"""J_x = m (b² + c²)/5."""

from __future__ import annotations

from typing import Any

from ...contract import ContactSurface, EllipsoidSurface, parameter, register
from ...expr import pi
from ...spatial import Pose
from .solid import Solid, diagonal_tensor


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
