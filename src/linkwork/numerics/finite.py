"""Whether numbers are finite."""

from __future__ import annotations

from typing import Any

import numpy as np

from ..kernels.loops import loop, vectorised
from .weighted_sums import SHORT


@loop
def are_finite(values: Any, count: int) -> bool:
    """Whether the first `count` numbers are finite; few are read one by one, as they were written."""
    if count > SHORT:
        return are_many_finite(values, count)
    wrong = 0
    for i in range(count):
        wrong += 0 if abs(values[i]) < np.inf else 1
    return wrong == 0


@vectorised
def are_many_finite(values: Any, count: int) -> bool:
    """The same for many numbers."""
    wrong = 0
    # Counted, where a branch would do too: counting vectorises.
    for i in range(count):
        wrong += 0 if abs(values[i]) < np.inf else 1
    return wrong == 0
