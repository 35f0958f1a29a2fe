r"""Singular attitudes of absolute systems: where rows that usually hold every velocity no longer do.

With rows $A$ in comparable units, $\sigma$ is the smallest of its singular values, one for each velocity, relative to
the largest. It passes through zero at a singular attitude.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np

from ...absolute import Configuration
from ...absolute.motion import RANKED, Saddle
from ...absolute.tables import Tables
from ...mechanics.absolute import AbsoluteSystem
from ..closures import listed
from ..singularities import NOTABLE, Singularity

DEAD = 1e-2
"""σ below this where the motion ends is that of a dead point."""


@dataclass(frozen=True, eq=False)
class Rows:
    """The rows of a system, looked at as far as they are not too many."""

    system: AbsoluteSystem
    tables: Tables
    length: float
    """What makes metres comparable with radians."""

    @classmethod
    def of(cls, system: AbsoluteSystem, tables: Tables, at: Configuration) -> Rows:
        """With the size of the mechanism as the length."""
        return cls(system, tables, float(np.ptp(at.pose[4:], axis=1).max(initial=0.0)) or 1.0)

    @property
    def are_looked_at(self) -> bool:
        """Whether they are few enough."""
        return bool(self.system.rows <= RANKED)

    def sigma(self, at: Configuration) -> float:
        """How far an attitude is from singular; 1 where nobody looks."""
        if not self.are_looked_at or not self.system.size:
            return 1.0
        values = np.linalg.svd(self._scaled(at), compute_uv=False)
        return float(values[-1] / values[0])

    def _scaled(self, at: Configuration) -> np.ndarray:
        n = self.system.size
        # States of elements are moved by no row.
        rows: Any = Saddle(self.system, at, self.tables).matrix[n:, : self.system.layout.nu].toarray()
        rows[:, : 6 * at.bodies].reshape(len(rows), -1, 6)[:, :, 3:] *= self.length
        size = np.abs(rows).max(axis=1, initial=0.0)
        return rows / np.where(size > 0.0, size, 1.0)[:, None]

    def describe(self, at: Configuration, passed: bool) -> Singularity:
        """The attitude in words: which connections become dependent, which speeds are left open."""
        U, values, Vt = np.linalg.svd(self._scaled(at))
        row, column = np.abs(U[:, len(values) - 1]), np.abs(Vt[-1])
        names = [""] * self.system.rows
        for group in self.system.groups:
            for k, name in enumerate(group.names):
                for place in group.rows[:, k]:
                    names[place] = name
        involved = dict.fromkeys(names[k] for k in np.flatnonzero(row > NOTABLE * row.max()))
        speeds = tuple(self.system.layout.u[k] for k in np.flatnonzero(column > NOTABLE * column.max()))
        return Singularity(at.t, float(values[-1] / values[0]), tuple(involved), speeds, passed)

    def dead_point(self, at: Configuration) -> str:
        """What it means that drives come to a configuration that they cannot leave."""
        found = self.describe(at, False)
        return (
            f"the mechanism cannot follow its drives. At a dead point {listed(found.coordinates)} would have to move "
            f"infinitely fast, and {listed(found.connections)} cannot be kept closed."
        )
