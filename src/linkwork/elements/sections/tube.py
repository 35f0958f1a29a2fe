"""A round tube."""

from __future__ import annotations

from typing import Any

from ...contract import ModelError, Section, parameter, register, value_of
from ...expr import pi


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
