r"""Loads from outside on bodies and points.

Those that are spread over surfaces and volumes are sums over Gauss points that are fixed in the body:
$F = \int p\,dA$, $M = \int b\times p\,dA$ (S0 (2.3.7)), b being places in the axes of the end.
"""

from __future__ import annotations

import math
from itertools import product
from typing import Any

import numpy as np

from ..contract import Load, ModelError, Signal, option, parameter, register
from ..contract import axis as direction
from ..expr import array, cross, is_symbolic
from ..spatial import matrix
from .surfaces.smooth_surfaces import as_surface

COMPONENTS_WANTED = "give three numbers or signals, one of them with along=, or a function of (rel, t)"


def as_components(given: Any) -> Any:
    """What is kept: a function, one number or signal, or a tuple of three."""
    if isinstance(given, type):
        raise ModelError(
            f"is a class; did you forget the brackets? {COMPONENTS_WANTED[0].upper()}{COMPONENTS_WANTED[1:]}"
        )
    if callable(given) or isinstance(given, Signal):
        return given
    if isinstance(given, (tuple, list, np.ndarray)):
        if len(given) != 3:
            raise ModelError(f"has {len(given)} components; {COMPONENTS_WANTED}")
        return tuple(_component(x) for x in given)
    return _component(given)


def _component(x: Any) -> Any:
    if isinstance(x, Signal) or is_symbolic(x):
        return x
    if isinstance(x, (str, bool, type)) or x is None:
        raise ModelError(f"{x!r} is not a number; {COMPONENTS_WANTED}")
    number = float(x)
    if not np.isfinite(number):
        raise ModelError("must be finite")
    return number


class Components(Load):
    """A load with components in the axes of the world, or in those of its end where `axes` is "body"."""

    along = direction(default=None, doc="the direction of a load that is given as one number or signal")
    axes = option(default="world", choices=("world", "body"), doc="in which axes the components are")

    def __init_subclass__(cls, **kwargs: Any) -> None:
        super().__init_subclass__(**kwargs)
        cls._put_last(Components.fields)

    @property
    def given(self) -> dict[str, Any]:
        """What was given as components, by name."""
        return {name: getattr(self, name) for name, field in self.fields.items() if field.convert is as_components}

    def validate(self) -> None:
        """A single number or signal has a direction, and nothing else has."""
        single = [name for name, value in self.given.items() if _is_single(value)]
        if single and self.along is None:
            raise ModelError(
                f"{self.kind}: {single[0]} is one number or signal; say along which direction it acts: along='x'."
            )
        if self.along is not None and not single:
            raise ModelError(f"{self.kind}: along is for a load that is given as one number or signal.")

    def vector(self, given: Any, rel: Any, t: Any) -> Any:
        """The three components at this motion and time."""
        if _is_single(given):
            value = given.value(t) if isinstance(given, Signal) else given
            return matrix([value * x for x in self.along])
        if callable(given):
            found = given(rel, t)
            if found is None or np.shape(array(found)) != (3,):
                what = "nothing" if found is None else f"shape {np.shape(array(found))}"
                raise ModelError(
                    f"{self.kind}: its function of (rel, t) must return three components; it returned {what}."
                )
            return matrix(found)
        return matrix([x.value(t) if isinstance(x, Signal) else x for x in given])


def component_field(unit: str, default: Any, doc: str) -> Any:
    """A field of three components."""
    extra = {} if default is None else {"default": default}
    return parameter(unit=unit, shape=3, convert=as_components, doc=doc, **extra)


def _is_single(value: Any) -> bool:
    return isinstance(value, Signal) or not (callable(value) or isinstance(value, tuple))


@register
class Wrench(Components):
    """(moment, force) = (m, f): a `moment` m and a `force` f on a point of a body, each as in AppliedForce."""

    moment = component_field("N*m", (0.0, 0.0, 0.0), "m")
    force = component_field("N", (0.0, 0.0, 0.0), "f")

    def wrench(self, rel: Any, t: Any) -> Any:
        """(moment, force)."""
        return self.vector(self.moment, rel, t), self.vector(self.force, rel, t)


@register
class AppliedForce(Components):
    """(moment, force) = (0, f): a `force` f on a point of a body.

    Three numbers or signals; one number or signal `along` a direction; or a function f(rel, t) of the point's motion
    in the world. `axes` "world" keeps its direction, "body" turns with the body.
    """

    force = component_field("N", None, "f")

    def wrench(self, rel: Any, t: Any) -> Any:
        """(moment, force)."""
        return np.zeros(3), self.vector(self.force, rel, t)


@register
class AppliedMoment(Components):
    """(moment, force) = (m, 0): a `moment` m on a body.

    Three numbers or signals; one number or signal `along` a direction; or a function m(rel, t) of the end's motion in
    the world. `axes` "world" keeps its direction, "body" turns with the body.
    """

    moment = component_field("N*m", None, "m")

    def wrench(self, rel: Any, t: Any) -> Any:
        """(moment, force)."""
        return self.vector(self.moment, rel, t), np.zeros(3)


MOST_GAUSS = 40


def as_points(value: Any) -> int:
    """How many Gauss points there are in each direction."""
    count = int(value)
    if count != float(value) or not 1 <= count <= MOST_GAUSS:
        raise ModelError(f"is not a number of points; give a whole number from 1 to {MOST_GAUSS}")
    return count


