"""J_z = m (a² + b²)/12."""

from __future__ import annotations

from typing import Any

from ...contract import BoxSurface, ContactSurface, ModelError, parameter, register, value_of
from ...expr import array
from ...spatial import Pose
from .solid import Solid, diagonal_tensor

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
