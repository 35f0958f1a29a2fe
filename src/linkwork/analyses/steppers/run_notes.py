"""Notes of a run on its method: how it solves, where it looked stiff, where constraint rows nearly depended."""

from __future__ import annotations

from ...diagnosis import Note, note
from ...mechanics.motion import WEIGHTED_WAYS
from ..methods.options import Options

SHARED_LOADS = "rows that repeat each other share their load by a regularised tangent"


def solution_notes(options: Options) -> list[Note]:
    """How accelerations are solved for, where that was chosen."""
    way, weights = options.solution
    if way == "auto":
        return []
    shared = f", loads shared by the weights {dict(weights)}" if weights else ""
    said = f"accelerations were solved for by {WEIGHTED_WAYS[way]} under all constraint rows{shared}"
    return [note("solution_chosen", said)]


def stiff_note(t: float) -> Note:
    """That an implicit method would do better."""
    return note("stiff", f"the equations look stiff near t = {t:.4g}; method='radau' would take fewer steps", t)


def step_too_long_note(h: float, t: float) -> Note:
    """That a step of given length had no solution."""
    said = f"the step h = {h:.3g} was too long near t = {t:.4g}; it was taken in shorter ones"
    return note("step_too_long", said, t)


def unresolved_note(t: float, engine: str) -> Note:
    """That nothing is known of the branch on which a run left a nearly singular configuration."""
    said = (
        f"constraint rows nearly depended on each other near t = {t:.5g}, and {engine} found no way across by its last "
        "steps: nothing assures that the run kept to its branch; compare with another method and a smaller rtol"
    )
    return note("singularity", said, t)


def shared_loads(rank: int | None) -> str:
    """What certificates say where rows repeat each other, or may."""
    return SHARED_LOADS if rank is not None else f"{SHARED_LOADS}; their rank was not determined"
