"""Margins of all points of contacts of a system at a configuration, contacts of a kind together."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

import numpy as np

from ..formulation.absolute.outputs import contact_of_kind
from ..topology.contact_margins import margins_of
from ..topology.contacts import acting_contacts
from .configuration import Configuration
from .groups import Group
from .motion import accelerate
from .tables import Tables


@dataclass(frozen=True, eq=False)
class GroupMargins:
    """The margins of contacts of one kind."""

    group: Group
    number: int
    """Of the group among all."""
    grip: np.ndarray
    """Numbers of the rows of sliding (rows × contacts)."""
    names: tuple[str, ...]
    """Of all margins, contact after contact."""
    closed: tuple[str, ...]
    """What tells of points that they are closed."""
    following: tuple[str, ...]
    """The same of points that slide along their velocity."""
    sliding: tuple[str, ...]
    """The margins of these points that end where they stop."""


@dataclass(frozen=True, eq=False)
class SystemMargins:
    """The margins of all contacts of a system."""

    system: Any
    groups: tuple[GroupMargins, ...]

    @property
    def names(self) -> tuple[str, ...]:
        """What they are called, in the order in which they are computed."""
        return tuple(name for own in self.groups for name in own.names)

    def at(self, at: Configuration, tables: Tables, parameters: Mapping[str, float]) -> np.ndarray:
        """Their values. Multipliers are those of the motion; where all points are open, nobody asks for them."""
        is_closed = any(parameters[name] for own in self.groups for name in own.closed)
        lam = accelerate(self.system, at, tables).lam if is_closed else np.zeros(self.system.rows)
        found = [self._evaluated(own, at, tables, lam)["margins"].T.ravel() for own in self.groups]
        return np.concatenate([np.zeros(0), *found])

    def _evaluated(self, own: GroupMargins, at: Configuration, tables: Tables, lam: np.ndarray) -> Any:
        given = {"lam": lam, "grip": lam[own.grip]}
        return own.group.evaluate("margins", at, tables.groups[own.number], self.system.threads, **given)


def system_margins(system: Any) -> SystemMargins:
    """The margins of the contacts of a system; none where it has none."""
    rows = {name: group.rows[:, k] for group in system.groups for k, name in enumerate(group.names)}
    found = []
    for number, group in enumerate(system.groups):
        if contact_of_kind(group.kind) is None:
            continue
        contacts = acting_contacts(system.acting.connections[name] for name in group.names)
        grip = [np.asarray(contact.grip_of(rows), dtype=np.int64) for contact in contacts]
        names = tuple(margin.name for margin in margins_of(contacts))
        points = [point for contact in contacts for point in contact.points]
        pairs = [point for point in points if len(point.slips) == 2]
        sliding = tuple(m.name for m in margins_of(contacts) if m.kind == "slide" and len(m.point.slips) == 2)
        closed, following = (tuple(p.switch(n) for p in of) for of, n in ((points, "closed"), (pairs, "follow")))
        found.append(GroupMargins(group, number, np.array(grip).T, names, closed, following, sliding))
    return SystemMargins(system, tuple(found))
