"""Cross-sections of beams: by their outline, by their numbers, by their stiffness."""

from __future__ import annotations

from typing import Any

from ..contract import Material, ModelError, Section, parameter, register, value_of
from ..contract.errors import unknown
from ..expr import maximum, minimum, pi, tanh
from ..spatial import matrix


@register
class Circle(Section):
    """A = π d²/4, I = π d⁴/64, J = 2 I, k = 9/10: a round bar of `diameter` d."""

    diameter = parameter(unit="m", check="positive", doc="d")
    is_round = True
    ky = kz = 0.9

    @property
    def area(self) -> Any:
        """π d²/4."""
        return 0.25 * pi * self.diameter**2

    @property
    def Iy(self) -> Any:
        """π d⁴/64."""
        return pi * self.diameter**4 / 64.0

    @property
    def Iz(self) -> Any:
        """The same as I_y."""
        return self.Iy

    @property
    def J(self) -> Any:
        """2 I."""
        return 2.0 * self.Iy

    @property
    def outline(self) -> Any:
        """d by d."""
        return self.diameter, self.diameter


@register
class Tube(Section):
    r"""A = π (D² − d²)/4, I = π (D⁴ − d⁴)/64, J = 2 I: a round tube of outer `diameter` D and `wall` t, d = D − 2 t.

    The shear factor is Cowper's (1966) for ν = 0.3, with m = d/D:

    $$ k = \frac{7.8\,(1 + m^2)^2}{8.8\,(1 + m^2)^2 + 23.6\,m^2} $$
    """

    diameter = parameter(unit="m", check="positive", doc="D, outside")
    wall = parameter(unit="m", check="positive", doc="t")
    is_round = True

    def validate(self) -> None:
        """There is a hole."""
        if 2.0 * value_of(self.wall) >= value_of(self.diameter):
            raise ModelError(
                f"{self.kind}: wall = {value_of(self.wall):g} leaves no hole in a diameter of "
                f"{value_of(self.diameter):g}; take lw.Circle."
            )

    @property
    def inner(self) -> Any:
        """d."""
        return self.diameter - 2.0 * self.wall

    @property
    def area(self) -> Any:
        """π (D² − d²)/4."""
        return 0.25 * pi * (self.diameter**2 - self.inner**2)

    @property
    def Iy(self) -> Any:
        """π (D⁴ − d⁴)/64."""
        return pi * (self.diameter**4 - self.inner**4) / 64.0

    @property
    def Iz(self) -> Any:
        """The same as I_y."""
        return self.Iy

    @property
    def J(self) -> Any:
        """2 I."""
        return 2.0 * self.Iy

    @property
    def ky(self) -> Any:
        """Cowper's factor."""
        square = (self.inner / self.diameter) ** 2
        whole = (1.0 + square) ** 2
        return 7.8 * whole / (8.8 * whole + 23.6 * square)

    @property
    def kz(self) -> Any:
        """The same as k_y."""
        return self.ky

    @property
    def outline(self) -> Any:
        """D by D."""
        return self.diameter, self.diameter


TERMS = (1, 3, 5, 7, 9, 11, 13)
"""Odd terms of Saint-Venant's series; what is left out is below 1e-5 of J."""


@register
class Rectangle(Section):
    r"""A = b h, I_y = b h³/12, I_z = h b³/12, k = 5/6: `width` b along y, `height` h along z.

    J by Saint-Venant's series (Timoshenko and Goodier §109), with a ≥ c the sides:

    $$ J = a c^3\left(\frac13 - \frac{64}{\pi^5}\frac{c}{a}\sum_{n=1,3,…}\frac{1}{n^5}\tanh\frac{n\pi a}{2c}\right) $$
    """

    width = parameter(unit="m", check="positive", doc="b, along y")
    height = parameter(unit="m", check="positive", doc="h, along z")
    ky = kz = 5.0 / 6.0

    @property
    def area(self) -> Any:
        """b h."""
        return self.width * self.height

    @property
    def Iy(self) -> Any:
        """b h³/12."""
        return self.width * self.height**3 / 12.0

    @property
    def Iz(self) -> Any:
        """h b³/12."""
        return self.height * self.width**3 / 12.0

    @property
    def J(self) -> Any:
        """Saint-Venant's series."""
        long, short = maximum(self.width, self.height), minimum(self.width, self.height)
        series = sum(tanh(0.5 * n * pi * long / short) / n**5 for n in TERMS)
        return long * short**3 * (1.0 / 3.0 - 64.0 / pi**5 * short / long * series)

    @property
    def outline(self) -> Any:
        """b by h."""
        return self.width, self.height


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


