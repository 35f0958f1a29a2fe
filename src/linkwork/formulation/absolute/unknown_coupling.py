"""A coupling of coordinates that are unknowns of other elements: rows on unknowns alone, on no body."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from typing import Any

from ...contract import Constraint, ModelError, option
from ...model import Connection, Coordinate
from ...spatial import Relative
from .hinge_by_pose import value_at


class CoupledUnknowns(Constraint):
    """f(q, t) = 0 on coordinates of hinges, each of which is held by its pose with its coordinates as unknowns.

    Driven and locked coordinates are their signals and numbers here as they are there.
    """

    condition = option(doc="the coupling")
    held = option(default=(), doc="pairs of the number of an end and the signal or number it follows")

    def position(self, rel: Relative, t: Any, s: Any = ()) -> Any:
        """The residuals of the coupling."""
        held: Mapping[int, Any] = dict(self.held)
        free = iter(s)
        q = [value_at(held[k], t) if k in held else next(free) for k in range(len(held) + len(self.auxiliary))]
        return self.condition.coupling(q, t)


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
