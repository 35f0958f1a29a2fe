"""A full rectangle."""

from __future__ import annotations

from typing import Any

from ...contract import Section, parameter, register
from ...expr import maximum, minimum, pi, tanh

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
