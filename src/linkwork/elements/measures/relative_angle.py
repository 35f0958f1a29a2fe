"""ε = atan2(R₂₁ − R₁₂, R₁₁ + R₂₂)."""

from __future__ import annotations

from typing import Any

from ...contract import Measure
from ...expr import atan2


class RelativeAngle(Measure):
    """ε = atan2(R₂₁ − R₁₂, R₁₁ + R₂₂): the angle of the second end about z of the first.

    Where the ends turn about other axes too, it is the turn about z that is left when the rotation is split into a
    swing and a turn about z. It lies in (−π, π]: count full turns by a hinge's coordinate.
    """

    units = ("rad",)

    def value(self, rel: Any) -> Any:
        """ε."""
        return atan2(rel.R[1, 0] - rel.R[0, 1], rel.R[0, 0] + rel.R[1, 1])
