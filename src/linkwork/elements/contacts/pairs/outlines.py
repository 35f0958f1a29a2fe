"""Outlines in the plane of x and y: circles, holes, lines and points. Sliding is along one direction, in the plane."""

from typing import Any

from ....contract import OutlineSurface, PointsSurface, value_of
from ....spatial import matrix
from ...curves.circle_curve import CircleCurve
from ...curves.line_curve import LineCurve
from ..pair_rule import PairRule, corners_of, guarded_norm

CircleNumbers = tuple[Any, Any, bool]
"""(centre in the plane, radius, whether it is a hole)."""


class CircleOnCircle(PairRule):
    """g = |d| − r₁ − r₂ with d between the centres; in a hole of radius r₁, g = r₁ − r₂ − |d|: a pin with clearance."""

    first, second = OutlineSurface, OutlineSurface

    def fits(self, first: Any, second: Any) -> bool:
        """Two circles, at most one of them a hole, and room in it for the other."""
        if not (is_circle(first) and is_circle(second)):
            return False
        (_, r, is_hole), (_, s, is_other) = circle_of(first), circle_of(second)
        room = float(value_of(r)) - float(value_of(s))
        return not (is_hole and is_other) and (room > 0.0 if is_hole else room < 0.0 if is_other else True)

    def between(self, first: Any, second: Any, R: Any, p: Any) -> Any:
        """From centre to centre; d is its part in the plane."""
        return (p + R @ matrix(second.curve.center)) - first.curve.center

    def gap(self, first: Any, second: Any, R: Any, p: Any) -> Any:
        """The distance of the circles."""
        (_, r, is_hole), (_, s, is_other) = circle_of(first), circle_of(second)
        distance = guarded_norm(self.between(first, second, R, p)[:2])
        if is_hole or is_other:
            return (r - s if is_hole else s - r) - distance
        return distance - (r + s)

    def point(self, first: Any, second: Any, R: Any, p: Any) -> Any:
        """On the first circle, in the plane of the second."""
        d = self.between(first, second, R, p)
        reach = (-1.0 if circle_of(second)[2] else 1.0) * first.curve.radius / guarded_norm(d[:2])
        x, y, z = first.curve.center
        return x + reach * d[0], y + reach * d[1], z + d[2]

    def tangents(self, first: Any, second: Any, R: Any, p: Any) -> Any:
        """Across d in the plane."""
        return [[tangent_across(self.between(first, second, R, p)[:2])]]


class CircleOnLine(PairRule):
    """g = n · (c − s) − r: a circle about c on the line through s, whose normal n is on the right of its direction."""

    first, second = OutlineSurface, OutlineSurface

    def fits(self, first: Any, second: Any) -> bool:
        """A line, and a circle that is full."""
        return is_line(first) and is_circle(second) and not circle_of(second)[2]

    def centre(self, second: Any, R: Any, p: Any) -> Any:
        """c."""
        return p + R @ matrix(second.curve.center)

    def gap(self, first: Any, second: Any, R: Any, p: Any) -> Any:
        """The height of the centre over the line, less the radius."""
        n = normal_of(first)
        return n @ (self.centre(second, R, p) - first.curve.start) - second.curve.radius

    def point(self, first: Any, second: Any, R: Any, p: Any) -> Any:
        """On the circle, under its centre."""
        return self.centre(second, R, p) - normal_of(first) * second.curve.radius

    def tangents(self, first: Any, second: Any, R: Any, p: Any) -> Any:
        """Along the line."""
        return [[matrix(first.curve.direction)]]


class PointsOnCircle(PairRule):
    """g_i = |q_i − c| − r of every point q_i in the plane; in a hole r − |q_i − c|."""

    first, second = OutlineSurface, PointsSurface

    def fits(self, first: Any, second: Any) -> bool:
        """A circle or a hole."""
        return is_circle(first)

    def gap(self, first: Any, second: Any, R: Any, p: Any) -> Any:
        """Distances from the circle."""
        c, r, is_hole = circle_of(first)
        side = -1.0 if is_hole else 1.0
        return [side * (guarded_norm((q - c)[:2]) - r) for q in corners_of(second, R, p)]

    def point(self, first: Any, second: Any, R: Any, p: Any) -> Any:
        """The points themselves."""
        return corners_of(second, R, p)

    def tangents(self, first: Any, second: Any, R: Any, p: Any) -> Any:
        """Along the circle."""
        return [[tangent_across((q - first.curve.center)[:2])] for q in corners_of(second, R, p)]

    def names(self, first: Any, second: Any) -> tuple[str, ...]:
        """Those of the points."""
        return tuple(second.names)


class PointsOnLine(PointsOnCircle):
    """g_i = n · (q_i − s) of every point q_i, on the line through s with normal n."""

    def fits(self, first: Any, second: Any) -> bool:
        """A line."""
        return is_line(first)

    def gap(self, first: Any, second: Any, R: Any, p: Any) -> Any:
        """Heights over the line."""
        return [normal_of(first) @ (q - first.curve.start) for q in corners_of(second, R, p)]

    def tangents(self, first: Any, second: Any, R: Any, p: Any) -> Any:
        """Along the line."""
        return [[matrix(first.curve.direction)] for _ in corners_of(second, R, p)]


def is_circle(surface: OutlineSurface) -> bool:
    """Whether an outline is a circle in the plane."""
    return isinstance(surface.curve, CircleCurve) and tuple(map(abs, surface.curve.axis)) == (0.0, 0.0, 1.0)


def is_line(surface: OutlineSurface) -> bool:
    """Whether an outline is a straight line in the plane."""
    return isinstance(surface.curve, LineCurve) and surface.curve.direction[2] == 0.0


def circle_of(surface: OutlineSurface) -> CircleNumbers:
    """Centre and radius of a circle; it is a hole where its solid is outside."""
    curve = surface.curve
    return curve.center, curve.radius, bool(surface.hollow) == (curve.axis[2] > 0.0)


def normal_of(surface: OutlineSurface) -> Any:
    """The normal of a line out of its solid, which is on the left of its direction."""
    x, y, _ = surface.curve.direction
    side = -1.0 if surface.hollow else 1.0
    return matrix([side * y, -side * x, 0.0])


def tangent_across(d: Any) -> Any:
    """The unit vector across d in the plane."""
    size = guarded_norm(d)
    return matrix([-d[1] / size, d[0] / size, 0.0])
