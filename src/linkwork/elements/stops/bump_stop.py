"""Stops at the ends of a stroke: bump and rebound."""

from __future__ import annotations

from typing import Any

from ...contract import Contact, ModelError, parameter, register, value_of
from ...spatial import Relative


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
