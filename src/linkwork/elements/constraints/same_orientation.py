"""Two bodies that do not turn relative to each other."""

from typing import Any

from ...contract import Constraint, register
from ...spatial import Relative, rotation_error


@register
class SameOrientation(Constraint):
    """The axes of F and M stay parallel: R = E. Three rows, 2 sin(θ/2) n of the turn by θ about n."""

    def position(self, rel: Relative, t: Any) -> Any:
        """The turn of M in F."""
        return rotation_error(rel.R)
