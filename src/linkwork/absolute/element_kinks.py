"""Functions that change sign where laws of elements change branch: group after group, element after element."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import Any

import numpy as np

from .configuration import Configuration
from .groups import Group


@dataclass(frozen=True, eq=False)
class ElementKinks:
    """The kinks of all elements of a system."""

    system: Any

    @cached_property
    def groups(self) -> list[tuple[int, Group]]:
        """(place, group) of elements that have some."""
        return [(k, group) for k, group in enumerate(self.system.groups) if len(group.kind.equations.laws.kinks)]

    @cached_property
    def owners(self) -> tuple[str, ...]:
        """The connection that each belongs to."""
        return tuple(name for _, g in self.groups for name in g.names for _ in g.kind.equations.laws.kinks)

    @cached_property
    def discontinuities(self) -> tuple[Any, ...]:
        """What may leap at each; None where nothing does."""
        return tuple(x for _, g in self.groups for _ in g.names for x in g.kind.equations.laws.discontinuities)

    def values(self, at: Configuration, tables: Any) -> np.ndarray:
        """All of them at a state."""
        lam, threads, found = np.zeros(self.system.rows), self.system.threads, [np.zeros(0)]
        for k, group in self.groups:
            found.append(group.evaluate("kinks", at, tables.groups[k], threads, lam=lam)["kinks"].T.ravel())
        return np.concatenate(found)
