"""A full circle."""

from __future__ import annotations

from typing import Any

from ...contract import Section, parameter, register
from ...expr import pi


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
