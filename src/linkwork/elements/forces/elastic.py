"""Elastic connections by their matrices of stiffness: bushings, beams, membranes."""

from __future__ import annotations

from typing import Any

import numpy as np

from ...contract import Force, Measure, ModelError, option, parameter, register, value_of
from ...spatial import matrix
from ..measures.deformations import BeamDeformation, MembraneDeformation
from ..measures.rotations import RelativePose


def as_six(given: Any) -> Any:
    """A 6 × 6 matrix from itself or from its diagonal."""
    entries = matrix(given)
    if entries.shape == (6,):
        full: Any = np.zeros((6, 6), dtype=entries.dtype)
        for k in range(6):
            full[k, k] = entries[k]
        entries = matrix(full)
    if entries.shape != (6, 6):
        raise ModelError("give six numbers (a diagonal) or 6 × 6")
    if not np.isfinite(np.asarray(value_of(entries), dtype=float)).all():
        raise ModelError("must be finite")
    return entries


@register
class Bushing(Force):
    """F = −K ε − B ε̇ on ε = (θ n, p): an elastic block that holds all six directions (S0 (3.4.7)).

    `stiffness` K and `damping` B are 6 × 6 or their six diagonal entries, three for rotations (N·m/rad) above three
    for displacements (N/m), in the axes of the first end. It is free where the ends coincide. A K that is not
    symmetric (a fluid film) has no energy; a B that would feed energy is refused. Turns must stay below π.
    """

    stiffness = parameter(convert=as_six, doc="K, six numbers or 6 × 6, rotations first, in SI units")
    damping = parameter(default=(0.0,) * 6, convert=as_six, doc="B, six numbers or 6 × 6, rotations first, in SI units")
    measure = RelativePose()

    def validate(self) -> None:
        """Damping takes energy out."""
        B = np.asarray(value_of(self.damping), dtype=float)
        least = float(np.linalg.eigvalsh(0.5 * (B + B.T)).min())
        if least < -1e-12 * float(np.abs(B).max(initial=1.0)):
            raise ModelError(
                f"{self.kind}: damping would feed energy: its symmetric part has the eigenvalue {least:g}; none may be "
                "negative."
            )

    def law(self, e: Any, e_dot: Any) -> Any:
        """F."""
        return -self.stiffness @ e - self.damping @ e_dot

    def stored_energy(self, e: Any) -> Any:
        """½ ε·K ε; None where K is not symmetric."""
        K = np.asarray(value_of(self.stiffness), dtype=float)
        if np.abs(K - K.T).max() > 1e-9 * np.abs(K).max():
            return None
        return 0.5 * (e @ (self.stiffness @ e))


@register
class Beam(Force):
    r"""F = −K (ε + β ε̇): a straight beam along x of its first end, by the elementary formulas (S0 §3.4, figure 3.7).

    K is that of a cantilever which is clamped at the first end and loaded at the second:

    $$ F_x = \frac{EA}{l} ε_x,\quad M_x = \frac{GJ}{l} φ_x,\quad
       \begin{pmatrix} F_y \\ M_z \end{pmatrix} = \frac{EI_z}{l^3}
       \begin{pmatrix} 12 & -6l \\ -6l & 4l^2 \end{pmatrix} \begin{pmatrix} ε_y \\ φ_z \end{pmatrix} $$

    and for (F_z, M_y) with EI_y and +6l. It has no mass and no shear deformation; `damping` β is proportional to K.

    **Limits.** The beam may move and turn as a whole by any angle: ε is seen from its first end. The deformation
    itself must be small. A transverse tip load P bends a real cantilever less than these formulas say: by 0.4 % of
    the deflection at P l²/EI = 0.2 (6° at the tip), by 10.5 % at 1 (26°). The shortening 0.6 ε_y²/l of a bent beam is
    left out, and so is the change of bending stiffness by an axial load (buckling). Both come back when the beam is
    cut into n elements with bodies between them; the error then falls as 1/n². `ExactBeam` is such a chain, with shear
    and mass, for beams that bend far, carry tension or buckle; this law is for a short link between heavy bodies.
    """

    length = parameter(unit="m", check="positive", doc="l, undeformed")
    axial = parameter(unit="N", check="nonnegative", doc="E A")
    bending_y = parameter(unit="N*m**2", check="nonnegative", doc="E I_y, against bending in the xz plane")
    bending_z = parameter(unit="N*m**2", check="nonnegative", doc="E I_z, against bending in the xy plane")
    torsion = parameter(unit="N*m**2", check="nonnegative", doc="G J")
    damping = parameter(unit="s", default=0.0, check="nonnegative", doc="β")

    @property
    def measured(self) -> Measure:
        """The deformation seen from the first end."""
        return BeamDeformation(self.length)

    @property
    def stiffness(self) -> Any:
        """K, 6 × 6, in the order of ε: three displacements, three rotations."""
        length = self.length
        K: Any = np.zeros((6, 6), dtype=object)
        K[0, 0], K[3, 3] = self.axial / length, self.torsion / length
        for deflection, slope, bending, sign in ((1, 5, self.bending_z, -1.0), (2, 4, self.bending_y, 1.0)):
            unit = bending / length**3
            K[deflection, deflection], K[slope, slope] = 12.0 * unit, 4.0 * unit * length**2
            K[deflection, slope] = K[slope, deflection] = sign * 6.0 * unit * length
        return matrix(K)

    def law(self, e: Any, e_dot: Any) -> Any:
        """F."""
        return -self.stiffness @ (e + self.damping * e_dot)

    def stored_energy(self, e: Any) -> Any:
        """½ ε·K ε."""
        return 0.5 * (e @ (self.stiffness @ e))


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
