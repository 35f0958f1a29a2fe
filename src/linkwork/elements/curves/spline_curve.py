"""A smooth curve through points."""

from __future__ import annotations

from collections.abc import Callable
from functools import cached_property
from typing import Any

import numpy as np

from ...contract import Curve, ModelError, option, parameter, register
from ...expr import PiecewisePolynomial, periodic_spline, spline
from ...spatial import matrix
from .arc_length import arc_function, lengths

SPLINE_PIECES = 2000
"""Pieces, about, on which the arc length is tabulated."""


def _points(value: Any) -> tuple[tuple[float, float, float], ...]:
    points = np.asarray(value, dtype=float)
    if points.ndim != 2 or points.shape[1] not in (2, 3) or len(points) < 3 or not np.isfinite(points).all():
        raise ModelError("needs three or more points of two or three finite numbers")
    if (np.linalg.norm(np.diff(points, axis=0), axis=1) == 0).any():
        raise ModelError("has two neighbouring points that are the same")
    if points.shape[1] == 2:
        points = np.column_stack([points, np.zeros(len(points))])
    return tuple((float(x), float(y), float(z)) for x, y, z in points)


@register
class SplineCurve(Curve):
    """The cubic spline c(s) through `points`; with `closed`, on from the last point to the first.

    The knots are put where s is the arc length, so that |c′| is close to one everywhere and s is a length. Twice
    continuously differentiable. An open curve goes on along its end tangents.
    """

    points = parameter(unit="m", shape=(None, None), convert=_points, doc="points (x, y, z), or (x, y) in the xy plane")
    closed = option(default=False, choices=(False, True), doc="whether it goes on from the last point to the first")

    @cached_property
    def _columns(self) -> np.ndarray:
        points = np.array(self.points)
        if self.closed and not np.array_equal(points[0], points[-1]):
            points = np.vstack([points, points[:1]])
        return points.T

    @cached_property
    def knots(self) -> np.ndarray:
        """s at the points: the arc length, by repeated fitting from the chords."""
        knots = np.concatenate([[0.0], np.cumsum(np.linalg.norm(np.diff(self._columns), axis=0))])
        for _ in range(30):
            better = lengths(_speed(self._fit(knots)), knots)
            if np.abs(better - knots).max() <= 1e-13 * knots[-1]:
                break
            knots = better
        return knots

    def _fit(self, knots: np.ndarray) -> list[PiecewisePolynomial]:
        if self.closed:
            return [periodic_spline(knots, column) for column in self._columns]
        return [spline(knots, column, "natural", "linear") for column in self._columns]

    @cached_property
    def _splines(self) -> list[PiecewisePolynomial]:
        return self._fit(self.knots)

    def point(self, s: Any) -> Any:
        """The splines of x, y and z."""
        return matrix([f(s) for f in self._splines])

    @property
    def period(self) -> float | None:
        """The length, where the curve is closed."""
        return float(self.knots[-1]) if self.closed else None

    @cached_property
    def _arc(self) -> Callable[[Any], Any]:
        count = max(8, SPLINE_PIECES // (len(self.knots) - 1))
        steps = np.arange(count) / count
        fine = np.append((self.knots[:-1, None] + np.diff(self.knots)[:, None] * steps).ravel(), self.knots[-1])
        return arc_function(_speed(self._splines), fine, self.closed)

    def arc(self, s: Any) -> Any:
        """The length, by quadrature; very nearly s."""
        return self._arc(s)


def _speed(splines: list[PiecewisePolynomial]) -> Callable[[np.ndarray], np.ndarray]:
    slopes = [f.derivative for f in splines]
    return lambda s: np.linalg.norm([f.evaluate(s) for f in slopes], axis=0)
