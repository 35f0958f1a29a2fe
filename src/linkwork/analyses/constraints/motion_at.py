"""u̇ and multipliers at a state that is taken as it is."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

import numpy as np

from ...contract import ModelError
from ...contract.errors import joined, unknown
from ...diagnosis import NO_NOTES, Notes
from ...mechanics.motion import Contradictory, check_weights, partitioned, undetermined
from ...numerics.redundant_rows import CONSTRAINED_SOLVERS
from ...results import State
from ...system import System
from .explain import contradicting_rows
from .row_wrenches import loop_closures


@dataclass(frozen=True, eq=False)
class Accelerations:
    """u̇ by name, multipliers by row, the rank of the rows, and the way they were computed."""

    state: State
    u_dot: np.ndarray
    lam: np.ndarray
    rows: int
    rank: int
    method: str
    notes: Notes = NO_NOTES
    """What was done to the given state to satisfy the constraints, and what is to be known of contacts."""
    not_unique: tuple[str, ...] = ()
    """Channels of loads, number by number ("top.force.x"), that repeated constraints leave open."""

    def __getitem__(self, speed: str) -> float:
        return float(self.u_dot[self.state.layout.u_index(speed)])

    @property
    def redundant(self) -> int:
        """How many rows repeat others; multipliers are then those of least loads."""
        return self.rows - self.rank


def motion_at(
    system: System,
    state: State,
    method: str = "auto",
    weights: Mapping[str, float] | None = None,
    with_loads: bool = False,
) -> Accelerations:
    """Accelerations at a state that is known to satisfy the constraints, or is meant to be what it is.

    Without `with_loads` multipliers of repeated rows are any that give the motion.
    """
    if method not in ("auto", "compiled", *CONSTRAINED_SOLVERS):
        raise ModelError(unknown("method", method, ["auto", "compiled", *CONSTRAINED_SOLVERS]))
    check_weights("accelerations", method if method in CONSTRAINED_SOLVERS else "auto", weights or {})
    try:
        solve = system.functions.loaded_motion if with_loads else system.functions.motion
        found = solve(state, method, weights)
    except Contradictory as error:
        raise ModelError(_contradiction(system, state, error.right)) from None
    return Accelerations(
        state, found.u_dot, found.lam, found.rows, found.rank, found.method, not_unique=found.not_unique
    )


def check_determined(system: System, state: State) -> None:
    """Raises where neither inertia nor constraint rows determine all accelerations at a state."""
    m, h, p, b = partitioned(system, state)
    found = CONSTRAINED_SOLVERS["robust"](m, np.zeros_like(h), p, np.zeros_like(b))
    if not found.determinate:
        raise ModelError(undetermined(system, found.loose))


def _contradiction(system: System, state: State, right: np.ndarray) -> str:
    """Which rows ask for accelerations that cannot be had together, in words."""
    closures = loop_closures(system, state)
    off = closures.velocity_rank(system.constraint_rows(state)[0]).contradiction(right)
    given = [entry.name for entry in (*system.layout.driven, *system.layout.locked)]
    cause = f" with {joined(given)} given" if given else ""
    return (
        f"model {system.model.name!r}: constraints contradict each other: no accelerations meet "
        f"{contradicting_rows(closures, off)}{cause}; they are off by {np.linalg.norm(off):.3g} per second squared. "
        "Remove one of them, or drive fewer coordinates; mobility(…) says which repeat each other."
    )
