"""V = Σ κ_i (1 − R_ii)."""

from __future__ import annotations

from typing import Any

import numpy as np

from ...contract import Force, parameter, register
from ...expr import cross
from ...spatial import matrix


@register
class RotationSpring(Force):
    r"""V = Σ κ_i (1 − R_ii), moment = Σ κ_i R e_i × e_i − C ω: holds the axes of the second end in the first's.

    For small turns it is linear with the `stiffness` (k_x, k_y, k_z) about the three axes, κ_x = (k_y + k_z − k_x)/2
    and so on; about any fixed axis the moment goes with the sine of the angle. It is smooth at every turn, where angles
    and rotation vectors jump. `damping` C acts on the angular velocity; both are in the axes of the first end. It is
    for joints that keep the origins together: it exerts no force.
    """

    stiffness = parameter(unit="N*m/rad", shape=3, check="nonnegative", doc="k about x, y, z")
    damping = parameter(unit="N*m*s/rad", default=(0.0, 0.0, 0.0), shape=3, check="nonnegative", doc="C about x, y, z")

    def _kappa(self) -> Any:
        k = self.stiffness
        return [0.5 * (k[1] + k[2] - k[0]), 0.5 * (k[2] + k[0] - k[1]), 0.5 * (k[0] + k[1] - k[2])]

    def wrench(self, rel: Any) -> Any:
        """(moment, force) on the second end."""
        turned = zip(self._kappa(), rel.R.T, np.eye(3), strict=True)
        elastic = sum(kappa * cross(matrix(r), matrix(e)) for kappa, r, e in turned)
        return elastic - matrix([c * w for c, w in zip(self.damping, rel.w, strict=True)]), np.zeros(3)

    def stored_energy(self, rel: Any) -> Any:
        """V."""
        return sum(kappa * (1.0 - rel.R[i, i]) for i, kappa in enumerate(self._kappa()))
