"""An ellipsoid in the way of a path."""

from __future__ import annotations

import math
from typing import Any

import numpy as np

from ...contract import option, parameter, register, value_of
from ...expr import array, atan2, cos, cross, dot, maximum, norm, sin, sqrt, where
from .obstacle import Obstacle, PathPassage, depth_fault, quiet
from .wrap_sphere import ASKEW, NO_SINE

NODES, WEIGHTS = np.polynomial.legendre.leggauss(20)
"""Gauss's points on (−1, 1), for the length on the ellipsoid."""
FINEST = 16
"""The largest degree of a curve that these points can tell from others."""
_NO_LENGTH = 1e-30


@register
class WrapEllipsoid(Obstacle):
    r"""A path over an ellipsoid of semi-axes `radii` (a, b, c): a bone, a head of a joint, a bulging muscle.

    Divided by its radii the ellipsoid is the unit sphere, and tangents stay tangents: those from P touch it on the
    circle $d\cdot P = 1$. With the angle φ in the plane of P, Q and the centre, and $h$ the height over that plane, the
    path on it is $d(τ) = (\cos φ, \sin φ, h)/\sqrt{1 + h^2}$ from circle to circle, φ linear and h a polynomial, and

    $$ L = |P - A| + \int_{-1}^{1} |(a\,d_x', b\,d_y', c\,d_z')|\,dτ + |B - Q| $$

    is stationary in where A and B are on their circles, and in the coefficients of h (Ritz's method): what is left over
    falls exponentially with `degree`. On a sphere h is zero. The path takes the way that is shorter about the centre,
    and jumps where both are alike; it is straight where it does not touch.

    Stationary is not always shortest: where semi-axes differ by a factor of two, another way may be some percent
    shorter (2.4 % for radii of 0.3, 0.12 and 0.2 m), and nothing reports it. Compare with `WrapSphere` there.
    """

    radii = parameter(unit="m", shape=3, check="positive", doc="a, b, c")
    degree = option(default=6, choices=tuple(range(2, FINEST + 1)), doc="of the polynomial h: more where it is slender")

    def validate(self) -> None:
        """Unknowns: where it comes and leaves, and coefficients."""
        bends = tuple(f"bend{k}" for k in range(self.degree - 1))
        object.__setattr__(self, "unknowns", ("first", "last", *bends))

    def passage(self, p: Any, q: Any, s: Any) -> PathPassage:
        """The way from p to q."""
        one, other = self._scaled(p), self._scaled(q)
        near, far = norm(one), norm(other)
        normal = cross(one, other)
        sine = sqrt(maximum(dot(normal, normal), NO_SINE * (near * far) ** 2))
        turn = atan2(sine, dot(one, other))
        free = turn - atan2(sqrt(near * near - 1.0), 1.0) - atan2(sqrt(far * far - 1.0), 1.0)
        along, up = one / near, normal / sine
        axes = along, cross(up, along), up
        A, B = self._tangent(near, s[0], 0.0, 1.0), self._tangent(far, s[1], turn, -1.0)
        length = norm(self._point(axes, *A) - p) + self._between(axes, A, B, s[2:]) + norm(q - self._point(axes, *B))
        leap = quiet(dot(normal, ASKEW) / (near * far))
        straight = norm(q - p) + 0.5 * dot(s, s)
        return PathPassage(where(free < 0.0, straight, length), (free,), (leap,))

    def _scaled(self, x: Any) -> Any:
        return array([x[k] / self.radii[k] for k in range(3)])

    def _tangent(self, distance: Any, place: Any, turn: Any, side: float) -> tuple[Any, Any]:
        """(φ, h) at a place on the circle of tangents from a point at φ = `turn`, in radii away from the centre."""
        wide = sqrt(1.0 - 1.0 / (distance * distance))
        beside = wide * cos(place)
        return turn + side * atan2(beside, 1.0 / distance), wide * sin(place) / sqrt(1.0 - (wide * sin(place)) ** 2)

    def _point(self, axes: Any, angle: Any, height: Any) -> Any:
        """On the ellipsoid."""
        x, y, z = axes
        way = (x * cos(angle) + y * sin(angle) + z * height) / sqrt(1.0 + height * height)
        return array([self.radii[k] * way[k] for k in range(3)])

    def _between(self, axes: Any, A: Any, B: Any, bends: Any) -> Any:
        """The length of the curve from A to B."""
        x, y, z = axes
        rate, slope = 0.5 * (B[0] - A[0]), 0.5 * (B[1] - A[1])
        total: Any = 0.0
        for node, weight in zip(NODES.tolist(), WEIGHTS.tolist(), strict=True):
            angle, height, steep = A[0] + rate * (node + 1.0), A[1] + slope * (node + 1.0), slope
            for k, bend in enumerate(bends):
                value, change = _bubble(k, node)
                height, steep = height + value * bend, steep + change * bend
            out, across = x * cos(angle) + y * sin(angle), y * cos(angle) - x * sin(angle)
            square = 1.0 + height * height
            # d' √(1 + h²), of d = (out + h z)/√(1 + h²).
            way = across * rate + (z - out * height) * (steep / square)
            stretched = array([self.radii[k] * way[k] for k in range(3)])
            total = total + weight * sqrt((dot(stretched, stretched) + _NO_LENGTH) / square)
        return total

    def core(self, x: Any) -> tuple[Any, Any]:
        """Its centre; from there the surface is as far as it is towards x."""
        scaled = self._scaled(x)
        return np.zeros(3), sqrt(dot(x, x) / dot(scaled, scaled))

    def side(self, p: Any, q: Any, line: tuple[Any, Any]) -> Any:
        """Towards the straight line."""
        a, d = line[0], line[1] - line[0]
        foot = a - d * (dot(a, d) / dot(d, d))
        return foot / sqrt(dot(foot, foot) + NO_SINE * dot(a, a))

    def look(self) -> dict[str, Any]:
        """An ellipsoid; paths take the shorter way."""
        radii = [float(value_of(r)) for r in self.radii]
        return {"kind": "ellipsoid", "radius": max(radii), "radii": radii, "way": "shortest", "lifts": True}

    def point_fault(self, x: np.ndarray) -> str | None:
        """Inside; how deep is measured towards the centre."""
        radii = np.array([float(value_of(r)) for r in self.radii])
        part = float(np.linalg.norm(x / radii))
        size = float(np.linalg.norm(x)) if part > 0.0 else 0.0
        return depth_fault(size * (1.0 / part - 1.0) if part > 0.0 else float(radii.min()), "ellipsoid")


def _bubble(k: int, node: float) -> tuple[float, float]:
    """(1 − τ²) P_k(τ), its slope: zero at both ends."""
    legendre = np.polynomial.Legendre.basis(k)
    value, slope = float(legendre(node)), float(legendre.deriv()(node)) if k else 0.0
    rest = 1.0 - node * node
    scale = math.sqrt(2.0 * k + 1.0)
    return scale * rest * value, scale * (rest * slope - 2.0 * node * value)
