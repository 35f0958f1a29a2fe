"""Smooth surfaces: given by functions, heights, and curves that turn or are swept."""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import Any

from ...contract import Curve, ModelError, SmoothSurface, option, parameter, register, value_of
from ...expr import array, cos, sin
from ...spatial import matrix
from ..curves import LineCurve, as_curve

UNBOUNDED = (-math.inf, math.inf)


def as_extent(value: Any) -> tuple[tuple[float, float], tuple[float, float]]:
    """((u from, to), (v from, to)); None in the place of a pair, or of one of its numbers, is without an end."""
    found = []
    for pair in value:
        low, high = UNBOUNDED if pair is None else pair
        found.append((-math.inf if low is None else float(low), math.inf if high is None else float(high)))
        if not found[-1][0] < found[-1][1]:
            raise ModelError("must be ((u from, to), (v from, to)), each with from < to")
    if len(found) != 2:
        raise ModelError("must be two pairs, ((u from, to), (v from, to))")
    return found[0], found[1]


class Patch(SmoothSurface):
    """A piece of a surface `over` a range of its numbers; its solid is behind it, or with `hollow` before it."""

    over = option(default=None, convert=as_extent, doc="((u from, to), (v from, to)); without it there are no edges")
    hollow = option(default=False, choices=(False, True), doc="whether the solid is on the other side")

    def __init_subclass__(cls, **kwargs: Any) -> None:
        super().__init_subclass__(**kwargs)
        cls._put_last(Patch.fields)

    @property
    def extent(self) -> tuple[tuple[float, float], tuple[float, float]]:
        """`over`."""
        return self.over or (UNBOUNDED, UNBOUNDED)


def _function(value: Any) -> Any:
    if not callable(value):
        raise ModelError("is not a function of u and v that returns three numbers")
    return value


def _pair(value: Any) -> tuple[bool, bool]:
    first, second = (bool(x) for x in value)
    return first, second


@register
class FunctionSurface(Patch):
    r"""P(u, v) = function(u, v): three expressions. $P_u \times P_v$ points out of its solid, or into it with `hollow`.

    `closed` says which of u and v end where they began; `over` must say between which numbers these go.
    """

    function = option(convert=_function, doc="function of u and v that returns three expressions")
    closed = option(default=(False, False), convert=_pair, doc="(whether u, whether v) ends where it began")

    def validate(self) -> None:
        """What is closed has an extent."""
        if any(self.closed) and self.over is None:
            raise ModelError(f"{self.kind}: what is closed goes between two numbers; say which, over=((…, …), (…, …)).")

    def point(self, *s: Any) -> Any:
        """The value of the function."""
        found = array(list(self.function(*s)))
        if found.shape != (3,):
            raise ModelError(f"{self.kind}: the function must return three numbers, returned shape {found.shape}.")
        return matrix(found)

    @property
    def comes_back(self) -> tuple[bool, bool]:
        """`closed`."""
        return self.closed[0], self.closed[1]


def as_height(value: Any) -> Any:
    """A function of x and y."""
    if not callable(value):
        raise ModelError("is not a function of x and y that returns the height z")
    return value


@register
class HeightSurface(Patch):
    """z = function(x, y): ground with hills, a plateau. Its solid is below; u and v are x and y."""

    function = option(convert=as_height, doc="function of x and y that returns z")

    def point(self, *s: Any) -> Any:
        """(x, y, z(x, y))."""
        height = array(self.function(*s))
        if height.size != 1:
            raise ModelError(f"{self.kind}: the function must return one number, the height at (x, y).")
        return matrix([*s, height.ravel()[0]])


@register
class PolynomialSurface(Patch):
    r"""$z = \sum c\,x^i y^j$ (S0 §1.1: a spatial cam of polynomial surfaces). Its solid is below; u and v are x and y.

    `terms` are rows (i, j, c).
    """

    terms = parameter(shape=(None, 3), doc="rows (i, j, c) of the exponents of x and y, and the coefficient")

    def validate(self) -> None:
        """Exponents are whole numbers."""
        for i, j, _ in self.terms:
            if any(float(value_of(x)) % 1.0 or float(value_of(x)) < 0.0 for x in (i, j)):
                raise ModelError(
                    f"{self.kind}: terms are rows (i, j, c) with whole exponents i and j, 0 or more; one row has "
                    f"({value_of(i):g}, {value_of(j):g})."
                )

    def point(self, *s: Any) -> Any:
        """(x, y, Σ c xⁱ yʲ)."""
        x, y = s
        height = sum(c * x ** int(value_of(i)) * y ** int(value_of(j)) for i, j, c in self.terms)
        return matrix([x, y, height])


