"""A freewheel between two shafts."""

from __future__ import annotations

from typing import Any, ClassVar

from ...contract import Contact, parameter, register


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
