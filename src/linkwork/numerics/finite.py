"""Whether numbers are finite."""

from __future__ import annotations

from typing import Any

import numpy as np

from .loop_decorator import vectorised


@vectorised
def are_finite(values: Any, count: int) -> bool:
    """Whether the first `count` numbers are finite."""
    wrong = 0
    # Counted, where a branch would do too: counting vectorises.
    for i in range(count):
        wrong += 0 if abs(values[i]) < np.inf else 1
    return wrong == 0
