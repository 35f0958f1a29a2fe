"""Rolled I sections."""

from __future__ import annotations

from typing import Any

from ...contract import ModelError, Section, parameter, register, value_of
from ...expr import pi


@register
class IProfile(Section):
    r"""A rolled I section, web along z: `height` h, `width` b, `web` t_w, `flange` t_f, root `radius` r.

    A, I_y and I_z are those of the outline with its four fillets. The torsion constant is that of the makers' tables
    (El Darwish and Johnston, 1965): flanges and web as thin plates, and the circle of diameter D that fits where they
    meet,

    $$ J = \tfrac23 (b - 0.63\,t_f)\,t_f^3 + \tfrac13 (h - 2 t_f)\,t_w^3 + 2\,\alpha D^4,\quad
       \alpha = \frac{t_w}{t_f}\left(0.145 + 0.1\frac{r}{t_f}\right),\quad
       D = \frac{(t_f + r)^2 + t_w (r + t_w/4)}{2 r + t_f} $$

    Shear along z is carried by the web, k_z = h t_w/A, along y by the flanges, k_y = (5/6) 2 b t_f/A.
    """

    height = parameter(unit="m", check="positive", doc="h, along z")
    width = parameter(unit="m", check="positive", doc="b, along y")
    web = parameter(unit="m", check="positive", doc="t_w")
    flange = parameter(unit="m", check="positive", doc="t_f")
    radius = parameter(unit="m", default=0.0, check="nonnegative", doc="r, of the fillets")

    def validate(self) -> None:
        """Web and flanges fit into the outline."""
        if 2.0 * value_of(self.flange) >= value_of(self.height) or value_of(self.web) > value_of(self.width):
            raise ModelError(f"{self.kind}: flange and web do not fit into height and width.")

    @property
    def _fillet(self) -> tuple[Any, Any, Any]:
        """(area, own second moment, centroid from the corner) of one fillet: a square less a quarter disc."""
        r = self.radius
        area = (1.0 - 0.25 * pi) * r**2
        centroid = r * (0.5 - 0.25 * pi + 1.0 / 3.0) / (1.0 - 0.25 * pi)
        corner = r**4 * (1.0 / 3.0 - (0.25 * pi - 2.0 / 3.0 + pi / 16.0))
        return area, corner - area * centroid**2, centroid

    @property
    def area(self) -> Any:
        """Flanges, web and fillets."""
        return 2.0 * self.width * self.flange + self._clear * self.web + 4.0 * self._fillet[0]

    @property
    def _clear(self) -> Any:
        """Between the flanges."""
        return self.height - 2.0 * self.flange

    @property
    def Iy(self) -> Any:
        """About the strong axis."""
        area, own, centroid = self._fillet
        plates = (self.width * self.height**3 - (self.width - self.web) * self._clear**3) / 12.0
        return plates + 4.0 * (own + area * (0.5 * self._clear - centroid) ** 2)

    @property
    def Iz(self) -> Any:
        """About the weak axis."""
        area, own, centroid = self._fillet
        plates = (2.0 * self.flange * self.width**3 + self._clear * self.web**3) / 12.0
        return plates + 4.0 * (own + area * (0.5 * self.web + centroid) ** 2)

    @property
    def J(self) -> Any:
        """Plates, and the circles where they meet."""
        t, s, r = self.flange, self.web, self.radius
        plates = 2.0 / 3.0 * (self.width - 0.63 * t) * t**3 + self._clear * s**3 / 3.0
        fitted = ((t + r) ** 2 + s * (r + 0.25 * s)) / (2.0 * r + t)
        return plates + 2.0 * (s / t) * (0.145 + 0.1 * r / t) * fitted**4

    @property
    def ky(self) -> Any:
        """The flanges."""
        return 5.0 / 6.0 * 2.0 * self.width * self.flange / self.area

    @property
    def kz(self) -> Any:
        """The web."""
        return self.height * self.web / self.area

    @property
    def outline(self) -> Any:
        """b by h."""
        return self.width, self.height
