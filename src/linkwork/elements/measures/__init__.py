"""Measures: what a law sees of the relative motion."""

from ...contract import register
from .distance import Distance
from .relative_angle import RelativeAngle
from .vector import Vector

__all__ = ["Distance", "RelativeAngle", "Vector"]

for _measure in (Distance, RelativeAngle, Vector):
    register(_measure)
