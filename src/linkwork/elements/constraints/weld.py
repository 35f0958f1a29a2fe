"""Two bodies that do not move relative to each other."""

from typing import Any

from ...contract import Constraint, register
from ...spatial import Relative, rotation_error


@register
class Weld(Constraint):
    """F and M coincide: p = 0, R = E. Six rows; unlike the joint `Fixed` it may close a loop of any joints."""

    def position(self, rel: Relative, t: Any) -> Any:
        """p and the turn of M in F."""
        return [*rel.p, *rotation_error(rel.R)]
