"""What is said of a start that does not satisfy the constraints: that it was moved onto them, or is too far off."""

from __future__ import annotations

import numpy as np

from ...consistency import remedies, remedy, said_of, typical_length
from ...consistency.violations import MOST_NAMED, given_names
from ...contract import ModelError
from ...results import State
from ...system import System

START_ROUNDING = 0.1
"""Coordinates, relative to their size, that a start may be off before it has to be assembled."""
NEGLIGIBLE_CORRECTION = 1e-9
"""Changes below this, in radians or lengths of the model, are not worth a word."""


def far_off(system: System, state: State) -> str:
    """Why no run starts from a state, and what to do."""
    violated = system.violations(state)
    said = f": {said_of(violated)}" if violated else ""
    ways = " ".join(remedies(violated, remedy(system, state)))
    return f"the starting state is far from satisfying the constraints{said}. {ways}"


def correction(system: System, before: State, after: State) -> str | None:
    """What was done to a start so that it satisfies the constraints, None where it was next to nothing.

    Raises where coordinates moved by more than what a user may have rounded off.
    """
    length = typical_length(system, before)
    changes = np.abs(np.concatenate([after.q - before.q, after.u - before.u]))
    if changes.max(initial=0.0) <= NEGLIGIBLE_CORRECTION * min(1.0, length):
        return None
    speeds, coordinates = system.chart.scales(length)
    # Speeds have no size of their own but that of the fastest.
    fastest = max(1.0, float(np.abs(before.u / speeds).max(initial=0.0)))
    scaled = changes / np.concatenate([coordinates, fastest * speeds])
    if scaled.max() <= NEGLIGIBLE_CORRECTION:
        return None
    nq = system.layout.nq
    if (scaled[:nq] > START_ROUNDING * (1.0 + np.abs(before.q) / coordinates)).any():
        raise ModelError(far_off(system, before), "simulate")
    names = np.array([*system.layout.q, *system.layout.u])
    moved = names[np.argsort(-scaled, kind="stable")]
    given = {name for part in given_names(system, before) for name in part}
    sizes = dict(zip(names, scaled, strict=True))
    kept = [name for name in moved if name in given and sizes[name] > NEGLIGIBLE_CORRECTION][:MOST_NAMED]
    told = ", ".join(f"{n} {before[n]:.6g} → {after[n]:.6g}" for n in dict.fromkeys([*kept, moved[0]]))
    return (
        f"the start did not satisfy the constraints and was put on them: {told}; to keep what you give, assemble it "
        f"first: lw.assemble(system, {system.words.kept_by(kept)})"
    )
