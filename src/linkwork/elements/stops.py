"""Stops, ropes and one-way connections."""

from __future__ import annotations

from typing import Any, ClassVar

from ..contract import Contact, ModelError, axis, option, parameter, register, value_of
from ..expr import array, cross, dot, sqrt
from ..spatial import Relative, matrix
from .constraints.points_and_axes import FixedDistance


@register
class JointStop(Contact):
    """A coordinate stays between `lower` and `upper`: 0 ≤ q − lower, 0 ≤ upper − q, with impacts at either.

    The end is the coordinate: `m.connect("stop", lw.JointStop(-0.5, 0.5, restitution=0.3), "hinge.angle")`. One of the
    two may be left out. Its normal force is the moment about an angle, the force along a displacement. `JointLimit` is
    the law of a joint that stiffens instead.
    """

    ends = 1
    of_coordinates: ClassVar[bool] = True
    lower = parameter(default=None, doc="least value of the coordinate")
    upper = parameter(default=None, doc="largest value of the coordinate")

    def validate(self) -> None:
        """There is a range, and it is not empty."""
        if self.lower is None and self.upper is None:
            raise ModelError("JointStop: stops nothing; give lower, upper, or both.")
        if self.lower is not None and self.upper is not None and value_of(self.lower) >= value_of(self.upper):
            raise ModelError(
                f"JointStop: lower = {value_of(self.lower):g} is not less than upper = {value_of(self.upper):g}; lock "
                "the coordinate where it must not move."
            )
        if self.has_friction:
            raise ModelError("JointStop: nothing slides at the end of a range; leave friction out.")

    @property
    def point_names(self) -> tuple[str, ...]:
        """Which end."""
        return tuple(name for name in ("lower", "upper") if getattr(self, name) is not None)

    def gap(self, q: Any, t: Any) -> Any:
        """What is left to each end."""
        left = {"lower": lambda: q[0] - self.lower, "upper": lambda: self.upper - q[0]}
        return [left[name]() for name in self.point_names]


@register
class BumpStop(Contact):
    """Two points stay at least `shortest` a and at most `longest` b apart, as those of a strut with rigid stops.

    Gaps are (p · p − a²)/2a and (b² − p · p)/2b, distances to first order. One of the two may be left out; `Rope` has
    `longest` alone. Soft stops are forces, such as `UnilateralSpring`.
    """

    is_limit = True
    shortest = parameter(unit="m", default=None, check="positive", doc="least distance of the points")
    longest = parameter(unit="m", default=None, check="positive", doc="largest distance of the points")

    def validate(self) -> None:
        """There is a stroke."""
        if self.shortest is None and self.longest is None:
            raise ModelError("BumpStop: stops nothing; give shortest, longest, or both.")
        if self.shortest is not None and self.longest is not None:
            least, most = value_of(self.shortest), value_of(self.longest)
            if least >= most:
                raise ModelError(
                    f"BumpStop: shortest = {least:g} is not less than longest = {most:g}; lw.FixedDistance holds a "
                    "distance."
                )

    @property
    def point_names(self) -> tuple[str, ...]:
        """Which end of the stroke."""
        return tuple(name for name in ("shortest", "longest") if getattr(self, name) is not None)

    @property
    def is_distance(self) -> bool:
        """Where it touches, and there is no place at which the slope has no direction."""
        return True

    def gap(self, rel: Relative, t: Any) -> Any:
        """What is left of the stroke at each end."""
        signs = {"shortest": 1.0, "longest": -1.0}
        lengths = [(signs[name], getattr(self, name)) for name in self.point_names]
        return [sign * (rel.p @ rel.p - length * length) / (2.0 * length) for sign, length in lengths]


@register
class Rope(FixedDistance):
    """The origins of F and M are at most `length` l apart; an inextensible rope without mass, slack or taut.

    `FixedDistance` on one side: its gap is (l² − p · p)/2l, which is l − |p| to first order, its normal force the
    tension. A rope that is pulled taut gives back `restitution` of the speed at which its ends part.
    """

    one_sided = "longest"


@register
class OneWayClutch(Contact):
    """A freewheel: the second shaft may overrun the first, and is driven by it else: 0 ≤ ratio q̇₂ − q̇₁ ⊥ λ ≥ 0.

    The ends are the coordinates, "pedal.angle" and "wheel.angle". `ratio` is the speed of the first over that of the
    second while it drives; the normal force is the moment on the first shaft.
    """

    of_coordinates: ClassVar[bool] = True
    one_way: ClassVar[bool] = True
    ratio = parameter(default=1.0, check="nonzero", doc="speed of the first over speed of the second")

    def gap(self, q: Any, t: Any) -> Any:
        """By how much the second is ahead."""
        return self.ratio * q[1] - q[0]


