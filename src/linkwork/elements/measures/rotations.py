"""Angles, rotation vectors and relative poses."""

from __future__ import annotations

from typing import Any

import numpy as np

from ...contract import Measure, axis, register
from ...expr import atan2, dot, sqrt
from ...spatial import matrix, rotation_vector_of


@register
class RelativeAngle(Measure):
    """ε = atan2(a·r, tr R − a·R a), r = (R₃₂ − R₂₃, R₁₃ − R₃₁, R₂₁ − R₁₂): the angle of the second end about `axis` a.

    The axis is one of the first end's. Where the ends turn about other axes too, it is the turn about a that is left
    when the rotation is split into a swing and a turn about a. It lies in (−π, π]: count full turns by a joint's
    coordinate. It is not defined where the swing is π.
    """

    axis = axis(default="z", doc="a, in the first end")
    units = ("rad",)

    def value(self, rel: Any) -> Any:
        """ε."""
        R, a = rel.R, matrix(self.axis)
        turned = [R[2, 1] - R[1, 2], R[0, 2] - R[2, 0], R[1, 0] - R[0, 1]]
        # tr R − a·R a entry by entry, so that what an axis x, y or z does not need folds away.
        across = sum(x * r for x, r in zip((np.eye(3) - np.outer(a, a)).ravel(), R.ravel(), strict=True))
        return atan2(dot(a, matrix(turned)), across)


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


@register
class RelativePose(Measure):
    """ε = (θ n, p): the rotation vector and the position of the second end, in the axes of the first.

    Six numbers, angles above lengths. As `RotationVector`, it is for turns by less than π.
    """

    units = ("rad", "rad", "rad", "m", "m", "m")

    def value(self, rel: Any) -> Any:
        """ε."""
        return matrix([*rotation_vector_of(rel.R), *rel.p])
