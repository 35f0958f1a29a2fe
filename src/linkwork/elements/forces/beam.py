r"""F = −K (ε + β ε̇), the elementary beam formulas."""

from __future__ import annotations

from typing import Any

import numpy as np

from ...contract import Force, Measure, parameter, register
from ...spatial import matrix
from ..measures.beam_deformation import BeamDeformation


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
