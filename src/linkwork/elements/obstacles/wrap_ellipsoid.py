"""An ellipsoid in the way of a path."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import Any, NamedTuple

import numpy as np

from ...contract import option, parameter, register, value_of
from ...contract.fields import as_direction
from ...expr import array, atan2, cos, cross, dot, maximum, norm, sin, sqrt, where
from .axis_turn import NO_LENGTH
from .obstacle import Obstacle, PathPassage, depth_fault, quiet
from .plane_section import PlaneSection
from .wrap_sphere import ASKEW, NO_SINE

NODES, WEIGHTS = np.polynomial.legendre.leggauss(24)
"""Gauss's points on (−1, 1), for the length on the ellipsoid."""
FINEST = 2 * len(NODES) // 3
"""The largest degree of a curve that these points can tell from others."""
LIKELY = 1e-5
"""The part by which lengths of sections may be wrong, and by which the next must be better than those before it.

So ways that are alike by symmetry do not take turns by rounding.
"""
NO_SHORTEST = "no shortest way was found, its length is wrong; put a via point beside the ellipsoid, or say `over`"
TOO_ROUGH = "the curve on the ellipsoid is not resolved; give it a larger `degree`"
ALONG_OVER = "the straight line runs along `over`, which then says no side"
OTHER_SIDE = "the way over another side is shorter than that over the side that `over` asks for"


class _Choice(NamedTuple):
    """The best of several sections."""

    side: Any
    length: Any
    leap: Any
    """Changes sign where another becomes the best, and perhaps elsewhere."""


@register
class WrapEllipsoid(Obstacle):
    r"""A path over an ellipsoid of semi-axes `radii` (a, b, c): a bone, a head of a joint, a bulging muscle.

    Divided by its radii the ellipsoid is the unit sphere, and tangents stay tangents: those from P touch it on the
    circle $d\cdot P = 1$. The search begins with the shortest of the ways in half-planes through P and Q: towards the
    side on which the line passes the centre, along the axes to both sides, and the best of them turned a little. From
    there, with the angle φ in the plane and H beside it, $d =(\cos φ, \sin φ, H)/\sqrt{1 + H^2}$ is the path, and

    $$ L = |P - A| + \int_{-1}^{1} |(a\,d_x', b\,d_y', c\,d_z')|\,dτ + |B - Q| $$

    is stationary in where A and B are on their circles, and in the coefficients of the polynomial H(τ) (Ritz's method):
    what is left over falls exponentially with `degree`. The way is no longer than those in planes; a run on which it is
    has a bad verdict. It jumps where another becomes the shortest, unless `over`, a direction such as "z", keeps it on
    one side of the straight line; then a run notes where another is shorter. It is straight where it does not touch.
    """

    radii = parameter(unit="m", shape=3, check="positive", doc="a, b, c")
    degree = option(default=6, choices=tuple(range(2, FINEST + 1)), doc="of the polynomial H: more where it is slender")
    over = option(default=None, convert=lambda x: None if x is None else as_direction(x), doc="the side it passes")

    def validate(self) -> None:
        """Unknowns: where it comes and leaves, and coefficients."""
        bends = tuple(f"bend{k}" for k in range(self.degree - 1))
        object.__setattr__(self, "unknowns", ("first", "last", *bends))

    def passage(self, p: Any, q: Any, s: Any) -> PathPassage:
        """The way from p to q."""
        P, Q = array(p) / array(self.radii), array(q) / array(self.radii)
        near, far, normal = norm(P), norm(Q), cross(P, Q)
        turn = atan2(sqrt(maximum(dot(normal, normal), NO_SINE * (near * far) ** 2)), dot(P, Q))
        free = turn - atan2(sqrt(near * near - 1.0), 1.0) - atan2(sqrt(far * far - 1.0), 1.0)
        chosen, others, asked = self._choice(P, Q)
        length = self._beside(PlaneSection(self.radii, P, Q, chosen.side, NO_LENGTH), s)
        straight = norm(q - p) + 0.5 * dot(s, s)
        faults = [((1.0 + LIKELY) * chosen.length - length, NO_SHORTEST)]
        # Beyond this the length is wrong by a part of about 1e-7.
        losses = [(1e-6 - sum(x * x for x in s[2:][-2:]), TOO_ROUGH)]
        leaps = [chosen.leap, quiet(dot(normal, ASKEW) / (near * far))]
        if asked is not None:
            faults += [(asked.room, ALONG_OVER)]
            losses += [((1.0 + LIKELY) * others - length, OTHER_SIDE)]
            leaps += [free]
        lost, wrong = (tuple((where(free < 0.0, 1.0, x), said) for x, said in each) for each in (losses, faults))
        return PathPassage(where(free < 0.0, straight, length), (free,), tuple(leaps), lost, wrong)

    def _choice(self, P: Any, Q: Any) -> tuple[_Choice, Any, PlaneSection | None]:
        """The section that is followed, the length of the shortest, and the section that `over` asks for."""
        chord = Q - P
        foot = P - chord * (dot(P, chord) / dot(chord, chord))
        sections = [PlaneSection(self.radii, P, Q, foot, NO_LENGTH)]
        sections += [PlaneSection(self.radii, P, Q, axis) for axis in (*np.eye(3), *-np.eye(3))]
        unfit = norm(array(self.radii) * chord) + 20.0 * sum(self.radii)  # longer than any way round it
        lengths = [where(x.room < 0.0, unfit, x.length) for x in sections]
        free = _best(sections, lengths)
        if self.over is None:
            return self._turned(P, Q, free), free.length, None
        asked = PlaneSection(self.radii, P, Q, array(self.over) / array(self.radii))
        allowed = [where(dot(x.u, asked.u) < 0.0, unfit, y) for x, y in zip(sections, lengths, strict=True)]
        return self._turned(P, Q, _best([asked, *sections], [asked.length, *allowed])), free.length, asked

    def _turned(self, P: Any, Q: Any, choice: _Choice) -> _Choice:
        """The best of sections beside one."""
        beside = PlaneSection(self.radii, P, Q, choice.side, NO_LENGTH).n
        sides = [choice.side * math.cos(angle) + beside * math.sin(angle) for angle in (0.0, 0.3, -0.3, 0.6, -0.6)]
        sections = [PlaneSection(self.radii, P, Q, side, NO_LENGTH) for side in sides]
        return _best(sections, [x.length for x in sections])._replace(leap=choice.leap)

    def _beside(self, section: PlaneSection, s: Any) -> Any:
        """The length of the way that leaves its section by the unknowns."""
        ends, straight = [], []
        for x, phi, place in zip((section.P, section.Q), section.ends, s[:2], strict=True):
            # Round the circle of tangents from x, from its point in the section on.
            square = dot(x, x)
            first = section.point(phi, section.H) - x / square
            touched = x / square + first * cos(place) + cross(x, first) * (sin(place) / sqrt(square))
            out, along = dot(touched, section.u), dot(touched, section.v)
            c, d = cos(phi), sin(phi)
            H = dot(touched, section.n) / sqrt(out * out + along * along)
            ends.append((phi + atan2(along * c - out * d, out * c + along * d), H))
            straight.append(norm(section.radii * (touched - x)))
        bends = [tuple(sum(b * x for b, x in zip(s[2:], y, strict=False)) for y in each) for each in BUBBLES]
        return sum(straight) + section.between(ends[0], ends[1], bends, NODES, WEIGHTS)

    def core(self, x: Any) -> tuple[Any, Any]:
        """Its centre; from there the surface is as far as it is towards x."""
        scaled = array(x) / array(self.radii)
        return np.zeros(3), sqrt(dot(x, x) / dot(scaled, scaled))

    def side(self, p: Any, q: Any, line: tuple[Any, Any]) -> Any:
        """Towards the straight line, or as it is asked for."""
        a, d = line[0], line[1] - line[0]
        a = a if self.over is None else np.array(self.over)
        foot = a - d * (dot(a, d) / dot(d, d))
        return foot / sqrt(dot(foot, foot) + NO_SINE * dot(a, a))

    def look(self) -> dict[str, Any]:
        """An ellipsoid, and the side that is asked for."""
        radii = [float(value_of(r)) for r in self.radii]
        found = {"kind": "ellipsoid", "radius": max(radii), "radii": radii, "way": "shortest", "lifts": True}
        return found if self.over is None else {**found, "over": list(self.over)}

    def point_fault(self, x: np.ndarray) -> str | None:
        """Inside; how deep is measured towards the centre."""
        radii = np.array([float(value_of(r)) for r in self.radii])
        part = float(np.linalg.norm(x / radii))
        size = float(np.linalg.norm(x)) if part > 0.0 else 0.0
        return depth_fault(size * (1.0 / part - 1.0) if part > 0.0 else float(radii.min()), "ellipsoid")


