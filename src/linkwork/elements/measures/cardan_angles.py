"""ε = (α, β, γ) of R = R_y(α) R_x(β) R_z(γ)."""

from __future__ import annotations

from typing import Any

from ...contract import Measure, register
from ...expr import atan2, sqrt


@register
class CardanAngles(Measure):
    """ε = (α, β, γ) of R = R_y(α) R_x(β) R_z(γ): a turn about y, then about the carried x, then about the carried z.

    With z along a limb and x forward these are flexion, lateral bend and axial rotation, in which ranges of joints are
    published. α and γ lie in (−π, π], β in [−π/2, π/2]; at β = ±π/2 the other two are not defined.
    """

    units = ("rad", "rad", "rad")

    def value(self, rel: Any) -> Any:
        """ε."""
        R = rel.R
        # The last column is (sin α cos β, −sin β, cos α cos β), the middle row (cos β sin γ, cos β cos γ, −sin β).
        lateral = atan2(-R[1, 2], sqrt(R[1, 0] ** 2 + R[1, 1] ** 2))
        return [atan2(R[0, 2], R[2, 2]), lateral, atan2(R[1, 0], R[1, 1])]
