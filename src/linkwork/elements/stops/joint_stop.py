"""A rigid stop at the ends of a joint's range."""

from __future__ import annotations

from typing import Any, ClassVar

from ...contract import Contact, ModelError, parameter, register, value_of


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
