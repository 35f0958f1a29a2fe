"""What the elements of an absolute system give at a configuration, one by one."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import numpy as np

from ..formulation.absolute.outputs import suspects_of
from ..formulation.suspects import Suspect
from .configuration import Configuration
from .tables import Tables

ExaminedElements = tuple[str, Suspect, dict[str, np.ndarray]]
"""(connection, what it is, its parts as numbers)."""


def examined(system: Any, at: Configuration, tables: Tables) -> Iterator[ExaminedElements]:
    """All elements with what they measure, are given and give."""
    lam = np.zeros(system.rows)
    for group, data in zip(system.groups, tables.groups, strict=True):
        suspects = suspects_of(group.kind)
        if not any(suspect.parts for suspect in suspects):
            continue
        found = group.evaluate("suspects", at, data, system.threads, lam=lam)
        for column, name in enumerate(group.names):
            for k, suspect in enumerate(suspects):
                values = {part: found[f"s{k}_{part}"][:, column] for part in suspect.parts}
                yield name, suspect, values


def not_finite_in(system: Any, at: Configuration, tables: Tables) -> str | None:
    """A sentence about the first element that gives something that is not a number; None where none does."""
    return next((said for name, x, found in examined(system, at, tables) if (said := x.told(found, name))), None)
