"""Curves in space and outlines in a plane: by functions, through points, of arcs and lines."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import cached_property
from typing import Any

import numpy as np

from ..contract import Curve, ModelError, axis, option, parameter, register
from ..expr import PiecewisePolynomial, cos, make_function, periodic_spline, pi, sin, spline, symbols
from ..spatial import across, matrix

ARC_POINTS, ARC_WEIGHTS = np.polynomial.legendre.leggauss(16)


def speed_of(curve: Curve) -> Callable[[np.ndarray], np.ndarray]:
    """|c′(s)| at numbers s."""
    s = symbols("s")
    tangent = make_function("tangent", {"s": s}, {"tangent": curve.tangent(s)})
    return lambda values: np.linalg.norm(np.broadcast_to(tangent(values).tangent, (*np.shape(values), 3)), axis=-1)


def lengths(speed: Callable[[np.ndarray], np.ndarray], breaks: np.ndarray) -> np.ndarray:
    """The length from the first break to each break, by Gauss quadrature between neighbours."""
    middle, half = (breaks[1:] + breaks[:-1]) / 2, np.diff(breaks) / 2
    values = speed(middle[:, None] + half[:, None] * ARC_POINTS)
    return np.concatenate([[0.0], np.cumsum(half * (values @ ARC_WEIGHTS))])


def arc_function(speed: Callable[[np.ndarray], np.ndarray], breaks: np.ndarray, closed: bool) -> Callable[[Any], Any]:
    """σ(s), zero at s = 0: the mean speed times s, plus a spline of what deviates from it."""
    found = lengths(speed, breaks)
    mean = found[-1] / (breaks[-1] - breaks[0])
    deviation = found - mean * (breaks - breaks[0])
    deviation[-1] = deviation[0]
    table = periodic_spline(breaks, deviation) if closed else spline(breaks, deviation, "not-a-knot", "linear")
    start = float(table(0.0))
    return lambda s: mean * s + (table(s) - start)


@register
class LineCurve(Curve):
    """The straight line c(s) = start + s · direction; s is the arc length."""

    direction = axis(default="x", doc="direction in which s grows")
    start = parameter(unit="m", default=(0.0, 0.0, 0.0), shape=3, doc="the point s = 0")

    def point(self, s: Any) -> Any:
        """The point at distance s from the start."""
        return matrix(self.start + matrix(self.direction) * s)

    def arc(self, s: Any) -> Any:
        """The parameter itself."""
        return s


@register
class CircleCurve(Curve):
    """The circle of `radius` r about `center` in the plane across `axis`: c(s) = center + r (a cos(s/r) + b sin(s/r)).

    a, b and `axis` are a right-handed frame (x and y for the axis z); s is the arc length, counter-clockwise.
    """

    radius = parameter(unit="m", check="positive", doc="radius of the circle")
    center = parameter(unit="m", default=(0.0, 0.0, 0.0), shape=3, doc="centre of the circle")
    axis = axis(default="z", doc="normal of the plane of the circle")

    def point(self, s: Any) -> Any:
        """The point at arc length s from a."""
        a, b = across(self.axis)
        angle = s / self.radius
        return matrix(self.center + self.radius * (a * cos(angle) + b * sin(angle)))

    def arc(self, s: Any) -> Any:
        """The parameter itself."""
        return s

    @property
    def period(self) -> Any:
        """2πr."""
        return 2 * pi * self.radius


FUNCTION_PIECES = 2000
"""Pieces on which the arc length is tabulated; its spline is then exact to about 1e-12 of the length."""


def _function(value: Any) -> Any:
    if not callable(value):
        raise ModelError("is not a function of s that returns three numbers")
    return value


def _span(value: Any) -> tuple[float, float]:
    start, end = (float(x) for x in value)
    if not start < end:
        raise ModelError("must be (start, end) with start < end")
    return start, end


@register
class FunctionCurve(Curve):
    """c(s) = function(s): three expressions, or two for a curve in the xy plane. s is what the function takes it for.

    `span` says from where to where s goes; `closed`, that the curve ends where it begins. Both are needed for arc
    lengths only (rolling), which are found by quadrature.
    """

    function = option(convert=_function, doc="function of s that returns three (or two) expressions")
    span = option(default=None, convert=_span, doc="(start, end) of s")
    closed = option(default=False, choices=(False, True), doc="whether the curve ends where it begins")

    def point(self, s: Any) -> Any:
        """The function's value."""
        found = matrix(list(self.function(s)))
        if found.shape not in ((3,), (2,)):
            raise ModelError(f"FunctionCurve: the function must return three numbers, returned shape {found.shape}.")
        return found if len(found) == 3 else matrix([*found, 0.0])

    @property
    def period(self) -> float | None:
        """The span, where the curve is closed."""
        return self.span[1] - self.span[0] if self.closed and self.span else None

    @cached_property
    def _arc(self) -> Callable[[Any], Any]:
        if self.span is None:
            raise ModelError("FunctionCurve: its arc length needs span=(start, end).")
        if self.parameters:
            name = self.parameters[0].name
            raise ModelError(f"FunctionCurve: its arc length is found with numbers; {name!r} is a Parameter.")
        return arc_function(speed_of(self), np.linspace(self.span[0], self.span[1], FUNCTION_PIECES + 1), self.closed)

    def arc(self, s: Any) -> Any:
        """The length, by quadrature."""
        return self._arc(s)


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


def as_curve(value: Curve | Callable[..., Any] | Sequence[Any] | np.ndarray) -> Curve:
    """A curve as it is, a function of s as a `FunctionCurve`, points as an open `SplineCurve`."""
    if isinstance(value, Curve):
        return value
    if isinstance(value, (type, str)):
        raise ModelError("is not a curve; give one such as CircleCurve(0.1), points, or a function of s")
    return FunctionCurve(value) if callable(value) else SplineCurve(value)
