r"""F = −K (ε + β ε̇), a triangle of constant strain."""

from __future__ import annotations

from typing import Any

from ...contract import Force, Measure, ModelError, option, parameter, register, value_of
from ...spatial import matrix
from ..measures.membrane_deformation import MembraneDeformation


@register
class Membrane(Force):
    r"""F = −K (ε + β ε̇): an elastic sheet between three points, in its own plane (S0 (3.4.20–22)).

    The triangle has the same strain everywhere, linear in ε = (ε₁, ε₂, ε₃):

    $$ (ε_{xx}, ε_{yy}, γ_{xy}) = B ε = (ε_1/l_1,\; ε_2/l_2,\; (ε_3 - ε_1 l_3/l_1)/l_2),\qquad
       K = \tfrac12 l_1 l_2\, h\, B^T D B $$

    with D of plane stress or plane strain (`state`) and thickness h. It carries no bending. The sheet may move and
    turn by any angle; strains and the change of its shape must be small.
    """

    ends = 3
    base = parameter(unit="m", check="positive", doc="l₁, from the first point to the second")
    height = parameter(unit="m", check="positive", doc="l₂, of the third point above the base")
    foot = parameter(unit="m", doc="l₃, of the third point along the base")
    youngs = parameter(unit="Pa", check="positive", doc="E, Young's modulus")
    thickness = parameter(unit="m", check="positive", doc="h")
    poisson = parameter(default=0.3, doc="ν, Poisson's ratio")
    damping = parameter(unit="s", default=0.0, check="nonnegative", doc="β")
    state = option(default="plane stress", choices=("plane stress", "plane strain"), doc="of the sheet")

    def validate(self) -> None:
        """Poisson's ratio is one that a material can have."""
        if not -1.0 < value_of(self.poisson) < 0.5:
            raise ModelError(f"{self.kind}: poisson = {value_of(self.poisson):g} must lie between -1 and 0.5.")

    @property
    def measured(self) -> Measure:
        """The deformation in its plane."""
        return MembraneDeformation(self.base, self.height, self.foot)

    @property
    def elasticity(self) -> Any:
        """D: stresses (σ_xx, σ_yy, τ_xy) from strains."""
        E, nu = self.youngs, self.poisson
        shear = 0.5 * E / (1.0 + nu)
        if self.state == "plane stress":
            direct = E / (1.0 - nu**2)
            across = nu * direct
        else:
            direct = E * (1.0 - nu) / ((1.0 + nu) * (1.0 - 2.0 * nu))
            across = direct * nu / (1.0 - nu)
        return matrix([[direct, across, 0.0], [across, direct, 0.0], [0.0, 0.0, shear]])

    @property
    def stiffness(self) -> Any:
        """K, 3 × 3."""
        base, height = self.base, self.height
        B = matrix(
            [
                [1.0 / base, 0.0, 0.0],
                [0.0, 1.0 / height, 0.0],
                [-self.foot / (base * height), 0.0, 1.0 / height],
            ]
        )
        return 0.5 * base * height * self.thickness * (B.T @ self.elasticity @ B)

    def law(self, e: Any, e_dot: Any) -> Any:
        """F."""
        return -self.stiffness @ (e + self.damping * e_dot)

    def stored_energy(self, e: Any) -> Any:
        """½ ε·K ε."""
        return 0.5 * (e @ (self.stiffness @ e))
