"""A pawl and a ratchet wheel with many teeth."""

from __future__ import annotations

from typing import Any, ClassVar

from ...contract import Contact, option, register


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
