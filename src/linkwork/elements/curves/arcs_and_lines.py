"""Outlines made of circular arcs and tangent lines, as cams are drawn."""

from __future__ import annotations

from functools import cached_property
from typing import Any

import numpy as np

from ...contract import Curve, ModelError, option, parameter, register
from ...expr import PiecewisePolynomial, cos, sin
from ...spatial import matrix


def _segments(value: Any) -> tuple[tuple[float, float], ...]:
    segments = np.asarray(value, dtype=float)
    if segments.ndim != 2 or segments.shape[1] != 2 or not np.isfinite(segments).all() or (segments[:, 0] <= 0).any():
        raise ModelError("needs pairs (length, curvature) with positive lengths; the curvature of a line is 0")
    return tuple((float(a), float(b)) for a, b in segments)


def _pair(value: Any) -> tuple[float, float]:
    x, y = value
    return float(x), float(y)


@register
class ArcsAndLines(Curve):
    r"""A curve in the xy plane of arcs and lines that join smoothly, the curvature positive to the left.

    s is the arc length and θ(s) the heading, linear on each segment. On an arc of curvature κ, x = x_i + (sin θ − sin
    θ_i)/κ and y = y_i − (cos θ − cos θ_i)/κ; on a line, x = x_i + (s − s_i) cos θ_i. The tangent is continuous, the
    curvature jumps. With `closed`, the outline must end where it begins, after one full turn.
    """

    segments = option(convert=_segments, doc="(length, curvature) of each segment: ±1/r for an arc, 0 for a line")
    start = parameter(unit="m", default=(0.0, 0.0), shape=2, convert=_pair, doc="(x, y) of the first point")
    heading = parameter(unit="rad", default=0.0, convert=float, doc="direction of the first segment from the x axis")
    closed = option(default=False, choices=(False, True), doc="whether the outline is closed")

    def validate(self) -> None:
        """A closed outline closes."""
        if not self.closed:
            return
        end, turn = self._corners[-1], self._headings[-1] - self._headings[0]
        gap = float(np.hypot(*(end - self._corners[0])))
        if gap > 1e-9 * self.length or abs(abs(turn) - 2 * np.pi) > 1e-9:
            raise ModelError(
                f"ArcsAndLines: is not closed: it ends {gap:g} m from its start, after a turn of {np.degrees(turn):g}°."
            )

    @property
    def length(self) -> float:
        """The length of all segments."""
        return sum(length for length, _ in self.segments)

    @cached_property
    def _breaks(self) -> np.ndarray:
        return np.concatenate([[0.0], np.cumsum([length for length, _ in self.segments])])

    @cached_property
    def _headings(self) -> np.ndarray:
        return self.heading + np.concatenate([[0.0], np.cumsum([length * k for length, k in self.segments])])

    @cached_property
    def _corners(self) -> np.ndarray:
        corners = [np.array(self.start)]
        for (length, k), a, b in zip(self.segments, self._headings, self._headings[1:], strict=False):
            bent = [(np.sin(b) - np.sin(a)) / k, (np.cos(a) - np.cos(b)) / k] if k else None
            corners.append(corners[-1] + (bent or [length * np.cos(a), length * np.sin(a)]))
        return np.array(corners)

    def _table(self, slopes: Any, values: Any) -> PiecewisePolynomial:
        return PiecewisePolynomial(self._breaks, np.column_stack([slopes, values]), periodic=self.closed)

    @cached_property
    def _tables(self) -> tuple[PiecewisePolynomial, ...]:
        """θ(s); the radius (zero on lines); and what x and y have beside it: the centre, or a line."""
        curvature = np.array([k for _, k in self.segments])
        bent = curvature != 0
        radius = np.where(bent, 1 / np.where(bent, curvature, 1.0), 0.0)
        theta, corners, zero = self._headings[:-1], self._corners[:-1], np.zeros(len(curvature))
        return (
            self._table(curvature, theta),
            self._table(zero, radius),
            self._table(np.where(bent, 0.0, np.cos(theta)), corners[:, 0] - radius * np.sin(theta)),
            self._table(np.where(bent, 0.0, np.sin(theta)), corners[:, 1] + radius * np.cos(theta)),
        )

    def point(self, s: Any) -> Any:
        """The point at arc length s."""
        theta, radius, x, y = (table(s) for table in self._tables)
        return matrix([x + radius * sin(theta), y - radius * cos(theta), 0.0])

    def arc(self, s: Any) -> Any:
        """The parameter itself."""
        return s

    @property
    def period(self) -> float | None:
        """The length, where the outline is closed."""
        return self.length if self.closed else None
