"""A ring in the way of a path, which runs through its hole."""

from __future__ import annotations

import math
from typing import Any

import numpy as np

from ...contract import ModelError, parameter, register, value_of
from ...expr import absolute, atan2, clip, cos, dot, maximum, minimum, norm, sin, sqrt, where
from ...spatial import matrix
from .obstacle import Obstacle, PathPassage, depth_fault, held

_NODES, _WEIGHTS = np.polynomial.legendre.leggauss(24)
"""Gauss's points on (−1, 1), for the integral along the tube."""
APPROACHES = 5
"""Newton's steps to the place of a line that is next to the ring; its distance there is stationary."""
LARGEST_PITCH = 0.8
"""Of the inner radius: Clairaut's constant at which the search begins, at most."""
FLATTEST = 0.05
"""The least curvature that such a step believes, relative to the line's length squared."""
NO_SQUARE = 1e-30
SAME_PITCH = 1e-6
"""Of R: what Clairaut's constant on the tube and on the straight part may differ by."""
ASTRAY = "no geodesic through the ring was found, its length is wrong; put a via point nearer to the ring"
BOTH_SIDES = "the path touches the ring on both sides of its hole, of which only one is followed"


@register
class WrapTorus(Obstacle):
    r"""A path through the hole of a ring: a torus about z, `radius` R of its centre line, `tube` r of its section.

    On the tube the path is a geodesic with Clairaut's constant c, from (u₁, v₁) to (u₂, v₂), azimuths u and angles v
    round the tube, ρ(v) = R + r cos v:

    $$ L = |P - A| + c\,(u_2 - u_1) + \int_{v_1}^{v_2} r\sqrt{1 - c^2/ρ^2}\,dv + |B - Q| $$

    which is stationary in u₁, u₂ and c (Hamilton–Jacobi; ∂L/∂c = 0 is Clairaut's u(v)); v₁ and v₂ are those at which
    tangents from P and Q touch the tube. v grows all along a path through the hole, so the integrand is smooth, and
    Gauss's rule gives it to rounding. The path touches one side of the hole; that it would touch both, or that no
    geodesic was found, is reported, and the verdict on the run is bad. It is straight where it does not touch.
    """

    radius = parameter(unit="m", check="positive", doc="R, of the centre line")
    tube = parameter(unit="m", check="positive", doc="r, of the section")
    unknowns = ("first", "last", "pitch")

    def validate(self) -> None:
        """It has a hole."""
        if not value_of(self.tube) < value_of(self.radius):
            raise ModelError(
                f"{self.kind}: tube = {value_of(self.tube):g} must be smaller than radius = {value_of(self.radius):g}: "
                "without a hole nothing runs through it."
            )

    def passage(self, p: Any, q: Any, s: Any) -> PathPassage:
        """The way from p to q."""
        # Seen such that it comes from above.
        up = matrix([1.0, 1.0, where(p[2] < 0.0, -1.0, 1.0)])
        p, q = p * up, q * up
        line, d = norm(q - p), q - p
        crossing = p + d * (p[2] / (p[2] - q[2]))
        (one, near_one), (other, near_other) = self._approach(p, d, True), self._approach(p, d, False)
        is_outside = dot(crossing[:2], crossing[:2]) > self.radius**2
        nearest = where(near_one < near_other, one, other)
        nearest = where(is_outside, crossing, nearest)
        gap = where(is_outside, -1.0, minimum(near_one, near_other) / self.tube**2 - 1.0)
        is_free = gap > 0.0
        u = held(atan2(nearest[1], nearest[0]))
        most = LARGEST_PITCH * (self.radius - self.tube)
        pitch = held(clip((p[0] * d[1] - p[1] * d[0]) / line, -most, most)) + s[2]
        length, (A, B) = self._touching(p, q, u + s[0], u + s[1], pitch)
        straight = line + 0.5 * (s[0] * s[0] + s[1] * s[1] + s[2] * s[2])
        beside = minimum(self._opposite(p, A - p, A, True), self._opposite(B, q - B, B, False))
        # Eliminating v leaves roots that are no geodesics: there the straight part has another moment about z than c.
        moment = (p[0] * (A[1] - p[1]) - p[1] * (A[0] - p[0])) / norm(A - p)
        astray = SAME_PITCH * self.radius - absolute(moment - pitch)
        faults = (where(is_free, 1.0, beside), BOTH_SIDES), (where(is_free, 1.0, astray), ASTRAY)
        # No number where there is no path: a point inside, or both on one side.
        room = minimum(minimum(self._distance(p), self._distance(q)) - self.tube, -p[2] * q[2])
        none = where(room < 0.0, sqrt(room), 0.0)
        return PathPassage(where(is_free, straight, length) + none, (gap,), (), (), faults)

    def _distance(self, x: Any) -> Any:
        """From the ring's centre line."""
        across = sqrt(x[0] * x[0] + x[1] * x[1] + NO_SQUARE) - self.radius
        return sqrt(across * across + x[2] * x[2] + NO_SQUARE)

    def _touching(self, p: Any, q: Any, u: Any, w: Any, pitch: Any) -> tuple[Any, tuple[Any, Any]]:
        """(length, where it meets and leaves the tube) of a path that touches at azimuths u and w."""
        R, r = self.radius, self.tube
        begin, end = self._tangent(p, u, 1.0), self._tangent(q, w, -1.0)
        A, B = self.point(u, begin), self.point(w, end)
        middle, half = 0.5 * (begin + end), 0.5 * (end - begin)
        total: Any = 0.0
        for x, weight in zip(_NODES.tolist(), _WEIGHTS.tolist(), strict=True):
            ratio = pitch / (R + r * cos(middle + half * x))
            total = total + weight * sqrt(maximum(1.0 - ratio * ratio, NO_SQUARE))
        return norm(A - p) + pitch * (w - u) + r * half * total + norm(q - B), (A, B)

    def _tangent(self, x: Any, u: Any, side: float) -> Any:
        """v at which a tangent from x touches the tube at azimuth u: from above where side is 1, from below at −1."""
        out, up = x[0] * cos(u) + x[1] * sin(u) - self.radius, x[2]
        reach = sqrt(maximum(out * out + up * up - self.tube**2, NO_SQUARE))
        angle = atan2(up, out) if side > 0.0 else math.pi + atan2(-up, -out)
        return angle + side * atan2(reach, self.tube)

    def point(self, u: Any, v: Any) -> Any:
        """A point of the surface."""
        rho = self.radius + self.tube * cos(v)
        return matrix([rho * cos(u), rho * sin(u), self.tube * sin(v)])

    def _approach(self, a: Any, d: Any, enters: bool) -> tuple[Any, Any]:
        """(the place of a line a + τ d, 0 < τ < 1, next to the ring's centre line, its distance squared).

        Of two such places, the one where the line comes into the cylinder over the centre line, or leaves it.
        """
        across, along, R = d[0] * d[0] + d[1] * d[1] + NO_SQUARE, a[0] * d[0] + a[1] * d[1], self.radius
        root = sqrt(maximum(along * along - across * (a[0] * a[0] + a[1] * a[1] - R * R), NO_SQUARE))
        place = clip((-along - root if enters else root - along) / across, 0.0, 1.0)
        square = dot(d, d)
        for _ in range(APPROACHES):
            x = a + d * place
            rho = sqrt(x[0] * x[0] + x[1] * x[1] + NO_SQUARE)
            slope = (x[0] * d[0] + x[1] * d[1]) / rho
            bend = square - R * (across - slope * slope) / rho
            place = clip(place - (dot(x, d) - R * slope) / maximum(bend, FLATTEST * square), 0.0, 1.0)
        x = a + d * place
        rho = sqrt(x[0] * x[0] + x[1] * x[1] + NO_SQUARE)
        return x, (rho - R) ** 2 + x[2] * x[2]

    def _opposite(self, a: Any, d: Any, touched: Any, enters: bool) -> Any:
        """Becomes negative where a straight part comes into the ring on the side that it does not touch."""
        x, near = self._approach(a, d, enters)
        return where(dot(x[:2], touched[:2]) > 0.0, 1.0, near / self.tube**2 - 1.0)

    def core(self, x: Any) -> tuple[Any, Any]:
        """The middle of the hole; from there it reaches as far as x is away from the axis."""
        return np.zeros(3), self.tube + self.radius * sqrt((x[0] * x[0] + x[1] * x[1]) / (dot(x, x) + NO_SQUARE))

    def side(self, p: Any, q: Any, line: tuple[Any, Any]) -> Any:
        """The path runs through the middle."""
        return np.zeros(3)

    def point_fault(self, x: np.ndarray) -> str | None:
        """Inside."""
        R, r = float(value_of(self.radius)), float(value_of(self.tube))
        return depth_fault(r - math.hypot(math.hypot(x[0], x[1]) - R, x[2]), "torus")

    def fault(self, p: np.ndarray, q: np.ndarray) -> str | None:
        """A point inside, or both on one side."""
        if p[2] * q[2] >= 0.0:
            return "the points before and behind it lie on one side of the ring; a path runs through the hole"
        return super().fault(p, q)
