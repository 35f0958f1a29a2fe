"""Gaps of points over a sphere and over a face of a box, such as the corners of a box that stands on another."""

from typing import Any

import numpy as np

from ....contract import BoxSurface, PointsSurface, SphereSurface
from ....contract.surface import face_of
from ....expr import minimum
from ..pair_rule import PairRule, corners_of, guarded_norm

EDGE = 1e-9
"""How far beyond the edge of a face, in lengths of its shorter edge, a corner still stands on it: corners of stacked
boxes of equal size are at the edge but for rounding."""


class PointsOnSphere(PairRule):
    """g_i = |p + R c_i| − r of every point c_i; in a hollow sphere r − |p + R c_i|."""

    first, second = SphereSurface, PointsSurface

    def gap(self, first: Any, second: Any, R: Any, p: Any) -> Any:
        """Distances from the sphere."""
        side = -1.0 if first.hollow else 1.0
        return [side * (guarded_norm(corner) - first.radius) for corner in corners_of(second, R, p)]

    def point(self, first: Any, second: Any, R: Any, p: Any) -> Any:
        """The points themselves."""
        return corners_of(second, R, p)

    def names(self, first: Any, second: Any) -> tuple[str, ...]:
        """Those of the points."""
        return tuple(second.names)


class PointsOnFace(PairRule):
    """g_i = n · q_i − h of every point q_i = p + R c_i, on the face of a box with normal n, h from its centre.

    A point opens where it leaves the face over an edge. Neither its other faces nor crossing edges are
    checked: simulate boxes that tumble by time stepping.
    """

    first, second = BoxSurface, PointsSurface

    def fits(self, first: Any, second: Any) -> bool:
        """A box of which one face is named."""
        return first.face is not None

    def gap(self, first: Any, second: Any, R: Any, p: Any) -> Any:
        """Heights over the face."""
        axis, side = face_of(first.face)
        return [side * corner[axis] - 0.5 * first.size[axis] for corner in corners_of(second, R, p)]

    def within(self, first: Any, second: Any, R: Any, p: Any) -> Any:
        """Distances from the nearest edges of the face."""
        i, j = (k for k in range(3) if k != face_of(first.face)[0])
        slack = EDGE * minimum(first.size[i], first.size[j])
        a, b = (0.5 * first.size[k] + slack for k in (i, j))
        return [minimum(a - abs(corner[i]), b - abs(corner[j])) for corner in corners_of(second, R, p)]

    def point(self, first: Any, second: Any, R: Any, p: Any) -> Any:
        """The points themselves."""
        return corners_of(second, R, p)

    def tangents(self, first: Any, second: Any, R: Any, p: Any) -> Any:
        """Along the edges of the face."""
        return [np.eye(3)[k] for k in range(3) if k != face_of(first.face)[0]]

    def names(self, first: Any, second: Any) -> tuple[str, ...]:
        """Those of the points."""
        return tuple(second.names)
