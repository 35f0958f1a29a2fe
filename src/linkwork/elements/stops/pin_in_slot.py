"""A pin in a slot, with play."""

from __future__ import annotations

from typing import Any

from ...contract import Contact, ModelError, axis, parameter, register
from ...expr import array, cross, dot
from ...spatial import Relative, matrix


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
