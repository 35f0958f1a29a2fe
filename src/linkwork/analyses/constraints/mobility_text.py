"""Mobility in words; parts of a model that are alike are summed up."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from typing import Any

from ...contract.errors import joined
from .row_wrenches import phrase

SUMMED_NAMES = 16
"""Names in a list, or lines of one kind, from which on they are summed up."""
SHOWN_NAMES = 3


def summed(names: Sequence[str]) -> str:
    """Names as a list in a sentence; of many, the first ones, the last one and their number."""
    if len(names) <= SUMMED_NAMES:
        return joined(names)
    return f"{', '.join(names[:SHOWN_NAMES])}, … {names[-1]} ({len(names)} in all)"


def repeated(repetitions: Sequence[Any]) -> Iterator[str]:
    """Repetitions line by line; of many that differ in numbers of names only, the first one and who is like it."""
    kinds: dict[tuple[Any, ...], list[Any]] = {}
    for one in repetitions:
        # What contradicts itself is always told by name.
        alone = id(one) if one.contradictory or len(repetitions) <= SUMMED_NAMES else None
        pattern = tuple(re.sub(r"\d+", "#", name) for name in (one.name, *one.others))
        kinds.setdefault((alone, one.what, pattern, one.directions, one.count), []).append(one)
    for alike in kinds.values():
        if len(alike) <= SHOWN_NAMES:
            yield from (str(one) for one in alike)
        else:
            yield f"{len(alike)} loops alike: {alike[0]} So it is with {summed([repr(one.name) for one in alike[1:]])}."


def borne(not_unique: dict[str, tuple[str, ...]]) -> Iterator[str]:
    """Reactions that are not unique line by line; of many, connections that bear the same together."""
    by_words: dict[str, list[str]] = {}
    for name, where in not_unique.items():
        told = phrase(where, loads=True) if where else "what it puts on its coordinates"
        by_words.setdefault(told if len(not_unique) > SUMMED_NAMES else f"{told}\n{name}", []).append(name)
    for told, names in by_words.items():
        yield f"{summed(names)}: {told.partition(chr(10))[0]}"


def mobility_lines(m: Any) -> Iterator[str]:
    """A Mobility, line by line."""
    word = "degree" if m.degrees_of_freedom == 1 else "degrees"
    yield f"{m.model}: {m.degrees_of_freedom} {word} of freedom" + (
        "." if m.velocity_degrees == m.degrees_of_freedom else f", {m.velocity_degrees} on velocity level."
    )
    if m.open:
        gaps = summed([f"{name!r} by {size:.3g}" for name, size in m.open.items()])
        yield f"The configuration does not close: {gaps} (in radians, or in lever arms). Assemble it first."
    if m.prescribed:
        yield f"Prescribed: {summed(m.prescribed)}."
    if m.held:
        yield f"Held, since it would move neither end of its assembly: {summed(m.held)}."
    if m.independent:
        verb = "It determines" if len(m.independent) == 1 else "They determine"
        rest = f" {verb} {summed(m.dependent)}." if m.dependent else ""
        yield f"Independent: {summed(m.independent)}.{rest}"
    if m.rows:
        yield f"{m.rows} constraint rows, {m.rank} of them independent."
    for line in repeated(m.repetitions):
        yield f"  {line}"
    if m.is_singular:
        yield (
            f"Singular configuration: nearby there {'is' if m.usual_degrees == 1 else 'are'} {m.usual_degrees}. "
            + (f"Here {summed(m.extra)} must be prescribed as well." if m.extra else "")
        ).rstrip()
        for line in repeated(m.singular):
            yield f"  {line}"
    if m.not_unique:
        yield "Reactions that are not unique, in the axes of each connection's first end:"
        for line in borne(m.not_unique):
            yield f"  {line}"
        if m.unique:
            yield f"Reactions of {summed(m.unique)} are unique."
