"""J = 0 at the point."""

from __future__ import annotations

from typing import Any

import numpy as np

from ...contract import Shape, parameter, register
from ...contract.shape import placed_primitive
from ...spatial import MassProperties, Pose, matrix


@register
class PointMass(Shape):
    """J = 0 about the point itself, m (d·d E − d dᵀ) about another: all of the `mass` `at` one point."""

    mass = parameter(unit="kg", check="nonnegative", doc="m")
    at = parameter(unit="m", default=(0.0, 0.0, 0.0), shape=3, doc="where it is in the body")

    def properties(self) -> MassProperties:
        """Mass, and where it is."""
        return MassProperties(self.mass, matrix(self.at), np.zeros((3, 3)))

    def looks(self) -> list[dict[str, Any]]:
        """A point."""
        return [placed_primitive({"kind": "point"}, Pose(np.eye(3), self.at))]
