"""Notes of a run: what is said again is counted, not repeated."""

from __future__ import annotations

import re

NEARLY = (
    "constraint rows nearly depended on each other near t = {t:.5g}, and {engine} found no way across by its last "
    "steps; compare with another method whether the motion went on along its branch"
)
STIFFLY = "the equations look stiff near t = {t}; method='radau' would take fewer steps"
AGAIN = re.compile(r" \((\d+) times, last near t = [^)]*\)$")


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
