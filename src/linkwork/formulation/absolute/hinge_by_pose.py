"""A hinge by its pose: the form for hinges that have no residual, and for those that are driven or locked."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from typing import Any

from ...contract import Hinge, Signal, option
from ...expr import array, forward_derivatives
from ...expr.graph import as_expr
from ...spatial import Relative, rotation_error
from .velocity_rows import RestrictsRates, rows_on_rates


class PosedHinge(RestrictsRates):
    """The relative pose is the hinge's, X_FM = pose(q, t): six rows and its invariants, free coordinates are unknowns.

    Driven coordinates are their signals and locked ones their numbers, so their rows carry what enforces them. What the
    hinge forbids on velocity level are rows on the rates of its coordinates.
    """

    hinge = option(doc="the joint")
    held = option(default=(), doc="pairs of a coordinate and the signal or number it follows")

    def position(self, rel: Relative, t: Any, s: Any = ()) -> Any:
        """How far the second frame is from where the hinge puts it, in the hinge's own frame."""
        q = self.hinge.q(self._all(s, t))
        pose = self.hinge.pose(q, t)
        return [*(pose.R.T @ (rel.p - pose.p)), *rotation_error(pose.R.T @ rel.R), *self.hinge.invariants(q)]

    def on_rates(self, s: Any, s_dot: Any, t: Any) -> Any:
        """What the hinge forbids on velocity level."""
        q = self._all(s, t)
        moving = {**dict(zip(s, s_dot, strict=True)), t: 1.0}
        rates = array(forward_derivatives([as_expr(x) for x in q], moving))
        return rows_on_rates(self.hinge, q, rates, t)

    @property
    def rest(self) -> list[float]:
        """The unknowns at the plain configuration of the hinge."""
        values = dict(zip(self.hinge.coordinates, self.hinge.rest_values, strict=True))
        return [float(values[name]) for name in self.auxiliary]

    def s(self, values: Any) -> Any:
        """The unknowns as they stand: names of an assembly's coordinates have dots in them."""
        return list(values)

    def _all(self, s: Any, t: Any) -> list[Any]:
        """All coordinates: free ones from `s`."""
        held: Mapping[str, Any] = dict(self.held)
        free = iter(s)
        return [value_at(held[name], t) if name in held else next(free) for name in self.hinge.coordinates]


def posed(hinge: Hinge, held: Mapping[str, Any]) -> PosedHinge:
    """The constraint of a hinge; its class names the coordinates that are free."""
    free = tuple(name for name in hinge.coordinates if name not in held)
    made: PosedHinge = _class(f"Posed{hinge.kind}", free)(hinge=hinge, held=tuple(held.items()))
    return made


@cache
def _class(name: str, free: tuple[str, ...]) -> Any:
    """One class for the same unknowns, so that elements are of one kind."""
    return type(name, (PosedHinge,), {"auxiliary": free, "__doc__": PosedHinge.__doc__})


def value_at(given: Any, t: Any) -> Any:
    """What a held coordinate is at a time: a signal, or a number."""
    return given.value(t) if isinstance(given, Signal) else given
