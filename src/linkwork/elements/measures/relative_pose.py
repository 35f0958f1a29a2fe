"""ε = (θ n, p)."""

from __future__ import annotations

from typing import Any

from ...contract import Measure, register
from ...spatial import matrix, rotation_vector_of


@register
class RelativePose(Measure):
    """ε = (θ n, p): the rotation vector and the position of the second end, in the axes of the first.

    Six numbers, angles above lengths. As `RotationVector`, it is for turns by less than π.
    """

    units = ("rad", "rad", "rad", "m", "m", "m")

    def value(self, rel: Any) -> Any:
        """ε."""
        return matrix([*rotation_vector_of(rel.R), *rel.p])
