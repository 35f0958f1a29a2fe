"""Two bodies that are held where they are."""

from typing import Any

from ...contract import Constraint, register
from ...spatial import Relative


@register
class Clamp(Constraint):
    """M does not move in F, wherever it is: ω = 0, v = 0. Six rows.

    It is to be switched, as a gripper or a brake is: `m.connect("grip", lw.Clamp(), hand, part, active=gripped)`. When
    it closes, an impact brings both bodies to one motion. `Weld` keeps two frames together.
    """

    def velocity(self, rel: Relative, t: Any) -> Any:
        """ω and v."""
        return [*rel.w, *rel.v]
