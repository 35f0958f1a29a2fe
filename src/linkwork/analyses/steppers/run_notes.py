"""Notes of a run on its method: how it solves, where it looked stiff, where constraint rows nearly depended."""

from __future__ import annotations

import re

from ...motion import WEIGHTED_WAYS
from ..methods.options import Options

NEARLY = (
    "constraint rows nearly depended on each other near t = {t:.5g}, and {engine} found no way across by its last "
    "steps; compare with another method whether the motion went on along its branch"
)
STIFFLY = "the equations look stiff near t = {t}; method='radau' would take fewer steps"
AGAIN = re.compile(r" \((\d+) times, last near t = [^)]*\)$")


def solution_notes(options: Options) -> list[str]:
    """How accelerations are solved for, where that was chosen."""
    way, weights = options.solution
    if way == "auto":
        return []
    shared = f", loads shared by the weights {dict(weights)}" if weights else ""
    return [f"accelerations were solved for by {WEIGHTED_WAYS[way]} under all constraint rows{shared}"]


def tell(notes: list[str], said: str, t: float) -> None:
    """Adds a note whose `{t}` is a time; where it was told before, how often, and when last, is put behind it."""
    begin, _, end = said.partition("{t}")
    for k, note in enumerate(notes):
        plain = AGAIN.sub("", note)
        if plain.startswith(begin) and plain.endswith(end):
            found = AGAIN.search(note)
            count = 2 if found is None else int(found[1]) + 1
            notes[k] = f"{plain} ({count} times, last near t = {t:.4g})"
            return
    notes.append(f"{begin}{t:.4g}{end}")
