"""ε = θ n."""

from __future__ import annotations

from typing import Any

from ...contract import Measure
from ...expr import atan2, dot, sqrt, where
from ...spatial import matrix

SERIES_SINE = 1e-3
"""sin²θ below which the series of θ / sin θ is exact to the last digit."""
SERIES = (35.0 / 1152.0, 5.0 / 112.0, 3.0 / 40.0, 1.0 / 6.0, 1.0)
"""asin(s) / s = Σ c_k s^2k, highest power first."""


class RotationVector(Measure):
    """ε = θ n: the turn by θ about n that brings the first end's axes into the second's.

    Its three components are the same in both ends. θ lies in [0, π) and jumps at π: ends that turn further need a
    hinge's coordinate, or `RelativeAngle` about the one axis that turns far.
    """

    units = ("rad", "rad", "rad")

    def value(self, rel: Any) -> Any:
        """ε."""
        return rotation_vector_of(rel.R)


def rotation_vector_of(R: Any) -> Any:
    """θ n of a rotation matrix: r θ / sin θ, with r = n sin θ the skew part of R and 1 + 2 cos θ its trace."""
    r = matrix([R[2, 1] - R[1, 2], R[0, 2] - R[2, 0], R[1, 0] - R[0, 1]]) * 0.5
    cosine = (R[0, 0] + R[1, 1] + R[2, 2] - 1.0) * 0.5
    square = dot(r, r)
    # At θ = 0 the quotient is 0/0; the branch that is not taken stays finite, so that its derivatives do.
    near = (square < SERIES_SINE) & (cosine > 0.0)
    sine = sqrt(where(near, 1.0, square))
    series: Any = 0.0
    for c in SERIES:
        series = series * square + c
    return r * where(near, series, atan2(sine, cosine) / sine)
