"""Singular configurations on a path: what they are and how they are recognised."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from ...contract.errors import joined
from ...numerics.rank import Ranked
from ..constraints.row_wrenches import LoopClosures, directions, phrase

NOTABLE = 0.05
"""Entries of a singular vector below this fraction of its largest are not worth a word."""


@dataclass(frozen=True)
class Singularity:
    """A configuration at which rows become dependent."""

    t: float
    value: float
    """Smallest singular value that counts, in comparable units, relative to the largest."""
    connections: tuple[str, ...]
    """Connections whose rows become dependent, with directions in words."""
    coordinates: tuple[str, ...]
    """Free coordinates (or speeds) that the prescribed ones no longer determine."""
    passed: bool

    def __str__(self) -> str:
        end = "passed with the direction of motion kept" if self.passed else "not passed"
        return (
            f"singular configuration at t = {self.t:.9g}, {end}: {joined(self.connections)} became dependent; "
            f"{joined(self.coordinates)} no longer determined by what is prescribed."
        )


def singularity_at(closures: LoopClosures, ranked: Ranked, rank: int, t: float, passed: bool) -> Singularity:
    """The singularity described by the smallest singular pair that should count at a configuration."""
    row, column = ranked.U[:, rank - 1], ranked.Vt[rank - 1]
    combination = closures.row_scale * row
    involved = []
    for part in closures.parts:
        own = row[part.rows]
        if np.abs(own).max(initial=0.0) > NOTABLE * np.abs(row).max():
            kept = np.where(np.abs(own) > NOTABLE * np.abs(row).max(), combination[part.rows], 0.0)
            words = phrase(directions([(part.wrenches.T @ kept)[:, None]], closures.length)[0]) if part.ends else ""
            involved.append(f"{part.label} ({words})" if words else part.label)
    layout = closures.system.layout
    names = [layout.u[closures.free_u[k]].removesuffix("_dot") for k in range(len(column))]
    open_ones = [n for n, x in zip(names, np.abs(column), strict=True) if x > NOTABLE * np.abs(column).max()]
    value = float(ranked.singular_values[rank - 1] / ranked.singular_values[0])
    return Singularity(t, value, tuple(involved), tuple(open_ones), passed)
