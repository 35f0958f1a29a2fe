"""Two axes that stay parallel."""

from typing import Any

from ...contract import Constraint, axis, register
from ...spatial import Relative, axis_error


@register
class ParallelAxes(Constraint):
    """Axis b of M points where axis a of F points: R b = a. Two rows, the part of R b across a, scaled to 2 sin(θ/2).

    Axes that point opposite ways are not parallel in this sense; give one of them as "-z".
    """

    first = axis(default="z", doc="axis fixed in F")
    second = axis(default=None, doc="axis fixed in M; the same components as `first` where it is left out")

    def position(self, rel: Relative, t: Any) -> Any:
        """What R b has across a."""
        return axis_error(rel.R, self.first, self.second)