@register
class RevolvedSurface(Patch):
    """A curve in the xz plane turned about z: a barrel, a cone, the rail of a wheel.

    u is that of the curve, v the angle: P = (c_x(u) cos v, c_x(u) sin v, c_z(u)). Its solid is about the axis where z
    grows with u, and outside where it falls. Where the curve meets the axis there is a pole, at which v means nothing:
    keep contacts away from it.
    """

    curve = option(convert=as_curve, doc="x and z of the curve; a curve, points, or a function of u")

    def point(self, *s: Any) -> Any:
        """The point of the curve at u, turned by v."""
        u, v = s
        x, _, z = self.curve.point(u)
        return matrix([x * cos(v), x * sin(v), z])

    @property
    def side(self) -> float:
        """P_u × P_v points to the axis where z grows with u."""
        return 1.0 if self.hollow else -1.0

    @property
    def extent(self) -> tuple[tuple[float, float], tuple[float, float]]:
        """Of the curve, and all round."""
        return self.over or (UNBOUNDED, (-math.pi, math.pi))

    @property
    def comes_back(self) -> tuple[bool, bool]:
        """All round, unless `over` says otherwise."""
        low, high = self.extent[1]
        return False, high - low >= 2.0 * math.pi


@register
class SweptSurface(Patch):
    r"""P(u, v) = profile(u) + path(v): a curve moved along another one without turning; a cylinder of any section.

    $P_u \times P_v$ points out of its solid, or into it with `hollow`. The path is the z axis unless one is named.
    """

    profile = option(convert=as_curve, doc="what is moved; a curve, points, or a function of u")
    path = option(default=None, convert=as_curve, doc="along which it is moved; the z axis")

    def point(self, *s: Any) -> Any:
        """The sum of both points."""
        u, v = s
        return matrix(self.profile.point(u) + self._path.point(v))

    @property
    def _path(self) -> Curve:
        found: Curve = LineCurve("z") if self.path is None else self.path
        return found

    @property
    def comes_back(self) -> tuple[bool, bool]:
        """Which of the curves are closed, over their whole period."""
        pairs = zip((self.profile, self._path), self.extent, strict=True)
        found = [c.period is not None and high - low >= float(c.period) for c, (low, high) in pairs]
        return found[0], found[1]


@register
class TorusSurface(SmoothSurface):
    """A tube of radius r round a ring of radius R in the xy plane: the tread of a tyre, the groove of a bearing.

    P = ((R + r cos v) cos u, (R + r cos v) sin u, r sin v).
    """

    ring = parameter(unit="m", check="positive", doc="R, from the centre to the middle of the tube")
    tube = parameter(unit="m", check="positive", doc="r, of the tube")
    hollow = option(default=False, choices=(False, True), doc="whether others move inside the tube")

    def validate(self) -> None:
        """The tube does not meet itself."""
        if not value_of(self.tube) < value_of(self.ring):
            raise ModelError(
                f"{self.kind}: tube = {value_of(self.tube):g} is not below ring = {value_of(self.ring):g}, so that the "
                "tube meets itself; exchange them, or take a lw.SphereSurface."
            )

    def point(self, *s: Any) -> Any:
        """At u along the ring and v round the tube."""
        u, v = s
        reach = self.ring + self.tube * cos(v)
        return matrix([reach * cos(u), reach * sin(u), self.tube * sin(v)])

    @property
    def extent(self) -> tuple[tuple[float, float], tuple[float, float]]:
        """All round, twice."""
        return (-math.pi, math.pi), (-math.pi, math.pi)

    @property
    def comes_back(self) -> tuple[bool, bool]:
        """Both."""
        return True, True


def as_surface(value: SmoothSurface | Callable[..., Any]) -> SmoothSurface:
    """A smooth surface as it is, a function of x and y as a `HeightSurface`."""
    if isinstance(value, SmoothSurface):
        return value
    if isinstance(value, type) or not callable(value):
        raise ModelError(
            "is not a smooth surface; give one such as lw.EllipsoidSurface((0.1, 0.2, 0.3)), or a function z(x, y)"
        )
    return HeightSurface(value)
