"""Singular configurations on a path; drives that cannot go on: at dead points, or as they contradict each other."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from ...contract.errors import joined
from ...numerics.rank import Ranked
from ...results import State
from ..constraints.explain import contradicting_rows
from ..constraints.row_wrenches import LoopClosures, directions, phrase

NOTABLE = 0.05
"""Entries of a singular vector below this fraction of its largest are not worth a word."""
DEAD_POINT_RANK = 1e-2
"""Singular values below this fraction of the largest make the last configuration a dead point."""
CONTRADICTORY = 1e-6
"""Largest norm of scaled row velocities (1/s) that no speeds meet and that still counts as rounding."""


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


def driven_names(closures: LoopClosures) -> str:
    """What is driven, in words."""
    connections = closures.system.model.connections
    return joined([f"{name}.{key}" for name, c in connections.items() for key in c.drive]) or "time"


def drive_rates(closures: LoopClosures, state: State) -> list[tuple[float, float]]:
    """(speed, acceleration) of all that is driven, in comparable units."""
    return closures.system.chart.drive_rates(state, closures.q_scale, closures.row_scale)


def contradictory_drives(closures: LoopClosures, state: State) -> str | None:
    """A sentence where no speeds meet all rows with the drives; None where some do."""
    P, P_0, _ = closures.system.constraint_rows(closures.system.prescribed(state))
    # The part of −P_0 outside the range of P: no u gives P u = −P_0.
    contradiction = closures.velocity_rank(P).contradiction(-P_0)
    off = float(np.linalg.norm(contradiction))
    if not off > CONTRADICTORY:
        return None
    return (
        f"{driven_names(closures)} cannot be driven like this: no motion meets "
        f"{contradicting_rows(closures, contradiction)}, whose rows contradict each other by {off:.3g} per second. "
        "Leave out all but one of these drives, or make them agree."
    )


def dead_point(closures: LoopClosures, state: State, rank: int) -> str | None:
    """A sentence where what is driven stands at a dead point; `rank` is the usual rank of all rows."""
    ranked = closures.velocity_rank(closures.system.constraint_rows(state)[0])
    values = ranked.singular_values
    if not rank or rank > len(values) or not values[rank - 1] < DEAD_POINT_RANK * values[0]:
        return None
    return dead_point_of(closures, singularity_at(closures, ranked, rank, state.t, False))


def dead_point_of(closures: LoopClosures, found: Singularity) -> str:
    """The sentence on a singularity at which drives stop."""
    return (
        f"The mechanism cannot follow {driven_names(closures)} any further: at a dead point "
        f"{joined(found.coordinates)} would have to move infinitely fast, and {joined(found.connections)} cannot be "
        "kept closed."
    )
