"""`accelerations`: u̇ and multipliers at a state, whatever the constraints, and how they were found."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

from ..contract.arguments import NAME_ARGUMENT, takes
from ..results import State
from ..system import System
from .common.consistent_state import consistent_state
from .common.state_arguments import SYSTEM, given_state
from .constraints.motion_at import Accelerations, motion_at

__all__ = ["Accelerations", "accelerations"]


@takes(system=SYSTEM, method=NAME_ARGUMENT)
def accelerations(
    system: System, state: State, method: str = "auto", *, weights: Mapping[str, float] | None = None
) -> Accelerations:
    """Accelerations at a state.

    "auto" takes the compiled solution where its pivots are sound, and rank-revealing factorisations where they are not
    (repeated rows, singular configurations, no mass). "multipliers", "pseudo-inverse" and "complement" name one of
    the ways of S2 §9. In absolute coordinates they are those of body frames, "auto" by one sparse system.
    Connections that repeat each other share their load by least squares of forces and of moments over the typical
    length; `weights` of connections by name say who carries how much, for the named ways: {"top": 3.0} has "top" carry
    three times what its twin carries.
    A state that violates constraints by no more than was rounded off is put on them, with a note; others are refused.
    """
    state, notes = consistent_state(system, given_state(system, state, "accelerations"), "accelerations")
    found = motion_at(system, state, method, weights, with_loads=True)
    return replace(found, notes=notes) if notes else found
