"""Which hinges are branches of the tree and which are cut (S0 §4.2).

A minimum spanning tree on `Priority`: of every loop, the hinge that is largest is cut.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import Any, NamedTuple

import lazy_loader

from ..contract import Hinge, ModelError
from ..model import Connection, Coordinate, Model

nx = lazy_loader.load("networkx")


class Priority(NamedTuple):
    """What decides which hinge of a loop is cut: the largest is. Earlier entries outweigh later ones."""

    may_cut: bool
    """The user does not force it to be a branch."""
    not_prescribed: bool
    """Nobody drives, locks or couples its coordinates, so that nobody misses them."""
    implicit: bool
    """Its residual can close the loop."""
    coordinates: int
    """How many independent coordinates it has; a cut leaves 6 − n rows."""
    no_start: bool
    """No starting values are given for it."""
    order: int
    """Its place in the order of definition."""


@dataclass(frozen=True, eq=False)
class Candidate:
    """A hinge of the model with what decides about it."""

    connection: Connection
    hinge: Hinge
    priority: Priority

    @property
    def name(self) -> str:
        """The connection's name."""
        return self.connection.name

    @property
    def closes_by_residual(self) -> bool:
        """Whether, once cut, its residual closes the loop; else a weld does."""
        return self.priority.implicit


@dataclass(frozen=True, eq=False)
class Forest:
    """The hinges of a model, in order of definition, divided into branches and cuts."""

    branches: tuple[Candidate, ...]
    cuts: tuple[Candidate, ...]


def find_forest(model: Model) -> Forest:
    """Branches and cuts of a model. Every loop is opened once, nothing is cut that is in no loop, unless forced."""
    candidates = candidates_of(model)
    kept = _spanning([c for c in sorted(candidates, key=lambda c: c.priority) if c.connection.tree != "cut"])
    branches = tuple(c for c in candidates if c.name in kept)
    cuts = tuple(c for c in candidates if c.name not in kept)
    _check_forced(branches, cuts)
    return Forest(branches, cuts)


def _spanning(candidates: Sequence[Candidate]) -> set[str]:
    """The names of those that join what those before them leave apart (Kruskal)."""
    root: dict[str, str] = {}

    def top(body: str) -> str:
        while root.setdefault(body, body) != body:
            root[body] = body = root.setdefault(root[body], root[body])
        return body

    kept = set()
    for candidate in candidates:
        first, second = map(top, _ends(candidate))
        if first != second:
            root[second] = first
            kept.add(candidate.name)
    return kept


def candidates_of(model: Model) -> tuple[Candidate, ...]:
    """All hinges, in order of definition, with their priorities."""
    ends = (end for connection in model.connections.values() for end in connection.ends)
    coupled = {end.connection for end in ends if isinstance(end, Coordinate)}
    found = []
    for order, connection in enumerate(model.connections.values()):
        if isinstance(connection.element, Hinge):
            priority = _priority(connection, connection.element, connection.name in coupled, order)
            found.append(Candidate(connection, connection.element, priority))
    return tuple(found)


def _priority(connection: Connection, hinge: Hinge, coupled: bool, order: int) -> Priority:
    prescribed = bool(connection.drive or connection.lock or coupled)
    return Priority(
        may_cut=connection.tree != "branch",
        not_prescribed=not prescribed,
        # A residual says nothing about velocities, and a hinge cut by it has no coordinates left to prescribe.
        implicit=hinge.writes("residual") and hinge.is_holonomic and not prescribed,
        coordinates=len(hinge.speed_names),
        no_start=not connection.initial,
        order=order,
    )


def _ends(candidate: Candidate) -> tuple[str, str]:
    first, second = candidate.connection.bodies
    return first.name, second.name


def _check_forced(branches: Sequence[Candidate], cuts: Iterable[Candidate]) -> None:
    """Forced branches come first into the tree; one that is left out closes a loop of forced branches."""
    for cut in cuts:
        if cut.connection.tree == "branch":
            forced: Any = nx.Graph()
            for branch in branches:
                forced.add_edge(*_ends(branch), name=branch.name)
            bodies = nx.shortest_path(forced, *_ends(cut))
            names = [forced.edges[pair]["name"] for pair in pairwise(bodies)] + [cut.name]
            raise ModelError(
                f"the joints {', '.join(names)} form a loop through {', '.join(bodies)}, and all of them are forced to "
                "be branches of the tree. A loop must be opened somewhere: take tree='branch' away from one of them."
            )
