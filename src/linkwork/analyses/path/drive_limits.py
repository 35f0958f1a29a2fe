"""Sentences on drives that no motion follows: at dead points, and where drives contradict each other."""

from __future__ import annotations

import numpy as np

from ...contract.errors import joined
from ...results import State
from ..constraints.explain import contradicting_rows
from ..constraints.row_wrenches import LoopClosures
from .singularities import Singularity, singularity_at

DEAD_POINT_RANK = 1e-2
"""Singular values below this fraction of the largest make the last configuration a dead point."""
CONTRADICTORY = 1e-6
"""Largest norm of scaled row velocities (1/s) that no speeds meet and that still counts as rounding."""


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
