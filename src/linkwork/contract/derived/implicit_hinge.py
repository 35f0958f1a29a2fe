"""A hinge in its implicit form, as a constraint: what closes a loop that was opened at it."""

from __future__ import annotations

from typing import Any

from ...spatial import Relative
from ..constraint import Constraint
from ..errors import ModelError
from ..fields import option
from ..hinge import Hinge


class ImplicitHinge(Constraint):
    """The residual of a hinge as a position constraint: f(R, p, t) = 0 exactly where some q gives the pose."""

    hinge = option(doc="the joint")

    def validate(self) -> None:
        """The hinge has an implicit form."""
        if not isinstance(self.hinge, Hinge) or not self.hinge.writes("residual"):
            raise ModelError(f"ImplicitHinge: {self.hinge!r} has no implicit form.")

    def position(self, rel: Relative, t: Any) -> Any:
        """The hinge's residual."""
        return self.hinge.residual(rel, t)
