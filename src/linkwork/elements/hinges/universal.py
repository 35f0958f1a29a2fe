"""The universal joint (Cardan, Hooke)."""

from typing import Any

import numpy as np

from ...contract import Hinge, ModelError, axis, register
from ...spatial import Pose, Relative, matrix, rotation


@register
class Universal(Hinge):
    """A cross with two perpendicular arms: a is held in F, b in M. R = R(a, first) R(b, second), p = 0.

    M turns by `first` about a, then by `second` about b, which was carried along. What remains true is a · R b = 0.
    """

    coordinates = ("first", "second")
    units = ("rad", "rad")
    first_axis = axis(default="x", doc="the arm of the cross that turns in F")
    second_axis = axis(default="y", doc="the arm of the cross that turns in M, perpendicular to the first")

    def validate(self) -> None:
        """The arms of a cross are perpendicular."""
        if abs(np.dot(self.first_axis, self.second_axis)) > 1e-9:
            raise ModelError(f"Universal: second_axis = {self.second_axis} must be perpendicular to {self.first_axis}.")

    def pose(self, q: Any, t: Any) -> Pose:
        """Two turns."""
        return Pose(rotation(self.first_axis, q.first) @ rotation(self.second_axis, q.second))

    def residual(self, rel: Relative, t: Any) -> Any:
        """The origins coincide and the arms stay perpendicular."""
        return [*rel.p, matrix(self.first_axis) @ rel.R @ matrix(self.second_axis)]
