"""The rigid connection of two bodies."""

from typing import Any

from ...contract import Hinge
from ...spatial import Pose, Relative, rotation_error


class Fixed(Hinge):
    """M stays where F is: R = E, p = 0. No coordinates."""

    def pose(self, q: Any, t: Any) -> Pose:
        """X_FM = identity."""
        return Pose()

    def residual(self, rel: Relative, t: Any) -> Any:
        """p and the turn of M in F."""
        return [*rel.p, *rotation_error(rel.R)]
