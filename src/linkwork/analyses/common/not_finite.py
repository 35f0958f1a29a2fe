"""Which element gives something that is not a number at a state, and why, in a sentence."""

from __future__ import annotations

from ...results import State
from ...system import System


def not_finite(system: System, state: State) -> str | None:
    """A sentence about the first element whose pose, law, loads, rows or rates of states are NaN or infinite."""
    return next((said for name, x, found in system.functions.examined(state) if (said := x.told(found, name))), None)