PROFILES: dict[str, tuple[float, float, float, float, float]] = {
    "IPE 80": (80, 46, 3.8, 5.2, 5),
    "IPE 100": (100, 55, 4.1, 5.7, 7),
    "IPE 120": (120, 64, 4.4, 6.3, 7),
    "IPE 140": (140, 73, 4.7, 6.9, 7),
    "IPE 160": (160, 82, 5.0, 7.4, 9),
    "IPE 180": (180, 91, 5.3, 8.0, 9),
    "IPE 200": (200, 100, 5.6, 8.5, 12),
    "IPE 220": (220, 110, 5.9, 9.2, 12),
    "IPE 240": (240, 120, 6.2, 9.8, 15),
    "IPE 270": (270, 135, 6.6, 10.2, 15),
    "IPE 300": (300, 150, 7.1, 10.7, 15),
    "IPE 400": (400, 180, 8.6, 13.5, 21),
    "HEA 100": (96, 100, 5.0, 8.0, 12),
    "HEA 120": (114, 120, 5.0, 8.0, 12),
    "HEA 140": (133, 140, 5.5, 8.5, 12),
    "HEA 160": (152, 160, 6.0, 9.0, 15),
    "HEA 200": (190, 200, 6.5, 10.0, 18),
    "HEA 300": (290, 300, 8.5, 14.0, 27),
    "HEB 100": (100, 100, 6.0, 10.0, 12),
    "HEB 140": (140, 140, 7.0, 12.0, 12),
    "HEB 200": (200, 200, 9.0, 15.0, 18),
    "HEB 300": (300, 300, 11.0, 19.0, 27),
}
"""h, b, t_w, t_f, r in mm (EN 10365)."""


def profile(name: str) -> IProfile:
    """The rolled section of a name, `lw.profile("IPE 200")`: web along z, strong axis y."""
    words = " ".join(str(name).upper().split())
    if words not in PROFILES:
        words = f"{words[:3]} {words[3:].strip()}"
    if words not in PROFILES:
        raise ModelError(_unknown_profile(name, words))
    return IProfile(*(1e-3 * size for size in PROFILES[words]))


def _unknown_profile(name: str, words: str) -> str:
    """A sentence with the nearest size of the series, where there is such a series."""
    series, _, size = words.partition(" ")
    sizes = [int(known.split()[1]) for known in PROFILES if known.split()[0] == series]
    if not sizes or not size.isdecimal():
        return unknown("profile", name, [*PROFILES])
    nearest = min(sizes, key=lambda other: abs(other - int(size)))
    return f"there is no profile {name!r}. Did you mean '{series} {nearest}'?"


@register
class GeneralSection(Section):
    """A section of any form, by its numbers: `area`, `Iy`, `Iz`, `J`, and shear factors.

    `outline` (width along y, height along z) is for the channel of stress and for pictures.
    """

    area = parameter(unit="m**2", check="positive", doc="A")
    Iy = parameter(unit="m**4", check="positive", doc="∫ z² dA, against bending in the xz plane")
    Iz = parameter(unit="m**4", check="positive", doc="∫ y² dA, against bending in the xy plane")
    J = parameter(unit="m**4", check="positive", doc="torsion constant")
    ky = parameter(default=5.0 / 6.0, check="positive", doc="shear factor along y")
    kz = parameter(default=5.0 / 6.0, check="positive", doc="shear factor along z")
    outline = parameter(unit="m", default=None, shape=2, check="positive", doc="width along y, height along z")


@register
class StiffnessSection(Section):
    """A section by its stiffness and its mass: of a rope, a laminate, or from a paper. It takes no material.

    C_N = diag(`axial`, `shear_y`, `shear_z`), C_M = diag(`torsion`, `bending_y`, `bending_z`); `inertia_moments` are
    the moments of inertia per length about x, y, z. `outline` is for pictures.
    """

    axial = parameter(unit="N", check="positive", doc="E A")
    shear_y = parameter(unit="N", check="positive", doc="k_y G A")
    shear_z = parameter(unit="N", check="positive", doc="k_z G A")
    torsion = parameter(unit="N*m**2", check="positive", doc="G J")
    bending_y = parameter(unit="N*m**2", check="positive", doc="E I_y, in the xz plane")
    bending_z = parameter(unit="N*m**2", check="positive", doc="E I_z, in the xy plane")
    mass = parameter(unit="kg/m", default=0.0, check="nonnegative", doc="ρ A")
    inertia_moments = parameter(unit="kg*m", default=(0.0, 0.0, 0.0), shape=3, check="nonnegative", doc="of a section")
    outline = parameter(unit="m", default=None, shape=2, check="positive", doc="width along y, height along z")

    def traced(self) -> dict[str, Any]:
        """Its stiffness."""
        return {"stiffness": self.stiffness(None)}

    def stiffness(self, material: Material | None) -> Any:
        """What it was given."""
        if material is not None:
            raise ModelError(f"{self.kind}: has its stiffness already; leave the material out.")
        return matrix([self.axial, self.shear_y, self.shear_z, self.torsion, self.bending_y, self.bending_z])

    def inertia(self, material: Material | None) -> tuple[Any, Any]:
        """What it was given."""
        return self.mass, matrix(self.inertia_moments)

    def normal_stress(self, force: Any, moment_y: Any, moment_z: Any) -> Any | None:
        """Unknown: nothing says what it is made of."""
        return None
