"""What the elements of an absolute system give at a configuration, one by one."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import numpy as np

from ..formulation.absolute.outputs import suspects_of
from ..formulation.suspects import Examined
from .configuration import Configuration
from .tables import Tables


def examined(system: Any, at: Configuration, tables: Tables) -> Iterator[Examined]:
    """All elements with what they measure, are given and give."""
    lam = np.zeros(system.rows)
    for group, data in zip(system.groups, tables.groups, strict=True):
        suspects = suspects_of(group.kind)
        if not any(np.size(part) for suspect in suspects for part in suspect.parts.values()):
            continue
        found = group.evaluate("suspects", at, data, system.threads, lam=lam)
        for column, name in enumerate(group.names):
            for k, suspect in enumerate(suspects):
                values = {part: found[f"s{k}_{part}"][:, column] for part in suspect.parts}
                yield name, suspect, values
