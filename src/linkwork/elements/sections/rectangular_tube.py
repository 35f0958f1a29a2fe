"""A rectangular tube."""

from __future__ import annotations

from typing import Any

from ...contract import ModelError, Section, parameter, register, value_of


@register
class RectangularTube(Section):
    r"""A hollow rectangle: outer `width` b along y, `height` h along z, `wall` t, sharp corners.

    J is Bredt's, 2 t (b − t)² (h − t)²/(b + h − 2t). Shear is carried by the webs along it: k_z = 2 t h/A,
    k_y = 2 t b/A.
    """

    width = parameter(unit="m", check="positive", doc="b, along y")
    height = parameter(unit="m", check="positive", doc="h, along z")
    wall = parameter(unit="m", check="positive", doc="t")

    def validate(self) -> None:
        """There is a hole."""
        if 2.0 * value_of(self.wall) >= min(value_of(self.width), value_of(self.height)):
            raise ModelError(f"{self.kind}: wall = {value_of(self.wall):g} leaves no hole; take lw.Rectangle.")

    @property
    def _inner(self) -> tuple[Any, Any]:
        return self.width - 2.0 * self.wall, self.height - 2.0 * self.wall

    @property
    def area(self) -> Any:
        """b h less the hole."""
        b, h = self._inner
        return self.width * self.height - b * h

    @property
    def Iy(self) -> Any:
        """(b h³ less that of the hole)/12."""
        b, h = self._inner
        return (self.width * self.height**3 - b * h**3) / 12.0

    @property
    def Iz(self) -> Any:
        """(h b³ less that of the hole)/12."""
        b, h = self._inner
        return (self.height * self.width**3 - h * b**3) / 12.0

    @property
    def J(self) -> Any:
        """Bredt's formula."""
        b, h = self.width - self.wall, self.height - self.wall
        return 2.0 * self.wall * (b * h) ** 2 / (b + h)

    @property
    def ky(self) -> Any:
        """The part of the walls along y."""
        return 2.0 * self.wall * self.width / self.area

    @property
    def kz(self) -> Any:
        """The part of the walls along z."""
        return 2.0 * self.wall * self.height / self.area

    @property
    def outline(self) -> Any:
        """b by h."""
        return self.width, self.height
