"""J_x = m (b² + c²)/12."""

from __future__ import annotations

from typing import Any

from ...contract import BoxSurface, ContactSurface, parameter, register
from ...spatial import Pose
from .solid import Solid, diagonal_tensor


@register
class Box(Solid):
    """J_x = m (b² + c²)/12, and so on: a box of `size` (a, b, c) along x, y, z, centred on its frame."""

    size = parameter(unit="m", shape=3, check="positive", doc="a, b, c")

    def volume(self) -> Any:
        """V = a b c."""
        a, b, c = self.size
        return a * b * c

    def gyration(self) -> Any:
        """J for unit mass."""
        a, b, c = self.size**2
        return diagonal_tensor((b + c) / 12.0, (a + c) / 12.0, (a + b) / 12.0)

    def outside(self) -> tuple[ContactSurface, Pose]:
        """A box."""
        return BoxSurface(self.size), Pose()

    def primitives(self) -> list[dict[str, Any]]:
        """A box."""
        return [{"kind": "box", "size": self.size}]
