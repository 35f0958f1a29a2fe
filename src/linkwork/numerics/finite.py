"""Whether numbers are finite, from loops that run as plain Python. `native_call` is the same for compiled loops."""

from __future__ import annotations

import math
from typing import Any

import numpy as np


def are_finite(values: Any, count: int) -> bool:
    """Whether the first `count` numbers are finite."""
    asked = values[:count]
    # The product is finite where all are, unless they are huge: the quicker question first.
    return math.isfinite(asked @ asked) or bool(np.isfinite(asked).all())