def _best(sections: Sequence[PlaneSection], lengths: Sequence[Any]) -> _Choice:
    """The shortest, the first of those that are alike; its leap is one to a section that is not beside it."""
    best = array([lengths[0], 0.0, *sections[0].u])
    second = array([lengths[0] + lengths[1], -1.0, *-sections[0].u])
    for k, (section, length) in enumerate(zip(sections[1:], lengths[1:], strict=True), start=1):
        one = array([length * (1.0 + k * LIKELY), float(k), *section.u])
        is_best, is_second = one[0] < best[0], one[0] < second[0]
        second = array([where(is_best, x, where(is_second, y, z)) for x, y, z in zip(best, one, second, strict=True)])
        best = array([where(is_best, y, x) for x, y in zip(best, one, strict=True)])
    is_beside = dot(best[2:], second[2:]) > 0.5  # 60 degrees: both are most likely one way
    leap = (best[1] - second[1]) * (second[0] / best[0] - 1.0)
    return _Choice(best[2:], best[0], where(is_beside, 1.0, leap))


def _bubbles(node: float) -> tuple[list[float], list[float]]:
    """(1 − τ²) P_k(τ), zero at both ends, and its slope, for every k."""
    found: tuple[list[float], list[float]] = [], []
    rest = 1.0 - node * node
    for k in range(FINEST - 1):
        legendre = np.polynomial.Legendre.basis(k)
        value, slope = float(legendre(node)), float(legendre.deriv()(node)) if k else 0.0
        scale = float(np.sqrt(2.0 * k + 1.0))
        found[0].append(scale * rest * value)
        found[1].append(scale * (rest * slope - 2.0 * node * value))
    return found


BUBBLES = [_bubbles(node) for node in NODES.tolist()]
"""What the coefficients of H are multiplied by at Gauss's points."""