@register
class Ratchet(Contact):
    """A coordinate that turns forward and never back: 0 ≤ q̇ ⊥ λ ≥ 0. The end is the coordinate, "drum.angle".

    The pawl holds wherever the wheel stands, as one with many fine teeth does; with `backward` it turns back and never
    forward. Its normal force is the moment that holds. Teeth of a pitch are a `JointStop` whose `lower` is a Parameter
    that an event at each tooth sets.
    """

    ends = 1
    of_coordinates: ClassVar[bool] = True
    one_way: ClassVar[bool] = True
    backward = option(default=False, choices=(False, True), doc="whether it turns the other way")

    def gap(self, q: Any, t: Any) -> Any:
        """What advances."""
        return -q[0] if self.backward else q[0]


@register
class PinInSlot(Contact):
    """A pin of `radius` r, fixed in M, in a straight slot of F: −c ≤ n · p ≤ c and −l/2 ≤ d · p ≤ l/2.

    The slot is `length` l long, as the pin's centre goes, `along` d, and leaves the pin a `clearance` c on either side
    of its middle line, `across` n. Points are "left" (n · p = c), "right", "front" (d · p = l/2) and "back". It holds
    nothing else: in the plane other joints keep the bodies there. `PointOnLine` is a pin without play.
    """

    length = parameter(unit="m", check="positive", doc="l, what the pin's centre can travel")
    clearance = parameter(unit="m", check="positive", doc="c, play on either side")
    radius = parameter(unit="m", check="positive", doc="r, radius of the pin")
    along = axis(default="x", doc="d, direction of the slot in F")
    across = axis(default="y", doc="n, across the slot in F")

    def validate(self) -> None:
        """The two directions are across each other."""
        if abs(float(matrix(self.along) @ matrix(self.across))) > 1e-9:
            raise ModelError("PinInSlot: `along` and `across` must be perpendicular; the walls stand along the slot.")

    @property
    def point_names(self) -> tuple[str, ...]:
        """The walls."""
        return ("left", "right", "front", "back")

    def _walls(self) -> list[tuple[Any, Any]]:
        """(direction towards the wall, how far the pin's centre may go) of each."""
        n, d = matrix(self.across), matrix(self.along)
        return [(n, self.clearance), (-n, self.clearance), (d, 0.5 * self.length), (-d, 0.5 * self.length)]

    def gap(self, rel: Relative, t: Any) -> Any:
        """What is left to each wall."""
        return [reach - dot(towards, rel.p) for towards, reach in self._walls()]

    def point(self, rel: Relative, t: Any) -> Any:
        """On the pin, towards each wall."""
        return array([rel.p + self.radius * towards for towards, _ in self._walls()])

    def tangents(self, rel: Relative, t: Any) -> Any:
        """Along each wall in the plane of the slot, and across that plane."""
        n, d = matrix(self.across), matrix(self.along)
        up = cross(d, n)
        return array([[d, up], [d, up], [n, up], [n, up]])


CENTRED = 1e-12
"""Eccentricities below this part of the clearance have no direction."""


@register
class ClearanceRevolute(Contact):
    """A journal of `radius` r, fixed in M, in a bearing of radius r + c in F: |e| ≤ c, with impacts and friction.

    c is the radial `clearance` and e what of p is across the `axis`. Where the journal touches, at e + r e/|e|, it
    slides around and along. It holds nothing else: in the plane other joints keep the bodies there. With a `width` the
    journal may touch at both of its ends, so far apart on its axis, and tilt between them.
    """

    clearance = parameter(unit="m", check="positive", doc="c, radius of the bearing less that of the journal")
    radius = parameter(unit="m", check="positive", doc="r, radius of the journal")
    axis = axis(default="z", doc="axis of the bearing in F, and of the journal in M")
    width = parameter(unit="m", default=0.0, check="nonnegative", doc="length of the journal; 0 for one point")

    @property
    def point_names(self) -> tuple[str, ...]:
        """The ends of a wide journal."""
        return ("back", "front") if value_of(self.width) else ()

    @property
    def is_distance(self) -> bool:
        """It is."""
        return True

    def _centres(self, rel: Relative) -> list[Any]:
        """Centres of the circles that touch the bearing."""
        if not value_of(self.width):
            return [rel.p]
        arm = rel.R @ matrix(self.axis) * (0.5 * self.width)
        return [rel.p - arm, rel.p + arm]

    def _directions(self, rel: Relative) -> list[tuple[Any, Any]]:
        """(eccentricity, its direction) of each."""
        a, small, found = matrix(self.axis), (CENTRED * self.clearance) ** 2, []
        for centre in self._centres(rel):
            off = centre - a * dot(a, centre)
            size = sqrt(dot(off, off) + small)
            found.append((size, off / size))
        return found

    def gap(self, rel: Relative, t: Any) -> Any:
        """c − |e|."""
        return [self.clearance - size for size, _ in self._directions(rel)]

    def point(self, rel: Relative, t: Any) -> Any:
        """On the journal, where it is nearest to the bearing."""
        directions = [direction for _, direction in self._directions(rel)]
        return array([c + self.radius * n for c, n in zip(self._centres(rel), directions, strict=True)])

    def tangents(self, rel: Relative, t: Any) -> Any:
        """Around and along the axis."""
        a = matrix(self.axis)
        return array([[cross(a, direction), a] for _, direction in self._directions(rel)])
