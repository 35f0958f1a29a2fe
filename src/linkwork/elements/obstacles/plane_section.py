"""Where a half-plane cuts an ellipsoid: the ways over it from which the search for a geodesic begins."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cached_property
from typing import Any

import numpy as np

from ...expr import array, atan2, cos, cross, dot, maximum, norm, sin, sqrt
from .axis_turn import NO_LENGTH

_NODES, _WEIGHTS = np.polynomial.legendre.leggauss(10)
"""Gauss's points on (−1, 1), for lengths that are only compared."""


class PlaneSection:
    r"""The half-plane from the line through P and Q in the direction `side`, in space divided by the radii.

    There the ellipsoid is the unit sphere, and the cut is the circle of $\cos φ\,u + \sin φ\,v + H n$, divided by its
    size, with v along the line, u across it to the side and constant H. Points beside it have another H.

    The angle φ is led by $e^{2iφ} = (w + q)/(1 + \bar q w)$, $w = e^{2iη}$: for a section with semi-axes α > β this is
    $\tan φ = \sqrt{β/α}\,\tan η$ from the long one on. Points that are even in η crowd where the section bends, so that
    Gauss's rule and polynomials in η serve flat ellipsoids as well.
    """

    def __init__(self, radii: Any, P: Any, Q: Any, side: Any, least: float = 1e-4) -> None:
        self.radii, self.P, self.Q = array(radii), P, Q
        chord = Q - P
        across = side - chord * (dot(side, chord) / dot(chord, chord))
        self.room = dot(across, across) - least
        """Negative where the side is that of the line itself."""
        self.u = across / sqrt(maximum(dot(across, across), least))
        self.v = chord / norm(chord)
        self.n = cross(self.u, self.v)
        self.height = dot(P, self.n)
        self.radius = sqrt(maximum(1.0 - self.height * self.height, NO_LENGTH))

    @cached_property
    def H(self) -> Any:
        """Of the circle."""
        return self.height / self.radius

    @cached_property
    def _q(self) -> tuple[Any, Any]:
        u, v = self.radii * self.u, self.radii * self.v
        xx, yy, xy = dot(u, u), dot(v, v), dot(u, v)
        product = sqrt(xx * yy - xy * xy)
        total = sqrt(xx + yy + 2.0 * product)
        size = total * (total + 2.0 * sqrt(product))
        return (xx - yy) / size, 2.0 * xy / size

    @cached_property
    def ends(self) -> tuple[Any, Any]:
        """φ where the tangents from P and Q touch the circle."""
        out = dot(self.P, self.u)
        found = []
        for x, way in ((self.P, 1.0), (self.Q, -1.0)):
            along = dot(x, self.v)
            reach = sqrt(maximum(out * out + along * along - self.radius * self.radius, NO_LENGTH))
            found.append(atan2(along, out) + way * atan2(reach, self.radius))
        return found[0], found[1]

    def point(self, phi: Any, H: Any) -> Any:
        """On the unit sphere."""
        return (self.u * cos(phi) + self.v * sin(phi) + self.n * H) / sqrt(1.0 + H * H)

    @cached_property
    def length(self) -> Any:
        """Of the way from P over the section to Q, to some 1e-5."""
        first, last = ((phi, self.H) for phi in self.ends)
        A, B = self.point(*first), self.point(*last)
        straight = norm(self.radii * (A - self.P)) + norm(self.radii * (self.Q - B))
        return straight + self.between(first, last, [(0.0, 0.0)] * len(_NODES), _NODES, _WEIGHTS)

    def _eta(self, phi: Any) -> Any:
        a, b = self._q
        c, s = cos(2.0 * phi), sin(2.0 * phi)
        return phi + atan2(a * s - b * c, 1.0 - a * c - b * s)

    def between(self, A: Any, B: Any, bends: Sequence[tuple[Any, Any]], nodes: np.ndarray, weights: np.ndarray) -> Any:
        """The length on the ellipsoid from A to B, (φ, H) each; `bends` is what H has beside a straight line, its rate.

        They are those at Gauss's points in η, from −1 to 1.
        """
        (a, b), start = self._q, self._eta(A[0])
        rate, slope = 0.5 * (self._eta(B[0]) - start), 0.5 * (B[1] - A[1])
        shrunk, total = 1.0 - a * a - b * b, 0.0
        for node, weight, (bend, steep) in zip(nodes.tolist(), weights.tolist(), bends, strict=True):
            eta, height, steepness = start + rate * (node + 1.0), A[1] + slope * (node + 1.0) + bend, slope + steep
            c, s = cos(eta), sin(eta)
            # e^{iφ} = e^{iη} (1 + q w̄)/|1 + q w̄|, dφ/dη = (1 − |q|²)/|1 + q w̄|².
            cc, ss = c * c - s * s, 2.0 * c * s
            re, im = 1.0 + a * cc + b * ss, b * cc - a * ss
            square = re * re + im * im
            cosine, sine = (c * re - s * im) / sqrt(square), (s * re + c * im) / sqrt(square)
            out, beside = self.u * cosine + self.v * sine, self.v * cosine - self.u * sine
            over = 1.0 + height * height
            # d' √(1 + H²), of d = (out + H n)/√(1 + H²).
            way = beside * (rate * shrunk / square) + (self.n - out * height) * (steepness / over)
            on = self.radii * way
            total = total + weight * sqrt((dot(on, on) + NO_LENGTH) / over)
        return total