def gauss_product(ranges: Any, count: int) -> list[tuple[tuple[float, ...], float]]:
    """(place, weight) of the product rule over ranges, exact for polynomials of degree 2n − 1 in each direction."""
    nodes, weights = np.polynomial.legendre.leggauss(count)
    axes = [
        [(0.5 * (a + b) + 0.5 * (b - a) * x, 0.5 * (b - a) * w) for x, w in zip(nodes, weights, strict=True)]
        for a, b in ranges
    ]
    return [(tuple(x for x, _ in found), float(np.prod([w for _, w in found]))) for found in product(*axes)]


class SpreadLoad(Load):
    """What is spread over a body, point by point: a number, a signal or a function of place and time.

    The function gets the place (three numbers) and the time. With `fixed_in="body"` the place is in the axes of the end
    and what is spread moves with the body; with "world" it belongs to the surroundings: water, wind.
    """

    fixed_in = option(default="body", choices=("body", "world"), doc="of which axes the places are")
    points = option(default=6, convert=as_points, doc="Gauss points in each direction")

    axes = "body"

    def __init_subclass__(cls, **kwargs: Any) -> None:
        super().__init_subclass__(**kwargs)
        cls._put_last(SpreadLoad.fields)

    def at(self, given: Any, b: Any, rel: Any, t: Any) -> Any:
        """What is spread, at a place b in the axes of the end."""
        if isinstance(given, Signal):
            return given.value(t)
        if not callable(given):
            return given
        return given(b if self.fixed_in == "body" else matrix(rel.p + rel.R @ b), t)

    def forces(self, rel: Any, t: Any) -> list[tuple[Any, Any]]:
        """(place, force) at every point, in the axes of the end."""
        raise ModelError(f"{self.kind}: must have forces(self, rel, t).")

    def wrench(self, rel: Any, t: Any) -> Any:
        """(moment, force) about the origin of the end."""
        found = self.forces(rel, t)
        moment = sum((array(cross(b, f)) for b, f in found), np.zeros(3))
        return matrix(moment), matrix(sum((array(f) for _, f in found), np.zeros(3)))


def as_spread(value: Any) -> Any:
    """A number, a signal or a function of place and time."""
    if isinstance(value, type):
        raise ModelError("is a class; did you forget the brackets?")
    if callable(value) or isinstance(value, Signal):
        return value
    return float(value)


@register
class PressureLoad(SpreadLoad):
    r"""A pressure on a surface of a body: $dF = -p\,n\,dA$ with n out of its solid (S0 (2.3.7)).

    `pressure` is a number, a signal, or a function of place and time, positive where it pushes: `lambda x, t: 1000 *
    9.81 * lw.maximum(0, -x[2])` with `fixed_in="world"` is water up to z = 0. `surface` is a smooth surface with edges,
    or a function z(x, y) `over` a range of x and y. n Gauss points in each direction are exact where pressure and
    surface together are polynomials of degree 2n − 1.
    """

    surface = option(convert=as_surface, doc="a smooth surface with edges, or a function z(x, y)")
    pressure = option(convert=as_spread, doc="p: a number (Pa), a signal, or a function of place and time")
    over = option(default=None, doc="((u from, to), (v from, to)), where the surface has no edges of its own")

    def validate(self) -> None:
        """It ends somewhere, and has two parameters."""
        if len(self.surface.unknowns) != 2:
            raise ModelError(f"{self.kind}: {self.surface.kind} has no parameters u and v; give a lw.FunctionSurface.")
        if not all(math.isfinite(float(x)) for pair in self._ranges for x in pair):
            raise ModelError(f"{self.kind}: {self.surface.kind} has no end; say how far, over=((…, …), (…, …)).")

    @property
    def _ranges(self) -> Any:
        return self.surface.extent if self.over is None else self.over

    def forces(self, rel: Any, t: Any) -> list[tuple[Any, Any]]:
        """−p n dA, with n dA = ∂P/∂u × ∂P/∂v du dv."""
        found = []
        for s, weight in gauss_product(self._ranges, self.points):
            b, slopes = matrix(self.surface.point(*s)), self.surface.slopes(*s)
            area = matrix(cross(matrix(slopes[0]), matrix(slopes[1]))) * (self.surface.side * weight)
            found.append((b, -self.at(self.pressure, b, rel, t) * area))
        return found


def _ranges(value: Any) -> tuple[tuple[float, float], ...]:
    found = tuple((float(low), float(high)) for low, high in value)
    if len(found) != 3 or not all(low < high for low, high in found):
        raise ModelError("must be ((x from, to), (y from, to), (z from, to)), each with from < to")
    return found


@register
class VolumeLoad(SpreadLoad):
    r"""A force on every part of a block of a body: $F = \int f\,dV$, $M = \int b\times f\,dV$.

    `force` f is three numbers or signals (N/m³), or a function of place and time: magnetic pull, a field that is not
    uniform. Its components are in the axes of `fixed_in`. n Gauss points in each direction are exact for polynomials of
    degree 2n − 1.
    """

    force = option(convert=as_components, doc="f (N/m³): three numbers or signals, or a function of place and time")
    over = option(convert=_ranges, doc="((x from, to), (y from, to), (z from, to)) in the axes of the end")

    def forces(self, rel: Any, t: Any) -> list[tuple[Any, Any]]:
        """f dV."""
        found = []
        for place, weight in gauss_product(self.over, self.points):
            b = matrix(place)
            given = self.at(self.force, b, rel, t) if callable(self.force) else self.force
            components = given if isinstance(given, tuple) else array(given)
            value = matrix([self.at(x, b, rel, t) for x in components]) * weight
            found.append((b, value if self.fixed_in == "body" else matrix(rel.R).T @ value))
        return found
