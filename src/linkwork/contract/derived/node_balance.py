r"""The equations of an assembly of forces, in symbols of its own: equilibrium of its nodes and what follows (S0 §7.3).

No node has mass. The virtual power of all that acts on nodes is zero for every motion of theirs,

$$ r_j = \sum_k \left(M_k\cdot\frac{\partial\omega_k}{\partial u_j} + F_k\cdot\frac{\partial v_k}{\partial u_j}\right)
= 0, $$

one equation a speed: Σ F = 0 and Σ M = 0 for a node that nothing but forces hold, and along the speeds of a hinge.

* Where no r depends on the speeds of a group of coordinates, these coordinates are unknowns, found from r = 0.
* Otherwise they are states, and their speeds are found.
* Where a part has a state that follows such a speed although no force does (a spring and a damper in series as one
  part), ṙ = 0 gives the speeds of coordinates that are unknowns.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from ...expr import array, jacobian
from ...expr.graph import as_expr
from ...expr.node import symbols_of
from ...spatial import Relative, matrix, tangents, tilde
from ..errors import ModelError
from .assembly_nodes import NodeCoordinates, moved
from .node_loads import NodeLoads, symbols_within


@dataclass(frozen=True, eq=False)
class NodeBalance:
    """The equilibrium of nodes: its equations, and which coordinates are states and which unknowns."""

    loads: NodeLoads

    @cached_property
    def rows(self) -> list[Any]:
        """r, by groups of coordinates."""
        u = array([x for group in self.groups for x in group.u])
        if not len(u):
            return []
        loads = array([x for node in self.loads.nodes for vector in self.loads.felt[node] for x in vector])
        return list(jacobian(moved(self.loads.motion.places[n] for n in self.loads.nodes), u).T @ loads)

    @property
    def groups(self) -> tuple[NodeCoordinates, ...]:
        """The coordinates of all nodes."""
        return self.loads.motion.groups

    @cached_property
    def moving(self) -> tuple[NodeCoordinates, ...]:
        """The coordinates that are states: some r depends on their speeds."""
        seen = symbols_within(self.rows)
        return tuple(group for group in self.groups if seen & {x.uid for x in group.u})

    @cached_property
    def still(self) -> tuple[NodeCoordinates, ...]:
        """The coordinates that are unknowns."""
        return tuple(group for group in self.groups if group not in self.moving)

    @cached_property
    def following(self) -> tuple[NodeCoordinates, ...]:
        """Coordinates that are unknowns and whose speeds some part needs: all of them where one is needed."""
        seen = symbols_within(x for values in self.loads.of_parts.values() for x in values)
        needed = any(seen & {x.uid for x in group.u} for group in self.still)
        return self.still if needed else ()

    @cached_property
    def residual(self) -> list[Any]:
        """What is zero at the right unknowns: r, ṙ where speeds follow from it, invariants, and those of parts."""
        invariants = [x for group in self.still for x in group.invariants]
        return [*self.rows, *invariants, *self._rates_of_rows, *self.loads.of_parts["residual"]]

    @cached_property
    def _rates_of_rows(self) -> list[Any]:
        """ṙ, without the velocities of what has none of its own."""
        if not self.following:
            return []
        rates: dict[Any, Any] = {self.loads.t: 1.0}
        for end in self.loads.ends:
            rates |= dict(zip(end.R.ravel(), (tilde(end.w) @ end.R).ravel(), strict=True))
            rates |= dict(zip(end.p, end.v, strict=True))
        for group in self.groups:
            rates |= dict(zip(group.q, group.q_dot, strict=True))
        rates |= dict(zip(self.loads.own["z"].values(), self.loads.of_parts["state_dot"], strict=True))
        known = {as_expr(x).uid for x in rates}
        strange = [x for x in symbols_of(list(map(as_expr, self.rows))) if x.uid not in known and not _is_number(x)]
        if strange:
            raise ModelError(
                f"{self.loads.kind}: a part has a state that follows the velocity of the node "
                f"{self.following[0].node!r}, and a force there changes with {_called(str(strange[0].data))}, whose "
                "rate is not known. Put a body with a small mass in the place of the node."
            )
        return list(tangents([array(self.rows)], rates)[0])


def symbols_of_ends(ends: Sequence[Relative], given: Sequence[Relative]) -> dict[Any, Any]:
    """Symbols of motions, and the motions that were given for them."""
    found: dict[Any, Any] = {}
    for symbolic, rel in zip(ends, given, strict=True):
        own = [*symbolic.R.ravel(), *symbolic.p, *symbolic.w, *symbolic.v]
        actual = [*matrix(rel.R).ravel(), *rel.p, *rel.w, *rel.v]
        found |= dict(zip(own, map(as_expr, actual), strict=True))
    return found


def _is_number(symbol: Any) -> bool:
    return hasattr(symbol, "value")


def _called(symbol: str) -> str:
    """A symbol of the balance in words."""
    what = {"i": "the input", "s": "the unknown", "u": "the velocity of"}
    kind, _, name = symbol.partition("_")
    return f"{what[kind]} {name.partition(':')[0]!r}" if kind in what else "the velocity of an end"
