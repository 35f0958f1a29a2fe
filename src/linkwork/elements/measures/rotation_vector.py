"""ε = θ n."""

from __future__ import annotations

from typing import Any

from ...contract import Measure, register
from ...spatial import rotation_vector_of


@register
class RotationVector(Measure):
    """ε = θ n: the turn by θ about n that brings the first end's axes into the second's.

    Its three components are the same in both ends. θ lies in [0, π) and jumps at π: ends that turn further need a
    joint's coordinate, or `RelativeAngle` about the one axis that turns far.
    """

    units = ("rad", "rad", "rad")

    def value(self, rel: Any) -> Any:
        """ε."""
        return rotation_vector_of(rel.R)
