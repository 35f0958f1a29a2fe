"""A coupling of coordinates that are unknowns of other elements: rows on unknowns alone, on no body."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from typing import Any

from ...contract import ModelError, option
from ...contract.constraint import FrictionTerm
from ...contract.derived.constraint_form import ConstraintForm
from ...expr import array, forward_derivatives, substitute
from ...expr.graph import as_expr
from ...model import Connection, Coordinate
from ...spatial import Relative
from .velocity_rows import RestrictsRates, value_at


class CoupledUnknowns(RestrictsRates):
    """f(q, t) = 0 on coordinates of hinges, each of which is held by its pose with its coordinates as unknowns.

    Driven and locked coordinates are their signals and numbers here as they are there. A condition that holds rates
    only (the grip of a contact) is a row on the rates of the unknowns.
    """

    condition = option(doc="the coupling")
    held = option(default=(), doc="pairs of the number of an end and the signal or number it follows")

    def position(self, rel: Relative, t: Any, s: Any = ()) -> Any:
        """The residuals of the coupling."""
        return array([]) if self.condition.holds_rates else self.condition.coupling(self.coordinates(s, t), t)

    def coordinates(self, s: Any, t: Any) -> list[Any]:
        """All coupled coordinates: free ones from `s`."""
        held: Mapping[int, Any] = dict(self.held)
        free = iter(s)
        return [value_at(held[k], t) if k in held else next(free) for k in range(len(held) + len(self.auxiliary))]

    def rates(self, s: Any, s_dot: Any, t: Any, values: Any) -> Any:
        """Rates of expressions of unknowns and time."""
        moving = {**dict(zip(s, s_dot, strict=True)), t: 1.0}
        return array(forward_derivatives([as_expr(x) for x in array(values).ravel()], moving))

    def on_rates(self, s: Any, s_dot: Any, t: Any) -> Any:
        """The rates of the residuals of a condition that holds nothing else."""
        if not self.condition.holds_rates:
            return array([])
        return self.rates(s, s_dot, t, self.condition.coupling(self.coordinates(s, t), t))

    def friction_terms(self) -> list[FrictionTerm]:
        """Those of the condition, on the unknowns."""
        terms = self.condition.friction_terms()
        if not terms:
            return []
        own, whole = ConstraintForm(self), ConstraintForm(self.condition)
        q = self.coordinates(own.s, own.t)
        moved = [*q, *self.rates(own.s, own.s_dot, own.t, q)]
        names = dict(zip([*whole.s, *whole.s_dot], map(as_expr, moved), strict=True))
        return [(row, *substitute([as_expr(c), as_expr(rate)], names)) for row, c, rate in terms]


def coupled(connection: Connection, connections: Mapping[str, Connection]) -> tuple[CoupledUnknowns, tuple[str, ...]]:
    """(the coupling as rows on unknowns, the names of these unknowns)."""
    ends = [end for end in connection.ends if isinstance(end, Coordinate)]
    held = []
    for k, end in enumerate(ends):
        given = {**connections[end.connection].drive, **connections[end.connection].lock}
        if end.name in given:
            held.append((k, given[end.name]))
    if len(held) == len(ends):
        raise ModelError(
            f"connection {connection.name!r}: all coordinates that it couples are driven or locked; leave one of them "
            "free, or take the coupling away."
        )
    taken = dict(held)
    names = tuple(str(end) for k, end in enumerate(ends) if k not in taken)
    made: CoupledUnknowns = _class(len(names))(condition=connection.element, held=tuple(held))
    return made, names


def coupled_hinges(connections: Mapping[str, Connection]) -> set[str]:
    """The connections whose coordinates are coupled."""
    return {end.connection for c in connections.values() for end in c.ends if isinstance(end, Coordinate)}


@cache
def _class(count: int) -> Any:
    names = tuple(f"q_{k}" for k in range(count))
    return type("CoupledUnknowns", (CoupledUnknowns,), {"auxiliary": names, "__doc__": CoupledUnknowns.__doc__})
