r"""Two smooth surfaces and their common normal: what permanent contact, rolling and one-sided contact have in common.

With $P_1$ on the first surface, $P_2$ on the second, r and R the place and rotation of the second end in the axes of
the first, unit tangents $t_1, t_2$ and unit normal n of the first surface and $n_2$ of the second, d is the way from
one point to the other, $d = r + R P_2 - P_1$. The points are those of the common normal where

$$ t_1\cdot d = t_2\cdot d = 0, \qquad t_1\cdot R n_2 = t_2\cdot R n_2 = 0, $$

and $g = n\cdot d$ is the gap. Its slope by $P_1$ and $P_2$ vanishes there: $\dot g = n\cdot(v + \omega\times R P_2)$,
and the multiplier of g is the normal force, those of the other rows are zero. That normals are opposed and not
parallel, $n\cdot R n_2 = -1$, is a choice of the start.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from functools import reduce
from typing import Any

from ...contract import SmoothSurface
from ...expr import array, cross, jacobian, minimum, sqrt, substitute, symbols
from ...expr.graph import as_expr
from ...spatial import Relative, matrix


@dataclass(frozen=True, eq=False)
class CommonNormal:
    """The two surfaces; unknowns are those of the first, then those of the second."""

    first: SmoothSurface
    second: SmoothSurface

    @property
    def unknowns(self) -> tuple[str, ...]:
        """Their names: "u1", "v1", "u2", "v2"; of a round surface "x1", "y1", "z1"."""
        pairs = ((self.first, "1"), (self.second, "2"))
        return tuple(f"{name}{number}" for surface, number in pairs for name in surface.unknowns)

    @property
    def edges(self) -> dict[str, tuple[float, float]]:
        """Between which numbers unknowns mean something, of surfaces that have edges."""
        found = {}
        for surface, number in ((self.first, "1"), (self.second, "2")):
            if not surface.relations(*[1.0] * len(surface.unknowns)):
                for name, pair, closed in zip(surface.unknowns, surface.extent, surface.comes_back, strict=True):
                    if not closed and pair != (-math.inf, math.inf):
                        found[f"{name}{number}"] = pair
        return found

    def split(self, s: Any) -> tuple[tuple[Any, ...], tuple[Any, ...]]:
        """Those of the first surface, those of the second."""
        count = len(self.first.unknowns)
        return tuple(s[:count]), tuple(s[count:])

    def between(self, rel: Relative, s: Any) -> Any:
        """d, in the axes of the first end."""
        one, two = self.split(s)
        return matrix(rel.p + rel.R @ self.second.point(*two) - self.first.point(*one))

    def gap(self, rel: Relative, s: Any) -> Any:
        """n · d."""
        return self.first.normal(*self.split(s)[0]) @ self.between(rel, s)

    def held(self, rel: Relative, s: Any) -> list[Any]:
        """What makes the points those of the common normal; with what holds among unknowns."""
        one, two = self.split(s)
        d, normal = self.between(rel, s), rel.R @ self.second.normal(*two)
        across = self.first.tangents(*one)
        rows = [t @ x for x in (d, normal) for t in across]
        return [*rows, *self.first.relations(*one), *self.second.relations(*two)]

    def inside(self, s: Any) -> Any:
        """How far the points are inside the edges of their surfaces, along these; None where there are no edges."""
        one, two = self.split(s)
        places = {name: (self.first, one, k) for k, name in enumerate(self.unknowns[: len(one)])}
        places |= {name: (self.second, two, k) for k, name in enumerate(self.unknowns[len(one) :])}
        ways = []
        for name, (low, high) in self.edges.items():
            surface, own, k = places[name]
            slope = matrix(surface.slopes(*own)[k])
            length = sqrt(slope @ slope)
            ways += [(own[k] - low) * length] if math.isfinite(low) else []
            ways += [(high - own[k]) * length] if math.isfinite(high) else []
        return reduce(minimum, ways) if ways else None

    def slip(self, rel: Relative, s: Any) -> list[Any]:
        """The velocity of the point of the second body that touches, along both tangents of the first surface."""
        two = self.split(s)[1]
        v = rel.v + cross(rel.w, rel.R @ self.second.point(*two))
        return [t @ v for t in self.first.tangents(*self.split(s)[0])]

    def curvatures(self, rel: Relative, s: Any) -> Any:
        """(least, largest) of the first surface, of the second, and of both together: eigenvalues of dn = K dx.

        A ball of radius r has 1/r. Those of K₁ + K₂ say how fast surfaces part around the contact: where the least is
        not positive they do not touch at one point alone.
        """
        one, two = self.split(s)
        K_1, K_2 = bending(self.first, one), rel.R @ bending(self.second, two) @ rel.R.T
        across = self.first.tangents(*one)
        e = array([across[0], _upright(across)])
        own = bending_axes(self.second, two)
        parts = (e @ K_1 @ e.T, own @ bending(self.second, two) @ own.T, e @ (K_1 + K_2) @ e.T)
        return [x for part in parts for x in _eigenvalues(part)]


def bending_axes(surface: SmoothSurface, s: Any) -> Any:
    """Two unit vectors in the tangent plane, across each other."""
    across = surface.tangents(*s)
    return array([across[0], _upright(across)])


def _upright(across: Any) -> Any:
    """In the plane of both, across the first."""
    first, second = (matrix(x) for x in across)
    left = second - (first @ second) * first
    return left / sqrt(left @ left)


def bending(surface: SmoothSurface, s: Any) -> Any:
    r"""K (3 × 3) with dn = K dx in the tangent plane, and zero along the normal.

    From $x_s$ and $n_s$, the slopes of place and normal by the unknowns, whose changes obey $C\,ds = 0$ where relations
    hold among them: $K = n_s A^{-1}[e_1\,e_2]^T$ with $A = [e_1^T x_s;\ e_2^T x_s;\ C]$.
    """
    names = symbols("surface_parameter", len(surface.unknowns))
    known = dict(zip(names, map(as_expr, s), strict=True))
    place, normal = (array([as_expr(x) for x in array(f(*names))]) for f in (surface.point, surface.normal))
    relations = surface.relations(*names)
    slopes = [jacobian(x, names) for x in (place, normal)]
    held = [jacobian(array([as_expr(x)]), names)[0] for x in relations]
    e = bending_axes(surface, names)
    A = array([*(e @ slopes[0]), *held])
    found = slopes[1] @ _inverse(A)[:, :2] @ e
    return array(substitute([as_expr(x) for x in found.ravel()], known)).reshape(3, 3)


def _inverse(a: Any) -> Any:
    """Of a matrix 2 × 2 or 3 × 3, by cofactors."""
    if len(a) == 2:
        return array([[a[1, 1], -a[0, 1]], [-a[1, 0], a[0, 0]]]) / (a[0, 0] * a[1, 1] - a[0, 1] * a[1, 0])
    columns = [cross(a[1], a[2]), cross(a[2], a[0]), cross(a[0], a[1])]
    return array(columns).T / (a[0] @ columns[0])


def _eigenvalues(a: Any) -> tuple[Any, Any]:
    """(smaller, larger) of a symmetric matrix 2 × 2."""
    mean, half = 0.5 * (a[0, 0] + a[1, 1]), 0.5 * (a[0, 0] - a[1, 1])
    apart = sqrt(half * half + 0.25 * (a[0, 1] + a[1, 0]) ** 2)
    return mean - apart, mean + apart
