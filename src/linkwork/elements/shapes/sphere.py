"""J = 2 m r²/5."""

from __future__ import annotations

from typing import Any

from ...contract import ContactSurface, SphereSurface, parameter, register
from ...expr import pi
from ...spatial import Pose
from .solid import Solid, diagonal_tensor


@register
class Sphere(Solid):
    """J = 2 m r²/5: a sphere of `radius` r, centred on its frame."""

    radius = parameter(unit="m", check="positive", doc="r")

    def volume(self) -> Any:
        """V = 4π r³/3."""
        return 4.0 * pi / 3.0 * self.radius**3

    def gyration(self) -> Any:
        """J for unit mass."""
        moment = 0.4 * self.radius**2
        return diagonal_tensor(moment, moment, moment)

    def outside(self) -> tuple[ContactSurface, Pose]:
        """A sphere."""
        return SphereSurface(self.radius), Pose()

    def primitives(self) -> list[dict[str, Any]]:
        """A sphere."""
        return [{"kind": "sphere", "radius": self.radius}]
