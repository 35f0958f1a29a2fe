"""A hinge by its pose: the form for hinges that have no residual, and for those that are driven or locked."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from ...contract import Constraint, Hinge, Signal, option
from ...spatial import Relative, rotation_error


class PosedHinge(Constraint):
    """The relative pose is the hinge's, X_FM = pose(q, t): six rows, its free coordinates are unknowns.

    Driven coordinates are their signals and locked ones their numbers, so their rows carry what enforces them.
    """

    hinge = option(doc="the hinge")
    held = option(default=(), doc="pairs of a coordinate and the signal or number it follows")

    def position(self, rel: Relative, t: Any, s: Any = ()) -> Any:
        """How far the second frame is from where the hinge puts it, in the hinge's own frame."""
        held: Mapping[str, Any] = dict(self.held)
        free = iter(s)
        values = [_value(held[name], t) if name in held else next(free) for name in self.hinge.coordinates]
        pose = self.hinge.pose(self.hinge.q(values), t)
        return [*(pose.R.T @ (rel.p - pose.p)), *rotation_error(pose.R.T @ rel.R)]


def posed(hinge: Hinge, held: Mapping[str, Any]) -> PosedHinge:
    """The constraint of a hinge; its class names the coordinates that are free."""
    free = tuple(name for name in hinge.coordinates if name not in held)
    kind = type(f"Posed{hinge.kind}", (PosedHinge,), {"auxiliary": free, "__doc__": PosedHinge.__doc__})
    made: PosedHinge = kind(hinge=hinge, held=tuple(held.items()))
    return made


def _value(given: Any, t: Any) -> Any:
    return given.value(t) if isinstance(given, Signal) else given
